"""Errors that a person can do something about; anything else is a bug and is shown as one."""

from enum import IntEnum


class ExitStatus(IntEnum):
    """What the command line returns (CONTRACTS, section 4)."""

    DONE = 0
    NEEDS_PERSON = 1
    WRONG_USE = 2
    MISSING = 3
    INTERRUPTED = 130


class AppError(Exception):
    """Three sentences for a person: what happened, why, and what to do next.

    The command line, the window and the MCP server each render these; nothing else catches them.
    """

    exit_status = ExitStatus.NEEDS_PERSON
    fault: str = ""
    """One word of why, for programs, where there is one (of a model server: a ``Fault`` of ``app.engines.state``)."""

    def __init__(self, what: str, why: str = "", remedy: str = "") -> None:
        super().__init__(what, why, remedy)
        self.what = what
        self.why = why
        self.remedy = remedy

    def __str__(self) -> str:
        return " ".join(part for part in (self.what, self.why, self.remedy) if part)


class WrongUse(AppError):
    """The command, its arguments or a settings file can't be used as written."""

    exit_status = ExitStatus.WRONG_USE


class NotInThisVersion(WrongUse):
    """The contract names it, this version doesn't do it yet."""

    def __init__(self, what: str) -> None:
        super().__init__(f"{what}: not in this version.")


class MissingOnMachine(AppError):
    """Something this machine lacks: Tesseract, a model, a server."""

    exit_status = ExitStatus.MISSING


def of_machine(error: OSError) -> MissingOnMachine:
    """What the machine refused, in words: no space, a folder that can't be written, a file where a folder should be."""
    where = f"{error.filename}: " if error.filename else ""
    return MissingOnMachine(
        "The machine didn't let it be done.",
        f"{where}{error.strerror or error}.",
        "Make room or choose another folder (`--home`), then do it again: what was done so far is saved.",
    )


class Unreadable(AppError):
    """A file that can't become evidence as it is: damaged, locked, empty, or not what its name says."""


class ReadingFault(AppError):
    """A fault of this program met while it read one outside file. The file is refused, the others go on."""


class StageFailed(AppError):
    """A stage of a run gave no usable result: empty, cut by its limit, or not in the form that was asked."""
