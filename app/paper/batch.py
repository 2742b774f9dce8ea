"""Numbers on a stack of files, with no matter at all."""

import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from app.domain.bates import BatesFormat
from app.domain.errors import AppError, Unreadable, WrongUse
from app.paper.files import refuse_overwrite
from app.paper.geometry import Position
from app.paper.pdf import page_count
from app.paper.picture import picture_pdf
from app.paper.stamp import StampNote, stamp_pdf


@dataclass(frozen=True, slots=True)
class StampedFile:
    """What became of one file. ``output``, ``first`` and ``last`` are None where it was refused; ``reason`` says why.

    With ``dry_run`` nothing is written, and ``output`` is where the copy would go.
    """

    file: Path
    output: Path | None
    first: str | None
    last: str | None
    reason: str = ""
    notes: tuple[StampNote, ...] = ()


@dataclass(frozen=True, slots=True)
class StampedFiles:
    """The files in the order given, and the next free number, written."""

    files: tuple[StampedFile, ...]
    next_free: str


def stamp_files(
    files: Sequence[Path],
    out_dir: Path,
    format: BatesFormat,  # noqa: A002 -- the field's word
    start: int = 1,
    *,
    position: Position = Position.BOTTOM_RIGHT,
    legend: str = "",
    per_document: bool = False,
    dry_run: bool = False,
    force: bool = False,
) -> StampedFiles:
    """Stamp PDFs and pictures (one page a frame) one after the other into ``out_dir``, numbers running on.

    A file that can't be read is named with its reason and takes no number; the others go on. WrongUse, before
    anything is written: the numbers don't fit their digits, or a copy would fall on a file that is there.
    """
    outputs = _outputs(files, out_dir)
    if not dry_run:
        for output in outputs:
            refuse_overwrite(output, force=force)
    done: list[StampedFile] = []
    at = start
    with tempfile.TemporaryDirectory() as folder:
        sources = [_as_pdf(file, Path(folder) / f"{n}.pdf") for n, file in enumerate(files)]
        total = sum(1 if per_document else count for _, count, _ in sources if count)
        _write(format, start), _write(format, start + max(total, 1) - 1)
        for file, output, (source, pages, reason) in zip(files, outputs, sources, strict=True):
            if not pages:
                done.append(StampedFile(file, None, None, None, reason))
                continue
            numbers = [format.write(at + n) for n in range(1 if per_document else pages)]
            notes: tuple[StampNote, ...] = ()
            if not dry_run:
                report = stamp_pdf(
                    source, output, numbers, position=position, legend=legend, per_document=per_document, force=force
                )
                notes = report.notes
            done.append(StampedFile(file, output, numbers[0], numbers[-1], "", notes))
            at += len(numbers)
    return StampedFiles(tuple(done), _next(format, at))


def _write(format: BatesFormat, at: int) -> str:  # noqa: A002
    try:
        return format.write(at)
    except ValueError as error:
        raise WrongUse("The numbers don't fit.", f"{error}.", "Give `--digits` more, or `--start` less.") from None


def _next(format: BatesFormat, at: int) -> str:  # noqa: A002
    """The next free number; one digit more where the last that fits is taken."""
    digits = max(format.digits, len(str(at)))
    return BatesFormat(format.prefix, digits, format.suffix).write(at)


def _as_pdf(file: Path, scratch: Path) -> tuple[Path, int, str]:
    """A PDF to stamp, its pages, and why there is none (then 0 pages)."""
    try:
        with file.open("rb") as opened:
            head = opened.read(1024)
        if head and b"%PDF-" not in head and not file.name.lower().endswith(".pdf"):
            scratch.write_bytes(picture_pdf(file))
            return scratch, page_count(scratch), ""
        return file, page_count(file), ""
    except FileNotFoundError:
        return file, 0, f"{file} isn't there."
    except (Unreadable, WrongUse) as error:
        return file, 0, str(error)
    except OSError as error:
        return file, 0, f"{file} can't be read: {error.strerror}."


def _outputs(files: Sequence[Path], out_dir: Path) -> list[Path]:
    """Where each copy goes: the file's own name as PDF, told apart by a number where two are alike."""
    taken: set[str] = set()
    outputs = []
    sources = {file.resolve() for file in files}  # whatever links lead there
    for file in files:
        name, n = f"{file.stem}.pdf", 1
        while name.lower() in taken:
            n += 1
            name = f"{file.stem}-{n}.pdf"
        taken.add(name.lower())
        output = out_dir / name
        if output.resolve() in sources:
            raise AppError(
                f"{output} is one of the files to be stamped.",
                "An original is never written over.",
                "Choose another folder.",
            )
        outputs.append(output)
    return outputs
