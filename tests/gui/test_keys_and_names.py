"""By keyboard alone, and by ear: every control of every view has a name, takes the keyboard, and says why it can't."""

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible, QColor
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractScrollArea,
    QAbstractSpinBox,
    QApplication,
    QComboBox,
    QHeaderView,
    QLineEdit,
    QListView,
    QPlainTextEdit,
    QScrollBar,
    QTextEdit,
    QWidget,
)
from pytestqt.qtbot import QtBot

from app.gui.colours import theme_now
from app.gui.desk import Section
from app.gui.exhibits import ExhibitsSection
from app.gui.main_window import MainWindow
from app.gui.new_matter import NewMatterDialog
from app.gui.palette import name_of
from app.gui.parts import button, flat
from app.gui.theme import DARK, LIGHT, Theme
from tests.gui.places import drafts_of
from tests.gui.small_matter import NAME
from tests.gui.tour import tour

pytestmark = pytest.mark.timeout(120)

_CONTROLS = (QAbstractButton, QLineEdit, QTextEdit, QPlainTextEdit, QAbstractItemView, QComboBox, QAbstractSpinBox)


def test_every_control_has_a_name_takes_the_keyboard_and_says_why_it_cannot(qtbot: QtBot, window: MainWindow) -> None:
    wrong: set[str] = set()
    for view, part in tour(qtbot, window):
        for control in controls_of(part):
            who = f"{view}: {type(control).__name__} {control.accessibleName() or getattr(control, 'text', str)()!r}"
            interface = QAccessible.queryAccessibleInterface(control)
            if not interface.text(QAccessible.Text.Name).strip():
                wrong.add(f"{who} has no name")
            if not control.focusPolicy() & Qt.FocusPolicy.TabFocus and not _serves_a_field(control):
                wrong.add(f"{who} can't be reached by Tab")
            if isinstance(control, QAbstractButton) and not control.isEnabled() and not control.toolTip():
                wrong.add(f"{who} doesn't say why it can't be pressed")
    assert wrong == set()


def controls_of(part: QWidget) -> list[QWidget]:
    """The controls that can be seen, without those that Qt puts into others."""
    found = [one for one in part.findChildren(QWidget) if isinstance(one, _CONTROLS) and one.isVisible()]
    return [one for one in found if not isinstance(one, QHeaderView | QScrollBar) and not _inside_another(one)]


def _inside_another(one: QWidget) -> bool:
    parent = one.parentWidget()
    return isinstance(parent, QLineEdit | QAbstractSpinBox | QComboBox | QAbstractScrollArea) and not isinstance(
        one, QAbstractScrollArea
    )


def _serves_a_field(control: QWidget) -> bool:
    """Lists whose rows are chosen with the arrow keys from the field above them."""
    return isinstance(control, QListView) and control.focusPolicy() is Qt.FocusPolicy.NoFocus


def test_enter_presses_the_button_that_has_the_keyboard(qtbot: QtBot) -> None:
    pressed: list[str] = []
    for made in (button("Push", lambda: pressed.append("push")), flat("Flat", lambda: pressed.append("flat"), "Tip")):
        qtbot.addWidget(made)
        made.show()
        for key in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space):
            qtbot.keyClick(made, key)
    assert pressed == ["push"] * 3 + ["flat"] * 3


def test_after_a_new_matter_the_keyboard_is_on_what_comes_next(qtbot: QtBot, window: MainWindow) -> None:
    qtbot.keyClick(window, Qt.Key.Key_N, Qt.KeyboardModifier.ControlModifier)
    dialog = window.findChild(NewMatterDialog)
    qtbot.keyClicks(dialog.name, "Estate of Barros")
    qtbot.keyClick(dialog.name, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: window.desk.matter == "Estate of Barros", timeout=20_000)
    qtbot.waitUntil(lambda: not window.findChildren(NewMatterDialog))

    def focused() -> str:
        now = window.focusWidget()
        return now.text() if isinstance(now, QAbstractButton) and now.isVisible() else ""

    qtbot.waitUntil(lambda: focused() == "Add files…", timeout=20_000)


