"""What can be done from the keyboard anywhere in the window: one action each, with its name and shortcut."""

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QAbstractButton, QApplication, QLineEdit, QPlainTextEdit, QTextEdit, QWidget

from app.domain.evidence import ORIGINS
from app.gui.colours import SYSTEM
from app.gui.desk import Section
from app.gui.focus import enter, heart_of
from app.gui.keys import show_keys
from app.gui.panes import widen
from app.gui.parts import origin_words
from app.gui.theme import DARK, LIGHT

if TYPE_CHECKING:
    from app.gui.main_window import MainWindow

translate = QCoreApplication.translate
_FIELDS = (QLineEdit, QPlainTextEdit, QTextEdit)
_Command = tuple[str, str, Callable[[], object]]


def add_commands(window: "MainWindow") -> None:
    """Give the window its actions. They reach every section, whatever has the focus."""
    for name, keys, do in (*_places(window), *_panels(window), *_exhibits(window), *_drafts(window)):
        _add(window, name, keys, do)
    _add_corrections(window)
    _add_claims(window)
    _add_way_back(window)
    export = window.jobs.export
    no_draft = translate("Commands", "open a draft first")
    _add_press(window, translate("Commands", "Export working copy…"), "Ctrl+E", export.working, no_draft)
    _add_press(window, translate("Commands", "Export as final…"), "Ctrl+Shift+E", export.final, no_draft)
    _add_press(
        window,
        translate("Commands", "Cancel what runs"),
        "Ctrl+.",
        window.jobs.cancel,
        translate("Commands", "nothing is running"),
    )


def _add(window: "MainWindow", name: str, keys: str, do: Callable[[], object]) -> QAction:
    action = QAction(name, window)
    action.setShortcut(QKeySequence(keys))
    action.triggered.connect(lambda _checked=False: do())
    window.addAction(action)
    return action


def _add_own(window: "MainWindow", name: str, keys: str, do: Callable[[], object], why_not: Callable[[], str]) -> None:
    """An action whose keys stay those of the part that has them; ``why_not`` says when it can't be done."""

    def run() -> None:
        window.notice.say(why) if (why := why_not()) else do()

    action = _add(window, name, "", run)
    action.setProperty("keys", keys)
    action.setData(why_not)


def _add_press(window: "MainWindow", name: str, keys: str, button: QAbstractButton, unseen: str) -> None:
    """An action that presses a button where it can be seen; ``unseen`` says why it can't be done where not."""

    def press() -> None:
        if button.isVisible() and button.isEnabled():
            button.click()
        else:
            window.notice.say(button.toolTip() if button.isVisible() else unseen)

    action = _add(window, name, keys, press)
    action.setData(button)
    action.setStatusTip(unseen)


def _places(window: "MainWindow") -> list[_Command]:
    def go(section: Section) -> Callable[[], object]:
        return partial(window.desk.section_entered.emit, section)

    return [
        (translate("Commands", "Commands"), "Ctrl+K", window.palette_.ask),
        (translate("Commands", "Exhibits"), "Ctrl+1", go(Section.EXHIBITS)),
        (translate("Commands", "Authorities"), "Ctrl+2", go(Section.AUTHORITIES)),
        (translate("Commands", "Drafts"), "Ctrl+3", go(Section.DRAFTS)),
        (translate("Commands", "Log"), "Ctrl+4", go(Section.LOG)),
        (translate("Commands", "Search this matter"), "Ctrl+F", partial(enter, window.top.search)),
        (translate("Commands", "Next page found"), "F3", partial(window.top.search.step, 1)),
        (translate("Commands", "Page found before"), "Shift+F3", partial(window.top.search.step, -1)),
        (translate("Commands", "All keys"), "F1", partial(show_keys, window)),
        (translate("Commands", "Go to the matters"), "F2", partial(_show_and_enter, window, "matters", window.matters)),
        (translate("Commands", "Go to the boards"), "F4", partial(_show_and_enter, window, "boards", window.boards)),
        (translate("Commands", "Go to the section"), "F6", lambda: enter(window.stack.currentWidget())),
    ]


def _panels(window: "MainWindow") -> list[_Command]:
    return [
        (translate("Commands", "Show or hide the matters"), "F9", partial(window.folding.toggle, "matters")),
        (translate("Commands", "Show or hide the boards"), "F10", partial(window.folding.toggle, "boards")),
        (
            translate("Commands", "Full screen"),
            "F11",
            lambda: window.showNormal() if window.isFullScreen() else window.showFullScreen(),
        ),
        (translate("Commands", "Make this pane wider"), "Alt+Shift+Right", partial(widen, 1)),
        (translate("Commands", "Make this pane narrower"), "Alt+Shift+Left", partial(widen, -1)),
        (translate("Commands", "Light colours"), "", partial(window.colours.choose, LIGHT.name)),
        (translate("Commands", "Dark colours"), "", partial(window.colours.choose, DARK.name)),
        (translate("Commands", "Colours of the system"), "", partial(window.colours.choose, SYSTEM)),
    ]


