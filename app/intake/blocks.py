"""What a file without pages of its own is made of, before it is set on pages."""

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Paragraph:
    """Text that wraps at the margin; `\\n` forces a new line. Lengths in points."""

    text: str
    size: float = 10.5
    bold: bool = False
    mono: bool = False
    indent: float = 0.0
    hanging: float = 0.0
    """How far the first line begins left of the others."""
    before: float = 0.0
    """Room above it."""


@dataclass(frozen=True, slots=True)
class Table:
    """Rows of cells. A row's cells stand on one line, so that what is read back keeps the row together."""

    rows: Sequence[Sequence[str]]
    size: float = 9.0
    widen: bool = False
    """Whether the page may become as wide as the columns need."""


@dataclass(frozen=True, slots=True)
class Picture:
    """An image file's bytes, shown `width` by `height` points large, smaller where the page is."""

    data: bytes
    width: float
    height: float


@dataclass(frozen=True, slots=True)
class PageBreak:
    """What follows begins on a new page."""


Block = Paragraph | Table | Picture | PageBreak
