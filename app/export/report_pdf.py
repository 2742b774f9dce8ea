"""The verification report as PDF."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import zip_longest
from pathlib import Path

from app.domain.claim import VerdictKind
from app.export.filing import RED
from app.export.layout import COLUMN, HEIGHT, MARGIN, Block, Faces, Ink, Line, Piece, aligned, paginate, shifted, wrap
from app.export.pdf import AMBER_GROUND, AMBER_TEXT, RED_GROUND, RED_TEXT
from app.export.report import Report, ReportRow
from app.export.sheet import PdfFacts, draw, save

GREEN_TEXT = (0.05, 0.36, 0.12)
_SIZE, _LEADING = 10.0, 12.6
_COLUMNS = ((0.0, 22.0), (26.0, 132.0), (166.0, 80.0), (254.0, COLUMN - 254.0))
_PLAIN, _BOLD = Ink(size=_SIZE), Ink("bold", _SIZE)


def write_report_pdf(report: Report, target: Path, facts: PdfFacts, *, force: bool = False) -> None:
    """Write ``report`` as PDF. WrongUse where ``target`` is there and ``force`` isn't given."""
    faces = Faces()
    blocks = [
        _text(faces, "Verification report", Ink("bold", 20), 26),
        _text(faces, report.title, Ink(size=12), 16, before=2),
        _text(faces, f"{report.state}. Claims open: {report.open}.", Ink("bold", 11), 16, before=4),
        *_pairs(faces, report.facts, before=8),
        _heading(faces, "What was found"),
        *_pairs(faces, [(name, str(count)) for name, count in report.counts]),
        _heading(faces, "What kinds of claims were seen"),
        *_pairs(faces, [(name, str(count)) for name, count in report.seen]),
        _heading(faces, "What “supported” means"),
        *(_text(faces, text, Ink(size=10.5), 13.5, before=4) for text in report.meaning),
        _heading(faces, "Every claim, in the order of the draft"),
        *_claims(faces, report),
        *_attacks(faces, report),
    ]
    leaves = paginate(blocks, top=MARGIN, bottom=HEIGHT - MARGIN, start=MARGIN)

    def furniture(n: int, total: int) -> list[tuple[float, Line]]:
        line = (Piece(f"Verification report, page {n} of {total}", Ink(size=9)),)
        return [(HEIGHT - 40, aligned(faces, line, COLUMN, 0.5))]

    save(draw(faces, leaves, furniture), target, facts, force=force)


def _text(faces: Faces, text: str, ink: Ink, leading: float, *, before: float = 0.0) -> Block:
    return Block(tuple(wrap(faces, [Piece(text, ink)], COLUMN)), leading, before=before)


def _heading(faces: Faces, text: str) -> Block:
    lines = wrap(faces, [Piece(text, Ink("bold", 13))], COLUMN)
    return Block(tuple(lines), 17, before=16, with_next=True)


def _pairs(faces: Faces, pairs: Sequence[tuple[str, str]], *, before: float = 3.0) -> list[Block]:
    blocks = []
    for n, (name, value) in enumerate(pairs):
        left = wrap(faces, [Piece(name, _PLAIN)], 140)
        right = shifted(wrap(faces, [Piece(value, _PLAIN)], COLUMN - 145), 145)
        rows = zip_longest(left, right, fillvalue=())
        lines = tuple((*one, *other) for one, other in rows)
        blocks.append(Block(lines, _LEADING, before=before if n == 0 else 1.0, keep=True))
    return blocks


Cell = list[tuple[str, Ink]]


def _claims(faces: Faces, report: Report) -> list[Block]:
    """The table, whose first row is printed again on each page."""
    titles = [[(text, _BOLD)] for text in ("Claim", "Verdict", "Source and reason")]
    head = replace(_row(faces, "¶", *titles), with_next=True, weight=0.9)
    return [head, *(replace(_claim(faces, row), head=head) for row in report.rows)]


def _row(faces: Faces, number: str, claim: Cell, verdict: Cell, reason: Cell) -> Block:
    """One row of the table, closed by a rule."""
    columns: list[list[Line]] = []
    cells = ([(number, _PLAIN)], claim, verdict, reason)
    for n, ((x, width), cell) in enumerate(zip(_COLUMNS, cells, strict=True)):
        lines = shifted([line for text, ink in cell for line in wrap(faces, [Piece(text, ink)], width)], x)
        columns.append([tuple(replace(piece, cell=n) for piece in line) for line in lines])
    rows = tuple(tuple(piece for line in parts for piece in line) for parts in zip_longest(*columns, fillvalue=()))
    return Block(rows, _LEADING, before=4, keep=True, under=(0.0, COLUMN), weight=0.35)


def _claim(faces: Faces, row: ReportRow) -> Block:
    verdict = [(row.verdict, _look(row.found))]
    if row.signed or row.open:
        verdict.append(("signed" if row.signed else "open", _PLAIN))
    reason = [(f"Source: {row.source}", _PLAIN), (row.reason, _PLAIN)]
    if row.suggestion:
        reason.append((f"Suggested: {row.suggestion}", Ink("italic", _SIZE)))
    if row.signed:
        reason.append((row.signed, _BOLD))
    return _row(faces, str(row.paragraph), [(row.text, _BOLD), (row.kind, Ink("italic", _SIZE))], verdict, reason)


def _look(found: VerdictKind) -> Ink:
    if found is VerdictKind.SUPPORTED:
        return Ink("bold", _SIZE, GREEN_TEXT)
    if found in RED:
        return Ink("bold", _SIZE, RED_TEXT, RED_GROUND)
    return Ink("bold", _SIZE, AMBER_TEXT, AMBER_GROUND)


def _attacks(faces: Faces, report: Report) -> list[Block]:
    if not report.attacks:
        return []
    said = [_text(faces, f"{where}: {text}", Ink(size=10.5), 13.5, before=4) for where, text in report.attacks]
    return [_heading(faces, "What the adversarial reviewer holds against the draft"), *said]
