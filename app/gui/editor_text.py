"""The draft's text as it is edited and as it is checked, and the way between their offsets. No Qt."""

from bisect import bisect_right
from dataclasses import dataclass
from functools import cached_property

from app.domain.draft import Draft
from app.domain.words import Plain, plain, seen


@dataclass(frozen=True)
class EditedText:
    """``raw``: the paragraphs as they stand in the editor, one a line, unnumbered.

    ``text`` is what is checked and stored: numbered paragraphs with an empty line between them, in the normal form of
    ``domain.words``, like ``Draft.text``. Offsets of ``raw`` and ``text`` are code points; those of the editor are
    UTF-16 units.
    """

    raw: str

    @cached_property
    def _lines(self) -> list[str]:
        return self.raw.split("\n")

    @cached_property
    def numbers(self) -> tuple[int | None, ...]:
        """The number of each line of ``raw``; an empty line has none."""
        found: list[int | None] = []
        n = 0
        for line in self._lines:
            there = seen(line)
            n += there
            found.append(n if there else None)
        return tuple(found)

    @cached_property
    def _plain(self) -> list[Plain]:
        """The words of each numbered paragraph."""
        return [plain(line) for line, number in zip(self._lines, self.numbers, strict=True) if number is not None]

    @property
    def paragraphs(self) -> list[str]:
        """The words of each numbered paragraph, in the normal form."""
        return [one.text for one in self._plain]

    @cached_property
    def text(self) -> str:
        return "\n\n".join(f"{n}. {one.text}" for n, one in enumerate(self._plain, start=1))

    @cached_property
    def _starts(self) -> tuple[list[int], list[int]]:
        """Where the words of each numbered paragraph start: in ``text`` and in ``raw``."""
        in_text: list[int] = []
        in_raw: list[int] = []
        at_text = at_raw = 0
        for number, line in zip(self.numbers, self._lines, strict=True):
            if number is not None:
                head = len(f"{number}. ")
                in_text.append(at_text + head)
                in_raw.append(at_raw)
                at_text += head + len(self._plain[number - 1].text) + 2
            at_raw += len(line) + 1
        return in_text, in_raw

    @cached_property
    def _wide(self) -> list[int]:
        """Where ``raw`` has characters that take two UTF-16 units."""
        if len(self.raw.encode("utf-16-le", "surrogatepass")) == 2 * len(self.raw):
            return []  # the quick way to see that there are none
        return [i for i, c in enumerate(self.raw) if c > "\uffff"]

    def to_raw(self, offset: int) -> int:
        """The place in ``raw`` of an offset in ``text``; one inside a number is the paragraph's first word."""
        in_text, in_raw = self._starts
        if not in_text:
            return 0
        i = max(0, bisect_right(in_text, offset) - 1)
        words = self._plain[i]
        return in_raw[i] + words.original(min(max(0, offset - in_text[i]), len(words.text)))

    def to_editor(self, raw: int) -> int:
        """The UTF-16 position of a place in ``raw``."""
        return raw + bisect_right(self._wide, raw - 1)

    def from_editor(self, position: int) -> int:
        """The place in ``raw`` of a UTF-16 position."""
        for i, wide in enumerate(self._wide):
            if wide + i + 1 >= position:
                return position - i if wide + i >= position else wide
        return position - len(self._wide)

    def paragraph(self, number: int) -> str:
        """The words of a numbered paragraph; none where there is no such number."""
        return self._lines[self.numbers.index(number)] if number in self.numbers else ""

    def paragraph_span(self, raw: int) -> tuple[int, int]:
        """Start and end, in ``raw``, of the paragraph that a place lies in."""
        end = self.raw.find("\n", raw)
        return self.raw.rfind("\n", 0, raw) + 1, len(self.raw) if end < 0 else end

    def paragraph_at(self, raw: int) -> int | None:
        """The number of the paragraph that a place in ``raw`` lies in."""
        return self.numbers[min(self.raw.count("\n", 0, raw), len(self.numbers) - 1)]


def raw_text(draft: Draft) -> str:
    """A draft as the editor shows it: each paragraph with its cites on one line."""
    return "\n".join(p.render() for p in draft.paragraphs)


def changed_span(old: str, new: str) -> tuple[int, int, int]:
    """Where two texts differ: (start, length taken out of ``old``, length put into ``new``)."""
    start = _common(old, new, len(min(old, new, key=len)), from_end=False)
    end = _common(old, new, min(len(old), len(new)) - start, from_end=True)
    return start, len(old) - start - end, len(new) - start - end


def _common(a: str, b: str, most: int, *, from_end: bool) -> int:
    """How many characters two texts share at one end, at most ``most``; by halves, since slices compare fast."""
    low, high = 0, most
    while low < high:
        middle = (low + high + 1) // 2
        same = a[len(a) - middle :] == b[len(b) - middle :] if from_end else a[:middle] == b[:middle]
        low, high = (middle, high) if same else (low, middle - 1)
    return low
