"""Colours and measures, light and dark. Contrast of text on its ground is at least 4.5:1."""

from dataclasses import dataclass

from PySide6.QtGui import QColor, QFont, QPalette
from PySide6.QtWidgets import QApplication

from app.settings import resources

GRID = 4
GAP = 8
"""Pixels between panels."""


@dataclass(frozen=True, slots=True)
class Theme:
    """One set of colours, as #RRGGBB."""

    name: str
    window: str
    surface: str
    line: str
    text: str
    muted: str
    accent: str
    on_accent: str
    selection: str
    red: str
    red_ground: str
    amber: str
    amber_ground: str
    green: str


LIGHT = Theme(
    "light", "#F5F4F0", "#FFFFFF", "#D9D7D0", "#1F2328", "#57606A", "#1F4E79", "#FFFFFF", "#E4ECF4",
    "#B3261E", "#FDE4E1", "#7A5200", "#FFF1CC", "#1A6B34",
)  # fmt: skip
DARK = Theme(
    "dark", "#1B1D20", "#232629", "#3A3F45", "#E8EAED", "#AAB2BA", "#8ABBE8", "#10151A", "#2C3E50",
    "#FF9C90", "#4D201C", "#EBC158", "#40340F", "#7CCB8F",
)  # fmt: skip


def apply_theme(app: QApplication, theme: Theme) -> None:
    """Fusion with our palette, and the few rules that a palette can't say; later ``Colours`` changes the palette."""
    if app.style().name() != "fusion":
        app.setStyle("Fusion")
    app.setPalette(palette_of(theme))
    app.setStyleSheet(_panels() + _fields() + _lists())


def palette_of(theme: Theme) -> QPalette:
    palette = QPalette()
    roles = {
        QPalette.ColorRole.Window: theme.window,
        QPalette.ColorRole.Base: theme.surface,
        QPalette.ColorRole.AlternateBase: theme.window,
        QPalette.ColorRole.Button: theme.surface,
        QPalette.ColorRole.WindowText: theme.text,
        QPalette.ColorRole.Text: theme.text,
        QPalette.ColorRole.ButtonText: theme.text,
        QPalette.ColorRole.BrightText: theme.on_accent,
        QPalette.ColorRole.ToolTipBase: theme.surface,
        QPalette.ColorRole.ToolTipText: theme.text,
        QPalette.ColorRole.PlaceholderText: theme.muted,
        QPalette.ColorRole.Highlight: theme.selection,
        QPalette.ColorRole.HighlightedText: theme.text,
        QPalette.ColorRole.Link: theme.accent,
        QPalette.ColorRole.Mid: theme.line,
    }
    for role, colour in roles.items():
        palette.setColor(role, QColor(colour))
    for role in (QPalette.ColorRole.WindowText, QPalette.ColorRole.Text, QPalette.ColorRole.ButtonText):
        palette.setColor(QPalette.ColorGroup.Disabled, role, QColor(theme.muted))
    return palette


def reading_font() -> QFont:
    """The serif that drafts are set in."""
    font = QFont()
    font.setFamilies(["Source Serif 4", "Noto Serif", "Liberation Serif", "Times New Roman"])
    font.setPointSizeF(12.5)
    return font


# The rules name places in the palette and no colours, so that other colours need no other rules: to set a style sheet
# holds the program for 50 ms and more, whatever it holds.
_WINDOW, _SURFACE, _LINE, _TEXT = "palette(window)", "palette(base)", "palette(mid)", "palette(text)"
_MUTED, _ACCENT, _ON_ACCENT = "palette(placeholder-text)", "palette(link)", "palette(bright-text)"
_SELECTION = "palette(highlight)"


