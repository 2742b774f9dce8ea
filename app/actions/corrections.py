"""What was taken in wrongly, put right: from whom an exhibit came, and an exhibit that doesn't belong here."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from app.actions.ids import next_id, with_attachments
from app.domain.errors import WrongUse
from app.domain.evidence import Exhibit, Origin
from app.store import bates, drafts, exhibits, taken_out
from app.workbench import OpenMatter, Workbench


async def set_origin(bench: Workbench, name: str, ids: Sequence[str], origin: Origin) -> dict[str, Origin]:
    """Say from whom exhibits came, their attachments with them; gives what was said before, for ``put_origins``.

    WrongUse: no such exhibit, or an origin that can't be evidence.
    """
    if origin in (Origin.OWN_WORK, Origin.AUTHORITY):
        raise WrongUse(f"An exhibit can't be of the origin {origin.value}.")
    opened = await bench.matter(name)
    found = await _find(opened, ids)
    before = {one.id: one.origin for one in found if one.origin is not origin}
    await put_origins(bench, name, dict.fromkeys(before, origin))
    return before


async def put_origins(bench: Workbench, name: str, origins: Mapping[str, Origin]) -> None:
    """Say of each of these exhibits from whom it came."""
    opened = await bench.matter(name)

    def work(session: Any) -> tuple[None, dict[str, Any] | None]:
        was = {id_: stored.exhibit.origin for id_ in origins if (stored := exhibits.by_id(session, id_)) is not None}
        for id_ in was:
            exhibits.set_origin(session, id_, origins[id_])
        detail = {"origins": {id_: origins[id_].value for id_ in was}, "were": {id_: o.value for id_, o in was.items()}}
        return None, detail if was else None

    await opened.change("origin", work)


async def take_out(bench: Workbench, name: str, ids: Sequence[str]) -> list[Exhibit]:
    """Take exhibits out of the record, their attachments with them; gives those that were, for ``put_back``.

    All or none. The originals stay in the vault. WrongUse: no such exhibit, or something rests on one of them: a page
    of it has a Bates number, or a draft names it.
    """
    opened = await bench.matter(name)
    async with opened.working():
        found = await _find(opened, ids)

        def work(session: Any) -> tuple[None, dict[str, Any]]:
            if reason := _rests_on(session, found):
                raise WrongUse(*reason)
            taken_out.take_out(session, [one.id for one in found])
            files = [{"exhibit": one.id, "path": one.path, "sha256": one.sha256} for one in found]
            return None, {"exhibits": files}

        await opened.change("take out", work)
    return found


async def put_back(bench: Workbench, name: str, ids: Sequence[str]) -> list[Exhibit]:
    """Put exhibits that were taken out back, each under its id where that is still free, else under the next one.

    WrongUse: none of that id was taken out, or the same file came in again since.
    """
    opened = await bench.matter(name)
    async with opened.working():

        def work(session: Any) -> tuple[list[Exhibit], dict[str, Any] | None]:
            called: dict[str, str] = {}
            back = [_put_back(session, id_, called) for id_ in ids]
            files = [{"exhibit": one.id, "path": one.path, "sha256": one.sha256} for one in back]
            return back, {"exhibits": files} if files else None

        return await opened.change("put back", work)


def _put_back(session: Any, id_: str, called: dict[str, str]) -> Exhibit:
    """``called``: what those that are back already are called now, by the ids that they had."""
    apart = taken_out.lying_apart(session, id_)
    if apart is None:
        raise WrongUse(f"No exhibit {id_!r} was taken out.")
    if (again := exhibits.by_digest(session, apart.sha256)) is not None:
        raise WrongUse(f"{apart.path} is in the matter again, as {again.exhibit.label}.")
    there = [stored.exhibit for stored in exhibits.all_stored(session)]
    parent = called.get(apart.parent, apart.parent) if apart.parent else None
    if parent is not None and all(one.id != parent for one in there):
        raise WrongUse(f"{apart.label} came with Exhibit {parent}.", remedy="Put that one back, too.")
    free = parent == apart.parent and all(one.id != id_ for one in there)
    as_id = called[id_] = id_ if free else next_id(there, parent)
    order = apart.order if all(one.order != apart.order for one in there) else exhibits.next_order(session)
    return taken_out.put_back(session, id_, as_id, parent, order)


async def _find(opened: OpenMatter, ids: Sequence[str]) -> list[Exhibit]:
    """These exhibits with their attachments, in the order of the record."""
    stored = await opened.store.read(exhibits.all_stored)
    known = {one.exhibit.id.casefold(): one.exhibit.id for one in stored}
    for id_ in ids:
        if id_.casefold() not in known:
            raise WrongUse(
                f"The matter {opened.name!r} has no exhibit {id_!r}.",
                remedy=f"`jurat exhibits {opened.name}` lists them.",
            )
    return with_attachments([one.exhibit for one in stored], [known[id_.casefold()] for id_ in ids])


def _rests_on(session: Any, found: Sequence[Exhibit]) -> tuple[str, str, str] | None:
    """Why these exhibits have to stay, as an error says it; None where nothing rests on any of them."""
    numbered = bates.numbered(session)
    if held := next((one for one in found if one.id in numbered), None):
        return (
            f"{held.label} stays in the matter: its pages have Bates numbers.",
            "A number that was given stays with its page; a gap in a production would have to be explained.",
            "Leave it out of drafts by choosing other exhibits.",
        )
    for number in drafts.numbers(session):
        draft = drafts.find(session, "", number)
        text = draft.text if draft else ""
        for one in found:
            if _names(text, one):
                why = f"Draft {number} names {one.label}."
                return f"{one.label} stays in the matter: a draft names it.", why, "Take them out of the draft first."
    return None


_NAMED = (
    r"\b(?i:Exhibits?|Exhs?\.?|Exs?\.?|Anlagen?|Pièces?|Anexos?|Documentos?|Docs?\.?)\s+"
    r"(?:[A-Z]{1,3}(?:-\d{1,3})?(?:,?\s+(?:and|or|und|et|y|e)|,|\s*&)?\s+){0,6}"
)
_RANGE = re.compile(
    r"\b(?:Exhibits|Exhs\.?|Exs\.?)\s+([A-Z]{1,3})\s*(?:-|–|to|through)\s*([A-Z]{1,3})\b", re.IGNORECASE
)


def _names(text: str, exhibit: Exhibit) -> bool:
    """Whether words name an exhibit, in full or as "Ex. B at 4", "Exs. A and B", "Exs. A-C"."""
    label = rf"\b(?i:{re.escape(exhibit.label)})(?![\w-])"
    if re.search(rf"{label}|{_NAMED}{re.escape(exhibit.id)}(?![\w-])", text):  # "a" is no exhibit
        return True
    own = (len(exhibit.id), exhibit.id.upper())
    ranges = (((len(a), a.upper()), (len(b), b.upper())) for a, b in _RANGE.findall(text))
    return any(low <= own <= high for low, high in ranges)
