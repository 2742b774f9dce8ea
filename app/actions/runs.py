"""Runs of the pipeline: each stage's result is saved before the next begins, and a run goes on where it stopped."""

import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from shlex import quote
from typing import Any

from app.actions.drafts import parse_id
from app.actions.matters import the_matter
from app.actions.stages import STAGES, RunContext
from app.domain.errors import AppError, MissingOnMachine, NotInThisVersion, WrongUse
from app.domain.run import Run, Stage, StageName, StageState, Task
from app.drafting.stages import Limits
from app.engines.turn import work_named
from app.events import StageChanged
from app.store import audit, exhibits, runs
from app.store.runs import RunPlan
from app.workbench import OpenMatter, Workbench


@dataclass(frozen=True, slots=True)
class RunReport:
    """A run, what it was given to read, and what the last check of its draft found. Empty before that stage."""

    run: Run
    pages: tuple[str, ...]
    left_out: tuple[dict[str, Any], ...]
    claims: dict[str, int]
    seen: dict[str, int]
    open_claims: int
    gate: tuple[dict[str, Any], ...]
    attacks: tuple[dict[str, Any], ...]


async def run(
    bench: Workbench,
    name: str,
    task: Task,
    request: str = "",
    *,
    chosen: Sequence[str] | None = None,
    declarant: str = "",
    limits: Limits | None = None,
    pack_tokens: int | None = None,
) -> RunReport:
    """Draft from the matter's numbered pages. ``chosen``: only these exhibits. ``declarant``: else the caption's.

    A stage that fails is in the report. WrongUse: a matter without numbers, an exhibit that isn't there.
    NotInThisVersion: a task other than a declaration. MissingOnMachine: a board, model or server.
    """
    if task is not Task.DECLARATION:
        raise NotInThisVersion(f"The task {task.value!r}")
    opened = await bench.matter(name)
    matter = await the_matter(opened)
    ids = await opened.store.read(lambda session: _choose(session, name, chosen))
    for role in {role for role, _ in STAGES.values() if role}:
        bench.boards.boardfile.board_for(role)
    who = declarant.strip() or matter.caption.declarant
    asked = request.strip() or matter.caption.title or f"Declaration of {who}".strip()
    options = {"limits": _kept(limits or Limits()), "pack_tokens": pack_tokens, "exhibits": ids, "declarant": who}

    def create(session: Any) -> tuple[RunPlan, dict[str, Any]]:
        plan = runs.create(session, task, asked, options, audit.now())
        return plan, {"run": f"{name}/r{plan.number}", "task": task.value, "request": asked}

    async with opened.working():
        plan = await opened.change("run", create)
        return await _go_on(bench, opened, plan)


async def resume(bench: Workbench, run_id: str) -> RunReport:
    """Go on with a run after its last saved stage. A finished run is only reported. WrongUse: no such run."""
    name, number, _ = parse_id(run_id, "r")
    opened = await bench.matter(name)
    plan = await opened.store.read(lambda session: runs.plan(session, number))
    if plan is None:
        raise WrongUse(f"There is no run {run_id!r}.", remedy=f"`jurat runs {quote(name)}` lists them.")
    done = await opened.store.read(lambda session: runs.result(session, number, StageName.REVERIFY)) is not None
    async with opened.working():
        if not done:
            await opened.change("resume", lambda session: (None, {"run": run_id}))
        return await _go_on(bench, opened, plan)


async def list_runs(bench: Workbench, name: str) -> list[RunReport]:
    """Every run of the matter, as it is now: what isn't at work has stopped, whatever its last stage left behind."""
    opened = await bench.matter(name)
    numbers = await opened.store.read(runs.numbers)
    found = [await report(opened, number) for number in numbers]
    at_work = opened.at_work()
    return [r if _id(r.run) == at_work else replace(r, run=_stopped(r.run)) for r in found]


async def find_run(bench: Workbench, run_id: str) -> RunReport:
    """One run as it is now. WrongUse: there is none of that id."""
    for found in await list_runs(bench, run_id.rpartition("/")[0]):
        if found.run.id == run_id:
            return found
    raise WrongUse(f"There is no run {run_id!r}.")


def _id(run: Run) -> str:
    """How a run names itself to ``OpenMatter.at_work``."""
    return run.id.rpartition("/")[2]


