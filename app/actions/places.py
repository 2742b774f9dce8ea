"""Where a claim's sources stand, for the eye: boxes on the pages of exhibits, words in the text of authorities."""

import asyncio
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from app.domain.claim import ClaimKind, Source, Verdict
from app.domain.evidence import Authority, Box, Page, Word
from app.store import authorities, exhibits
from app.verify.locate import Spot, locate, locate_in_authority
from app.workbench import Workbench


@dataclass(frozen=True, slots=True)
class PagePlace:
    """A page of an exhibit with boxes in points; kinds as ``Spot`` has them. No boxes: the page as a whole."""

    exhibit: str
    page: int
    bates: str | None
    boxes: tuple[tuple[Box, str], ...]


@dataclass(frozen=True, slots=True)
class AuthorityPlace:
    """An authority and the spots of its text."""

    authority: Authority
    spots: tuple[Spot, ...]


Place = PagePlace | AuthorityPlace


async def places(bench: Workbench, matter: str, verdict: Verdict, beside: Sequence[Verdict] = ()) -> tuple[Place, ...]:
    """What to show for a claim, one place a source, in the order of its sources.

    ``beside``: other claims of the same paragraph; where they rest on one of these pages too, they are boxed there.
    """
    opened = await bench.matter(matter)

    def read(session: Any) -> list[tuple[Source, Page | None, tuple[Word, ...], Authority | None]]:
        shelf = authorities.all_authorities(session) if any(s.authority for s in verdict.sources) else []
        found = []
        for source in (*_meant(session, verdict), *verdict.sources):
            page, words = _page(session, source)
            authority = next((a for a in shelf if source.authority and a.citations[0] == source.authority), None)
            found.append((source, page, words, authority))
        return found

    return await asyncio.to_thread(_places, await opened.store.read(read), verdict, beside)


def _meant(session: Any, verdict: Verdict) -> list[Source]:
    """The page that a wrong Bates number should have named: there the sentence's facts stand."""
    if verdict.claim.kind is not ClaimKind.BATES or not verdict.suggestion:
        return []
    page = next((p for p in exhibits.pages(session) if p.bates == verdict.suggestion), None)
    return [Source(page.exhibit, page.page, page.bates)] if page else []


def _page(session: Any, source: Source) -> tuple[Page | None, tuple[Word, ...]]:
    if source.exhibit is None or source.page is None:
        return None, ()
    page = next((p for p in exhibits.pages(session, source.exhibit) if p.page == source.page), None)
    image = exhibits.page_image(session, source.exhibit, source.page)
    return page, image.words if image else ()


def _places(
    read: Sequence[tuple[Source, Page | None, tuple[Word, ...], Authority | None]],
    verdict: Verdict,
    beside: Sequence[Verdict],
) -> tuple[Place, ...]:
    found: list[Place] = []
    for source, page, words, authority in read:
        if authority is not None:
            found.append(AuthorityPlace(authority, tuple(locate_in_authority(verdict, authority))))
        elif page is not None:
            spots = locate(verdict, page)
            taken = {(s.start, s.end) for s in spots}
            for other in beside:
                if other.passes and any((s.exhibit, s.page) == (page.exhibit, page.page) for s in other.sources):
                    spots += [s for s in locate(other, page) if (s.start, s.end) not in taken]
            boxes = [(box, spot.kind) for spot in spots for box in boxes_of(words, spot.start, spot.end)]
            found.append(PagePlace(page.exhibit, page.page, source.bates, tuple(boxes)))
    return tuple(found)


def boxes_of(words: Sequence[Word], start: int, end: int) -> Iterator[Box]:
    """The boxes of a span of a page's text, one for each line that it runs over."""
    line: Box | None = None
    for word in words:
        if word.start >= end or word.start + len(word.text) <= start:
            continue
        if line is not None and _same_line(line, word.box):
            line = Box(
                min(line.x0, word.box.x0),
                min(line.y0, word.box.y0),
                max(line.x1, word.box.x1),
                max(line.y1, word.box.y1),
            )
            continue
        if line is not None:
            yield line
        line = word.box
    if line is not None:
        yield line


def _same_line(a: Box, b: Box) -> bool:
    shared = min(a.y1, b.y1) - max(a.y0, b.y0)
    return shared > 0.5 * min(a.y1 - a.y0, b.y1 - b.y0)
