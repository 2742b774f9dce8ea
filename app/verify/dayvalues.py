"""Dates as values that keep what is unsure about them."""

from dataclasses import dataclass
from datetime import date
from typing import Literal

Order = Literal["DMY", "MDY"]


@dataclass(frozen=True, slots=True)
class Day:
    """A reading of a date; year or day is None where the text leaves it out."""

    year: int | None
    month: int
    day: int | None

    def iso(self) -> str:
        year = f"{self.year:04d}" if self.year else "-"
        return f"{year}-{self.month:02d}" + (f"-{self.day:02d}" if self.day else "")

    def weekday(self) -> int | None:
        """0 is Monday; None where the date is not whole."""
        return date(self.year, self.month, self.day).weekday() if self.year and self.day else None


@dataclass(frozen=True, slots=True)
class DateValue:
    """What a date can mean: one reading, two where day and month could change places, none where no calendar has it."""

    start: int
    end: int
    readings: tuple[Day, ...]
    weekday: int | None = None
    numeric: bool = False
    order: Order | None = None
    """The order that this date shows, where a part above 12 can only be the day."""

    @property
    def ambiguous(self) -> bool:
        return len(self.readings) > 1
