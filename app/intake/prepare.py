"""A file that came in, made ready to be read: what it is, its pages, and the files inside it."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from app.domain.errors import Unreadable
from app.intake.kinds import CLAIMS, EXTENSIONS, IMAGES, NAMES, READABLE, Kind
from app.intake.sniff import sniff


@dataclass(frozen=True, slots=True)
class Child:
    """A file that came inside another: an attachment. `path` lies beside the rendition."""

    name: str
    path: Path


@dataclass(frozen=True, slots=True)
class Prepared:
    """A file ready to be read.

    ``rendition``: the PDF whose pages are read, numbered and stamped (for a PDF, the file itself); None for a kind
    that can't be read yet. ``pages``: how many it has, 0 without a rendition. ``warnings``: sentences for a person.
    """

    kind: Kind
    title: str
    rendition: Path | None
    pages: int
    children: tuple[Child, ...]
    warnings: tuple[str, ...]


def prepare(path: Path, name: str, derived: Path) -> Prepared:
    """Examine the file at `path`, known as `name`; run it inside a worker process.

    `derived` is where a rendition may be written (a PDF; its folder exists); children go beside it. Unreadable, with
    a sentence of its own for each: empty, damaged, password, mislabelled.
    """
    kind = sniff(path)
    _refuse(kind, name)
    title = Path(name).stem or name
    if kind is Kind.PDF:
        return _prepare_pdf(path, title, derived)
    if kind in IMAGES:
        from app.intake.images import image_to_pdf

        pages, warnings = image_to_pdf(path, derived)
        return Prepared(kind, title, derived, pages, (), warnings)
    if kind is Kind.EML:
        return _prepare_mail(path, name, derived)
    if kind in READABLE:
        return _prepare_flow(kind, path, title, derived)
    return Prepared(kind, title, None, 0, (), (_native(kind),))


def _refuse(kind: Kind, name: str) -> None:
    extension = Path(name).suffix.lower().removeprefix(".")
    claimed = CLAIMS.get(extension)
    if kind is Kind.EMPTY:
        raise Unreadable("The file is empty.", "It holds no bytes at all.", "Ask for another copy.")
    if claimed is None or kind in claimed:
        if kind is Kind.LOCKED_OFFICE:
            raise Unreadable(
                "The document is password protected.", "It is encrypted as a whole.",
                "Ask for the password, save a copy without it, and take that in.",
            )  # fmt: skip
        return
    if kind in {Kind.UNKNOWN, Kind.OLE} or (kind is Kind.ZIP and extension != "zip"):
        raise Unreadable(
            f"The file is named .{extension} but isn't {_claim(extension)}.",
            "It is damaged, or something else altogether.",
            "Ask for another copy.",
        )
    new = EXTENSIONS.get(kind)
    raise Unreadable(
        f"The file is mislabelled: it is named .{extension} but is {NAMES[kind]}.",
        "",
        f"If that is right, rename it to .{new} and take it in again." if new else "Ask where it came from.",
    )


def _claim(extension: str) -> str:
    kinds = CLAIMS[extension] - {Kind.LOCKED_OFFICE}
    return NAMES[Kind.TEXT] if Kind.TEXT in kinds else NAMES[min(kinds)]


def _native(kind: Kind) -> str:
    return f"This is {NAMES[kind]}: it is kept as it is, but its content can't be read yet."


def _prepare_pdf(path: Path, title: str, derived: Path) -> Prepared:
    from app.intake.embedded import embedded_files
    from app.intake.pdf import examine

    pages, warnings = examine(path)
    files, more = embedded_files(path)
    children = _write_children(files, derived)
    return Prepared(Kind.PDF, title, path, pages, children, (*warnings, *more))


def _prepare_mail(path: Path, name: str, derived: Path) -> Prepared:
    from app.intake.mail import read_mail
    from app.intake.typeset import typeset

    mail = read_mail(path)
    made = typeset(mail.blocks, derived)
    children = _write_children(((attachment.name, attachment.data) for attachment in mail.attachments), derived)
    warnings = [*mail.warnings, *made.warnings]
    if Path(name).suffix.lower() not in {".eml", ""}:
        warnings.append("The file holds an e-mail and is read as one.")
    return Prepared(Kind.EML, mail.title, derived, made.pages, children, tuple(warnings))


def _prepare_flow(kind: Kind, path: Path, title: str, derived: Path) -> Prepared:
    from app.intake.plain import read_html, read_text
    from app.intake.sheets import read_workbook
    from app.intake.typeset import typeset
    from app.intake.word import read_word

    read = {Kind.TEXT: read_text, Kind.HTML: read_html, Kind.DOCX: read_word, Kind.XLSX: read_workbook}[kind]
    blocks, warnings = read(path)
    made = typeset(blocks, derived)
    return Prepared(kind, title, derived, made.pages, (), (*warnings, *made.warnings))


def _write_children(files: Iterable[tuple[str, bytes]], derived: Path) -> tuple[Child, ...]:
    children: list[Child] = []
    for number, (name, data) in enumerate(files, start=1):
        safe = safe_name(name)
        path = derived.with_name(f"{derived.stem}-{number}{Path(safe).suffix[:10]}")
        path.write_bytes(data)
        children.append(Child(safe, path))
    return tuple(children)


def safe_name(name: str) -> str:
    """A name that can stand as a file's: no folders, no control characters, not too long."""
    last = re.split(r"[/\\]", name)[-1]
    clean = re.sub(r"[\x00-\x1f\x7f<>:\"|?*\ud800-\udfff]", "_", last).strip(" .") or "attachment"
    stem, suffix = Path(clean).stem, Path(clean).suffix
    return f"{stem[:120]}{suffix[:12]}"
