"""What each stage of a declaration does: its inputs from earlier stages' results, its result as plain JSON."""

import asyncio
import secrets
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import asdict, dataclass, replace
from typing import Any

from app.actions.attacks import carry_attacks
from app.actions.drafts import check, parse_id
from app.domain.board import Role
from app.domain.draft import Draft, EvidencePack, LeftOut, PackPage, Paragraph
from app.domain.errors import AppError, StageFailed
from app.domain.matter import Matter
from app.domain.review import Attack, CheckedDraft
from app.domain.run import STAGE_WORDS, StageName
from app.drafting import stages
from app.drafting.pack import choose
from app.drafting.prompts import Brief, messages, page_block
from app.engines.answers import Message
from app.engines.client import ModelServer
from app.events import PromptRead, TextStreamed
from app.store import audit, drafts, exhibits, search
from app.store.runs import RunPlan
from app.workbench import OpenMatter, Workbench

_TASK_ROOM = 900
"""Tokens kept free for the task's own words and the draft that later stages read again."""

_LOOK_S = 0.5
"""Seconds between two looks at how far a model has read."""


@dataclass(frozen=True, slots=True)
class RunContext:
    """Everything a stage may look at. ``results`` holds the finished stages' results by name."""

    bench: Workbench
    opened: OpenMatter
    matter: Matter
    plan: RunPlan
    results: dict[StageName, Any]
    attempt: int = 1
    """How many times the stage has begun: another attempt samples anew, or a failed one would fail for ever."""

    @property
    def run_id(self) -> str:
        return f"{self.opened.name}/r{self.plan.number}"

    @property
    def limits(self) -> stages.Limits:
        asked = stages.Limits(**self.plan.options["limits"], seed=self.attempt)
        packed = self.results.get(StageName.PACK)
        return replace(asked, paragraphs=packed["paragraphs"]) if packed else asked

    @property
    def declarant(self) -> str:
        return self.plan.options["declarant"] or "the declarant"

    def work(self, stage: StageName) -> str:
        """What a board is told that it works for."""
        return f"{self.run_id}, {STAGE_WORDS[stage]}"

    async def server(self, role: Role) -> ModelServer:
        return await self.bench.server(role, self.opened.name)

    def on_text(self, stage: StageName) -> Callable[[str], None]:
        return lambda piece: self.bench.facts.publish(TextStreamed(self.run_id, stage.value, piece))

    @asynccontextmanager
    async def reading(self, stage: StageName, server: ModelServer) -> AsyncIterator[None]:
        """While it lasts, how much of the stage's prompt the model has read is told, until it writes."""

        async def tell() -> None:
            told = (0, 0)
            while True:
                pulse = server.pulse
                now = (pulse.read, pulse.prompt)
                # the pulse of the answer before stands until this one's prompt is counted
                reads = pulse.prompt and not pulse.written and pulse.timings is None
                if reads and now != told and server.turn.holder == self.work(stage):
                    told = now
                    self.bench.facts.publish(PromptRead(self.run_id, stage.value, *now))
                await asyncio.sleep(_LOOK_S)

        telling = asyncio.create_task(tell())
        try:
            yield
        finally:
            telling.cancel()

    def brief(self) -> Brief:
        """The pack stage's result as every model reads it."""
        found = self.results[StageName.PACK]
        pack = EvidencePack(
            tuple(PackPage(**page) for page in found["pages"]),
            tuple(LeftOut(**page) for page in found["left_out"]),
            found["tokens"],
        )
        return Brief(self.plan.request, self.declarant, pack, found["fence"])


@dataclass(frozen=True, slots=True)
class Outcome:
    """``result``: plain JSON for the stages after it. ``tokens``: what the model wrote."""

    result: Any
    tokens: int = 0


