"""A person at work on a draft: edits, answers to attacks, versions."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from app.actions.attacks import carry_attacks
from app.actions.drafts import find_draft, show_draft
from app.domain.draft import Draft, Paragraph, paragraphs_of
from app.domain.errors import AppError, WrongUse
from app.domain.review import Attack, AttackAnswer, Decision
from app.domain.run import Run, StageName, StageState
from app.review.align import Row, align
from app.review.merge import merge
from app.store import audit, drafts, runs
from app.workbench import OpenMatter, Workbench


async def save_edit(bench: Workbench, draft_id: str, paragraphs: tuple[Paragraph, ...]) -> Draft:
    """Store a person's words as the draft's next version; nothing that was there is changed.

    WrongUse: no such draft, or no paragraph. AppError: a run is still writing this draft.
    """
    return await _save(bench, draft_id, lambda _session, _last: paragraphs)


async def _save(bench: Workbench, draft_id: str, words: Callable[[Any, Draft], tuple[Paragraph, ...]]) -> Draft:
    """``words(session, last)``: the paragraphs of the next version, after the last one."""
    opened, number, _ = await find_draft(bench, draft_id)
    await _refuse_while_written(opened, number)

    def save(session: Any) -> tuple[Draft, dict[str, Any] | None]:
        last = drafts.find(session, opened.name, number)
        if last is None:
            raise WrongUse(f"There is no draft {draft_id!r}.")
        paragraphs = words(session, last)
        if not paragraphs:
            raise WrongUse("A draft needs at least one paragraph.")
        if paragraphs == last.paragraphs:
            return last, None
        saved = replace(last, version=last.version + 1, paragraphs=paragraphs, made_by="person", created=audit.now())
        drafts.add_version(session, saved, number, drafts.run_of(session, number))
        carry_attacks(session, number, last, saved)
        return saved, {"draft": saved.id, "version": saved.version, "stage": "person"}

    return await opened.change("draft", save)


async def save_text(bench: Workbench, draft_id: str, text: str) -> Draft:
    """``save_edit`` from a draft's text as it is read: paragraphs whose words are as before keep their cites."""
    last = await show_draft(bench, draft_id.partition("@")[0])
    if text == last.text:
        return last
    return await save_edit(bench, draft_id, _with_cites(paragraphs_of(text), last))


@dataclass(frozen=True, slots=True)
class SavedWords:
    """The version that holds what was typed. ``both``: numbers of its paragraphs that somebody else had changed too
    since: what was typed stands, the other words are in the version before."""

    draft: Draft
    both: tuple[int, ...] = ()


async def save_typed(bench: Workbench, draft_id: str, text: str, based_on: int) -> SavedWords:
    """``save_text`` of words that were typed into version ``based_on``; what came into the draft since stays in it."""
    both: tuple[int, ...] = ()
    _, number, _ = await find_draft(bench, draft_id)

    def words(session: Any, last: Draft) -> tuple[Paragraph, ...]:
        nonlocal both
        typed = paragraphs_of(text)
        if last.version == based_on or not typed:
            return last.paragraphs if text == last.text else _with_cites(typed, last)
        base = drafts.find(session, "", number, based_on)
        if base is None:
            raise WrongUse(f"The draft {draft_id!r} has no version {based_on}.")
        old, new = ([paragraph.render() for paragraph in draft.paragraphs] for draft in (base, last))
        merged = merge(old, [paragraph.text for paragraph in typed], new)
        both = merged.both
        return _with_cites(tuple(Paragraph(words) for words in merged.paragraphs), last)

    return SavedWords(await _save(bench, draft_id, words), both)


def _with_cites(paragraphs: tuple[Paragraph, ...], last: Draft) -> tuple[Paragraph, ...]:
    """Paragraphs whose words are as they were in ``last`` are those, with their cites."""
    known = {paragraph.render(): paragraph for paragraph in last.paragraphs}
    return tuple(known.get(paragraph.text, paragraph) for paragraph in paragraphs)