async def report(opened: OpenMatter, number: int) -> RunReport:
    """What a run has done so far."""

    def collect(session: Any) -> RunReport:
        found = runs.find(session, opened.name, number)
        assert found is not None
        results = {name: runs.result(session, number, name) for name in StageName}
        packed = results[StageName.PACK] or {"pages": [], "left_out": []}
        counts = results[StageName.REVERIFY] or results[StageName.VERIFY] or {"claims": {}, "seen": {}, "open": 0}
        return RunReport(
            run=found,
            pages=tuple(page["bates"] for page in packed["pages"]),
            left_out=tuple(packed["left_out"]),
            claims=counts["claims"],
            seen=counts["seen"],
            open_claims=counts["open"],
            gate=tuple(results[StageName.GATE] or ()),
            attacks=tuple(results[StageName.ATTACK] or ()),
        )

    return await opened.store.read(collect)


async def _go_on(bench: Workbench, opened: OpenMatter, plan: RunPlan) -> RunReport:
    opened.note_work(f"r{plan.number}")
    context = RunContext(bench, opened, await the_matter(opened), plan, {})
    for name, (role, _) in STAGES.items():
        done = await opened.store.read(lambda session: runs.result(session, plan.number, name))  # noqa: B023
        if done is not None:
            context.results[name] = done
            continue
        board = bench.boards.boardfile.board_for(role).name if role else None
        try:
            await _do(context, name, board)
        except (MissingOnMachine, WrongUse) as error:
            await _fail(context, name, board, error)
            raise
        except AppError as error:
            await _fail(context, name, board, error)
            break
    return await report(opened, plan.number)


async def _do(context: RunContext, name: StageName, board: str | None) -> None:
    number = context.plan.number
    attempt = await context.opened.store.write(lambda session: runs.start_stage(session, number, name, board))
    _tell(context, name, StageState.RUNNING, board)
    begun = time.monotonic()
    with work_named(context.work(name)):
        outcome = await STAGES[name][1](replace(context, attempt=attempt))
    stage = Stage(name, board, StageState.DONE, round(time.monotonic() - begun, 2), outcome.tokens)
    detail = {"run": context.run_id, "stage": name.value, "board": board}

    def finish(session: Any) -> tuple[None, dict[str, Any]]:
        runs.finish_stage(session, number, stage, outcome.result)
        return None, detail

    await context.opened.change("stage done", finish)
    context.results[name] = outcome.result
    _tell(context, name, StageState.DONE, board, stage.seconds)


async def _fail(context: RunContext, name: StageName, board: str | None, error: AppError) -> None:
    detail = {"run": context.run_id, "stage": name.value, "error": str(error)}

    def fail(session: Any) -> tuple[None, dict[str, Any]]:
        runs.fail_stage(session, context.plan.number, name, str(error))
        return None, detail

    await context.opened.change("stage failed", fail)
    _tell(context, name, StageState.FAILED, board)


def _tell(context: RunContext, name: StageName, state: StageState, board: str | None, seconds: float = 0.0) -> None:
    context.bench.facts.publish(StageChanged(context.run_id, name.value, state.value, board, seconds))


def _kept(limits: Limits) -> dict[str, Any]:
    return {name: value for name, value in asdict(limits).items() if name != "seed"}


def _stopped(found: Run) -> Run:
    """A run that nobody works on: what stands as running was interrupted, and waits for `resume`."""
    stages = tuple(
        replace(stage, state=StageState.WAITING) if stage.state is StageState.RUNNING else stage
        for stage in found.stages
    )
    return replace(found, stages=stages)


def _choose(session: Any, name: str, chosen: Sequence[str] | None) -> list[str] | None:
    """The ids of the chosen exhibits, None for all; WrongUse where there is nothing to cite."""
    stored = exhibits.all_stored(session)
    if not stored:
        raise WrongUse(
            f"The matter {name!r} has no exhibits.", remedy=f"Take files in: `jurat intake {quote(name)} FOLDER`."
        )
    if not any(page.bates for page in exhibits.pages(session)):
        raise WrongUse(
            f"The pages of the matter {name!r} have no Bates numbers yet.",
            "A draft cites pages by their numbers.",
            f"Number them: `jurat bates assign {quote(name)}`.",
        )
    if chosen is None:
        return None
    known = {s.exhibit.id.lower(): s.exhibit.id for s in stored}
    for one in chosen:
        if one.lower() not in known:
            raise WrongUse(
                f"The matter {name!r} has no exhibit {one!r}.", remedy=f"`jurat exhibits {quote(name)}` lists them."
            )
    return [known[one.lower()] for one in chosen]