async def pack(context: RunContext) -> Outcome:
    """Choose the pages, by full text against the request, within the smallest context that will read them."""
    fence = secrets.token_hex(4)
    readers = [await context.server(role) for role in (Role.GATE, Role.DRAFT, Role.ATTACK)]
    smallest = min(readers, key=lambda server: server.context)
    limits = context.limits.within(smallest.context)
    room = smallest.context - limits.draft_tokens - _TASK_ROOM
    if (asked := context.plan.options.get("pack_tokens")) is not None:
        room = min(room, asked)
    wanted = context.plan.options.get("exhibits")
    pages, ranked, labels = await context.opened.store.read(lambda session: _candidates(session, context, wanted))
    empty = Brief(context.plan.request, context.declarant, EvidencePack((), (), 0), fence)
    frame = await smallest.count(messages(empty, "draft", most=str(limits.paragraphs)))

    async def count(page: PackPage) -> int:
        return await smallest.count([Message("user", page_block(page, fence))])

    if room <= frame:
        raise StageFailed(
            f"The context of board {smallest.name} ({smallest.context} tokens) is too small for a draft.",
            f"Prompt and answer need {frame + smallest.context - room} tokens before the first page of evidence.",
            "Give the board a larger context in boards.ini, or ask for fewer paragraphs.",
        )
    chosen = await choose(ranked, pages, labels, room - frame, count)
    if not chosen.pages:
        raise StageFailed(
            "No page of the matter matches the request.",
            f"Nothing in {len(pages)} numbered pages holds a word of it that fits into {room} tokens.",
            "Say in the request what happened, in the words of the documents, or name exhibits with `--exhibits`.",
        )
    return Outcome({**asdict(chosen), "fence": fence, "paragraphs": limits.paragraphs})


async def gate(context: RunContext) -> Outcome:
    """Are there grounds? It reports and the run goes on."""
    server = await context.server(Role.GATE)
    async with context.reading(StageName.GATE, server):
        elements, answer = await stages.gate(server, context.brief(), context.limits, context.on_text(StageName.GATE))
    return Outcome([asdict(element) for element in elements], answer.completion_tokens)


async def draft(context: RunContext) -> Outcome:
    server = await context.server(Role.DRAFT)
    on_text = context.on_text(StageName.DRAFT)
    async with context.reading(StageName.DRAFT, server):
        paragraphs, answer = await stages.draft(server, context.brief(), context.limits, on_text)
    saved = await _save(context, paragraphs, 1, StageName.DRAFT)
    return Outcome({"draft": saved.id, "version": 1}, answer.completion_tokens)


async def verify(context: RunContext) -> Outcome:
    return Outcome(summary(await _checked(context)))


async def attack(context: RunContext) -> Outcome:
    current = (await _checked(context)).draft
    _, number, _ = parse_id(current.id, "d")
    held = await context.opened.store.read(lambda session: drafts.attacked(session, number, current.version))
    if held:  # stored by this stage before a kill: asked again, each would be there twice
        return Outcome([{"paragraph": paragraph, "text": text} for paragraph, text in held], 0)
    server = await context.server(Role.ATTACK)
    on_text = context.on_text(StageName.ATTACK)
    async with context.reading(StageName.ATTACK, server):
        attacks, answer = await stages.attack(server, context.brief(), current, context.limits, on_text)
    detail = {"draft": current.id, "version": current.version, "attacks": len(attacks)}

    def add(session: Any) -> tuple[None, dict[str, Any]]:
        drafts.add_attacks(session, number, current.version, attacks)
        return None, detail

    await context.opened.change("attack", add)
    return Outcome([{"paragraph": a.paragraph, "text": a.text} for a in attacks], answer.completion_tokens)


