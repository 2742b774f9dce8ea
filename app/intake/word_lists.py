"""The numbers that Word puts before paragraphs, which stand nowhere in the text."""

from dataclasses import dataclass
from typing import Any

W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
VAL = f"{W}val"

_ROMAN = (
    (1000, "m"), (900, "cm"), (500, "d"), (400, "cd"), (100, "c"), (90, "xc"),
    (50, "l"), (40, "xl"), (10, "x"), (9, "ix"), (5, "v"), (4, "iv"), (1, "i"),
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class _Level:
    start: int
    format: str
    text: str
    legal: bool
    restart: int | None


class Numbering:
    """Counts through a document: ask for each numbered paragraph once, in order."""

    def __init__(self, numbering: Any, styles: Any) -> None:
        """Roots of numbering.xml and styles.xml; either may be None."""
        self._levels: dict[str, dict[int, _Level]] = {}
        self._abstract: dict[str, str] = {}
        self._counts: dict[str, dict[int, int]] = {}
        self._styles: dict[str, tuple[str | None, str | None, str | None]] = {}
        self._read_styles(styles)
        self._read_numbering(numbering)

    def _read_styles(self, styles: Any) -> None:
        if styles is None:
            return
        for style in styles.iter(f"{W}style"):
            based = style.find(f"{W}basedOn")
            number, level = _number_of(style.find(f"{W}pPr"))
            self._styles[style.get(f"{W}styleId", "")] = (None if based is None else based.get(VAL), number, level)

    def _read_numbering(self, numbering: Any) -> None:
        if numbering is None:
            return
        abstract = {
            node.get(f"{W}abstractNumId", ""): {
                int(lvl.get(f"{W}ilvl", 0)): _level(lvl) for lvl in node.iter(f"{W}lvl")
            }
            for node in numbering.iter(f"{W}abstractNum")
        }
        for node in numbering.iter(f"{W}num"):
            number = node.get(f"{W}numId", "")
            target = node.find(f"{W}abstractNumId")
            name = "" if target is None else target.get(VAL, "")
            levels = dict(abstract.get(name, {}))
            changed = False
            for override in node.iter(f"{W}lvlOverride"):
                changed = True
                at = int(override.get(f"{W}ilvl", 0))
                own, start = override.find(f"{W}lvl"), override.find(f"{W}startOverride")
                if own is not None:
                    levels[at] = _level(own)
                if start is not None and at in levels:
                    old = levels[at]
                    levels[at] = _Level(_int(start.get(VAL), 1), old.format, old.text, old.legal, old.restart)
            self._levels[number] = levels
            self._abstract[number] = number if changed else f"abstract {name}"

    def mark(self, properties: Any, style: str | None) -> str:
        """The number or bullet before a paragraph with these properties (its w:pPr), "" without one."""
        number, level = _number_of(properties)
        seen: set[str] = set()
        while style is not None and style not in seen and (number is None or level is None):
            seen.add(style)
            based, style_number, style_level = self._styles.get(style, (None, None, None))
            number = number if number is not None else style_number
            level = level if level is not None else style_level
            style = based
        if number is None or number == "0" or number not in self._levels:
            return ""
        return self._next(number, _int(level, 0))

    def _next(self, number: str, at: int) -> str:
        levels = self._levels[number]
        if at not in levels:
            return ""
        counts = self._counts.setdefault(self._abstract[number], {})
        counts[at] = counts.get(at, levels[at].start - 1) + 1
        for deeper in [key for key in counts if key > at]:
            restart = levels[deeper].restart if deeper in levels else None
            if restart != 0 and (restart is None or at < restart):
                del counts[deeper]
        level = levels[at]
        if level.format == "bullet":
            return "•"
        text = level.text
        for other in range(9):
            if f"%{other + 1}" in text:
                shown = levels.get(other, level)
                value = counts.get(other, shown.start)
                text = text.replace(f"%{other + 1}", _written(value, "decimal" if level.legal else shown.format))
        return text.strip()


def _number_of(properties: Any) -> tuple[str | None, str | None]:
    node = None if properties is None else properties.find(f"{W}numPr")
    if node is None:
        return None, None
    number, level = node.find(f"{W}numId"), node.find(f"{W}ilvl")
    return (None if number is None else number.get(VAL)), (None if level is None else level.get(VAL))


def _level(node: Any) -> _Level:
    def value(name: str) -> str | None:
        child = node.find(f"{W}{name}")
        return None if child is None else child.get(VAL)

    restart = value("lvlRestart")
    return _Level(
        start=_int(value("start"), 1),
        format=value("numFmt") or "decimal",
        text=value("lvlText") or "",
        legal=node.find(f"{W}isLgl") is not None,
        restart=None if restart is None else _int(restart, 0),
    )


def _int(text: str | None, default: int) -> int:
    try:
        return int(text) if text is not None else default
    except ValueError:
        return default


def _written(number: int, form: str) -> str:
    if form in {"lowerLetter", "upperLetter"} and number > 0:
        letter = chr(ord("a") + (number - 1) % 26) * min((number - 1) // 26 + 1, 20)
        return letter if form == "lowerLetter" else letter.upper()
    if form in {"lowerRoman", "upperRoman"} and 0 < number < 5000:
        roman = _roman(number)
        return roman if form == "lowerRoman" else roman.upper()
    if form == "decimalZero":
        return f"{number:02d}"
    if form == "ordinal":
        ending = "th" if 10 <= number % 100 <= 20 else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
        return f"{number}{ending}"
    return "" if form == "none" else str(number)


def _roman(number: int) -> str:
    out = ""
    for value, letters in _ROMAN:
        out += letters * (number // value)
        number %= value
    return out
