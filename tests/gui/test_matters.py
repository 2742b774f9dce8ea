"""Matters: listed, filtered as one types, made by a form, opened."""

import asyncio
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot
from qasync import QEventLoop

from app import actions
from app.domain.matter import Caption, Party
from app.gui.change_matter import ChangeMatterDialog
from app.gui.desk import Desk
from app.gui.log_words import entry_words
from app.gui.matters import MattersPanel
from app.gui.new_matter import NewMatterDialog
from app.settings import Settings
from app.store import matters
from app.workbench import open_workbench
from tests.gui.places import drafts_of
from tests.gui.reviewing import ask
from tests.gui.small_matter import CAPTION, DRAFT, NAME
from tests.gui.whole_window import whole_window

LONG = "Cole (ch. 7) v. Acme, Inc."

pytestmark = pytest.mark.timeout(60)


def seen(panel: MattersPanel) -> list[str]:
    return [panel.list.item(n).text() for n in range(panel.list.count()) if not panel.list.item(n).isHidden()]


def form(panel: MattersPanel, qtbot: QtBot) -> NewMatterDialog:
    qtbot.mouseClick(panel.new, Qt.MouseButton.LeftButton)
    dialog = panel.findChildren(NewMatterDialog)[-1]
    assert dialog.isVisible()
    return dialog


@pytest.fixture
def panel(qtbot: QtBot, desk: Desk) -> MattersPanel:
    made = MattersPanel(desk)
    qtbot.addWidget(made)
    made.resize(200, 500)
    made.show()
    qtbot.waitUntil(lambda: seen(made) == [NAME], timeout=20_000)
    return made


def test_an_empty_home_teaches_and_its_first_matter_is_made_and_opened(qtbot: QtBot, empty_desk: Desk) -> None:
    panel = MattersPanel(empty_desk)
    qtbot.addWidget(panel)
    panel.show()
    qtbot.waitUntil(lambda: panel.stack.currentWidget() is panel.empty, timeout=20_000)
    dialog = form(panel, qtbot)
    assert not dialog.make.isEnabled()
    assert dialog.make.toolTip() == "The matter needs a name."
    qtbot.keyClicks(dialog.name, LONG)
    qtbot.keyClicks(dialog.fields["docket_number"], "2:26-cv-00417")
    qtbot.keyClicks(dialog.parties.rows[0][0], "Dana Cole")
    qtbot.mouseClick(dialog.parties.more, Qt.MouseButton.LeftButton)
    qtbot.keyClicks(dialog.parties.rows[2][0], "Roof Insurance Co.")
    qtbot.keyClicks(dialog.parties.rows[2][1], "Intervenor")
    with qtbot.waitSignal(empty_desk.matter_opened, timeout=20_000) as opened:
        qtbot.mouseClick(dialog.make, Qt.MouseButton.LeftButton)
    assert opened.args == [LONG]
    qtbot.waitUntil(lambda: seen(panel) == [LONG], timeout=20_000)
    found: list[object] = []
    empty_desk.starter.start(lambda bench: actions.matters.show_matter(bench, LONG), found.append)
    qtbot.waitUntil(lambda: bool(found), timeout=20_000)
    matter = found[0].matter  # type: ignore[attr-defined]
    assert matter.prefix == "COLECH"
    assert matter.caption.docket_number == "2:26-cv-00417"
    assert matter.caption.parties == (Party("Dana Cole", "Plaintiff"), Party("Roof Insurance Co.", "Intervenor"))
    assert matter.caption.counsel == ()


def test_what_is_wrong_is_said_in_the_form(qtbot: QtBot, panel: MattersPanel) -> None:
    dialog = form(panel, qtbot)
    qtbot.keyClicks(dialog.name, NAME)
    qtbot.keyClick(dialog.name, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: "There is a matter 'small' already." in dialog.problem.text(), timeout=20_000)
    assert dialog.isVisible()
    assert dialog.make.isEnabled()
    qtbot.keyClicks(dialog.name, " two")
    assert dialog.problem.text() == ""
    qtbot.keyClicks(dialog.prefix, "7")
    qtbot.mouseClick(dialog.make, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: "can't be a Bates prefix" in dialog.problem.text(), timeout=20_000)
    dialog.prefix.clear()
    dialog.name.setText("Cole v. " + "Acme Roofing " * 12)
    qtbot.mouseClick(dialog.make, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: "at most 80 letters" in dialog.problem.text(), timeout=20_000)
    qtbot.waitUntil(lambda: dialog.problem.height() >= dialog.problem.heightForWidth(dialog.problem.width()))
    assert dialog.problem.y() > dialog.counsel.geometry().bottom(), "the words cover the field above"
    dialog.reject()


