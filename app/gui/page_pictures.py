"""Pictures of pages, fetched one at a time through the core, the newest wish first; the last ones are kept."""

import asyncio
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from PySide6.QtGui import QImage

from app import actions
from app.domain.errors import AppError
from app.gui.desk import Desk

if TYPE_CHECKING:
    from app.paper.render import PagePicture
    from app.workbench import Workbench

_KEPT = 20
_KEPT_BYTES = 256 << 20


@dataclass(frozen=True, slots=True)
class Wish:
    """A page of a matter at ``scale`` dots a point."""

    matter: str
    exhibit: str
    page: int
    scale: float


class PagePictures(QObject):
    """Brings pictures. What isn't wanted any more by the time its turn comes is never fetched."""

    def __init__(self, desk: Desk, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._desk = desk
        self._kept: OrderedDict[Wish, QImage] = OrderedDict()
        self._busy = False
        self._next: tuple[Wish, Callable[[QImage], None], Callable[[AppError], None]] | None = None

    def kept(self, wish: Wish) -> QImage | None:
        if wish in self._kept:
            self._kept.move_to_end(wish)
        return self._kept.get(wish)

    def fetch(self, wish: Wish, then: Callable[[QImage], None], otherwise: Callable[[AppError], None]) -> None:
        """``then(image)`` once it is there, unless another wish takes its place before it was begun."""
        self._next = (wish, then, otherwise)
        self._begin()

    def _begin(self) -> None:
        if self._busy or self._next is None:
            return
        wish, then, otherwise = self._next
        self._next, self._busy = None, True

        def done(image: QImage) -> None:
            self._keep(wish, image)
            then(image)

        def free() -> None:
            self._busy = False
            self._begin()

        self._desk.starter.start(lambda bench: _see(bench, wish), done, otherwise=otherwise, finally_=free)

    def _keep(self, wish: Wish, image: QImage) -> None:
        self._kept[wish] = image
        self._kept.move_to_end(wish)
        while len(self._kept) > _KEPT or (
            len(self._kept) > 1 and sum(one.sizeInBytes() for one in self._kept.values()) > _KEPT_BYTES
        ):
            self._kept.popitem(last=False)


async def _see(bench: "Workbench", wish: Wish) -> QImage:
    sight = await actions.pictures.see_page(bench, wish.matter, wish.exhibit, wish.page, wish.scale)
    return await asyncio.to_thread(_image, sight.picture)


def _image(picture: "PagePicture") -> QImage:
    """In the form that Qt paints fastest; it owns its bytes."""
    held = QImage(picture.rgb, picture.width, picture.height, picture.stride, QImage.Format.Format_RGB888)
    return held.convertToFormat(QImage.Format.Format_RGB32)
