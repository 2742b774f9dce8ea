"""The filing as PDF, in the form of US federal courts."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import zip_longest
from pathlib import Path

from app.domain.claim import KIND_WORDS
from app.export.filing import Filing, NumberedParagraph, OpenMark
from app.export.layout import (
    COLUMN,
    HEIGHT,
    MARGIN,
    Block,
    Colour,
    Faces,
    Ink,
    Line,
    Piece,
    aligned,
    paginate,
    shifted,
    wrap,
)
from app.export.sheet import PdfFacts, draw, save
from app.export.text import pieces

RED_GROUND: Colour = (0.99, 0.84, 0.82)
AMBER_GROUND: Colour = (1.0, 0.93, 0.68)
RED_TEXT: Colour = (0.65, 0.05, 0.05)
AMBER_TEXT: Colour = (0.50, 0.33, 0.0)

_DOUBLE, _SINGLE = 24.0, 14.4
_INDENT = 36.0
_MIDDLE = COLUMN / 2
_GAP = 14.0
_FOOT = HEIGHT - MARGIN


def write_pdf(filing: Filing, target: Path, facts: PdfFacts, *, force: bool = False) -> None:
    """Set ``filing`` on letter pages and write it to ``target``, whole or not at all.

    WrongUse where ``target`` is there and ``force`` isn't given.
    """
    faces = Faces()
    blocks = [*_head(faces, filing), *_body(faces, filing), *_ending(faces, filing)]
    leaves = paginate(blocks, top=MARGIN, bottom=_FOOT, start=MARGIN)
    if filing.marks:
        leaves += paginate(_notes(faces, filing), top=MARGIN, bottom=_FOOT, start=MARGIN)

    def furniture(n: int, total: int) -> list[tuple[float, Line]]:
        return _furniture(faces, filing, n)

    save(draw(faces, leaves, furniture), target, facts, force=force)


def _furniture(faces: Faces, filing: Filing, n: int) -> list[tuple[float, Line]]:
    small = Ink(size=9)
    lines = [(HEIGHT - 48, _centred(faces, f"- {n} -", Ink(size=11)))]
    for row, line in enumerate(wrap(faces, [Piece(filing.title, small)], COLUMN)[:2]):  # the caption has it whole
        lines.append((HEIGHT - 36 + row * 10.5, aligned(faces, line, COLUMN, 0.5)))
    if filing.banner:
        lines.append((42, _centred(faces, filing.banner, Ink("bold", 10, RED_TEXT))))
    return lines


def _centred(faces: Faces, text: str, ink: Ink) -> Line:
    return aligned(faces, (Piece(text, ink),), COLUMN, 0.5)


def _head(faces: Faces, filing: Filing) -> list[Block]:
    counsel = [line for text in filing.counsel for line in wrap(faces, [Piece(text, Ink())], COLUMN)]
    court = wrap(faces, [Piece(filing.court, Ink("bold"))], COLUMN * 0.8)
    return [
        Block(tuple(counsel), _SINGLE, keep=True),
        Block(tuple(aligned(faces, line, COLUMN, 0.5) for line in court), 16, before=30, keep=True, with_next=True),
        Block(_caption(faces, filing), _SINGLE, before=22, rail=_MIDDLE, under=(0, _MIDDLE)),
    ]


def _caption(faces: Faces, filing: Filing) -> tuple[Line, ...]:
    """Parties on the left, number and title on the right, row by row."""
    bold, plain = Ink("bold"), Ink()
    width = _MIDDLE - _GAP
    left: list[Line] = []
    for n, side in enumerate(filing.sides):
        if side.link:
            left += [(), *shifted(wrap(faces, [Piece(side.link, plain)], width - 2 * _INDENT), _INDENT), ()]
        end = "." if n == len(filing.sides) - 1 else ","
        names = [Piece(side.names, bold), Piece("," if side.role else end, plain)]
        left += wrap(faces, names, width)
        if side.role:
            role = wrap(faces, [Piece(side.role + end, plain)], width - 2 * _INDENT)
            left += [(), *shifted(role, 2 * _INDENT)]
    right = wrap(faces, [Piece(filing.docket, plain)], width)
    right += [(), *wrap(faces, [Piece(filing.title, bold)], width)]
    beside = [tuple(replace(piece, cell=1) for piece in line) for line in shifted(right, _MIDDLE + _GAP)]
    rows = zip_longest(left, beside, fillvalue=())
    return (*((*one, *other) for one, other in rows), ())


def _body(faces: Faces, filing: Filing) -> list[Block]:
    opening = wrap(faces, [Piece(filing.opening, Ink())], COLUMN, first=_INDENT)
    blocks = [Block(tuple(opening), _DOUBLE, before=20, with_next=True)]
    last = len(filing.paragraphs)
    for n, paragraph in enumerate(filing.paragraphs, start=1):
        lines = wrap(faces, _runs(paragraph), COLUMN, first=_INDENT * 2)
        lines[0] = (Piece(f"{n}.", Ink(), _INDENT), *lines[0])
        blocks += _last(lines) if n == last else [Block(tuple(lines), _DOUBLE)]
    return blocks


def _last(lines: Sequence[Line]) -> list[Block]:
    """The last paragraph: its last two lines stay with the closing, so that no signature stands alone."""
    if len(lines) < 4:
        return [Block(tuple(lines), _DOUBLE, keep=True, with_next=True)]
    return [Block(tuple(lines[:-2]), _DOUBLE), Block(tuple(lines[-2:]), _DOUBLE, keep=True, with_next=True)]


def _runs(paragraph: NumberedParagraph) -> list[Piece]:
    """The paragraph's text with its open claims on their grounds, each followed by the number of its note."""
    out: list[Piece] = []
    at = 0
    for text, marks in pieces(paragraph.text, paragraph.marks, lambda mark: (mark.start, mark.end)):
        at += len(text)
        ground = None
        if marks:
            ground = RED_GROUND if any(mark.red for mark in marks) else AMBER_GROUND
        out.append(Piece(text, Ink(ground=ground)))
        out += [_pointer(mark) for mark in marks if mark.end == at]
    return out