def _panels() -> str:
    return f"""
    QFrame[panel="true"] {{ background: {_SURFACE}; border: 1px solid {_LINE}; border-radius: 6px; }}
    QLabel[muted="true"] {{ color: {_MUTED}; }}
    QLabel[heading="true"] {{ font-weight: 600; }}
    QLabel[pill="true"] {{ background: {_WINDOW}; color: {_MUTED}; border-radius: 9px; padding: 2px 8px; }}
    QToolButton[pill="true"] {{ background: {_WINDOW}; color: {_MUTED};
        border: 1px solid {_LINE}; border-radius: 10px; padding: 2px 10px; }}
    QToolButton[pill="true"]:checked {{ background: {_SELECTION}; border-color: {_SELECTION}; color: {_TEXT}; }}
    QToolButton[pill="true"]:hover, QToolButton[pill="true"]:focus {{ border-color: {_ACCENT}; }}
    QToolButton[flat="true"] {{ background: transparent; border: 1px solid transparent; border-radius: 5px;
        padding: 2px 7px; }}
    QToolButton[flat="true"]:hover {{ background: {_WINDOW}; }}
    QToolButton[flat="true"]:checked {{ background: {_SELECTION}; }}
    QToolButton[flat="true"]:focus {{ border-color: {_ACCENT}; }}
    QToolButton[flat="true"]:disabled {{ color: {_MUTED}; }}
    QScrollArea[ring="true"] {{ border: 2px solid transparent; border-radius: 5px; }}
    QScrollArea[ring="true"][ringed="true"] {{ border-color: {_ACCENT}; }}
    QFrame[rule="true"] {{ background: {_LINE}; border: none; max-height: 1px; }}
    QPushButton {{ background: {_SURFACE}; border: 1px solid {_LINE}; border-radius: 5px; padding: 4px 12px; }}
    QPushButton:hover {{ border-color: {_ACCENT}; }}
    QPushButton:focus {{ border: 2px solid {_ACCENT}; padding: 3px 11px; }}
    QPushButton:disabled {{ color: {_MUTED}; background: {_WINDOW}; }}
    QPushButton[primary="true"] {{
        background: {_ACCENT}; color: {_ON_ACCENT}; border-color: {_ACCENT}; font-weight: 600; }}
    QPushButton[primary="true"]:focus {{ border-color: {_TEXT}; text-decoration: underline; }}
    QPushButton[primary="true"]:disabled {{ background: {_WINDOW}; color: {_MUTED}; border-color: {_LINE}; }}
    QPushButton[tab="true"] {{ background: transparent; border: none; border-radius: 0; padding: 0 12px; }}
    QPushButton[tab="true"]:checked {{ font-weight: 600; }}
    QPushButton[tab="true"]:hover, QPushButton[tab="true"]:focus {{ color: {_ACCENT}; }}
    QPushButton[tab="true"]:focus {{ text-decoration: underline; }}
    QPushButton[tab="true"]:disabled {{ color: {_MUTED}; }}
    """