def _exhibits(window: "MainWindow") -> list[_Command]:
    def press(name: str) -> Callable[[], object]:
        """Press a button of the section there, or say why it can't be pressed."""

        def run() -> None:
            window.show_section(Section.EXHIBITS)
            button = getattr(window.sections.get(Section.EXHIBITS), name, None)
            if isinstance(button, QAbstractButton):
                button.click() if button.isEnabled() else window.notice.say(button.toolTip())

        return run

    def change() -> None:
        matters = window.matters
        matters.ask_change() if window.desk.matter else window.notice.say(matters.change.toolTip())

    def aside() -> None:
        button = getattr(window.sections.get(Section.EXHIBITS), "aside", None)
        if isinstance(button, QAbstractButton) and not button.isHidden():
            window.show_section(Section.EXHIBITS)
            button.click()
        else:
            window.notice.say(translate("Commands", "no file was refused or set aside"))

    return [
        (translate("Commands", "Refused and set-aside files, to release…"), "", aside),
        (translate("Commands", "New matter…"), "Ctrl+N", window.matters.ask_new),
        (translate("Commands", "Change the matter…"), "", change),
        (translate("Commands", "Add files…"), "Ctrl+O", press("files")),
        (translate("Commands", "Add a folder…"), "Ctrl+Shift+O", press("folder")),
        (translate("Commands", "Add the files that were copied"), "Ctrl+V", partial(_paste, window)),
        (translate("Commands", "Assign Bates numbers…"), "Ctrl+B", press("number")),
    ]


def _paste(window: "MainWindow") -> None:
    """Files from the clipboard; a text that is typed in takes the keys itself, and passes files on."""
    mime = QApplication.clipboard().mimeData()
    if any(url.isLocalFile() for url in mime.urls()):
        window.take_drop(mime)
    else:
        window.notice.say(translate("Commands", "No file was copied. Copy files in a file manager first."))


def _add_corrections(window: "MainWindow") -> None:
    """What is done with the exhibits that are chosen in the list."""
    from app.gui.exhibits_correct import Corrections

    def there() -> Corrections | None:
        section = window.stack.currentWidget()
        return section.findChild(Corrections) if section is not None else None

    def why_not() -> str:
        corrections = there()
        unseen = translate("Commands", "choose exhibits in their list first")
        return corrections.why_none if corrections is not None else unseen

    def add(name: str, keys: str, do: Callable[[Corrections], object]) -> None:
        def run() -> None:
            if (corrections := there()) is not None:
                do(corrections)

        _add_own(window, name, keys, run, why_not)

    add(translate("Commands", "Take the chosen exhibits out of the matter"), "Del", lambda at: at.take_out())
    for origin in ORIGINS:
        name = translate("Commands", "The chosen exhibits come from: {0}").format(origin_words(origin))
        add(name, "", partial(Corrections.set_origin, origin=origin))


def _drafts(window: "MainWindow") -> list[_Command]:
    from app.gui.drafts import DraftsSection

    def in_drafts(do: Callable[[DraftsSection], object]) -> Callable[[], object]:
        def run() -> None:
            section = window.sections.get(Section.DRAFTS)
            if not window.desk.matter:
                window.notice.say(translate("Commands", "open a matter first"))
            elif isinstance(section, DraftsSection):
                window.show_section(Section.DRAFTS)
                do(section)

        return run

    return [
        (translate("Commands", "New draft"), "Ctrl+Shift+N", in_drafts(DraftsSection.show_new)),
        (translate("Commands", "All drafts"), "Ctrl+Shift+D", in_drafts(DraftsSection.show_list)),
    ]


def _add_claims(window: "MainWindow") -> None:
    """What the review has keys for and no button. The keys stay its own: they mean nothing elsewhere."""
    from app.gui.drafts import DraftsSection

    def go(step: int) -> None:
        section = window.sections.get(Section.DRAFTS)
        if isinstance(section, DraftsSection) and section.shows_draft:
            window.show_section(Section.DRAFTS)
            section.review.go(step)
        else:
            window.notice.say(translate("Commands", "open a draft first"))

    for name, keys, step in (
        (translate("Commands", "Next open claim"), "F8", 1),
        (translate("Commands", "Open claim before"), "Shift+F8", -1),
    ):
        _add(window, name, "", partial(go, step)).setProperty("keys", keys)


def _add_way_back(window: "MainWindow") -> None:
    """Undo and Redo, of what has the keyboard or of the section that is shown. Their keys stay those of its parts: the
    window must not take Ctrl+Z from a field."""
    from app.gui.exhibits_correct import Corrections
    from app.gui.review_deeds import Deeds

    def place() -> QLineEdit | QPlainTextEdit | QTextEdit | Deeds | Corrections | None:
        focused: QWidget | None = QApplication.focusWidget()
        section = window.stack.currentWidget()
        if not isinstance(focused, _FIELDS):
            focused = heart_of(section)
        if isinstance(focused, _FIELDS):
            # in the review decisions have their way back too, and not only words
            return focused.findChild(Deeds) or focused
        return section.findChild(Corrections) if section is not None else None

    def why_no(what: str) -> Callable[[], str]:
        def why() -> str:
            at = place()
            if isinstance(at, QLineEdit | Deeds | Corrections):
                can = bool(getattr(at, f"is{what}Available")())
            else:
                can = at is not None and bool(getattr(at.document(), f"is{what}Available")())
            if can:
                return ""
            if what == "Undo":
                return translate("Commands", "nothing was done here that could be taken back")
            return translate("Commands", "nothing was taken back here")

        return why

    def go(way: str) -> Callable[[], object]:
        def run() -> None:
            getattr(place(), way)()

        return run

    for name, what, keys in (
        (translate("Commands", "Undo"), "Undo", "Ctrl+Z"),
        (translate("Commands", "Redo"), "Redo", "Ctrl+Y"),
    ):
        _add_own(window, name, keys, go(what.lower()), why_no(what))
    _add(window, translate("Commands", "Close the window"), "Ctrl+Q", window.close)


def _show_and_enter(window: "MainWindow", name: str, panel: QWidget) -> None:
    window.folding.show(name, on=True)
    enter(panel)
