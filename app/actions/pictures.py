"""What a person sees of a page: its picture, its words, and where a claim's sources stand on it."""

import asyncio
from dataclasses import dataclass

from app.actions.exhibits import rendition_of
from app.domain.errors import WrongUse
from app.domain.evidence import Word
from app.paper.render import PagePicture, render_page
from app.store import exhibits, overview
from app.store.overview import ReadPage
from app.workbench import Workbench


@dataclass(frozen=True, slots=True)
class PageSight:
    """A page to look at. ``words`` with boxes in points; ``picture`` at ``scale`` dots a point."""

    exhibit: str
    page: int
    picture: PagePicture
    scale: float
    width: float
    height: float
    words: tuple[Word, ...]


async def see_page(bench: Workbench, name: str, exhibit: str, page: int, scale: float = 1.5) -> PageSight:
    """Picture and words of a page. WrongUse: no such exhibit or page, or one that can't be shown."""
    opened = await bench.matter(name)
    stored = await opened.store.read(lambda session: exhibits.by_id(session, exhibit))
    if stored is None or not 1 <= page <= stored.exhibit.pages or stored.rendition is None:
        raise WrongUse(f"The matter {name!r} has no page {page} of an exhibit {exhibit!r} to show.")
    source = await rendition_of(bench, opened, stored, check=False)  # a look must not wait for a hash
    picture = await asyncio.wrap_future(bench.viewer.submit(render_page, source, page, scale))
    image = await opened.store.read(lambda session: exhibits.page_image(session, stored.exhibit.id, page))
    words = image.words if image else ()
    width, height = (
        (image.width, image.height) if image and image.width else (picture.width / scale, picture.height / scale)
    )
    return PageSight(stored.exhibit.id, page, picture, picture.width / width, width, height, words)


async def describe_page(bench: Workbench, name: str, exhibit: str, page: int) -> ReadPage:
    """A page's exhibit, Bates number, text, and how it was read. WrongUse: no such exhibit or page."""
    opened = await bench.matter(name)
    found = await opened.store.read(lambda session: overview.read_page(session, exhibit, page))
    if found is None:
        raise WrongUse(f"The matter {name!r} has no page {page} of an exhibit {exhibit!r} to show.")
    return found
