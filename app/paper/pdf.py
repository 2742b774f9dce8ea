"""Opening PDF files that other people made."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from app.domain.errors import Unreadable, WrongUse
from app.paper.geometry import Sheet, inherited

if TYPE_CHECKING:
    import pikepdf


@contextmanager
def open_pdf(path: Path) -> "Iterator[pikepdf.Pdf]":
    """An open PDF with at least one page, slight damage mended.

    Raises Unreadable with a sentence for a person: empty, no PDF, locked, damaged, without pages; WrongUse where
    there is no such file.
    """
    import pikepdf

    if not path.is_file():
        raise WrongUse(f"{path} isn't there, or isn't a file.")
    with path.open("rb") as file:
        head = file.read(1024)
    if not head:
        raise Unreadable(f"{path.name} is empty.", "It has no bytes at all.", "Ask for the file again.")
    if b"%PDF-" not in head:
        raise Unreadable(f"{path.name} isn't a PDF.", "It doesn't begin as one.", "Check what kind of file it is.")
    try:
        pdf = pikepdf.open(path, suppress_warnings=True)
    except pikepdf.PasswordError:
        raise Unreadable(
            f"{path.name} is locked with a password.",
            "It can't be opened without it.",
            "Open it with its password and save a copy without one.",
        ) from None
    except (pikepdf.PdfError, RuntimeError) as error:
        raise _damaged(path) from error
    with pdf:
        try:
            pages = len(pdf.pages)
        except (pikepdf.PdfError, RuntimeError) as error:
            raise _damaged(path) from error
        if pages == 0:
            raise Unreadable(f"{path.name} has no pages.", "There is nothing to number.")
        yield pdf


def page_count(path: Path) -> int:
    """Pages of a PDF; errors as ``open_pdf``."""
    with open_pdf(path) as pdf:
        return len(pdf.pages)


def oddities(pdf: "pikepdf.Pdf") -> list[str]:
    """Sentences on what a copy of this file can't keep, or what its reader should know."""
    import pikepdf

    said = []
    if pdf.is_encrypted:
        said.append("The original forbids changes or copying; the stamped copy carries no such lock.")
    form = pdf.Root.get("/AcroForm")
    if isinstance(form, pikepdf.Dictionary):
        if _whole_number(form.get("/SigFlags")) & 1:
            said.append("The original is digitally signed; the signature is valid in the original only.")
        if "/XFA" in form:
            said.append("The file is a dynamic form (XFA); some readers show other pages than are stamped here.")
    if pdf.get_warnings():
        said.append("The original is slightly damaged; the stamped copy was mended.")
    return said


def _whole_number(value: object) -> int:
    return value if isinstance(value, int) else 0


def _damaged(path: Path) -> Unreadable:
    return Unreadable(
        f"{path.name} is damaged and can't be read as a PDF.",
        "Its structure is broken beyond mending.",
        "Ask for the file again, or print it to a new PDF where it still opens.",
    )


def page_resources(page: "pikepdf.Object") -> "pikepdf.Object":
    """The resources that the page really uses, which may be shared or inherited; new ones where there are none."""
    import pikepdf

    found = inherited(page, "/Resources")
    if isinstance(found, pikepdf.Dictionary):
        return found
    page["/Resources"] = pikepdf.Dictionary()
    return page["/Resources"]


def resource_entries(resources: "pikepdf.Object", kind: str) -> "pikepdf.Object":
    """The named things of one kind (``/Font``, ``/XObject``) in a resource dictionary, there or new."""
    import pikepdf

    if not isinstance(resources.get(kind), pikepdf.Dictionary):
        resources[kind] = pikepdf.Dictionary()
    return resources[kind]


def show_box(page: "pikepdf.Object", sheet: Sheet) -> None:
    """Make the sheet's box all that there is of the page."""
    import pikepdf

    box = [sheet.x0, sheet.y0, sheet.x1, sheet.y1]
    page["/MediaBox"] = pikepdf.Array(box)
    page["/CropBox"] = pikepdf.Array(box)
