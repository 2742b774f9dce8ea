"""Boards found on this machine: what could be, why, and a boards.ini of it."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from app.domain.errors import WrongUse
from app.engines.boardfile import parse_boards
from app.engines.boardtext import board_text
from app.engines.discover import Findings, Proposal, propose
from app.engines.model_files import OllamaModel, Seen, find_models, ollama_here, usual_folders
from app.paper.files import write_atomically
from app.workbench import Workbench


@dataclass(frozen=True, slots=True)
class Discovery:
    """``problem``: why no card is seen; empty where some are. ``ollama``: None where no server answers here.
    ``simulated``: the cards are a recording's, in a sentence. ``folders``: where was looked for models."""

    proposals: tuple[Proposal, ...]
    seen: Seen
    folders: tuple[Path, ...]
    ollama: tuple[OllamaModel, ...] | None
    problem: str
    simulated: str


@dataclass(frozen=True, slots=True)
class Written:
    """``used``: the boards are those of the file from now on; else they are at the next start."""

    path: Path
    used: bool


async def discover(bench: Workbench, folders: Sequence[Path] = ()) -> Discovery:
    """Look at cards, at GGUF files in ``folders`` and the usual ones, and at the Ollama server of this machine.

    WrongUse: a folder isn't there.
    """
    for folder in folders:
        if not folder.is_dir():
            raise WrongUse(f"There is no folder {folder}.", remedy="Name folders that hold GGUF files.")
    places = tuple(dict.fromkeys([*(folder.absolute() for folder in folders), *usual_folders()]))
    groups = await bench.gpus.groups()
    oldest = min((c.capability for group in groups for c in group.cards if c.capability is not None), default=None)
    seen, ollama = await asyncio.gather(asyncio.to_thread(find_models, places, oldest), ollama_here(bench.boards.gate))
    found = Findings(groups, seen.models, ollama or (), _free_memory(), bench.boards.boardfile.speed_floor)
    proposals = await asyncio.to_thread(propose, found)
    problem = await bench.gpus.problem()
    return Discovery(tuple(proposals), seen, places, ollama, problem, bench.gpus.simulated)


async def write_boards(bench: Workbench, proposals: Sequence[Proposal], *, force: bool = False) -> Written:
    """Write HOME/boards.ini; one that was there is copied to boards.ini.old first. It is used at once where no board
    is in use and none was named at the start.

    WrongUse: the file is there, and not ``force``; or the cards are simulated.
    """
    path = bench.settings.home / "boards.ini"
    if bench.gpus.simulated:
        raise WrongUse("Boards of simulated cards aren't written.", remedy="Start without `--rig` on the real machine.")
    if path.exists() and not force:
        raise WrongUse(f"There is a boards.ini already: {path}.", remedy="`--force` writes over it.")
    text = board_text(proposals, bench.boards.boardfile.speed_floor)
    found = parse_boards(text, path)
    await asyncio.to_thread(_write, path, text)
    chosen = bench.settings.boards
    return Written(path, chosen in (None, path) and bench.boards.use(found))


def _write(path: Path, text: str) -> None:
    """At every moment there is a whole boards.ini, the old one or the new one: it can be killed in between."""
    if path.exists():
        old = path.read_bytes()
        write_atomically(path.with_name("boards.ini.old"), lambda part: _put(part, old), force=True)
    write_atomically(path, lambda part: _put(part, text.encode("utf-8")), force=True)


def _put(part: Path, data: bytes) -> None:
    part.write_bytes(data)


def _free_memory() -> int:
    import psutil

    return int(psutil.virtual_memory().available)
