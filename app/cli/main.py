"""From words to a verb, and from what came of it to an exit status."""

import asyncio
import signal
import sys
from argparse import Namespace
from collections.abc import Callable, Sequence
from typing import TypeAlias

from app.cli.out import Bar, Printer, complain
from app.cli.parser import LATER, build_parser
from app.domain.errors import AppError, ExitStatus, NotInThisVersion, of_machine
from app.egress import Gate
from app.events import Facts
from app.settings import Settings, find_settings

Window: TypeAlias = Callable[[Settings, str | None], int]
"""Opens the window on the settings' home, in review of a draft where one is named; gives the exit status."""


def main(words: Sequence[str], window: Window, gate: Gate | None = None) -> int:
    """Run one command; gives the exit status. Errors for a person are printed, anything else is a bug and shows.

    No command opens the ``window``; so does the demo when its draft is there, where there is a screen. ``gate``: what
    this process's connections are held to.
    """
    try:
        _refuse_later(words)
        args = build_parser().parse_args(words)
        if args.command is None:
            return window(find_settings(args.home, args.boards, args.rig), None)
        status = int(asyncio.run(_run(args, gate)))
        if draft := getattr(args, "made", None):
            window(find_settings(args.home, args.boards, args.rig), draft)
        return status
    except AppError as error:
        complain(error)
        return int(error.exit_status)
    except KeyboardInterrupt:
        print("jurat: stopped; what was done so far is saved.", file=sys.stderr)
        return int(ExitStatus.INTERRUPTED)
    except OSError as error:
        complain(of_machine(error))
        return int(ExitStatus.MISSING)
    except SystemExit as stop:  # argparse's own way to say wrong use, or that help was printed
        return stop.code if isinstance(stop.code, int) else int(ExitStatus.WRONG_USE)


async def _run(args: Namespace, gate: Gate | None) -> ExitStatus:
    # imported here: the window opens before the libraries of the commands are loaded
    from app.cli import commands
    from app.workbench import open_workbench

    printer = Printer(as_json=args.json)
    _end_like_ctrl_c(signal.SIGTERM)
    if (alone := commands.alone(_key(args))) is not None and not getattr(args, "draft", None):
        return await alone(args, printer)
    bar = Bar()
    facts = Facts()
    facts.listen(bar.hear)
    try:
        async with open_workbench(find_settings(args.home, args.boards, args.rig), facts, gate) as bench:
            if bench.gpus.simulated:  # nobody may take what follows for this machine's
                printer.remark(f"Simulated cards: {bench.gpus.simulated}")
            return await commands.command(_key(args))(bench, args, printer)
    finally:
        bar.close()


def _key(args: Namespace) -> tuple[str, ...]:
    verb = getattr(args, "verb", None)
    return (args.command, verb) if verb else (args.command,)


def _refuse_later(words: Sequence[str]) -> None:
    valued = {n + 1 for n, word in enumerate(words) if word in ("--home", "--boards", "--rig")}
    plain = tuple(word for n, word in enumerate(words) if not word.startswith("-") and n not in valued)
    for command in LATER:
        if plain[: len(command)] == command:
            raise NotInThisVersion(f"`jurat {' '.join(command)}`")


def _end_like_ctrl_c(number: int) -> None:
    """SIGTERM ends the command as Ctrl-C does: everything saved, servers ended."""

    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    signal.signal(number, interrupt)