def _pointer(mark: OpenMark) -> Piece:
    return Piece(f"[{mark.note}]", Ink("bold", 7.5, RED_TEXT if mark.red else AMBER_TEXT, rise=4.5))


def _ending(faces: Faces, filing: Filing) -> list[Block]:
    closing = wrap(faces, [Piece(filing.closing, Ink())], COLUMN, first=_INDENT)
    executed = wrap(faces, [Piece(filing.executed, Ink())], COLUMN, first=_INDENT)
    line = (Piece("_" * 34, Ink(), _MIDDLE),)
    name = shifted(wrap(faces, [Piece(filing.signatory, Ink())], _MIDDLE), _MIDDLE)
    return [
        Block(tuple(closing), _DOUBLE, keep=True, with_next=True),
        Block(tuple(executed), _DOUBLE, keep=True, with_next=True),
        Block((line, *name), _SINGLE, before=30, keep=True),
    ]


def _notes(faces: Faces, filing: Filing) -> list[Block]:
    """The open claims, one note each, on pages of their own after the draft."""
    blocks = [
        Block(tuple(wrap(faces, [Piece("Open claims", Ink("bold", 14))], COLUMN)), 20, with_next=True),
        Block(
            tuple(
                wrap(
                    faces,
                    [Piece("Not part of the filing. Each must be mended or signed for.", Ink("italic", 11))],
                    COLUMN,
                )
            ),
            14,
            with_next=True,
        ),
    ]
    seen: set[int] = set()
    for n, paragraph in enumerate(filing.paragraphs, start=1):
        for mark in paragraph.marks:
            if mark.note not in seen:
                seen.add(mark.note)
                blocks.append(_note(faces, n, mark))
    return blocks


def _note(faces: Faces, paragraph: int, mark: OpenMark) -> Block:
    found, size = mark.verdict, 10.5
    colour = RED_TEXT if mark.red else AMBER_TEXT
    text = [
        Piece(f"[{mark.note}] ", Ink("bold", size, colour)),
        Piece(f"Paragraph {paragraph}, {KIND_WORDS[found.claim.kind]} ", Ink(size=size)),
        Piece(found.claim.text, Ink("bold", size)),
        Piece(": ", Ink(size=size)),
        Piece(found.verdict.value, Ink("bold", size, colour)),
        Piece(f". {found.reason}", Ink(size=size)),
    ]
    if found.suggestion:
        text.append(Piece(f" Suggested: {found.suggestion}", Ink("italic", size)))
    return Block(tuple(wrap(faces, text, COLUMN, left=_INDENT / 2)), 13.5, before=8, keep=True)
