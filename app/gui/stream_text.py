"""What a model writes, made readable while it comes: the JSON of its answer becomes plain paragraphs."""

from dataclasses import dataclass, field

_SPOKEN = ("text", "attack", "missing")
"""Keys whose strings are for a person; other strings are cites or pages."""
_ESCAPES = {"n": " ", "t": " ", "r": " ", "b": "", "f": ""}


@dataclass
class _Level:
    """One open object or list. ``name``: under which key it stands; ``count``: how many spoken strings it has had."""

    kind: str
    name: str
    key: str = ""
    cites: list[str] = field(default_factory=list)
    number: str = ""
    count: int = 0


class PlainParagraphs:
    """Feed it pieces of an answer in any cut; it gives the words to add to what is shown.

    ``{"paragraphs": [{"cites": ["A1"], "text": "I hired"`` reads ``1. I hired`` and, once the text is closed,
    ``[A1]``. The gate's elements read ``damage: A1, A2`` with what is missing. What is no JSON is shown as it comes.
    """

    def __init__(self) -> None:
        self._levels: list[_Level] = []
        self._string: list[str] | None = None
        self._escape = ""
        self._speaking = False
        self._plain = False
        self._begun = False
        self._said = False
        self._expects_key = False
        self._literal = ""

    def feed(self, piece: str) -> str:
        """The words that ``piece`` adds."""
        if not self._begun and piece.strip():
            self._begun = True
            self._plain = piece.lstrip()[0] not in "{["
        if self._plain:
            return piece
        return "".join(self._in_string(c) if self._string is not None else self._between(c) for c in piece)

    def _between(self, c: str) -> str:
        if c in "-0123456789." and self._levels:
            self._literal += c
            return ""
        self._end_literal()
        match c:
            case "{" | "[":
                above = self._levels[-1] if self._levels else None
                self._levels.append(_Level(c, (above.key if above else "") or (above.name if above else "")))
                self._expects_key = c == "{"
            case "}" | "]":
                return self._close()
            case ",":
                self._expects_key = bool(self._levels) and self._levels[-1].kind == "{"
            case ":":
                self._expects_key = False
            case '"':
                self._string = []
                if not self._expects_key and self._levels and self._levels[-1].key in _SPOKEN:
                    return self._begin_speaking()
        return ""

    def _in_string(self, c: str) -> str:
        assert self._string is not None
        if self._escape:
            self._escape += c
            return self._end_escape()
        if c == "\\":
            self._escape = c
            return ""
        if c == '"':
            return self._end_string()
        return self._add(c)

    def _add(self, words: str) -> str:
        assert self._string is not None
        self._string.append(words)
        return words if self._speaking else ""

    def _end_escape(self) -> str:
        kind = self._escape[1]
        if kind == "u" and len(self._escape) < 6:
            return ""
        code = self._escape[2:]
        self._escape = ""
        if kind != "u":
            return self._add(_ESCAPES.get(kind, kind))
        try:
            letter = chr(int(code, 16))
        except ValueError:
            letter = "�"
        return self._add("�" if "\ud800" <= letter <= "\udfff" else letter)

    def _end_string(self) -> str:
        text, self._string = "".join(self._string or ()), None
        level = self._levels[-1] if self._levels else None
        if level is None:
            return ""
        if self._expects_key:
            level.key = text
        elif self._speaking:
            self._speaking = False
            cites = f" [{', '.join(level.cites)}]" if level.cites and level.key == "text" else ""
            level.cites = []
            return cites
        elif level.kind == "[" and len(self._levels) > 1:
            self._levels[-2].cites.append(text)
        return ""

    def _end_literal(self) -> None:
        if self._literal and self._levels:
            self._levels[-1].number = self._literal
        self._literal = ""

    def _begin_speaking(self) -> str:
        level = self._levels[-1]
        self._speaking = True
        break_ = "\n\n" if self._said else ""
        self._said = True
        if level.key == "missing":
            return f"{break_}{level.name}: {', '.join(level.cites) or '–'}. "
        if level.key == "attack":
            return f"{break_}¶ {level.number}: " if level.number else break_
        return f"{break_}{self._number(level)}. "

    def _number(self, level: _Level) -> str:
        if level.name.isdecimal():
            return level.name
        if len(self._levels) > 1:
            self._levels[-2].count += 1
            return str(self._levels[-2].count)
        return "1"

    def _close(self) -> str:
        if self._levels:
            self._levels.pop()
        self._expects_key = False
        return ""
