"""Which module does which command.

Only that one is imported, with what it needs: a list of matters shouldn't wait for the verifier's tables.
"""

import importlib
from argparse import Namespace
from collections.abc import Awaitable, Callable
from types import ModuleType
from typing import Final, TypeAlias

from app.cli.out import Printer
from app.domain.errors import ExitStatus
from app.workbench import Workbench

Command: TypeAlias = Callable[[Workbench, Namespace, Printer], Awaitable[ExitStatus]]
Alone: TypeAlias = Callable[[Namespace, Printer], Awaitable[ExitStatus]]

MODULES: Final[dict[tuple[str, ...], str]] = {
    ("demo",): "sample",
    ("matter",): "matters",
    ("audit",): "matters",
    ("intake",): "exhibits",
    ("release",): "exhibits",
    ("exhibits",): "exhibits",
    ("pages",): "exhibits",
    ("search",): "exhibits",
    ("bates",): "bates",
    ("authority",): "authorities",
    ("authority", "index"): "citations",
    ("authority", "lookup"): "citations",
    ("boards",): "boards",
    ("boards", "bench"): "benches",
    ("boards", "up"): "servers",
    ("boards", "down"): "servers",
    ("boards", "status"): "servers",
    ("boards", "discover"): "discovery",
    ("run",): "runs",
    ("resume",): "runs",
    ("runs",): "runs",
    ("draft",): "drafts",
    ("verify",): "drafts",
    ("sign",): "drafts",
    ("unsign",): "drafts",
    ("export",): "drafts",
}
"""By a command's words, or by its first alone."""


def command(words: tuple[str, ...]) -> Command:
    """What does a command, as it is done with a home folder."""
    found: Command = _module(words).VERBS[words]
    return found


def alone(words: tuple[str, ...]) -> Alone | None:
    """What does a command that needs no home folder."""
    found: Alone | None = getattr(_module(words), "ALONE", {}).get(words)
    return found


def _module(words: tuple[str, ...]) -> ModuleType:
    return importlib.import_module(f"app.cli.{MODULES.get(words) or MODULES[words[:1]]}")