async def revise(context: RunContext) -> Outcome:
    """What was attacked or can't pass is written anew by the drafting board: the next version, if a word changed."""
    server = await context.server(Role.DRAFT)
    checked = await _checked(context)
    attacks = [Attack(**one) for one in context.results[StageName.ATTACK]]
    objections = stages.objections_to(checked.draft, attacks, checked.open)
    on_text = context.on_text(StageName.REVISE)
    async with context.reading(StageName.REVISE, server):
        paragraphs, answer = await stages.revise(
            server, context.brief(), checked.draft, objections, context.limits, on_text
        )
    saved = checked.draft
    if paragraphs != saved.paragraphs:
        saved = await _save(context, paragraphs, saved.version + 1, StageName.REVISE)
    revised = {"draft": saved.id, "version": saved.version, "paragraphs": sorted(objections)}
    return Outcome(revised, answer.completion_tokens if answer else 0)


STAGES: dict[StageName, tuple[Role | None, Callable[[RunContext], Awaitable[Outcome]]]] = {
    StageName.PACK: (Role.DRAFT, pack),
    StageName.GATE: (Role.GATE, gate),
    StageName.DRAFT: (Role.DRAFT, draft),
    StageName.VERIFY: (None, verify),
    StageName.ATTACK: (Role.ATTACK, attack),
    StageName.REVISE: (Role.DRAFT, revise),
    StageName.REVERIFY: (None, verify),
}
"""The order is the pipeline; the role says which board does it, None the verifier's own code."""


def summary(checked: CheckedDraft) -> dict[str, Any]:
    """Counts by verdict and by kind. Kinds with no claim are named too: nothing seen is not nothing wrong."""
    return {
        "claims": dict(Counter(v.verdict.value for v in checked.verdicts)),
        "seen": dict(Counter(v.claim.kind.value for v in checked.verdicts)),
        "open": len(checked.open),
    }


async def _checked(context: RunContext) -> CheckedDraft:
    current = await context.opened.store.read(
        lambda session: drafts.find(
            session, context.opened.name, drafts.number_of_run(session, context.plan.number) or 0
        )
    )
    if current is None:
        raise AppError("The run's draft is gone.", remedy="Start a new run.")
    return await check(context.bench, context.opened, current)


async def _save(context: RunContext, paragraphs: tuple[Paragraph, ...], version: int, stage: StageName) -> Draft:
    def save(session: Any) -> tuple[Draft, dict[str, Any] | None]:
        number = drafts.number_of_run(session, context.plan.number) or drafts.next_number(session)
        saved = Draft(
            id=f"{context.opened.name}/d{number}",
            version=version,
            task=context.plan.task.value,
            title=_title(context),
            declarant=context.plan.options["declarant"],
            paragraphs=paragraphs,
            made_by=stage.value,
            created=audit.now(),
        )
        # a kill between this and the stage's own record: the stage runs again, and this version is already there
        if (known := drafts.find(session, context.opened.name, number, version)) is not None:
            return known, None
        drafts.add_version(session, saved, number, context.plan.number)
        if (before := drafts.find(session, context.opened.name, number, version - 1)) is not None:
            carry_attacks(session, number, before, saved, by_number=True)
        return saved, {"draft": saved.id, "version": version, "stage": stage.value}

    return await context.opened.change("draft", save)


def _title(context: RunContext) -> str:
    """The caption's title where it is of this declarant, else one of its own."""
    caption, who = context.matter.caption, context.plan.options["declarant"]
    return caption.title if caption.title and who == caption.declarant else f"Declaration of {context.declarant}"


def _candidates(
    session: Any, context: RunContext, wanted: list[str] | None
) -> tuple[list[Any], list[tuple[str, int]], dict[str, str]]:
    labels = {s.exhibit.id: s.exhibit.label for s in exhibits.all_stored(session)}
    pages = [p for p in exhibits.pages(session) if p.bates and (wanted is None or p.exhibit in wanted)]
    hits = search.relevant(session, context.plan.request, 2000)
    ranked = [(hit.exhibit, hit.page) for hit in hits]
    if wanted is not None:
        # a person named these exhibits: all their pages are wanted, those that match first
        ranked += [(p.exhibit, p.page) for p in pages]
    return pages, ranked, labels