def test_a_caption_file_fills_the_form_and_a_wrong_one_says_so(
    qtbot: QtBot, panel: MattersPanel, tmp_path: Path
) -> None:
    (tmp_path / "caption.toml").write_text(CAPTION, encoding="utf-8")
    (tmp_path / "wrong.toml").write_text('judge = "Roe"', encoding="utf-8")
    dialog = form(panel, qtbot)
    dialog.load(tmp_path / "caption.toml")
    qtbot.waitUntil(lambda: dialog.prefix.text() == "ACME", timeout=20_000)
    assert dialog.caption().declarant == "Dana Cole"
    assert dialog.caption().parties[1] == Party("Acme Roofing, Inc.", "Defendant")
    dialog.load(tmp_path / "wrong.toml")
    qtbot.waitUntil(lambda: "'judge' isn't part of a caption" in dialog.problem.text(), timeout=20_000)
    dialog.reject()


def test_the_list_filters_as_one_types_and_enter_opens(qtbot: QtBot, panel: MattersPanel, desk: Desk) -> None:
    for name in ("Estate of Barros", "Tran v. Lantern"):
        dialog = form(panel, qtbot)
        qtbot.keyClicks(dialog.name, name)
        qtbot.keyClick(dialog.name, Qt.Key.Key_Return)
        qtbot.waitUntil(lambda name=name: desk.matter == name, timeout=20_000)
    qtbot.waitUntil(lambda: seen(panel) == ["Estate of Barros", "Tran v. Lantern", NAME], timeout=20_000)
    panel.activateWindow()
    panel.filter.setFocus()
    qtbot.waitUntil(panel.filter.hasFocus)
    qtbot.keyClicks(panel.filter, "barr est")
    assert seen(panel) == ["Estate of Barros"]
    qtbot.keyClick(panel.filter, Qt.Key.Key_Return)
    assert desk.matter == "Estate of Barros"
    qtbot.keyClick(panel.filter, Qt.Key.Key_Escape)
    assert len(seen(panel)) == 3
    item = panel.list.item(2)
    qtbot.mouseClick(panel.list.viewport(), Qt.MouseButton.LeftButton, pos=panel.list.visualItemRect(item).center())
    assert desk.matter == NAME
    assert item.font().bold()
    panel.list.setFocus()
    qtbot.keyClick(panel.list, Qt.Key.Key_Up)
    assert desk.matter == NAME
    qtbot.keyClick(panel.list, Qt.Key.Key_Return)
    assert desk.matter == "Tran v. Lantern"


def test_the_caption_of_a_matter_is_changed_afterwards_and_the_log_keeps_both(
    qtbot: QtBot, panel: MattersPanel, desk: Desk
) -> None:
    assert (panel.change.isEnabled(), panel.change.toolTip()) == (False, "Open a matter first.")
    desk.open_matter(NAME)
    qtbot.mouseClick(panel.change, Qt.MouseButton.LeftButton)
    dialog = panel.findChildren(ChangeMatterDialog)[-1]
    assert not dialog.make.isEnabled()
    qtbot.waitUntil(dialog.make.isEnabled, timeout=20_000)
    assert dialog.fields["docket_number"].text() == "2:26-cv-00417"
    assert dialog.name.text() == NAME
    docket = dialog.fields["docket_number"]
    docket.selectAll()
    qtbot.keyClicks(docket, "2:27-cv-00001")
    with qtbot.waitSignal(desk.bridge.changed, timeout=20_000) as told:
        qtbot.mouseClick(dialog.make, Qt.MouseButton.LeftButton)
    assert told.args is not None
    fact = told.args[0]
    assert (fact.verb, fact.detail["was"]) == ("matter change", {"docket_number": "2:26-cv-00417"})
    assert entry_words(fact.verb, fact.detail) == "Caption changed: docket number"
    found = ask(qtbot, desk, lambda bench: actions.matters.show_matter(bench, NAME)).matter
    assert found.caption.docket_number == "2:27-cv-00001"
    assert found.caption.parties[0] == Party("Dana Cole", "Plaintiff")
    assert found.prefix == "ACME"
    check, _entries = ask(qtbot, desk, lambda bench: actions.matters.check_audit(bench, NAME))
    assert check.broken_at is None


def test_changes_that_were_left_by_esc_are_there_again(qtbot: QtBot, panel: MattersPanel, desk: Desk) -> None:
    desk.open_matter(NAME)
    told: list[tuple[str, tuple[tuple[str, Callable[[], object]], ...]]] = []
    desk.said.connect(lambda words, deeds: told.append((words, deeds)))
    for n in range(2):
        if n:
            ((_, deeds),) = told
            deeds[0][1]()
        else:
            qtbot.mouseClick(panel.change, Qt.MouseButton.LeftButton)
        dialog = panel.findChildren(ChangeMatterDialog)[-1]
        qtbot.waitUntil(dialog.make.isEnabled, timeout=20_000)
        court = dialog.fields["court"]
        if not n:
            court.setFocus()
            qtbot.keyClicks(court, " at Seattle")
            qtbot.keyClick(dialog, Qt.Key.Key_Escape)
    assert told[0][0] == f"The changes of {NAME} were not saved."
    assert court.text().endswith(" at Seattle")
    dialog.fields["court"].setText(court.text().removesuffix(" at Seattle"))
    qtbot.keyClick(dialog, Qt.Key.Key_Escape)
    assert len(told) == 1  # as it was: nothing is lost


