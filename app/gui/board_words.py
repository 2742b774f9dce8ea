"""What boards, their models, roles and states are called to a person."""

import re
from collections.abc import Collection

from PySide6.QtCore import QCoreApplication

from app.domain.board import EMBEDDED, Role

PROCESSOR = "cpu"
"""The board that there is without a boards.ini (``engines/boardfile``)."""

_BREAKS = "-_./"

_WORK = re.compile(r"(?P<matter>.+)/r(?P<n>\d+), (?P<stage>.+)")

translate = QCoreApplication.translate


def board_words(board: str) -> str:
    """``Board A``; the one that nobody named is the machine's processor."""
    if board == PROCESSOR:
        return translate("Boards", "Processor")
    return translate("Boards", "Board {name}").format(name=board)


def model_words(model: str) -> str:
    return translate("Boards", "Trial model, comes with Jurat") if model == EMBEDDED else model


def breakable(name: str) -> str:
    """The name of a file or a model, with places where a line may break: they have no spaces."""
    return "".join(letter + "\u200b" if letter in _BREAKS else letter for letter in name)


def work_words(work: str) -> str:
    """``Run 2 of sample, Grounds`` for what a board is told that it works for: ``sample/r2, Grounds``."""
    found = _WORK.fullmatch(work)
    if found is None:
        return work
    stage = translate("Stages", found["stage"])
    said = translate("Boards", "Run {n} of {matter}, {stage}")
    return said.format(n=found["n"], matter=found["matter"], stage=stage)


def role_words(role: Role) -> str:
    """What a board with this role does; stages have the same words (``domain/run``)."""
    return {
        Role.ROUTE: translate("Boards", "choice of task"),
        Role.GATE: translate("Boards", "grounds"),
        Role.EXTRACT: translate("Boards", "extraction"),
        Role.DRAFT: translate("Boards", "draft, revision"),
        Role.REASON: translate("Boards", "reasoning"),
        Role.ATTACK: translate("Boards", "attack"),
        Role.SUMMARIZE: translate("Boards", "summaries"),
    }[role]


def roles_words(roles: Collection[Role]) -> str:
    if set(roles) == set(Role):
        return translate("Boards", "all work")
    return ", ".join(role_words(role) for role in roles) or translate("Boards", "no work")


def board_state_words(state: str) -> str:
    """A state, as facts and the core name it."""
    words = {
        "stopped": translate("Boards", "stopped"),
        "checking": translate("Boards", "checking"),
        "loading": translate("Boards", "loading"),
        "warming": translate("Boards", "warming up"),
        "ready": translate("Boards", "ready"),
        "busy": translate("Boards", "busy"),
        "stopping": translate("Boards", "stopping"),
        "failed": translate("Boards", "failed"),
        "wedged": translate("Boards", "hangs"),
        "foreign": translate("Boards", "another server"),
        "evicted": translate("Boards", "pushed out"),
        "unreachable": translate("Boards", "out of reach"),
    }
    return words.get(state, state)
