"""What the list of exhibits says of each in words; put together once, for a list may have 100,000 of them."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication

from app.domain.evidence import Origin
from app.gui.exhibits_order import Said
from app.gui.parts import KINDS, kind_words, origin_words

if TYPE_CHECKING:
    from app.actions.exhibit_list import ListedExhibit


def said_in_list() -> Said:
    """The words by which the list can be filtered, beside names and numbers."""
    origins = {origin.value: origin_words(origin) for origin in Origin}
    return Said(origins, {kind: kind_words(kind) for kind in KINDS}, ReadWords().read)


class ReadWords:
    """How an exhibit was read, in words: ``text``, ``OCR 61``, ``12 of 20 read``."""

    def __init__(self) -> None:
        def tr(text: str) -> str:
            return QCoreApplication.translate("ExhibitsModel", text)

        self._kept, self._not_yet, self._text = tr("kept as it came"), tr("not yet"), tr("text")
        self._some, self._ocr, self._lost = tr("{n} of {pages} read"), tr("OCR {n}"), tr("no text")

    def read(self, one: "ListedExhibit") -> str:
        pages = one.exhibit.pages
        if not pages:
            return self._kept
        if one.unread_pages == pages:
            return self._not_yet
        if one.unread_pages:
            return self._some.format(n=pages - one.unread_pages, pages=pages)
        parts = []
        if one.text_pages:
            parts.append(self._text)
        if one.ocr_pages:
            parts.append(self._ocr.format(n=round(one.confidence or 0)))
        if one.lost_pages:
            parts.append(self._lost)
        return ", ".join(parts)
