"""What a llama-server accepts: asked once of each program, and our options written as that build knows them."""

import asyncio
import functools
import re
import subprocess
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from app.domain.errors import MissingOnMachine
from app.engines.state import Fault

_HELP_SECONDS = 60.0
_OPTION = re.compile(r"(?<![\w-])--?[A-Za-z][\w-]*")


@dataclass(frozen=True, slots=True)
class Build:
    """One llama-server. ``options``: each option that it knows, with the text that explains it. ``version`` as it
    says, empty where it doesn't."""

    program: Path
    version: str
    options: Mapping[str, str]

    @property
    def takes_sockets(self) -> bool:
        """Whether ``--host`` may name a Unix socket."""
        return ".sock" in self.options.get("--host", "")


async def probe(program: Path, environment: Mapping[str, str]) -> Build:
    """What ``program`` accepts. MissingOnMachine where it can't be started or has no help to give."""
    return await asyncio.to_thread(_probe_once, program, tuple(sorted(environment.items())))


def _probe_once(program: Path, environment: tuple[tuple[str, str], ...]) -> Build:
    try:
        mark = program.stat()
    except OSError as error:
        raise _unusable(program, f"{error.strerror}.") from error
    return _probe(program, mark.st_size, mark.st_mtime_ns, environment)


@functools.lru_cache(maxsize=16)
def _probe(program: Path, _size: int, _changed: int, environment: tuple[tuple[str, str], ...]) -> Build:
    said = _ask(program, "--help", environment)
    options = read_options(said)
    if not {"--model", "--port"} <= set(options):
        last = said.strip().splitlines()[-1:] or ["nothing"]
        raise _unusable(program, f"Asked for its options, it said: {last[0][:200]}.")
    hit = re.search(r"version: (.+)", _ask(program, "--version", environment))
    return Build(program, hit[1].strip() if hit else "", options)


def _ask(program: Path, option: str, environment: tuple[tuple[str, str], ...]) -> str:
    try:
        done = subprocess.run(
            [program, option],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            env=dict(environment),
            timeout=_HELP_SECONDS,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        raise _unusable(program, f"{error}.") from error
    return done.stdout.decode("utf-8", "replace")


def _unusable(program: Path, why: str) -> MissingOnMachine:
    error = MissingOnMachine(
        f"The program {program} can't be used as llama-server.", why, "Name another as `program` in boards.ini."
    )
    error.fault = Fault.PROGRAM
    return error


def read_options(text: str) -> dict[str, str]:
    """Each option that a help text explains, short and long, with the whole of its explanation.

    An explanation begins with the option at the start of a line and goes on in the lines that are indented.
    """
    options: dict[str, str] = {}
    for part in re.split(r"\n(?=-)", f"\n{text}"):
        if part.startswith("-"):
            # names end where the explanation begins, two spaces or more after them
            head = re.split(r"\s{2,}(?![\s-])", part, maxsplit=1)[0]
            options.update(dict.fromkeys(_OPTION.findall(head), part))
    return options


def spell(build: Build, wanted: Sequence["Option"]) -> list[str]:
    """The command line for ``wanted`` in the words of ``build``; what it doesn't know at all is left out.

    MissingOnMachine where it lacks an option that the board can't do without.
    """
    words: list[str] = []
    for option in wanted:
        ways = (option.words, *option.else_)
        spelled = next((way for way in ways if _knows(build, way)), None)
        if spelled is None and option.needed:
            raise _unusable(build.program, f"It knows no option {option.words[0]}; it is too old or another program.")
        words += spelled or ()
    return words


def _knows(build: Build, words: Sequence[str]) -> bool:
    """Whether the option is known, and takes a value where one is given and none where none is."""
    if not words:
        return True
    text = build.options.get(words[0])
    if text is None:
        return False
    if words[1:] in (("on",), ("off",), ("all",)):  # words that older builds don't take for a value
        return re.search(rf"\b{words[1]}\b", text.partition("(env:")[0]) is not None and bool(
            re.search(r"\[on\|off|'all'|\{on", text)
        )
    return True


@dataclass(frozen=True, slots=True)
class Option:
    """One option, and how other builds write the same; an empty way leaves it out."""

    words: tuple[str, ...]
    else_: tuple[tuple[str, ...], ...] = ()
    needed: bool = False