def test_a_matter_is_renamed_with_all_that_is_in_it(qtbot: QtBot, panel: MattersPanel, desk: Desk, home: Path) -> None:
    ask(qtbot, desk, lambda bench: actions.matters.new_matter(bench, "Taken"))
    desk.open_matter(NAME)
    before = ask(qtbot, desk, lambda bench: actions.matters.check_audit(bench, NAME))[1]
    panel.ask_change()
    dialog = panel.findChildren(ChangeMatterDialog)[-1]
    qtbot.waitUntil(dialog.make.isEnabled, timeout=20_000)
    dialog.name.selectAll()
    qtbot.keyClicks(dialog.name, "taken")
    qtbot.mouseClick(dialog.make, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: "There is a matter 'taken' already." in dialog.problem.text(), timeout=20_000)
    assert desk.matter == NAME
    dialog.name.selectAll()
    qtbot.keyClicks(dialog.name, LONG)
    qtbot.mouseClick(dialog.make, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: desk.matter == LONG, timeout=20_000)
    qtbot.waitUntil(lambda: seen(panel) == [LONG, "Taken"], timeout=20_000)
    summary = ask(qtbot, desk, lambda bench: actions.matters.show_matter(bench, LONG))
    assert (summary.matter.name, summary.exhibits, summary.drafts) == (LONG, 3, 1)
    assert summary.folder == home / "matters" / LONG
    assert not (home / "matters" / NAME).exists()
    check, entries = ask(qtbot, desk, lambda bench: actions.matters.check_audit(bench, LONG))
    assert check.broken_at is None, check.problem
    assert [entry.verb for entry in entries[len(before) :]] == ["matter rename"]
    assert entry_words("matter rename", entries[-1].detail) == f"Matter renamed: {LONG}, before {NAME}"
    draft = ask(qtbot, desk, lambda bench: actions.drafts.verify_draft(bench, f"{LONG}/d1"))
    assert draft.draft.id == f"{LONG}/d1"
    # what the program wrote is still known as its own, and no number is given twice
    ask(qtbot, desk, lambda bench: actions.matters.change_caption(bench, LONG, Caption(court="Superior Court")))
    check, _ = ask(qtbot, desk, lambda bench: actions.matters.check_audit(bench, LONG))
    assert check.broken_at is None, check.problem
    plan = ask(qtbot, desk, lambda bench: actions.bates.plan(bench, LONG))
    assert (plan.pages, plan.copies) == (0, 0)


def test_a_rename_that_was_killed_before_its_folder_moved_is_ended_at_the_next_start(home: Path) -> None:
    async def work() -> None:
        settings = Settings(home=home, boards=None)
        async with open_workbench(settings) as bench:
            await bench.home.write(lambda session: matters.rename_in_home(session, NAME, "Cole"))
        assert (home / "matters" / NAME).is_dir()
        async with open_workbench(settings) as bench:
            assert await bench.matter_names() == ["Cole"]
            assert (await actions.matters.show_matter(bench, "Cole")).exhibits == 3
            assert await bench.home.read(matters.moves) == []

    asyncio.run(work())


def test_a_log_under_another_name_than_it_was_written_for_is_broken(home: Path) -> None:
    shutil.move(home / "matters" / NAME, home / "matters" / "other")

    async def work() -> int | None:
        async with open_workbench(Settings(home=home, boards=None)) as bench:
            return (await actions.matters.check_audit(bench, "other"))[0].broken_at

    assert asyncio.run(work()) == 1


def test_the_whole_window_follows_a_rename(qtbot: QtBot, loop: QEventLoop, home: Path) -> None:
    with whole_window(qtbot, home, None, NAME) as whole:
        window, desk = whole.window, whole.desk
        qtbot.waitUntil(lambda: len(window.sections) == 4, timeout=20_000)
        desk.draft_asked.emit(DRAFT)
        drafts = drafts_of(window)
        qtbot.waitUntil(lambda: len(drafts.review.session.marks) > 3, timeout=20_000)
        action = next(one for one in window.actions() if one.text() == "Change the matter…")
        action.trigger()
        dialog = window.findChild(ChangeMatterDialog)
        qtbot.waitUntil(dialog.make.isEnabled, timeout=20_000)
        dialog.name.setText("Cole v. Acme")
        qtbot.mouseClick(dialog.make, Qt.MouseButton.LeftButton)
        qtbot.waitUntil(lambda: desk.matter == "Cole v. Acme", timeout=20_000)
        qtbot.waitUntil(lambda: drafts.list.drafts.count() == 1, timeout=20_000)
        qtbot.wait(1500)
        assert window.windowTitle() == "Cole v. Acme – Jurat"
        assert not window.notice.isVisible(), window.notice.text.text()
        desk.draft_asked.emit("Cole v. Acme/d1")
        qtbot.waitUntil(lambda: drafts.review.session.id == "Cole v. Acme/d1", timeout=20_000)
    with whole_window(qtbot, home) as whole:
        qtbot.waitUntil(lambda: whole.desk.matter == "Cole v. Acme", timeout=20_000)
