"""Tab, forward and back, from any place in any view: all that takes keys, in reading order, and round again."""

import gc
from functools import partial

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractButton, QApplication, QPlainTextEdit, QScrollArea, QTextEdit, QWidget
from pytestqt.qtbot import QtBot

from app.gui.desk import Section
from app.gui.main_window import MainWindow
from app.gui.new_matter import NewMatterDialog
from app.gui.page_canvas import PageCanvas
from tests.gui.small_matter import NAME
from tests.gui.test_keys_and_names import controls_of
from tests.gui.tour import tour

pytestmark = pytest.mark.timeout(180)
_TAB, _BACK = Qt.Key.Key_Tab, Qt.Key.Key_Backtab


def reached(qtbot: QtBot, key: Qt.Key, most: int = 80) -> list[QWidget]:
    """What has the keys after each press, until it is one that had them."""
    seen: list[QWidget] = []
    while len(seen) < most:
        now = QApplication.focusWidget()
        assert now is not None
        if now in seen:
            assert now is seen[0], f"{_name(now)} leads back into the middle of the round"
            break
        seen.append(now)
        qtbot.keyClick(now, key)
    return seen


def _name(one: QWidget) -> str:
    return one.accessibleName() or str(getattr(one, "text", str)())


def _usable(part: QWidget) -> set[QWidget]:
    """Every control that can be seen and used, found without the window's own walk."""
    there = [*controls_of(part), *(page for page in part.findChildren(PageCanvas) if page.isVisible())]
    able = {one for one in there if one.isEnabled() and one.focusPolicy() & Qt.FocusPolicy.TabFocus}
    # of choices that exclude each other Tab visits the chosen one, and the arrow keys the others
    others = {one for one in able if isinstance(one, QAbstractButton) and one.group() and not one.isChecked()}
    return {one for one in able - others if one.window() is part.window()}


def test_tab_visits_all_that_can_be_used_in_every_view_and_both_ways_alike(qtbot: QtBot, window: MainWindow) -> None:
    wrong: list[str] = []
    views = 0
    for view, part in tour(qtbot, window):
        if view == "palette":
            continue  # it goes away with the keys
        views += 1
        top = part.window()
        top.activateWindow()
        qtbot.waitUntil(top.isActiveWindow)
        reached(qtbot, _TAB)  # a list whose first row is chosen as the keys come to it changes what can be done
        usable = _usable(top)
        start = top.focusWidget()
        if isinstance(start, QPlainTextEdit | QTextEdit) and not start.tabChangesFocus() and not start.isReadOnly():
            wrong.append(f"{view}: Tab can't leave {_name(start)}")
        forth = reached(qtbot, _TAB)
        back = reached(qtbot, _BACK)
        wrong += [f"{view}: Tab misses {_name(one)}" for one in usable - set(forth)]
        wrong += [f"{view}: Tab stops at {type(one).__name__}, which has no name" for one in forth if not _name(one)]
        if back[1:] != forth[:0:-1]:
            wrong.append(f"{view}: back is another way")
    assert not wrong, "\n".join(wrong)
    assert views > 15


def test_in_the_exhibits_the_tools_come_before_the_list_and_the_page_after_it(qtbot: QtBot, window: MainWindow) -> None:
    window.desk.open_matter(NAME)
    window.resize(1600, 900)
    qtbot.waitUntil(lambda: window.top.tabs[Section.EXHIBITS].text().endswith("3"), timeout=20_000)
    section = window.sections[Section.EXHIBITS]
    qtbot.waitUntil(lambda: section.page.canvas.has_picture, timeout=20_000)
    window.enter_section(Section.EXHIBITS)
    assert QApplication.focusWidget() is section.table
    names = [_name(one) for one in reached(qtbot, _TAB) if section.isAncestorOf(one)]
    page = names.index("Page")
    assert names[: page + 1] == ["Exhibits", "Page"]
    tools = ["Bates numbers…", "Filter the list of exhibits", "Where new files come from", "Add files…", "Add folder…"]
    assert names[-5:] == tools  # it goes on from the list, and comes to them at the end of the round


def test_tab_leaves_every_part_of_the_window_alive(qtbot: QtBot, window: MainWindow) -> None:
    """PySide gives what some getters return an owner that takes it with it when it is collected."""

    gone: list[str] = []
    window.desk.open_matter(NAME)
    qtbot.waitUntil(lambda: bool(window.boards.cards), timeout=20_000)
    for scroller in window.findChildren(QScrollArea):
        scroller.destroyed.connect(partial(gone.append, str(scroller)))
    del scroller
    for section in Section:
        window.desk.section_asked.emit(section)
        reached(qtbot, _TAB)
        gc.collect()
        qtbot.wait(10)
    assert gone == []


def test_the_arrow_keys_go_through_the_sections(qtbot: QtBot, window: MainWindow) -> None:
    window.desk.open_matter(NAME)
    tabs = window.top.tabs
    tabs[Section.EXHIBITS].setFocus()
    qtbot.keyClick(tabs[Section.EXHIBITS], Qt.Key.Key_Right)
    assert QApplication.focusWidget() is tabs[Section.AUTHORITIES]
    assert window.stack.currentWidget() is window.sections[Section.AUTHORITIES]


def test_in_an_empty_matter_tab_comes_round(qtbot: QtBot, window: MainWindow) -> None:
    window.desk.open_matter(NAME)
    section = window.sections[Section.EXHIBITS]
    qtbot.waitUntil(lambda: section.table.exhibits.rowCount() == 3, timeout=20_000)
    qtbot.keyClicks(section.filter, "nothing is called so")
    qtbot.waitUntil(lambda: section.stack.currentWidget() is not section.table, timeout=20_000)
    window.top.search.field.setFocus()
    round_ = reached(qtbot, _TAB)
    assert section.filter in round_
    assert section.files in round_
    assert window.boards.finder in round_


def test_the_parties_come_before_the_button_for_one_more(qtbot: QtBot, window: MainWindow) -> None:
    """With the form as it opens: a space in a name must not add rows."""
    qtbot.keyClick(window, Qt.Key.Key_N, Qt.KeyboardModifier.ControlModifier)
    dialog = window.findChild(NewMatterDialog)
    dialog.activateWindow()
    qtbot.waitUntil(dialog.isActiveWindow)
    dialog.fields["docket_number"].setFocus()
    qtbot.keyClick(dialog.fields["docket_number"], _TAB)
    first = QApplication.focusWidget()
    assert first is dialog.parties.rows[0][0]
    qtbot.keyClicks(first, "Ada Pellworm")
    assert len(dialog.parties.rows) == 2
    assert dialog.parties.parties()[0].name == "Ada Pellworm"
    qtbot.keyClick(dialog.parties.more, Qt.Key.Key_Space)
    qtbot.waitUntil(lambda: QApplication.focusWidget() is dialog.parties.rows[2][0])
    dialog.parties.rows[1][1].setFocus()
    qtbot.keyClick(dialog.parties.rows[1][1], _TAB)
    assert QApplication.focusWidget() is dialog.parties.rows[2][0]
    dialog.reject()


def test_what_goes_away_with_the_keys_gives_them_to_the_next_stop(qtbot: QtBot, window: MainWindow) -> None:
    window.desk.open_matter(NAME)
    section = window.sections[Section.EXHIBITS]
    qtbot.waitUntil(section.folder.isEnabled, timeout=20_000)
    section.files.setFocus()
    section.files.setVisible(False)
    assert QApplication.focusWidget() is section.folder
    section.files.setVisible(True)
