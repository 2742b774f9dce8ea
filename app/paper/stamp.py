"""Bates numbers on PDF pages: upright in the corner as shown, on top, and over nothing of the original."""

import hashlib
import io
import uuid
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from app.domain.errors import Unreadable
from app.domain.evidence import Box
from app.paper.content import Openings, openings
from app.paper.files import refuse_overwrite, write_atomically
from app.paper.geometry import Position, Sheet, number, read_sheet, shown
from app.paper.ink import Ground, Ink
from app.paper.lettering import PAD, Lettering, letter
from app.paper.mark import Mark, mark_pdf, this_program
from app.paper.pdf import oddities, open_pdf, page_resources, resource_entries, show_box
from app.paper.places import spot, spots
from app.paper.typeface import Face, face_for

if TYPE_CHECKING:
    import pikepdf


@dataclass(frozen=True, slots=True)
class StampNote:
    """Something a person should know about page ``page`` (from 1; 0: the whole file)."""

    page: int
    text: str


@dataclass(frozen=True, slots=True)
class StampReport:
    """What was stamped. ``boxes``: where each page's number stands, points as shown from the top left."""

    target: Path
    pages: int
    first: str
    last: str
    boxes: tuple[Box, ...] = ()
    notes: tuple[StampNote, ...] = ()


@dataclass(frozen=True, slots=True)
class _Place:
    """Where a block of text goes: its left foot in points as shown, on which sheet, over what."""

    sheet: Sheet
    position: Position
    x: float
    y: float
    ground: Ground


@dataclass(slots=True)
class _Job:
    """One file being stamped."""

    pdf: "pikepdf.Pdf"
    face: Face
    font: "pikepdf.Object"
    font_name: str
    ink: Ink | None
    position: Position
    legend: str
    befores: dict[bytes, "pikepdf.Object"] = field(default_factory=dict)
    notes: list[StampNote] = field(default_factory=list)
    boxes: list[Box] = field(default_factory=list)


def stamp_pdf(
    source: Path,
    target: Path,
    numbers: Sequence[str],
    *,
    position: Position = Position.BOTTOM_RIGHT,
    legend: str = "",
    per_document: bool = False,
    look: bool = True,
    mark: Mark | None = None,
    force: bool = False,
) -> StampReport:
    """Write a copy of ``source`` with a number on each page to ``target``; ``source`` isn't touched.

    ``numbers``: one for each page, or with ``per_document`` a single one that every page carries. ``legend``: a line
    beside the number, e.g. ``CONFIDENTIAL``. Where something of the original stands at ``position``, the number
    goes to another corner, or the page is made longer at its foot; the report's notes say so. ``look=False`` leaves
    that check out (for pages known to be free there). The same input gives the same bytes.

    Raises Unreadable for what isn't a whole PDF, is locked, or has another number of pages; WrongUse where
    ``target`` is there and ``force`` isn't given, or for letters that no font here has.
    """
    if not numbers:
        raise ValueError("no numbers to stamp")
    refuse_overwrite(target, force=force)
    face = face_for([*numbers, legend])
    with ExitStack() as stack:
        pdf = stack.enter_context(open_pdf(source))
        pages = [page.obj for page in pdf.pages]
        if len(numbers) != (1 if per_document else len(pages)):
            raise Unreadable(
                f"{source.name} has {len(pages)} pages, but {len(numbers)} numbers were given for it.",
                "The file may be damaged, so that its pages are counted in two ways.",
                "Print it to a new PDF and take that in.",
            )
        ink = stack.enter_context(Ink(source, len(pages), lambda: _mended(pdf))) if look else None
        job = _Job(pdf, face, face.install(pdf), _font_name(numbers, legend), ink, position, " ".join(legend.split()))
        job.notes += [StampNote(0, text) for text in oddities(pdf)]
        for at, page in enumerate(pages):
            _stamp_page(job, at, page, numbers[0 if per_document else at])
        mark_pdf(pdf, mark or stamp_mark(source, numbers))
        write_atomically(target, lambda part: _save(pdf, part), force=force)
    return StampReport(target, len(pages), numbers[0], numbers[-1], tuple(job.boxes), tuple(job.notes))


def _font_name(numbers: Sequence[str], legend: str) -> str:
    """A name of this stamp's own: a file that was stamped before keeps the font of its first number."""
    return "/Jurat" + hashlib.sha256("\n".join([*numbers, legend]).encode()).hexdigest()[:8]


def _mended(pdf: "pikepdf.Pdf") -> bytes:
    out = io.BytesIO()
    pdf.save(out)
    return out.getvalue()


def _save(pdf: "pikepdf.Pdf", part: Path) -> None:
    import pikepdf

    pdf.save(
        part,
        deterministic_id=True,
        object_stream_mode=pikepdf.ObjectStreamMode.generate,
        stream_decode_level=pikepdf.StreamDecodeLevel.none,
    )


def stamp_mark(source: Path, numbers: Sequence[str]) -> Mark:
    """A mark that depends on nothing but what is stamped, so that the copy can be made again byte for byte."""
    with source.open("rb") as file:
        digest = hashlib.file_digest(file, "sha256").hexdigest()
    name = uuid.uuid5(uuid.NAMESPACE_URL, f"{digest} {numbers[0]} {numbers[-1]}")
    return Mark(*this_program(), str(name), "", "stamped copy", "")


