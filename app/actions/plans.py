"""What a new draft would start from: the declarant, exhibits, numbers, and which board would do which stage."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field

from app.actions import exhibits
from app.actions.matters import the_matter
from app.actions.stages import STAGES
from app.domain.board import Role
from app.domain.errors import AppError
from app.domain.evidence import Exhibit
from app.domain.run import StageName
from app.drafting.stages import Limits
from app.workbench import Workbench

FEWEST = 3
"""No declaration has fewer paragraphs."""


@dataclass(frozen=True, slots=True)
class StagePlace:
    """``board`` and ``model`` are empty where the program's own code does the stage. ``problem``: why none can."""

    stage: StageName
    board: str
    model: str
    problem: str = ""


@dataclass(frozen=True, slots=True)
class DraftGround:
    """``numbered`` counts the pages that have a Bates number, ``numbered_of`` those of each exhibit that has some, by
    its id; ``pages`` all. ``at_work``: what works in the matter now (a run as ``r2``), None for nothing."""

    declarant: str
    title: str
    exhibits: tuple[Exhibit, ...]
    pages: int
    numbered: int
    places: tuple[StagePlace, ...]
    numbered_of: Mapping[str, int] = field(default_factory=dict)
    at_work: str | None = None


async def at_work(bench: Workbench, name: str) -> str | None:
    """What works in the matter now, in this program or another; None for nothing."""
    return (await bench.matter(name)).at_work()


async def draft_ground(bench: Workbench, name: str) -> DraftGround:
    """What the matter offers to a new draft. WrongUse: no such matter."""
    opened = await bench.matter(name)
    matter = await the_matter(opened)
    listed = await exhibits.list_exhibits(bench, name)
    pages = await exhibits.list_pages(bench, name) if listed else []
    return DraftGround(
        declarant=matter.caption.declarant,
        title=matter.caption.title,
        exhibits=tuple(exhibit for exhibit, *_ in listed),
        pages=len(pages),
        numbered=sum(page.bates is not None for page in pages),
        places=tuple(_place(bench, stage, role) for stage, (role, _) in STAGES.items()),
        numbered_of=Counter(page.exhibit for page in pages if page.bates is not None),
        at_work=opened.at_work(),
    )


def at_most(paragraphs: int) -> Limits:
    """Limits of a draft of so many paragraphs."""
    return Limits(paragraphs=max(FEWEST, paragraphs))


def _place(bench: Workbench, stage: StageName, role: Role | None) -> StagePlace:
    if role is None:
        return StagePlace(stage, "", "")
    try:
        board = bench.boards.boardfile.board_for(role)
    except AppError as error:
        return StagePlace(stage, "", "", str(error))
    return StagePlace(stage, board.name, board.model)
