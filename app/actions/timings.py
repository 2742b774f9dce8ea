"""How long the stages of a run take on this machine, from the runs that it has done."""

from collections import defaultdict
from dataclasses import dataclass
from statistics import median

from app.actions.stages import STAGES
from app.domain.errors import AppError
from app.domain.run import Stage, StageName
from app.store import runs
from app.workbench import Workbench


@dataclass(frozen=True, slots=True)
class StageTime:
    """Medians: ``seconds`` of wall time, ``tokens`` that the model wrote."""

    seconds: float
    tokens: int


async def stage_times(bench: Workbench) -> dict[StageName, StageTime]:
    """What each stage took on the board that would do it now, in the newest runs of all matters.

    A stage that was never finished on its board is left out: nobody knows how long it takes.
    """
    found: defaultdict[StageName, list[Stage]] = defaultdict(list)
    for name in await bench.matter_names():
        opened = await bench.matter(name)
        for stage in await opened.store.read(runs.finished):
            if stage.board == _board_now(bench, stage.name):
                found[stage.name].append(stage)
    return {
        name: StageTime(median(s.seconds for s in stages), round(median(s.tokens for s in stages)))
        for name, stages in found.items()
    }


def _board_now(bench: Workbench, stage: StageName) -> str | None:
    role, _ = STAGES[stage]
    if role is None:
        return None
    try:
        return bench.boards.boardfile.board_for(role).name
    except AppError:
        return ""
