"""Drafts: found by their id, checked against the record as it is now, signed for by a person."""

import asyncio
import time
from shlex import quote
from typing import Any, NamedTuple

from app.actions.attacks import attacks_at
from app.actions.citations import INDEX_FILE, HeldCitations, known_citations
from app.actions.readings import keep_readings, kept_readings
from app.domain.claim import Verdict
from app.domain.draft import Draft
from app.domain.errors import WrongUse
from app.domain.evidence import Record
from app.domain.review import CheckedDraft, Decision
from app.store import audit, authorities, drafts, exhibits
from app.store.record import record_stamp
from app.verify import Checker
from app.workbench import OpenMatter, Workbench

_PATIENCE = 10
"""How many times the making of the verifier's index one that is out of date may serve words that are being typed."""


async def show_draft(bench: Workbench, draft_id: str) -> Draft:
    """The newest version of a draft (``matter/d1``), or the one that ``matter/d1@2`` names. WrongUse: there is none."""
    opened, number, version = await find_draft(bench, draft_id)
    return await _load(opened, number, version, draft_id)


async def verify_draft(bench: Workbench, draft_id: str) -> CheckedDraft:
    """Every claim of a draft with its verdict, and what was decided about it."""
    opened, number, version = await find_draft(bench, draft_id)
    return await check(bench, opened, await _load(opened, number, version, draft_id))


async def sign(bench: Workbench, draft_id: str, claim: str, name: str, reason: str) -> Decision:
    """A person's override of one open claim. WrongUse: no such claim, nothing to sign for, or no name or reason."""
    if not name.strip() or not reason.strip():
        raise WrongUse("A signature needs a name and a reason.", "The verification report prints both.")
    opened, number, _ = await find_draft(bench, draft_id)
    checked = await verify_draft(bench, draft_id)
    verdict = next((v for v in checked.verdicts if v.claim.key == claim), None)
    if verdict is None:
        raise WrongUse(
            f"The draft {draft_id} has no claim {claim!r}.",
            "A claim's id changes with the words of its sentence.",
            f"`jurat verify {quote(draft_id)}` lists them.",
        )
    if verdict.passes:
        raise WrongUse(f"{verdict.claim.text!r} is supported: there is nothing to sign for.")
    decision = Decision(claim, name.strip(), reason.strip(), audit.now())
    detail = {
        "draft": draft_id,
        "claim": claim,
        "text": verdict.claim.text,
        "verdict": verdict.verdict.value,
        "name": decision.name,
        "reason": decision.reason,
    }

    def decide(session: Any) -> tuple[None, dict[str, Any]]:
        drafts.decide(session, number, decision)
        return None, detail

    await opened.change("sign", decide)
    return decision


async def unsign(bench: Workbench, draft_id: str, claim: str, name: str, reason: str = "") -> Decision:
    """Take back the signature for a claim, by name; gives the signature that was. The claim is open again.

    Nothing is deleted: the log holds both. WrongUse: no name, or nobody signed for that claim.
    """
    if not name.strip():
        raise WrongUse("Taking a signature back needs a name.", "The matter's log keeps who did it.")
    opened, number, _ = await find_draft(bench, draft_id)
    back = Decision(claim, name.strip(), reason.strip(), audit.now())

    def withdraw(session: Any) -> tuple[Decision | None, dict[str, Any] | None]:
        held = next((d for d in drafts.decisions(session, number) if d.claim == claim), None)
        if held is None:
            return None, None
        drafts.decide(session, number, back, withdrawn=True)
        # the words that were signed for may not be in the draft any more
        signed = [e.detail for e in audit.entries_of(session, "sign") if e.detail["claim"] == claim]
        text = signed[-1]["text"] if signed else ""
        detail = {"draft": draft_id, "claim": claim, "text": text, "signed_by": held.name}
        return held, {**detail, "name": back.name, "reason": back.reason}

    held = await opened.change("unsign", withdraw)
    if held is None:
        raise WrongUse(f"Nobody signed for the claim {claim!r} of the draft {draft_id}.")
    return held


