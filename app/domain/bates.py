"""Bates numbers: prefix, number, optional suffix; one for each page, never used again."""

import re
from dataclasses import dataclass

_SHAPE = re.compile(r"[A-Z][A-Z0-9_.&-]*?(?:[ _.-]?)", re.IGNORECASE)
_LONGEST = 40
_SUFFIX = re.compile(r"[A-Z0-9_.& -]{0,16}", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class BatesFormat:
    """How a matter's numbers are written, e.g. ``BatesFormat("ACME", 6)`` for ``ACME000001``."""

    prefix: str
    digits: int = 6
    suffix: str = ""

    def __post_init__(self) -> None:
        if not self.prefix or not _SHAPE.fullmatch(self.prefix):
            raise ValueError("a Bates prefix is a letter, then letters, digits or . _ & -")
        # a copy's file is named by its numbers: nothing in them may lead to another folder
        if len(self.prefix) > _LONGEST:
            raise ValueError(f"a Bates prefix has at most {_LONGEST} letters")
        if not _SUFFIX.fullmatch(self.suffix):
            raise ValueError("a Bates suffix is at most 16 letters, digits, spaces or . _ & -")
        if not 1 <= self.digits <= 12:
            raise ValueError(f"a Bates number has 1 to 12 digits, not {self.digits}")

    def write(self, number: int) -> str:
        """The number as it is stamped; ValueError below 1 or beyond the digits."""
        if not 1 <= number < 10**self.digits:
            raise ValueError(f"{number} doesn't fit in {self.digits} digits")
        return f"{self.prefix}{number:0{self.digits}d}{self.suffix}"


@dataclass(frozen=True, slots=True)
class BatesEntry:
    """One reserved number: ``number`` in ``format``, for page ``page`` (from 1) of exhibit ``exhibit`` (its id)."""

    format: BatesFormat
    number: int
    exhibit: str
    page: int

    @property
    def text(self) -> str:
        return self.format.write(self.number)