def _fields() -> str:
    light, dark = ((resources() / "icons" / f"tick-{theme.name}.svg").as_posix() for theme in (LIGHT, DARK))
    return f"""
    QLineEdit, QPlainTextEdit, QTextEdit {{
        background: {_SURFACE}; border: 1px solid {_LINE}; border-radius: 5px; padding: 4px 8px; }}
    QComboBox[plain="true"], QSpinBox[plain="true"] {{
        background: {_SURFACE}; border: 1px solid {_LINE}; border-radius: 5px; padding: 4px 22px 4px 8px; }}
    QComboBox[plain="true"] {{ padding-right: 4px; }}
    QComboBox[plain="true"]:hover, QComboBox[plain="true"]:focus,
    QSpinBox[plain="true"]:hover, QSpinBox[plain="true"]:focus {{ border-color: {_ACCENT}; }}
    QSpinBox[plain="true"]::up-button {{ subcontrol-origin: border; subcontrol-position: top right;
        width: 22px; border: none; background: transparent; }}
    QSpinBox[plain="true"]::down-button {{ subcontrol-origin: border; subcontrol-position: bottom right;
        width: 22px; border: none; background: transparent; }}
    QSpinBox[plain="true"] {{ padding: 2px 22px 3px 0; }}
    QSpinBox[plain="true"] QLineEdit {{ border: none; padding: 0; background: transparent; }}
    QSpinBox[plain="true"]::up-arrow, QSpinBox[plain="true"]::down-arrow {{ image: none; }}
    QComboBox[plain="true"]::drop-down {{ border: none; width: 20px; }}
    QComboBox[plain="true"]::down-arrow {{ image: none; }}
    QCheckBox::indicator:unchecked, QListView::indicator:unchecked, QRadioButton::indicator:unchecked {{
        width: 12px; height: 12px; border: 1px solid {_MUTED}; border-radius: 3px; background: {_SURFACE}; }}
    QCheckBox::indicator:checked, QListView::indicator:checked {{
        width: 12px; height: 12px; border: 1px solid {_ACCENT}; border-radius: 3px; background: {_ACCENT};
        image: url("{light}"); }}
    QWidget[dark="true"] QCheckBox::indicator:checked, QWidget[dark="true"] QListView::indicator:checked {{
        image: url("{dark}"); }}
    QRadioButton::indicator:unchecked {{ border-radius: 7px; }}
    QRadioButton::indicator:checked {{
        width: 6px; height: 6px; border: 4px solid {_ACCENT}; border-radius: 7px; background: {_ON_ACCENT}; }}
    QCheckBox::indicator:disabled, QListView::indicator:disabled, QRadioButton::indicator:disabled {{
        border-color: {_LINE}; }}
    QCheckBox:focus, QRadioButton:focus {{ color: {_ACCENT}; text-decoration: underline; }}
    QLineEdit:focus, QPlainTextEdit:focus, QTextEdit:focus {{ border-color: {_ACCENT}; }}
    QPlainTextEdit[bare="true"], QTextEdit[bare="true"], QPlainTextEdit[bare="true"]:focus, QTextEdit[bare="true"]:focus
        {{ border: 1px solid transparent; padding: 0; }}
    QPlainTextEdit[bare="true"][readOnly="true"]:focus, QTextEdit[bare="true"][readOnly="true"]:focus
        {{ border-color: {_ACCENT}; }}
    """


def _lists() -> str:
    return f"""
    QListView, QTableView, QTreeView {{
        border: 1px solid transparent; border-radius: 5px; background: {_SURFACE}; outline: none; }}
    QListView:focus, QTableView:focus, QTreeView:focus {{ border-color: {_ACCENT}; }}
    QListView::item:selected:focus {{ border-left: 3px solid {_ACCENT}; }}
    QListView::item:selected, QTableView::item:selected {{ background: {_SELECTION}; color: {_TEXT}; }}
    QHeaderView::section {{ background: {_SURFACE}; color: {_MUTED}; border: none; padding: 4px 8px; }}
    QSplitter::handle {{ background: transparent; }}
    QScrollBar {{ background: transparent; border: none; margin: 0; }}
    QScrollBar:vertical {{ width: 10px; }}
    QScrollBar:horizontal {{ height: 10px; }}
    QScrollBar::handle {{ background: {_LINE}; border-radius: 4px; margin: 1px; }}
    QScrollBar::handle:vertical {{ min-height: 32px; }}
    QScrollBar::handle:horizontal {{ min-width: 32px; }}
    QScrollBar::handle:hover {{ background: {_MUTED}; }}
    QScrollBar::add-line, QScrollBar::sub-line {{ width: 0; height: 0; }}
    QScrollBar::add-page, QScrollBar::sub-page {{ background: transparent; }}
    QToolTip {{ background: {_SURFACE}; color: {_TEXT}; border: 1px solid {_LINE}; padding: 4px; }}
    QProgressBar {{ background: {_LINE}; border: none; border-radius: 3px; max-height: 6px; }}
    QProgressBar::chunk {{ background: {_ACCENT}; border-radius: 3px; }}
    """
