"""Runs of the pipeline. Each stage's result is stored before the next begins, so that a run goes on after a kill."""

import json
from dataclasses import dataclass
from typing import Any

from sqlmodel import Session, col, func, select

from app.domain.run import Run, Stage, StageName, StageState, Task
from app.store.tables import DraftRow, RunRow, StageRow


@dataclass(frozen=True, slots=True)
class RunPlan:
    """What a run was asked to do. ``options`` is plain JSON."""

    number: int
    task: Task
    request: str
    options: dict[str, Any]


def create(session: Session, task: Task, request: str, options: dict[str, Any], created: str) -> RunPlan:
    number = (session.exec(select(func.max(RunRow.number))).one() or 0) + 1
    session.add(RunRow(number=number, task=task.value, request=request, options=json.dumps(options), created=created))
    session.flush()
    for position, name in enumerate(StageName):
        session.add(StageRow(run=number, name=name.value, position=position, state=StageState.WAITING.value))
    return RunPlan(number, task, request, options)


def plan(session: Session, number: int) -> RunPlan | None:
    row = session.get(RunRow, number)
    return None if row is None else RunPlan(number, Task(row.task), row.request, json.loads(row.options))


def numbers(session: Session) -> list[int]:
    return list(session.exec(select(RunRow.number).order_by(col(RunRow.number))))


def find(session: Session, matter: str, number: int) -> Run | None:
    row = session.get(RunRow, number)
    if row is None:
        return None
    rows = list(session.exec(select(StageRow).where(StageRow.run == number).order_by(col(StageRow.position))))
    draft = session.exec(select(DraftRow.number).where(DraftRow.run == number)).first()
    return Run(
        id=f"{matter}/r{number}",
        task=Task(row.task),
        request=row.request,
        stages=tuple(Stage(StageName(s.name), s.board, StageState(s.state), s.seconds, s.tokens) for s in rows),
        draft=None if draft is None else f"{matter}/d{draft}",
        error=next((s.error for s in rows if s.error), None),
        created=row.created,
    )


def finished(session: Session, newest: int = 5) -> list[Stage]:
    """The finished stages of the ``newest`` runs, with the time that each took."""
    latest = select(RunRow.number).order_by(col(RunRow.number).desc()).limit(newest)
    found = select(StageRow).where(StageRow.state == StageState.DONE.value, col(StageRow.run).in_(latest))
    return [
        Stage(StageName(row.name), row.board, StageState.DONE, row.seconds, row.tokens) for row in session.exec(found)
    ]


def result(session: Session, number: int, name: StageName) -> Any | None:
    """A finished stage's result (plain JSON), None if it isn't finished."""
    row = session.get(StageRow, (number, name.value))
    return json.loads(row.result) if row and row.state == StageState.DONE.value and row.result else None


def start_stage(session: Session, number: int, name: StageName, board: str | None) -> int:
    """Note that a stage begins; gives how many times it has begun, this one counted."""
    row = _stage(session, number, name)
    row.state, row.board, row.error = StageState.RUNNING.value, board, None
    row.attempts += 1
    return row.attempts


def finish_stage(session: Session, number: int, stage: Stage, outcome: Any) -> None:
    row = _stage(session, number, stage.name)
    row.state, row.board, row.seconds, row.tokens = StageState.DONE.value, stage.board, stage.seconds, stage.tokens
    row.result = json.dumps(outcome, ensure_ascii=False)


def fail_stage(session: Session, number: int, name: StageName, error: str) -> None:
    row = _stage(session, number, name)
    row.state, row.error = StageState.FAILED.value, error


def _stage(session: Session, number: int, name: StageName) -> StageRow:
    row = session.get(StageRow, (number, name.value))
    assert row is not None, f"run {number} has no stage {name}"
    return row
