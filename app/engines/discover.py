"""Proposes boards: cards that talk fast to each other, and for each board a model that is here and fits it."""

import os
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from app.domain.board import EMBEDDED, Board, Engine, Role
from app.domain.board_fit import Card, Fit, FitVerdict, Speed
from app.domain.errors import AppError
from app.domain.gpu import CardGroup
from app.engines.fit import Wish, fit_cards, fit_memory
from app.engines.formats import unusable
from app.engines.gguf_facts import ModelShape, read_shape
from app.engines.gguf_reader import NotGguf
from app.engines.models import LARGEST_DEFAULT_CONTEXT
from app.engines.speed import expected_speed

FOLDERS = (
    *("models", ".cache/llama.cpp", ".cache/huggingface/hub", ".lmstudio/models", ".cache/lm-studio/models"),
    ".local/share/models",
)
"""Where people and programs keep GGUF files, under the home folder."""
OLLAMA = "http://127.0.0.1:11434"
_MOST_FILES = 20_000
_SMALL = 4e9
"""Active parameters that a CPU can still write with."""
_ALL = tuple(Role)
_R = Role
# who does what, by how many boards there are; each part by what matters in it
_SPLITS: dict[int, tuple[tuple[Role, ...], ...]] = {
    1: (_ALL,),
    2: ((_R.REASON, _R.DRAFT), (_R.ATTACK, _R.EXTRACT, _R.SUMMARIZE, _R.GATE, _R.ROUTE)),
    3: ((_R.REASON, _R.ATTACK), (_R.DRAFT,), (_R.EXTRACT, _R.SUMMARIZE, _R.GATE, _R.ROUTE)),
    4: ((_R.REASON,), (_R.DRAFT,), (_R.ATTACK,), (_R.EXTRACT, _R.SUMMARIZE, _R.GATE, _R.ROUTE)),
    5: ((_R.REASON,), (_R.DRAFT,), (_R.ATTACK,), (_R.EXTRACT, _R.SUMMARIZE), (_R.GATE, _R.ROUTE)),
}


@dataclass(frozen=True, slots=True)
class Proposal:
    """A board as it could be. ``reason``: why this model; ``fit`` and ``speed`` where they can be reckoned.
    ``board.model`` is empty where no model that is here fits, and ``shared`` says how its cards hang together."""

    board: Board
    cards: tuple[Card, ...]
    reason: str
    fit: Fit | None = None
    speed: Speed | None = None


@dataclass(frozen=True, slots=True)
class Findings:
    """What was seen. ``passed_over``: (file, why) of those that are no use. ``ollama``: models of the server here."""

    groups: tuple[CardGroup, ...]
    models: tuple[ModelShape, ...]
    passed_over: tuple[tuple[Path, str], ...] = ()
    ollama: tuple[str, ...] = ()
    memory: int = 0
    floor: float = 40.0


@dataclass(slots=True)
class _Candidate:
    shape: ModelShape
    fit: Fit
    speed: Speed | None

    @property
    def quick(self) -> bool:
        return self.speed is None or not self.speed.below_floor


@dataclass(slots=True)
class _Taken:
    architectures: set[str] = field(default_factory=set)


def find_models(
    folders: Iterable[Path], capability: tuple[int, int] | None
) -> tuple[list[ModelShape], list[tuple[Path, str]]]:
    """Whole GGUF models that answer questions, and what was passed over with its reason. No links to folders."""
    found, passed = {}, []
    for path in _gguf_files(folders):
        if path.name.startswith("mmproj"):
            continue
        try:
            if why := unusable(path, capability):
                passed.append((path, why))
                continue
            shape = read_shape(path)
        except (NotGguf, OSError, AppError) as error:
            passed.append((path, str(error)))
            continue
        if not shape.template:
            passed.append((path, "It has no chat template, so it follows no instructions."))
        elif path == shape.parts[0]:
            found[path.resolve()] = shape
    return list(found.values()), passed


def _gguf_files(folders: Iterable[Path]) -> Iterator[Path]:
    seen = 0
    for folder in folders:
        for place, _, names in os.walk(folder):
            for name in sorted(names):
                seen += 1
                if seen > _MOST_FILES:
                    return
                if name.lower().endswith(".gguf"):
                    yield Path(place) / name


def usual_folders() -> tuple[Path, ...]:
    return tuple(folder for name in FOLDERS if (folder := Path.home() / name).is_dir())


def propose(found: Findings) -> list[Proposal]:
    """One board for each group of cards, the most memory first; the CPU where there are none. An Ollama server that
    runs here takes the small work where no cards are left for it."""
    if not found.groups:
        return [_on_cpu(found), *_on_ollama(found, ())]
    groups = sorted(found.groups, key=lambda group: (-sum(card.usable for card in group.cards), group.cards[0].index))
    parts = _SPLITS[min(len(groups), max(_SPLITS))]
    taken, proposals = _Taken(), []
    for number, group in enumerate(groups):
        roles = parts[number] if number < len(parts) else ()
        proposals.append(_on_cards(_name(number), group, roles, found, taken))
    proposals = _with_roles_moved(proposals)
    return sorted(proposals, key=lambda p: p.cards[0].index) + _on_ollama(found, proposals)


