"""Proposes boards: cards that talk fast to each other, and for each board a model that is here and fits it."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from app.domain.board import EMBEDDED, Board, Engine, Role
from app.domain.board_fit import Card, Fit, FitVerdict, Speed
from app.domain.gpu import CardGroup
from app.engines.fit import Wish, fit_cards, fit_memory
from app.engines.gguf_facts import ModelShape
from app.engines.model_files import OLLAMA, OllamaModel
from app.engines.models import LARGEST_DEFAULT_CONTEXT
from app.engines.speed import expected_speed

_SMALL = 4e9
"""Active parameters that a CPU can still write with."""
_ROOM = 1.3
"""An Ollama model takes about this many times its file: cache and steps beside the weights."""
_R = Role
_ALL = tuple(Role)
_ASIDE = (_R.EXTRACT, _R.SUMMARIZE, _R.GATE, _R.ROUTE)
_QUICK = frozenset((_R.GATE, _R.ROUTE))
# who does what, by how many boards there are, in the order in which models are chosen: what matters most comes first
_SPLITS: dict[int, tuple[tuple[Role, ...], ...]] = {
    1: (_ALL,),
    2: ((_R.REASON, _R.DRAFT), (_R.ATTACK, *_ASIDE)),
    3: ((_R.REASON,), (_R.DRAFT,), (_R.ATTACK, *_ASIDE)),
    4: ((_R.REASON,), (_R.DRAFT,), (_R.ATTACK,), _ASIDE),
    5: ((_R.REASON,), (_R.DRAFT,), (_R.ATTACK,), (_R.EXTRACT, _R.SUMMARIZE), (_R.GATE, _R.ROUTE)),
}


@dataclass(frozen=True, slots=True)
class Proposal:
    """A board as it could be. ``reason``: why this model, or why none; ``fit`` and ``speed`` where they can be
    reckoned. ``board.model`` is empty where no model that is here fits; ``shared``: how its cards hang together."""

    board: Board
    cards: tuple[Card, ...]
    reason: str
    fit: Fit | None = None
    speed: Speed | None = None
    shared: str = ""


@dataclass(frozen=True, slots=True)
class Findings:
    """What was seen. ``ollama``: models of the server here; ``memory``: bytes of main memory that are free; ``floor``
    in tokens a second."""

    groups: tuple[CardGroup, ...]
    models: tuple[ModelShape, ...]
    ollama: tuple[OllamaModel, ...] = ()
    memory: int = 0
    floor: float = 40.0


@dataclass(frozen=True, slots=True)
class _Candidate:
    shape: ModelShape
    fit: Fit
    speed: Speed | None

    @property
    def quick(self) -> bool:
        return self.speed is None or not self.speed.below_floor

    @property
    def family(self) -> str:
        """``qwen`` of ``qwen35moe``: whoever trained it gave its siblings the same habits."""
        found = re.match(r"[a-z]+", self.shape.architecture)
        return found[0] if found else self.shape.architecture


@dataclass(slots=True)
class _Choice:
    """A model lives on one board: what is ``taken`` is for no other. ``drafter``: its family."""

    found: Findings
    taken: set[ModelShape] = field(default_factory=set)
    drafter: str = ""


def propose(found: Findings) -> list[Proposal]:
    """A board for each group of cards, at most five; the processor where there are none. In the cards' order."""
    if not found.groups:
        return [_without_cards(found)]
    groups = sorted(found.groups, key=lambda group: (-sum(card.usable for card in group.cards), group.cards[0].index))
    choice, proposals = _Choice(found), []
    left, parts = groups[: max(_SPLITS)], _SPLITS[min(len(groups), max(_SPLITS))]
    for number, roles in enumerate(parts):
        group = left.pop(_place(left, roles, choice))
        proposals.append(_on_cards(chr(ord("A") + number), group, roles, choice))
    proposals = _with_roles_moved(proposals)
    if not any(p.board.model for p in proposals):
        proposals.append(_without_cards(found))
    spare = [_spare(group) for group in groups[len(parts) :]]
    return sorted([*proposals, *spare], key=lambda p: p.cards[0].index if p.cards else len(groups) * 64)


def _place(left: Sequence[CardGroup], roles: Sequence[Role], choice: _Choice) -> int:
    """The largest group that is left; who attacks takes the smallest that holds a quick model of another family, and
    leaves the room to those who read whole bundles."""
    if tuple(roles) == (Role.ATTACK,):
        for at in range(len(left) - 1, -1, -1):
            best = _best(_candidates(left[at], choice), roles, choice)
            if best is not None and best.quick and best.family != choice.drafter:
                return at
    return 0


