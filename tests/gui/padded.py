"""A translation that isn't one: every text in brackets and 40 % longer, to find words that aren't translated or cut."""

import re

from PySide6.QtCore import QObject, QTranslator

OPEN, CLOSE = "⟦", "⟧"
_FILL = "ÄÖßäöü"
_TRAILING_KEYS = re.compile(r" \([^()]*\)$")


class Padded(QTranslator):
    """``Log`` becomes ``⟦LogÄÖ⟧``. Places for values, keys and the lines of a text stay what they are."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)

    def isEmpty(self) -> bool:  # noqa: N802  (Qt's name)
        return False

    def translate(self, _context: str, text: str, _note: str | None = None, _n: int = -1) -> str:
        if not text or OPEN in text:
            return text
        # the keys at the end of a tip are read by the palette: they come after the words in every language
        keys = _TRAILING_KEYS.search(text)
        end = keys[0] if keys else ""
        words = text.removesuffix(end)
        more = -(-len(words) * 2 // 5)
        return f"{OPEN}{words}{(_FILL * (more // len(_FILL) + 1))[:more]}{CLOSE}{end}"
