"""Matters: listed, filtered as one types, made by a form, opened."""

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from app import actions
from app.domain.matter import Party
from app.gui.change_matter import ChangeMatterDialog
from app.gui.desk import Desk
from app.gui.log_words import entry_words
from app.gui.matters import MattersPanel
from app.gui.new_matter import NewMatterDialog
from tests.gui.reviewing import ask
from tests.gui.small_matter import CAPTION, NAME

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
    assert not dialog.name.isEnabled()
    assert "it stays" in dialog.name.toolTip()
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
