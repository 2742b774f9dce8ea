"""Documents, exhibits, pages and authorities: what a draft may rest on."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum


class Origin(StrEnum):
    """Where a document came from. ``OWN_WORK`` is never evidence."""

    CLIENT = "client"
    OPPOSING = "opposing"
    COURT = "court"
    THIRD_PARTY = "third-party"
    AUTHORITY = "authority"
    OWN_WORK = "own-work"


ORIGINS = (Origin.CLIENT, Origin.OPPOSING, Origin.COURT, Origin.THIRD_PARTY)
"""Where an exhibit can come from."""


class Reading(StrEnum):
    """How a page's text was had."""

    TEXT = "text"
    OCR = "ocr"
    NONE = "none"


class IntakeStatus(StrEnum):
    """What became of a file that was taken in."""

    ADDED = "added"
    DUPLICATE = "duplicate"
    OWN_WORK = "own-work"
    REFUSED = "refused"


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle on a page as it is shown (rotation and crop applied), in points, origin top left, y down."""

    x0: float
    y0: float
    x1: float
    y1: float


@dataclass(frozen=True, slots=True)
class Word:
    """One word and where it stands. ``start`` is its offset (code points) in the page's text."""

    text: str
    box: Box
    start: int


@dataclass(frozen=True, slots=True)
class PageRead:
    """What reading one page gave.

    ``text``: code points, lines end in a newline. ``words``: in the order of ``text``; ``text[w.start:]`` begins
    with ``w.text``. ``confidence``: 0 to 100, mean over the words of an OCR page; None where the text layer was
    used. ``width`` and ``height``: points, as shown. ``warnings``: sentences for a person.
    """

    number: int
    text: str
    words: tuple[Word, ...]
    read: Reading
    confidence: float | None
    width: float
    height: float
    warnings: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Exhibit:
    """A document offered in a matter. ``id`` (``A``) is used everywhere, ``label`` (``Exhibit A``) is shown.

    ``order`` counts from 1 in the order of intake. ``pages`` is how many pages the document has, 0 for one that
    can't be read yet (kept as a native). ``parent`` is the id of the mail that an attachment came with.
    """

    order: int
    id: str
    label: str
    title: str
    origin: Origin
    sha256: str
    kind: str
    pages: int
    path: str
    parent: str | None = None
    warnings: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Page:
    """One page of the record, as the verifier, the search and the evidence pack see it."""

    exhibit: str
    page: int
    bates: str | None
    text: str
    read: Reading = Reading.TEXT
    confidence: float | None = None


@dataclass(frozen=True, slots=True)
class Authority:
    """An opinion or statute on the matter's shelf.

    ``citations``: parallel cites, the first one names it everywhere. ``text`` of a paginated opinion carries star
    pages: ``[*570]`` starts reporter page 570. ``first_page`` and ``last_page`` bound a pin cite.
    """

    citations: tuple[str, ...]
    name: str
    court: str | None
    year: int | None
    first_page: int | None
    last_page: int | None
    type: str
    paginated: bool
    text: str


@dataclass(frozen=True, slots=True)
class Record:
    """Everything a draft may be checked against: the pages and authorities of one matter.

    ``labels`` gives each exhibit's id the label that it is shown under; ids without one stand for themselves.
    """

    pages: Sequence[Page]
    authorities: Sequence[Authority] = ()
    labels: tuple[tuple[str, str], ...] = ()
