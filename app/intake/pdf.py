"""PDF files as they come in: what keeps them closed, and what a person should know about them."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from app.domain.errors import Unreadable

MAX_PAGES = 50_000

_REPAIRS = ("repairing PDF document", "trying to repair", "repaired broken")
_STREAM_DAMAGE = ("zlib error", "premature end of data", "syntax error in content stream", "unexpected EOF")


def quiet() -> None:
    """Keep MuPDF from printing, and forget what it had to say so far."""
    import pymupdf  # slow to import

    pymupdf.TOOLS.mupdf_display_errors(on=False)
    pymupdf.TOOLS.mupdf_display_warnings(on=False)
    pymupdf.TOOLS.reset_mupdf_warnings()


def mupdf_errors() -> tuple[type[Exception], ...]:
    """What PyMuPDF raises for a damaged file: errors of its own, and others that its wrapper adds."""
    import pymupdf  # slow to import

    return RuntimeError, ValueError, IndexError, pymupdf.mupdf.FzErrorBase


def damage_told() -> Iterator[str]:
    """A sentence, if MuPDF met damage in a page's content since `quiet`."""
    import pymupdf  # slow to import

    told = pymupdf.TOOLS.mupdf_warnings(reset=False)
    if any(sign in told for sign in _STREAM_DAMAGE):
        yield "The content of this page is damaged; parts of it may be missing."


def is_dynamic_form(document: Any) -> bool:
    """Whether a dynamic XFA form: its pages hold only a request to wait, the content is for one vendor's program."""
    catalog = document.pdf_catalog()
    if document.xref_get_key(catalog, "AcroForm/XFA")[0] == "null":
        return False
    if document.xref_get_key(catalog, "NeedsRendering") == ("bool", "true"):
        return True
    return document.page_count == 1 and "Please wait" in document[0].get_text()[:200]


def examine(path: Path) -> tuple[int, tuple[str, ...]]:
    """The PDF's page count and warnings. Unreadable: damaged beyond repair, needs a password, without pages."""
    import pymupdf  # slow to import

    quiet()
    try:
        document = pymupdf.open(path, filetype="pdf")
    except mupdf_errors() as error:
        raise _damaged() from error
    with document:
        if document.needs_pass:
            raise Unreadable(
                "The PDF needs a password.",
                "It is encrypted, and only its password opens it.",
                "Ask for the password, save a copy without it, and take that in.",
            )
        try:
            pages = document.page_count
        except mupdf_errors() as error:
            raise _damaged() from error
        if pages == 0:
            raise Unreadable("The PDF has no pages.", "It may be damaged.", "Ask for another copy.")
        if pages > MAX_PAGES:
            raise Unreadable(
                f"The PDF has {pages} pages, more than {MAX_PAGES}.", "", "Split it and take the parts in."
            )
        try:
            return pages, tuple(_warnings(document))
        except mupdf_errors():  # damage met only now: the pages will tell
            return pages, ("The PDF is damaged; parts may be missing.",)


def _damaged() -> Unreadable:
    return Unreadable("The PDF is damaged and can't be opened.", "It couldn't be repaired.", "Ask for another copy.")


def _warnings(document: Any) -> Iterator[str]:
    import pymupdf  # slow to import

    if any(sign in pymupdf.TOOLS.mupdf_warnings(reset=False) for sign in _REPAIRS):
        yield "The PDF was damaged and has been repaired for reading; parts may be missing."
    if document.metadata.get("encryption") or document.permissions & 0b100000010100 != 0b100000010100:
        yield "The PDF is restricted by its author (printing, copying or changing); it can be read all the same."
    if document.get_sigflags() & 1 and _is_signed(document):
        yield "The PDF is digitally signed: a stamped copy no longer carries a valid signature. The original is kept."
    if is_dynamic_form(document):
        yield "The PDF is a dynamic form (XFA) whose content can't be shown here; no page of it is read."


def _is_signed(document: Any) -> bool:
    return any(
        widget.field_type_string == "Signature" and widget.is_signed
        for page in _sound_pages(document)
        for widget in page.widgets()
    )


def _sound_pages(document: Any) -> Iterator[Any]:
    """The pages that can be loaded; what is wrong with the others is said when they are read."""
    for number in range(document.page_count):
        try:
            page = document[number]
        except mupdf_errors():  # a repair on the way may leave fewer pages
            continue
        yield page