def _stamp_page(job: _Job, at: int, page: "pikepdf.Object", text: str) -> None:
    sheet = read_sheet(page)
    stamp = letter(job.face, [text, job.legend] if job.legend else [text], sheet)
    place = _find_place(job, at, sheet, stamp)
    streams, opened = _content(job, at, page, sheet)
    before, after = opened.before, opened.after
    if place.sheet is not sheet:  # what lay outside the visible page stays outside
        show_box(page, place.sheet)
        before, after = _clip(sheet) + before, after + b"Q "
    matrix = place.sheet.matrix(place.x, place.y).encode()
    written = stamp.operators(job.face, job.font_name, place.position, boxed=place.ground is Ground.DARK)
    _add(job, page, streams, before, b"%bq %b cm %bQ" % (after, matrix, written))
    job.boxes.append(shown(place.sheet, place.x, place.y, stamp.width, stamp.height))


def _find_place(job: _Job, at: int, sheet: Sheet, stamp: Lettering) -> _Place:
    """The wanted place if it's free, else the nearest free one, else one on a strip added at the foot."""
    width, height = stamp.width, stamp.height
    if job.ink is None:
        return _Place(sheet, job.position, *spot(sheet, job.position, width, height), Ground.CLEAR)
    ground = Ground.TAKEN
    for n, (position, x, y) in enumerate(spots(sheet, job.position, width, height)):
        ground = job.ink.under(at, shown(sheet, x - PAD, y - 0.5, width + 2 * PAD, height - 0.5))
        if ground in (Ground.CLEAR, Ground.DARK):
            if n:
                where = "a little further in" if position is job.position else f"at {position}"
                note = f"The usual place at {job.position} isn't free; the number stands {where}."
                job.notes.append(StampNote(at + 1, note))
            return _Place(sheet, position, x, y, ground)
        if ground is Ground.UNKNOWN:
            break
    why = "What stands on the page couldn't be looked at" if ground is Ground.UNKNOWN else "No corner is free"
    return _on_a_strip(job, at, sheet, stamp, why)


def _on_a_strip(job: _Job, at: int, sheet: Sheet, stamp: Lettering, why: str) -> _Place:
    strip = stamp.height + 3 * PAD
    job.notes.append(StampNote(at + 1, f"{why}; the page was made {strip / 72:.2f} in longer at its foot."))
    longer = sheet.longer(strip)
    foot = job.position if job.position.at_foot else Position.BOTTOM_RIGHT
    x, _ = spot(longer, foot, stamp.width, stamp.height)
    return _Place(longer, foot, x, 1.5 * PAD, Ground.CLEAR)


def _content(job: _Job, at: int, page: "pikepdf.Object", sheet: Sheet) -> "tuple[list[pikepdf.Object], Openings]":
    """The page's content streams, and what they leave open."""
    import pikepdf

    content = page.get("/Contents")
    streams: list[pikepdf.Object] = []
    parts = []
    for stream in [content] if isinstance(content, pikepdf.Stream) else _listed(content):
        try:
            parts.append(stream.read_bytes())
            streams.append(stream)
        except pikepdf.PdfError:
            streams.append(_set_apart(job, page, sheet, stream))
            job.notes.append(StampNote(at + 1, "A part of the page's content is damaged; it was left as it is."))
    return streams, openings(b"\n".join(parts))


def _listed(content: "pikepdf.Object | None") -> "list[pikepdf.Stream]":
    import pikepdf

    listed = list(content) if isinstance(content, pikepdf.Array) else []
    return [stream for stream in listed if isinstance(stream, pikepdf.Stream)]


def _set_apart(job: _Job, page: "pikepdf.Object", sheet: Sheet, stream: "pikepdf.Stream") -> "pikepdf.Object":
    """Call a stream that can't be decoded from a form of its own: a reader that gives up on it then does the rest."""
    import pikepdf

    form = pikepdf.Stream(job.pdf, b"")
    form.write(stream.read_raw_bytes())
    resources = page_resources(page)
    kept = {key: stream[key] for key in ("/Filter", "/DecodeParms") if key in stream}
    kept |= {"/Type": pikepdf.Name.XObject, "/Subtype": pikepdf.Name.Form, "/Resources": resources}
    for key, value in kept.items():
        form[key] = value
    form["/BBox"] = pikepdf.Array([sheet.x0, sheet.y0, sheet.x1, sheet.y1])
    name = f"{job.font_name}D{len(job.notes)}"
    resource_entries(resources, "/XObject")[name] = job.pdf.make_indirect(form)
    return job.pdf.make_stream(f"q {name} Do Q".encode())


def _add(job: _Job, page: "pikepdf.Object", streams: "list[pikepdf.Object]", before: bytes, after: bytes) -> None:
    """Put the page's content between ``before`` and ``after``, and the font where the page finds it."""
    import pikepdf

    if before not in job.befores:
        job.befores[before] = job.pdf.make_stream(before)
    page["/Contents"] = pikepdf.Array([job.befores[before], *streams, job.pdf.make_stream(after)])
    resource_entries(page_resources(page), "/Font")[job.font_name] = job.font


def _clip(sheet: Sheet) -> bytes:
    """Keep the content inside what was visible before the page was made longer."""
    sides = (sheet.x0, sheet.y0, sheet.x1 - sheet.x0, sheet.y1 - sheet.y0)
    return f"q {' '.join(map(number, sides))} re W n ".encode()