def _on_cards(name: str, group: CardGroup, roles: Sequence[Role], choice: _Choice) -> Proposal:
    board = Board(name, "", gpus=tuple(card.uuid for card in group.cards), roles=tuple(roles))
    shared = _shared(group)
    best = _best(_candidates(group, choice), roles, choice)
    if best is None:
        rest = "No other model that was found" if choice.taken else "None of the models that were found"
        what = f"{rest} fits its cards." if choice.found.models else "No model was found."
        return Proposal(board, group.cards, what, shared=shared)
    choice.taken.add(best.shape)
    if Role.DRAFT in roles:
        choice.drafter = best.family
    chosen = replace(board, model=str(best.shape.path), context=best.fit.context)
    return Proposal(chosen, group.cards, _why(best, roles, choice), best.fit, best.speed, shared)


def _candidates(group: CardGroup, choice: _Choice) -> list[_Candidate]:
    rest = (shape for shape in choice.found.models if shape not in choice.taken)
    return [one for shape in rest if (one := _candidate(shape, group.cards, choice.found.floor))]


def _candidate(shape: ModelShape, cards: Sequence[Card], floor: float) -> _Candidate | None:
    # what is on the cards now goes when boards.ini is used: a proposal is for the machine as it will be
    fit = fit_cards(shape, cards, Wish(_context(shape)), ours=True)
    if fit.verdict not in (FitVerdict.FITS, FitVerdict.TIGHT):
        return None
    return _Candidate(shape, fit, expected_speed(shape, fit, cards, floor))


def _context(shape: ModelShape) -> int:
    return min(shape.context or LARGEST_DEFAULT_CONTEXT, LARGEST_DEFAULT_CONTEXT)


def _best(candidates: Sequence[_Candidate], roles: Sequence[Role], choice: _Choice) -> _Candidate | None:
    """For quick questions the one that uses least; else the largest that keeps the floor. Who attacks is of another
    family than who drafts, where there is one: it then sees other mistakes."""
    if not candidates:
        return None
    if set(roles) <= _QUICK:
        return min(candidates, key=lambda c: c.shape.active_params)
    usable = [c for c in candidates if c.quick] or list(candidates)
    if Role.ATTACK in roles and Role.DRAFT not in roles:
        usable = [c for c in usable if c.family != choice.drafter] or usable
    return max(usable, key=lambda c: (c.shape.total_params, c.shape.active_params))


def _why(best: _Candidate, roles: Sequence[Role], choice: _Choice) -> str:
    pace = f", about {best.speed.low:.0f} to {best.speed.high:.0f} tokens a second" if best.speed else ""
    rank = "the largest that fits and is fast enough"
    if set(roles) <= _QUICK:
        rank = "the quickest"
    elif not best.quick:
        rank = f"the largest that fits; none that does keeps {choice.found.floor:g} tokens a second"
    other = Role.ATTACK in roles and Role.DRAFT not in roles and best.family != choice.drafter
    family = ", of another family than the drafter's" if other else ""
    return f"{best.shape.name}, {best.shape.size}{pace}: {rank}{family}."


def _shared(group: CardGroup) -> str:
    if len(group.cards) == 1:
        return "one card"
    return "NVLink" if group.linked else group.shared or "PCI"


def _spare(group: CardGroup) -> Proposal:
    board = Board(f"spare {group.cards[0].index}", "", gpus=tuple(card.uuid for card in group.cards))
    return Proposal(board, group.cards, "No work is left for it: other boards have every role.", shared=_shared(group))


def _with_roles_moved(proposals: list[Proposal]) -> list[Proposal]:
    """Roles of boards without a model go to the first that has one."""
    homeless = tuple(role for p in proposals if not p.board.model for role in p.board.roles)
    home = next((n for n, p in enumerate(proposals) if p.board.model), None)
    moved = [p if p.board.model else replace(p, board=replace(p.board, roles=())) for p in proposals]
    if home is not None:
        first = moved[home]
        moved[home] = replace(first, board=replace(first.board, roles=(*first.board.roles, *homeless)))
    return moved


def _without_cards(found: Findings) -> Proposal:
    """On the processor: a file that is here, else what an Ollama server of this machine has, else what comes with the
    program."""
    for shape in sorted(found.models, key=lambda s: -s.total_params):
        if shape.active_params > _SMALL:
            continue
        fit = fit_memory(shape, found.memory, Wish(_context(shape)))
        if fit.verdict is FitVerdict.FITS:
            why = "the largest that this machine's memory holds and its processor can write with"
            board = Board("cpu", str(shape.path), roles=_ALL, context=fit.context)
            return Proposal(board, (), f"{shape.name}, {shape.size}: {why}.", fit)
    for model in found.ollama:
        if model.bytes * _ROOM < found.memory:
            board = Board("ollama", model.name, Engine.OLLAMA, url=OLLAMA, roles=_ALL)
            return Proposal(board, (), "The largest model of this machine's Ollama server that its memory holds.")
    reason = "The trial model that comes with the program: no other was found that fits."
    return Proposal(Board("cpu", EMBEDDED, Engine.LLAMA_CPP_PYTHON, roles=_ALL), (), reason)
