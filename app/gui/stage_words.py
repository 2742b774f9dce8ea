"""The field's words for stages and tasks, as they are shown."""

from collections.abc import Iterable, Mapping
from typing import Any

from PySide6.QtCore import QCoreApplication

from app.domain.run import STAGE_WORDS, StageName, StageState, Task


def stage_words(name: StageName) -> str:
    return QCoreApplication.translate("Stages", STAGE_WORDS[name])


def run_words(run_id: str) -> str:
    """``Run 2`` for ``matter/r2``: the matter is in sight."""
    return QCoreApplication.translate("Stages", "Run {n}").format(n=_number(run_id, "r"))


def draft_words(draft_id: str) -> str:
    """``Draft 1`` for ``matter/d1``."""
    return QCoreApplication.translate("Stages", "Draft {n}").format(n=_number(draft_id, "d"))


def _number(id_: str, letter: str) -> str:
    return id_.rpartition("/")[2].removeprefix(letter)


def stage_meaning(name: StageName) -> str:
    """One line on what a stage does."""
    words = {
        StageName.PACK: QCoreApplication.translate("Stages", "chooses the pages that the draft may rest on"),
        StageName.GATE: QCoreApplication.translate(
            "Stages", "says what the pages give grounds for, and what is missing"
        ),
        StageName.DRAFT: QCoreApplication.translate("Stages", "writes numbered paragraphs, each with its cites"),
        StageName.VERIFY: QCoreApplication.translate("Stages", "holds every claim against the record"),
        StageName.ATTACK: QCoreApplication.translate("Stages", "says what the other side would say"),
        StageName.REVISE: QCoreApplication.translate("Stages", "writes anew what was attacked or can't pass"),
        StageName.REVERIFY: QCoreApplication.translate("Stages", "holds every claim against the record again"),
    }
    return words[name]


def state_words(state: StageState) -> str:
    words = {
        StageState.WAITING: QCoreApplication.translate("Stages", "waits"),
        StageState.RUNNING: QCoreApplication.translate("Stages", "running"),
        StageState.DONE: QCoreApplication.translate("Stages", "done"),
        StageState.FAILED: QCoreApplication.translate("Stages", "failed"),
    }
    return words[state]


def task_words(task: Task) -> str:
    words = {
        Task.AFFIDAVIT: QCoreApplication.translate("Tasks", "Affidavit"),
        Task.DECLARATION: QCoreApplication.translate("Tasks", "Declaration"),
        Task.MOTION: QCoreApplication.translate("Tasks", "Motion"),
        Task.SUMMARY: QCoreApplication.translate("Tasks", "Summary"),
        Task.CHRONOLOGY: QCoreApplication.translate("Tasks", "Chronology"),
        Task.FINANCES: QCoreApplication.translate("Tasks", "Finances"),
        Task.AUTO: QCoreApplication.translate("Tasks", "Let Jurat choose"),
    }
    return words[task]


def missing_words(gate: Iterable[Mapping[str, Any]]) -> str:
    """What a run's gate found no page for; empty where it found one for each element."""
    return ", ".join(element_words(one["name"]) for one in gate if not one["pages"])


def element_words(name: str) -> str:
    """What a case needs grounds for."""
    words = {
        "declarant": QCoreApplication.translate("Grounds", "declarant"),
        "agreement": QCoreApplication.translate("Grounds", "agreement"),
        "performance": QCoreApplication.translate("Grounds", "performance"),
        "breach": QCoreApplication.translate("Grounds", "breach"),
        "notice": QCoreApplication.translate("Grounds", "notice"),
        "damage": QCoreApplication.translate("Grounds", "damage"),
    }
    return words.get(name, name)