async def find_draft(bench: Workbench, draft_id: str) -> tuple[OpenMatter, int, int | None]:
    """The matter, number and version that ``matter/d1`` or ``matter/d1@2`` names."""
    name, number, version = parse_id(draft_id, "d")
    return await bench.matter(name), number, version


_DIGITS = 9
"""Of the number of a draft, a run or a version, at most."""


def parse_id(text: str, letter: str) -> tuple[str, int, int | None]:
    """(matter, number, version) of ``matter/d1`` or ``matter/d1@2``. WrongUse: it has another form."""
    name, _, rest = text.rpartition("/")
    numbered, _, version = rest.partition("@")
    numbers = (numbered[1:], version or "1")
    if not name or numbered[:1] != letter or not all(n.isdecimal() and len(n) <= _DIGITS for n in numbers):
        what = "draft" if letter == "d" else "run"
        raise WrongUse(f"{text!r} names no {what}.", remedy=f"A {what} is named like sample/{letter}1.")
    return name, int(numbered[1:]), int(version) if version else None


async def check(bench: Workbench, opened: OpenMatter, draft: Draft) -> CheckedDraft:
    """Verify a draft's text against the matter as it is now. A verdict is never stored, so it can't be stale."""
    _, number, _ = parse_id(draft.id, "d")
    verdicts = await check_text(bench, opened.name, draft.text)
    decisions = await opened.store.read(lambda session: drafts.decisions(session, number))
    attacks = await opened.store.read(lambda session: attacks_at(session, number, draft))
    return CheckedDraft(draft, verdicts, decisions, attacks)


async def check_text(bench: Workbench, name: str, text: str, *, patient: bool = False) -> tuple[Verdict, ...]:
    """Verdicts on any text, against the matter as it is now; its index is kept while the record stays the same.

    ``patient``: for words that are being typed while files come in. A new index for each file would leave no time for
    the words, so the one that is there serves until ten times as long has passed as it took to make.
    """
    opened = await bench.matter(name)
    file = bench.settings.home / INDEX_FILE
    stamp, known = await opened.store.read(lambda session: (record_stamp(session), known_citations(file)))
    kept = bench.indexes.get(name)
    if not isinstance(kept, _Index) or not kept.serves((stamp, known), patient=patient):
        kept = bench.indexes[name] = await _index(opened, (stamp, known), known)
    checker = kept.checker
    return await asyncio.to_thread(lambda: checker.check(text, closing_cites=True))


class _Index(NamedTuple):
    """The verifier's index of a record, the stamp of that, when it was made and how long that took, in seconds."""

    stamp: object
    checker: Checker
    made: float
    took: float

    def serves(self, stamp: object, *, patient: bool) -> bool:
        return self.stamp == stamp or (patient and time.monotonic() < self.made + _PATIENCE * self.took)


async def _index(opened: OpenMatter, stamp: object, known: HeldCitations | None) -> _Index:
    began = time.monotonic()
    record, readings = await opened.store.read(lambda session: (_record(session), kept_readings(session)))
    checker = await asyncio.to_thread(Checker, record, known, readings)
    await keep_readings(opened, checker.new_readings)
    ended = time.monotonic()
    return _Index(stamp, checker, ended, ended - began)


async def _load(opened: OpenMatter, number: int, version: int | None, draft_id: str) -> Draft:
    found = await opened.store.read(lambda session: drafts.find(session, opened.name, number, version))
    if found is None:
        raise WrongUse(
            f"There is no draft {draft_id!r}.", remedy=f"`jurat runs {quote(opened.name)}` lists what was drafted."
        )
    return found


def _record(session: Any) -> Record:
    labels = tuple((s.exhibit.id, s.exhibit.label) for s in exhibits.all_stored(session))
    return Record(exhibits.pages(session), authorities.all_authorities(session), labels)
