"""Matters: new, list, show; and the check of their audit log."""

import tomllib
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from shlex import quote
from typing import Any

from app.domain.bates import BatesFormat
from app.domain.errors import AppError, WrongUse
from app.domain.matter import Caption, Matter, Party
from app.events import Noted
from app.store import audit, authorities, drafts, exhibits, matters, runs
from app.store.audit import AuditCheck, AuditEntry
from app.workbench import OpenMatter, Workbench

_TEXT_FIELDS = ("court", "docket_number", "title", "declarant", "place")


@dataclass(frozen=True, slots=True)
class MatterSummary:
    """A matter, and how much there is in it. ``folder`` can be backed up and moved as it is."""

    matter: Matter
    folder: Path
    exhibits: int
    pages: int
    unread_pages: int
    authorities: int
    runs: int
    drafts: int


async def new_matter(
    bench: Workbench,
    name: str,
    prefix: str | None = None,
    caption_file: Path | None = None,
    caption: Caption | None = None,
) -> MatterSummary:
    """Make a matter. ``prefix``: of its Bates numbers; else the caption file's, else made from the name.

    ``caption`` stands instead of a caption file.

    WrongUse: the name is taken or can't be a folder's, the prefix or the caption file isn't right.
    """
    in_file, own_prefix = read_caption(caption_file) if caption_file else (Caption(), None)
    caption = caption or in_file
    chosen = prefix or own_prefix or prefix_from(name)
    try:
        BatesFormat(chosen)
    except ValueError as error:
        raise WrongUse(
            f"{chosen!r} can't be a Bates prefix.",
            f"{error}."[0].upper() + f"{error}."[1:],
            "Give one with `--prefix`.",
        ) from None
    opened = await bench.add_matter(name)
    matter = Matter(name, chosen, caption, audit.now())
    detail = {"prefix": chosen, "caption": caption != Caption()}

    def create(session: Any) -> tuple[None, dict[str, Any]]:
        matters.create(session, matter)
        return None, detail

    async with opened.working():
        await opened.change("matter new", create)
        await bench.home.write(lambda session: matters.register(session, name, matter.created))
    return await show_matter(bench, name)


async def change_caption(bench: Workbench, name: str, caption: Caption) -> MatterSummary:
    """Give a matter another caption: new drafts and every later export have it. The log keeps what changed, and what it
    was. Nothing is logged where it is the same.
    """
    opened = await bench.matter(name)
    await the_matter(opened)

    def change(session: Any) -> tuple[None, dict[str, Any] | None]:
        was = matters.find(session)
        assert was is not None
        before, after = asdict(was.caption), asdict(caption)
        changed = [key for key in after if after[key] != before[key]]
        matters.change_caption(session, caption)
        detail = {"caption": {key: after[key] for key in changed}, "was": {key: before[key] for key in changed}}
        return None, detail if changed else None

    await opened.change("matter change", change)
    return await show_matter(bench, name)


async def rename_matter(bench: Workbench, name: str, new: str) -> MatterSummary:
    """Give a matter another name, and its folder with it. Ids of its drafts and runs begin with the new name.

    WrongUse: there is no such matter, the name is taken or can't be a folder's. AppError: something is at work in it.
    """
    opened = await bench.matter(name)
    await the_matter(opened)
    if new != name:
        async with opened.working():
            await bench.rename_matter(opened, new)
    return await show_matter(bench, new)


async def list_matters(bench: Workbench) -> list[MatterSummary]:
    found = []
    for name in await bench.matter_names():
        try:
            found.append(await show_matter(bench, name))
        except AppError as error:  # one that is damaged, or was moved away, hides no other
            bench.facts.publish(Noted("matters", f"{name}: {error}"))
    return found


async def show_matter(bench: Workbench, name: str) -> MatterSummary:
    opened = await bench.matter(name)
    matter = await the_matter(opened)

    def count(session: Any) -> MatterSummary:
        # counted by the database: the window asks again and again while files come in
        stored, pages, unread = exhibits.count(session)
        return MatterSummary(
            matter=matter,
            folder=opened.folder,
            exhibits=stored,
            pages=pages,
            unread_pages=unread,
            authorities=authorities.count(session),
            runs=len(runs.numbers(session)),
            drafts=drafts.next_number(session) - 1,
        )

    return await opened.store.read(count)


async def the_matter(opened: OpenMatter) -> Matter:
    """The matter with its caption. WrongUse: a folder whose making was cut short."""
    matter = await opened.store.read(matters.find)
    if matter is None:
        raise WrongUse(
            f"The matter {opened.name!r} was never finished.",
            remedy=f"`jurat matter new {quote(opened.name)}` makes it.",
        )
    return replace(matter, name=opened.name)


async def check_audit(bench: Workbench, name: str) -> tuple[AuditCheck, list[AuditEntry]]:
    """Walk the chain of a matter's log, and hold it against the head that the home folder remembers."""
    opened = await bench.matter(name)
    found = await opened.store.read(lambda session: audit.check(session, name))
    kept = await bench.home.read(lambda session: audit.kept_head(session, name))
    if found.broken_at is None and kept is not None:
        known = await opened.store.read(lambda session: audit.hash_at(session, kept[0]))
        if known != kept[1]:
            problem = (
                f"The log ends with entry {found.entries}; this machine has seen entry {kept[0]}: its end is missing."
                if known is None
                else f"Entry {kept[0]} isn't the one that this machine has seen: the log was written anew."
            )
            found = replace(found, broken_at=min(kept[0], found.entries + 1), problem=problem)
    return found, await opened.store.read(audit.entries)


def read_caption(file: Path) -> tuple[Caption, str | None]:
    """A caption file (TOML) and the Bates prefix that it may name. WrongUse names the file and what is wrong in it."""
    try:
        found = tomllib.loads(file.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise WrongUse(f"The caption file {file} can't be read.", f"{error}.") from error
    known = {*_TEXT_FIELDS, "counsel", "parties", "prefix"}
    unknown = sorted(set(found) - known)
    if unknown:
        raise WrongUse(
            f"{file}: {unknown[0]!r} isn't part of a caption.", remedy=f"Allowed are {', '.join(sorted(known))}."
        )
    for key in (*_TEXT_FIELDS, "prefix"):
        if not isinstance(found.get(key, ""), str):
            raise WrongUse(f"{file}: {key} must be text in quotation marks.")
    counsel, parties = found.get("counsel", []), found.get("parties", [])
    if not isinstance(counsel, list) or not all(isinstance(line, str) for line in counsel):
        raise WrongUse(f"{file}: counsel must be a list of lines.")
    if not isinstance(parties, list) or not all(_is_party(party) for party in parties):
        raise WrongUse(f"{file}: each [[parties]] has a name and a role, and nothing else.")
    caption = Caption(
        parties=tuple(Party(party["name"], party["role"]) for party in parties),
        counsel=tuple(counsel),
        **{key: found.get(key, "") for key in _TEXT_FIELDS},
    )
    return caption, found.get("prefix")


def _is_party(party: object) -> bool:
    return (
        isinstance(party, dict) and set(party) == {"name", "role"} and all(isinstance(v, str) for v in party.values())
    )


def prefix_from(name: str) -> str:
    """The Bates prefix of a matter that gives none: the first letters and digits of its name."""
    letters = "".join(c for c in name.upper() if c.isascii() and c.isalnum())
    return letters.lstrip("0123456789")[:6] or "DOC"
