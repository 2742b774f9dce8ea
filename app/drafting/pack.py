"""The evidence pack: whole pages, the most telling first, until the room is used; the rest is named."""

from collections.abc import Awaitable, Callable, Sequence

from app.domain.draft import EvidencePack, LeftOut, PackPage
from app.domain.evidence import Page, Reading

Count = Callable[[PackPage], Awaitable[int]]


async def choose(
    ranked: Sequence[tuple[str, int]], pages: Sequence[Page], labels: dict[str, str], room: int, count: Count
) -> EvidencePack:
    """Fill ``room`` (tokens) with pages.

    ``ranked``: (exhibit, page) of the pages that match the request, best first. ``pages``: all pages that may be
    used, each with a Bates number. ``labels``: what each exhibit is called. The pack's pages stand in the order of
    the record, so that a model reads them as a person would.
    """
    by_place = {(page.exhibit, page.page): page for page in pages}
    chosen: dict[tuple[str, int], PackPage] = {}
    left: dict[tuple[str, int], str] = {}
    used = 0
    for place in ranked:
        page = by_place.get(place)
        if page is None or place in chosen:
            continue
        if page.read is Reading.NONE or not page.text.strip():
            left[place] = "has no text that could be read"
            continue
        candidate = _pack_page(page, labels)
        tokens = await count(candidate)
        if used + tokens > room:
            left[place] = f"no room: it needs {tokens} tokens, {room - used} were left"
            continue
        chosen[place] = candidate
        used += tokens
    return EvidencePack(
        pages=tuple(chosen[place] for place in by_place if place in chosen),
        left_out=tuple(
            LeftOut(page.exhibit, page.page, page.bates or "", left.get(place, "no word of the request stands on it"))
            for place, page in by_place.items()
            if place not in chosen
        ),
        tokens=used,
    )


def _pack_page(page: Page, labels: dict[str, str]) -> PackPage:
    assert page.bates is not None, "only numbered pages can be cited"
    return PackPage(page.exhibit, page.page, page.bates, labels.get(page.exhibit, page.exhibit), page.text)