async def answer_attack(bench: Workbench, draft_id: str, attack: int, answer: AttackAnswer, reason: str = "") -> None:
    """Note what a person did about an attack. WrongUse: no such attack, or a rebuttal without a reason."""
    opened, number, _ = await find_draft(bench, draft_id)
    if answer is AttackAnswer.REBUTTED and not reason.strip():
        raise WrongUse("A rebuttal needs a reason.", "The verification report prints it.")

    def note(session: Any) -> tuple[bool, dict[str, Any] | None]:
        found = drafts.answer_attack(session, number, attack, answer, reason.strip())
        detail = {"draft": draft_id, "attack": attack, "answer": answer.value, "reason": reason.strip()}
        return found, detail if found else None

    if not await opened.change("answer", note):
        raise WrongUse(f"The draft {draft_id} has no attack {attack}.")


async def _refuse_while_written(opened: OpenMatter, number: int) -> None:
    """A run under way saves its own versions by number: a person's edit beside it would pass for the revision."""

    def of_draft(session: Any) -> Run | None:
        run = drafts.run_of(session, number)
        return None if run is None else runs.find(session, opened.name, run)

    run = await opened.store.read(of_draft)
    if run is not None and run.state not in (StageState.DONE, StageState.FAILED) and opened.busy():
        raise AppError(
            f"The run {run.id} is still writing this draft.",
            "Its revision and yours would take the same number.",
            "Wait until it has finished; what you typed stays where it is.",
        )


async def answers(bench: Workbench, draft_id: str) -> tuple[tuple[Decision, ...], tuple[Attack, ...]]:
    """What a person decided about a draft's claims, and the attacks on it with their answers."""
    opened, number, _ = await find_draft(bench, draft_id)
    return await opened.store.read(lambda s: (drafts.decisions(s, number), drafts.attacks(s, number)))


async def was_attacked(bench: Workbench, draft_id: str) -> bool:
    """Whether the adversarial reviewer has read a draft: without attacks that says that it held nothing against it."""
    opened, number, _ = await find_draft(bench, draft_id)

    def look(session: Any) -> bool:
        if drafts.attacks(session, number):
            return True
        run = drafts.run_of(session, number)
        return run is not None and runs.result(session, run, StageName.ATTACK) is not None

    return await opened.store.read(look)


async def gate_of(bench: Workbench, draft_id: str) -> tuple[dict[str, Any], ...]:
    """What the run that wrote a draft found grounds for: an entry an element, with its ``name`` and ``pages`` (Bates
    numbers, none where it found none). Empty for a draft that no run wrote."""
    opened, number, _ = await find_draft(bench, draft_id)

    def look(session: Any) -> tuple[dict[str, Any], ...]:
        run = drafts.run_of(session, number)
        return () if run is None else tuple(runs.result(session, run, StageName.GATE) or ())

    return await opened.store.read(look)


async def list_versions(bench: Workbench, draft_id: str) -> list[Draft]:
    """Every version of a draft, the oldest first."""
    opened, number, _ = await find_draft(bench, draft_id)
    kept = await opened.store.read(lambda session: drafts.versions(session, number))
    return [await show_draft(bench, f"{opened.name}/d{number}@{version}") for version in kept]


async def list_drafts(bench: Workbench, name: str) -> list[Draft]:
    """The newest version of each draft of a matter."""
    opened = await bench.matter(name)
    numbers = await opened.store.read(drafts.numbers)
    return [await show_draft(bench, f"{name}/d{number}") for number in numbers]


async def compare_versions(bench: Workbench, draft_id: str, before: int, after: int) -> tuple[Row, ...]:
    """Two versions of a draft, paragraph beside paragraph, with the words that changed. WrongUse: no such version."""
    base = draft_id.partition("@")[0]
    left, right = [await show_draft(bench, f"{base}@{version}") for version in (before, after)]
    sides = [[p.render() for p in draft.paragraphs] for draft in (left, right)]
    return await asyncio.to_thread(align, *sides)
