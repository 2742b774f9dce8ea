"""What is said about a page, above and below it."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication

from app.domain.evidence import Reading
from app.gui.parts import kind_words, origin_words

if TYPE_CHECKING:
    from app.actions.exhibit_list import ReadPage


def about_page(read: "ReadPage") -> str:
    """``mail, page 1 of 2, client``."""
    exhibit = read.exhibit
    page = QCoreApplication.translate("Page", "page {page} of {pages}").format(page=read.page, pages=exhibit.pages)
    return f"{kind_words(exhibit.kind)}, {page}, {origin_words(exhibit.origin)}"


def how_read(read: "ReadPage") -> str:
    """How its text was had, and its warnings."""
    if read.read is Reading.OCR:
        text = QCoreApplication.translate("Page", "read by OCR, confidence {n} of 100")
        text = text.format(n=round(read.confidence or 0))
    elif read.read is Reading.TEXT:
        text = QCoreApplication.translate("Page", "read from its text layer")
    elif read.read is Reading.NONE:
        text = QCoreApplication.translate("Page", "no text could be read: nothing on this page can be checked")
    else:
        text = QCoreApplication.translate("Page", "not read yet")
    return " · ".join([text, *read.warnings])
