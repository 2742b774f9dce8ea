"""Runs of the pipeline, stage by stage."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType


class Task(StrEnum):
    AFFIDAVIT = "affidavit"
    DECLARATION = "declaration"
    MOTION = "motion"
    SUMMARY = "summary"
    CHRONOLOGY = "chronology"
    FINANCES = "finances"
    AUTO = "auto"


class StageName(StrEnum):
    """The stages of a declaration, in their order."""

    PACK = "pack"
    GATE = "gate"
    DRAFT = "draft"
    VERIFY = "verify"
    ATTACK = "attack"
    REVISE = "revise"
    REVERIFY = "reverify"


STAGE_WORDS: Mapping[StageName, str] = MappingProxyType(
    {
        StageName.PACK: "Evidence",
        StageName.GATE: "Grounds",
        StageName.DRAFT: "Draft",
        StageName.VERIFY: "Check",
        StageName.ATTACK: "Attack",
        StageName.REVISE: "Revision",
        StageName.REVERIFY: "Second check",
    }
)
"""What a person calls the stages, wherever one is named: in the window, in the log, on the command line."""


class StageState(StrEnum):
    WAITING = "waiting"
    RUNNING = "running"
    DONE = "done"
    FAILED = "failed"


@dataclass(frozen=True, slots=True)
class Stage:
    """``seconds`` of wall time; ``tokens`` that the model wrote, 0 where no model took part."""

    name: StageName
    board: str | None
    state: StageState
    seconds: float = 0.0
    tokens: int = 0


@dataclass(frozen=True, slots=True)
class Run:
    """``id`` is ``matter/r1``. ``state`` is derived from the stages."""

    id: str
    task: Task
    request: str
    stages: tuple[Stage, ...]
    draft: str | None
    error: str | None
    created: str

    @property
    def state(self) -> StageState:
        states = {stage.state for stage in self.stages}
        if StageState.FAILED in states:
            return StageState.FAILED
        if states == {StageState.DONE}:
            return StageState.DONE
        return StageState.RUNNING if StageState.RUNNING in states else StageState.WAITING
