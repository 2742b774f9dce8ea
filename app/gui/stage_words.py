"""The field's words for stages and tasks, as they are shown."""

from PySide6.QtCore import QCoreApplication

from app.domain.run import StageName, StageState, Task


def stage_words(name: StageName) -> str:
    words = {
        StageName.PACK: QCoreApplication.translate("Stages", "Evidence"),
        StageName.GATE: QCoreApplication.translate("Stages", "Gate"),
        StageName.DRAFT: QCoreApplication.translate("Stages", "Draft"),
        StageName.VERIFY: QCoreApplication.translate("Stages", "Check"),
        StageName.ATTACK: QCoreApplication.translate("Stages", "Attack"),
        StageName.REVISE: QCoreApplication.translate("Stages", "Revision"),
        StageName.REVERIFY: QCoreApplication.translate("Stages", "Second check"),
    }
    return words[name]


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
        Task.AUTO: QCoreApplication.translate("Tasks", "Let the router choose"),
    }
    return words[task]


def element_words(name: str) -> str:
    """The gate's elements."""
    words = {
        "declarant": QCoreApplication.translate("Gate", "declarant"),
        "agreement": QCoreApplication.translate("Gate", "agreement"),
        "performance": QCoreApplication.translate("Gate", "performance"),
        "breach": QCoreApplication.translate("Gate", "breach"),
        "notice": QCoreApplication.translate("Gate", "notice"),
        "damage": QCoreApplication.translate("Gate", "damage"),
    }
    return words.get(name, name)
