"""What to click, where an error names a command: the errors have one text for every door, and this door its own words.

An error for a person (``domain.errors``) names a command or an option of the command line in backticks, as the noun of
its sentence: "Number them: `jurat bates assign M`." The window says what does the same here.
"""

import re
from typing import Final

from PySide6.QtCore import QCoreApplication

from app.domain.errors import AppError
from app.gui.board_words import PROCESSOR

_CODE: Final = re.compile(r"`(?:\./)?(jurat [^`]+|--?[a-z][^`]*)`")

_CPU: Final = re.compile(rf"(?<!\[)\b([Bb])oard {PROCESSOR}\b")
"""The one board that nobody named: the window calls it the processor everywhere."""

TERMINAL_ONLY: Final = frozenset({"jurat authority index", "jurat --help", "--key-env"})
"""What the window has no place for: it stays a command."""


def places() -> dict[str, str]:
    """Where the window does what a command or an option does, as a noun; two words of a command at most."""

    def tr(text: str) -> str:
        return QCoreApplication.translate("Remedy", text)

    return {
        "jurat matter new": tr("“New matter” on the left"),
        "jurat matter list": tr("the list of matters on the left"),
        "jurat intake": tr("“Add files…” under Exhibits"),
        "jurat release": tr("“Release…” under the list of files"),
        "jurat exhibits": tr("the list under Exhibits"),
        "jurat bates assign": tr("“Bates numbers…” under Exhibits"),
        "jurat authority add": tr("“Add files…” under Authorities"),
        "jurat runs": tr("the list under Drafts"),
        "jurat resume": tr("“Try again” in the view of the run"),
        "jurat verify": tr("the list of claims beside the draft"),
        "jurat sign": tr("“Sign for it…” under the draft"),
        "jurat boards up": tr("“Start” on the board's card"),
        "jurat boards down": tr("“Stop” on the board's card"),
        "jurat boards check": tr("“Log” on the board's card"),
        "jurat boards status": tr("the board's card"),
        "--prefix": tr("“Prefix”"),
        "--start": tr("“First number”"),
        "--digits": tr("“Digits”"),
        "--exhibits": tr("the list of exhibits in the form of the new draft"),
        "--force": tr("agree in the file dialog"),
        "--home": tr("the option --home of ./jurat"),
        "--boards": tr("the option --boards of ./jurat"),
        "--rig": tr("the option --rig of ./jurat"),
    }


def in_window(text: str) -> str:
    """A text of an error with what to click in place of each command that it names."""
    known = places()

    def place(match: re.Match[str]) -> str:
        words = match[1].split()
        return next((known[name] for n in (3, 2, 1) if (name := " ".join(words[:n])) in known), match[0])

    def processor(match: re.Match[str]) -> str:
        here = QCoreApplication.translate("Remedy", "the processor")
        return here[0].upper() + here[1:] if match[1] == "B" else here

    said = _CPU.sub(processor, _CODE.sub(place, text))
    # a sentence that began with a command begins with a noun now
    return re.sub(r"(^|[.!?]\s+)(the) ", lambda m: f"{m[1]}{m[2].capitalize()} ", said)


def for_window(error: AppError) -> AppError:
    """The same error, in the words of the window."""
    error.what, error.why, error.remedy = (in_window(text) for text in (error.what, error.why, error.remedy))
    return error