def test_enter_in_the_search_leads_to_the_page_and_the_keyboard_too(qtbot: QtBot, window: MainWindow) -> None:
    window.desk.open_matter(NAME)
    search = window.top.search
    qtbot.keyClick(window, Qt.Key.Key_F, Qt.KeyboardModifier.ControlModifier)
    assert search.field.hasFocus()
    qtbot.keyClicks(search.field, "leaks in three")
    qtbot.waitUntil(search.results.isVisible, timeout=20_000)
    qtbot.keyClick(search.field, Qt.Key.Key_Return)
    page = _exhibits(window).page
    qtbot.waitUntil(lambda: page.page_of_view == ("B", 1), timeout=20_000)
    assert window.focusWidget() is page.canvas
    ring = page.scroller.grab().toImage().pixelColor(page.scroller.width() // 2, 1)
    assert ring.name().upper() == LIGHT.accent  # and it shows


def test_enter_in_the_filter_goes_to_the_list(qtbot: QtBot, window: MainWindow) -> None:
    window.desk.open_matter(NAME)
    exhibits = _exhibits(window)
    qtbot.waitUntil(lambda: exhibits.table.exhibits.rowCount() == 3, timeout=20_000)
    exhibits.filter.setFocus()
    qtbot.keyClicks(exhibits.filter, "mail")
    qtbot.waitUntil(lambda: exhibits.table.exhibits.rowCount() == 1, timeout=20_000)
    qtbot.keyClick(exhibits.filter, Qt.Key.Key_Return)
    assert window.focusWidget() is exhibits.table


def test_the_row_that_the_keys_work_on_is_marked_only_where_they_do(qtbot: QtBot, window: MainWindow) -> None:
    window.desk.open_matter(NAME)
    table = _exhibits(window).table
    qtbot.waitUntil(lambda: table.exhibits.rowCount() == 3, timeout=20_000)
    bar = table.visualRect(table.exhibits.index(0, 0)).topLeft()

    def colour() -> str:
        return str(table.viewport().grab().toImage().pixelColor(bar.x() + 1, bar.y() + 8).name()).upper()

    table.setFocus()
    qtbot.waitUntil(lambda: colour() == LIGHT.accent)
    window.top.search.field.setFocus()
    qtbot.waitUntil(lambda: colour() == LIGHT.selection)


def test_the_palette_names_a_board_and_the_keys_of_a_button(qtbot: QtBot, window: MainWindow) -> None:
    qtbot.waitUntil(lambda: "cpu" in window.boards.cards, timeout=20_000)
    assert name_of(window.boards.cards["cpu"].start) == ("Start: Processor", "")
    page = _exhibits(window).page
    assert name_of(page.on) == ("Next page", "PageDown")
    assert name_of(page.larger) == ("Make the page larger", "Ctrl++")
    assert name_of(drafts_of(window).review.draft.claims_pill) == ("Show or hide the list of claims", "Alt+1")


def _exhibits(window: MainWindow) -> ExhibitsSection:
    section = window.sections[Section.EXHIBITS]
    assert isinstance(section, ExhibitsSection)
    return section


@pytest.mark.parametrize("theme", [LIGHT, DARK])
def test_words_stand_out_from_their_ground(theme: Theme) -> None:
    """Every pair of colours that words are set in."""
    grounds = (theme.window, theme.surface, theme.selection)
    pairs = [(ink, on) for ink in (theme.text, theme.muted, theme.accent) for on in grounds]
    pairs += [(ink, on) for ink in (theme.red, theme.amber, theme.green) for on in (theme.window, theme.surface)]
    pairs += [(theme.text, theme.red_ground), (theme.text, theme.amber_ground), (theme.red, theme.red_ground)]
    pairs += [(theme.amber, theme.amber_ground), (theme.on_accent, theme.accent)]
    pairs += [(ink, theme.selection) for ink in (theme.red, theme.amber, theme.green)]
    assert {pair: round(contrast(*pair), 2) for pair in pairs if contrast(*pair) < 4.5} == {}


def contrast(ink: str, ground: str) -> float:
    """As WCAG 2 reckons it, from 1 to 21."""
    light, dark = sorted((_luminance(ink), _luminance(ground)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def _luminance(colour: str) -> float:
    parts = (QColor(colour).redF(), QColor(colour).greenF(), QColor(colour).blueF())
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def test_colours_follow_the_system_until_a_person_chooses(
    qtbot: QtBot, qapp: QApplication, window: MainWindow, tmp_path: Path
) -> None:
    changed = qapp.styleHints().colorSchemeChanged  # the platform of the tests has no scheme of its own to change
    changed.emit(Qt.ColorScheme.Dark)
    assert window.desk.theme is DARK
    window.colours.choose("light")
    assert window.desk.theme is LIGHT
    changed.emit(Qt.ColorScheme.Dark)
    assert window.desk.theme is LIGHT
    assert theme_now(window.state, Qt.ColorScheme.Dark) is LIGHT  # at the next start too
    window.colours.choose("system")
    assert window.desk.theme is DARK
    changed.emit(Qt.ColorScheme.Light)
    assert window.desk.theme is LIGHT