def _name(number: int) -> str:
    return chr(ord("A") + number) if number < 26 else f"board {number + 1}"


def _on_cards(name: str, group: CardGroup, roles: Sequence[Role], found: Findings, taken: _Taken) -> Proposal:
    board = Board(name, "", gpus=tuple(card.uuid for card in group.cards), roles=tuple(roles))
    candidates = [c for shape in found.models if (c := _candidate(shape, group.cards, found.floor))]
    best = _best(candidates, roles, taken)
    if best is None:
        what = "No model was found." if not found.models else "None of the models that were found fits its cards."
        return Proposal(board, group.cards, what)
    taken.architectures.add(best.shape.architecture)
    chosen = Board(name, str(best.shape.path), gpus=board.gpus, roles=board.roles, context=best.fit.context or None)
    return Proposal(chosen, group.cards, _why(best, roles), best.fit, best.speed)


def _candidate(shape: ModelShape, cards: Sequence[Card], floor: float) -> _Candidate | None:
    context = min(shape.context or LARGEST_DEFAULT_CONTEXT, LARGEST_DEFAULT_CONTEXT)
    # what is on the cards now goes when boards.ini is used: a proposal is for the machine as it will be
    fit = fit_cards(shape, cards, Wish(context), ours=True)
    if fit.verdict not in (FitVerdict.FITS, FitVerdict.TIGHT):
        return None
    return _Candidate(shape, fit, expected_speed(shape, fit, cards, floor))


def _best(candidates: Sequence[_Candidate], roles: Sequence[Role], taken: _Taken) -> _Candidate | None:
    """For quick questions the fastest; else the largest that keeps the floor. Who attacks is of another family than
    who drafts, where there is one: it then sees other mistakes."""
    if not candidates:
        return None
    if roles and set(roles) <= {Role.GATE, Role.ROUTE}:
        return min(candidates, key=lambda c: c.shape.active_params)
    usable = [c for c in candidates if c.quick] or list(candidates)
    if Role.ATTACK in roles and Role.DRAFT not in roles:
        usable = [c for c in usable if c.shape.architecture not in taken.architectures] or usable
    return max(usable, key=lambda c: (c.shape.total_params, c.shape.active_params))


def _why(best: _Candidate, roles: Sequence[Role]) -> str:
    pace = f", about {best.speed.low:.0f} to {best.speed.high:.0f} tokens a second" if best.speed else ""
    rank = (
        "the quickest"
        if roles and set(roles) <= {Role.GATE, Role.ROUTE}
        else "the largest that fits and is fast enough"
    )
    if not best.quick:
        rank = "the largest that fits; none is fast enough"
    return f"{best.shape.size}{pace}: {rank}."


def _with_roles_moved(proposals: list[Proposal]) -> list[Proposal]:
    """Roles of boards without a model go to the first that has one."""
    homeless = [role for p in proposals if not p.board.model for role in p.board.roles]
    home = next((n for n, p in enumerate(proposals) if p.board.model), None)
    if home is None or not homeless:
        return proposals
    moved = [p if p.board.model else replace(p, board=replace(p.board, roles=())) for p in proposals]
    first = moved[home]
    moved[home] = replace(first, board=replace(first.board, roles=(*first.board.roles, *homeless)))
    return moved


def _on_cpu(found: Findings) -> Proposal:
    small = [shape for shape in found.models if shape.active_params <= _SMALL]
    for shape in sorted(small, key=lambda s: -s.total_params):
        context = min(shape.context or LARGEST_DEFAULT_CONTEXT, LARGEST_DEFAULT_CONTEXT)
        fit = fit_memory(shape, found.memory, Wish(context))
        if fit.verdict is FitVerdict.FITS:
            reason = f"{shape.size}: the largest that this machine's memory holds and its processor can write with."
            return Proposal(Board("cpu", str(shape.path), roles=_ALL), (), reason, fit)
    reason = "The model that comes with the program: no GPU was found, and no other model that fits."
    return Proposal(Board("cpu", EMBEDDED, Engine.LLAMA_CPP_PYTHON, roles=_ALL), (), reason)


def _on_ollama(found: Findings, others: Sequence[Proposal]) -> list[Proposal]:
    if not found.ollama:
        return []
    have = {role for p in others if p.board.model for role in p.board.roles}
    roles = tuple(role for role in Role if role not in have) if others else ()
    board = Board("ollama", found.ollama[0], Engine.OLLAMA, url=OLLAMA, roles=roles)
    return [Proposal(board, (), f"The Ollama server of this machine has {', '.join(found.ollama)}.")]
