"""Checks texts that lie in plain files, with no matter: one draft, or a folder of them."""

import json
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from app.domain.citation import KnownCitations
from app.domain.claim import Verdict
from app.domain.errors import WrongUse
from app.domain.evidence import Authority, Page, Reading, Record

_NUMBER = 10**9
"""No page, no year and no confidence is as large."""


def read_record(pages: Path, authorities: Path | None = None) -> Record:
    """The record of two JSON Lines files.

    ``pages``: {exhibit, page, bates, text, read, confidence}; ``authorities``: {citations, name, court, year,
    first_page, last_page, type, paginated, text}. ``WrongUse`` names the file and line that can't be read.
    """
    held = [_page(row, where) for row, where in _rows(pages)]
    return Record(tuple(held), read_authorities(authorities) if authorities else ())


def read_authorities(path: Path) -> tuple[Authority, ...]:
    """The authorities of a JSON Lines file. ``WrongUse`` names the line that can't be read."""
    return tuple(_authority(row, where) for row, where in _rows(path))


def verify_file(
    text: Path,
    pages: Path,
    authorities: Path | None = None,
    language: str | None = None,
    known: KnownCitations | None = None,
) -> Iterator[dict[str, Any]]:
    """One object for each claim of the text, in its order. ``known``: an index of citations."""
    from app.verify import Checker

    record = read_record(pages, authorities)
    for verdict in Checker(record, known).check(_read(text), language):
        yield verdict_object(verdict)


def verify_batch(root: Path) -> Iterator[dict[str, Any]]:
    """One object for each claim of each draft in ``root/drafts``, with its ``draft``; last, ``wall_seconds``.

    Of a draft only id, matter, language and text are read.
    """
    from app.verify import Checker

    started = time.perf_counter()
    drafts = sorted((root / "drafts").glob("*.json"))
    if not drafts:
        raise WrongUse(f"{root} holds no drafts.", "A batch is a folder with drafts/*.json and matters/ID/pages.jsonl.")
    checkers: dict[str, Checker] = {}
    for path in drafts:
        draft = _draft(path)
        matter = draft["matter"]
        if matter not in checkers:
            folder = root / "matters" / matter
            shelf = folder / "authorities.jsonl"
            checkers = {matter: Checker(read_record(folder / "pages.jsonl", shelf if shelf.exists() else None))}
        for verdict in checkers[matter].check(draft["text"], draft["language"]):
            yield {"draft": draft["id"], **verdict_object(verdict)}
    yield {"wall_seconds": round(time.perf_counter() - started, 3)}


def verdict_object(verdict: Verdict, signed: dict[str, Any] | None = None) -> dict[str, Any]:
    """A verdict as the command line prints it (CONTRACTS, section 4). ``signed``: {name, reason}, or None."""
    claim = verdict.claim
    shown: dict[str, Any] = {
        "claim": claim.key,
        "start": claim.start,
        "end": claim.end,
        "kind": str(claim.kind),
        "text": claim.text,
        "value": claim.value,
        "verdict": str(verdict.verdict),
        "sources": [
            {"authority": s.authority} if s.authority else {"exhibit": s.exhibit, "page": s.page, "bates": s.bates}
            for s in verdict.sources
        ],
        "reason": verdict.reason,
        "suggestion": verdict.suggestion,
        "signed": signed,
    }
    pin = next((s.pin for s in verdict.sources if s.pin), None)
    return shown | {"pin": pin} if pin else shown


def _read(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8-sig")
    except OSError as error:
        raise WrongUse(f"{path} can't be read.", str(error.strerror or error)) from error
    except UnicodeDecodeError as error:
        raise WrongUse(f"{path} is not UTF-8 text.", str(error)) from error


def _rows(path: Path) -> Iterator[tuple[dict[str, Any], str]]:
    for number, line in enumerate(_read(path).split("\n"), start=1):
        if line.strip():
            where = f"{path}, line {number}"
            yield _object(line, where), where


def _object(text: str, where: str) -> dict[str, Any]:
    try:
        value = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise WrongUse(f"{where}: this is not JSON.", str(error)) from error
    if not isinstance(value, dict):
        raise WrongUse(f"{where}: this is not a JSON object.")
    return value


def _draft(path: Path) -> dict[str, Any]:
    whole = _object(_read(path), str(path))
    for name in ("id", "matter", "text"):
        if not isinstance(whole.get(name), str):
            raise WrongUse(f"{path} has no text in its field `{name}`.")
    if Path(whole["matter"]).name != whole["matter"]:
        raise WrongUse(f"{path} names a matter that is no folder: {whole['matter']}.")
    return {name: whole.get(name) for name in ("id", "matter", "language", "text")}


def _page(row: dict[str, Any], where: str) -> Page:
    if not (
        isinstance(row.get("exhibit"), str) and isinstance(row.get("page"), int) and isinstance(row.get("text"), str)
    ):
        raise WrongUse(f"{where}: a page needs exhibit (text), page (whole number) and text.")
    _demand(row, where, bates=str, confidence=(int, float))
    read = row.get("read") or Reading.TEXT
    if not isinstance(read, str) or read not in set(Reading):
        raise WrongUse(f"{where}: read is {read}; it can be {', '.join(Reading)}.")
    return Page(row["exhibit"], row["page"], row.get("bates"), row["text"], Reading(read), row.get("confidence"))


def _demand(row: dict[str, Any], where: str, **kinds: type | tuple[type, ...]) -> None:
    """WrongUse where a field is there and of another kind, or a number that no book has."""
    for name, kind in kinds.items():
        value = row.get(name)
        large = isinstance(value, int | float) and not abs(value) < _NUMBER
        if value is not None and (not isinstance(value, kind) or large):
            raise WrongUse(f"{where}: {name} can't be {str(value)[:40]!r}.")


def _authority(row: dict[str, Any], where: str) -> Authority:
    cites = row.get("citations")
    if not (
        isinstance(cites, list)
        and cites
        and all(isinstance(c, str) for c in cites)
        and isinstance(row.get("text"), str)
    ):
        raise WrongUse(f"{where}: an authority needs citations (a list of text) and text.")
    _demand(row, where, name=str, court=str, type=str, year=int, first_page=int, last_page=int)
    return Authority(
        citations=tuple(cites),
        name=row.get("name") or cites[0],
        court=row.get("court"),
        year=row.get("year"),
        first_page=row.get("first_page"),
        last_page=row.get("last_page"),
        type=row.get("type") or "opinion",
        paginated=bool(row.get("paginated")),
        text=row["text"],
    )
