"""Which servers of this home run, so that the next program finds those that were left, and ends those that were lost.

One file a server in HOME/run, readable by its owner only, because it holds the server's key. A record is believed
only where the process has its number, the time of its creation, its program and the mark of that start.
"""

import contextlib
import json
import os
import shutil
import signal
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from app.domain.board import Board, Engine, KvType

RUN_MARK = "JURAT_RUN"
"""The environment variable that marks a server of ours, with the id of its start."""


def private_folder(home: Path) -> Path:
    """HOME/run, which only its owner may enter: records, sockets, and servers' home."""
    folder = home / "run"
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    folder.chmod(0o700)
    return folder


def own_folder(home: Path, run: str) -> Path:
    """A new folder in HOME/run for one start, which says whose it is so that it can be cleared away."""
    folder = private_folder(home) / f"{os.getpid()}-{int(born(os.getpid())[0])}-{run[:4]}.d"
    (folder / "slots").mkdir(parents=True, mode=0o700)
    return folder


@dataclass(frozen=True, slots=True)
class Record:
    """One running server. ``owner``: the program that watches over it; ``kept``: it was asked to leave it running.

    ``created``: seconds since 1970, as the system says, of the server and of its owner. ``measured``: what the
    engine would have to find out again.
    """

    board: str
    run: str
    engine: str
    model: str
    context: int
    kv: str
    gpus: tuple[str, ...]
    alias: str
    key: str
    address: str
    socket: str | None
    folder: str | None
    log: str
    pid: int = 0
    created: float = 0.0
    program: str = ""
    owner: int = 0
    owner_created: float = 0.0
    kept: bool = False
    measured: dict[str, Any] = field(default_factory=dict)

    @property
    def file(self) -> str:
        return f"{self.board}-{self.run}.json"

    def fits(self, board: Board, engine: Engine, model: Path, context: int) -> str:
        """Why this server isn't what ``board`` asks for; empty where it is."""
        if self.engine != engine:
            return f"it is run by {self.engine}"
        if Path(self.model).resolve() != model.resolve():
            return f"it has loaded {self.model}"
        if self.context != context:
            return f"it has a context of {self.context} tokens"
        if self.gpus != board.gpus:
            return f"it lies on {', '.join(self.gpus) or 'the CPU'}"
        return "" if board.kv in (KvType.AUTO, self.kv) else f"its cache is of type {self.kv}"


def runs(pid: int, created: float) -> bool:
    """Whether that very process runs: numbers are used again."""
    import psutil

    try:
        process = psutil.Process(pid) if pid > 0 else None
        return bool(
            process
            and abs(process.create_time() - created) < 0.05  # the system counts in hundredths
            and process.status() != psutil.STATUS_ZOMBIE
        )
    except psutil.Error:
        return False


def server_runs(record: Record) -> bool:
    """Whether the record's server runs, and is that one: number, creation, program and mark."""
    import psutil

    if not runs(record.pid, record.created):
        return False
    try:
        process = psutil.Process(record.pid)
        if record.program and process.exe() != record.program:
            return False
        return process.environ().get(RUN_MARK) == record.run
    except psutil.AccessDenied:
        return True  # a system that doesn't say: number and creation have to do
    except psutil.Error:
        return False


def born(pid: int) -> tuple[float, str]:
    """When process ``pid`` was created, and its program's file; (0, "") where it isn't there."""
    import psutil

    try:
        process = psutil.Process(pid)
        created = float(process.create_time())
        with contextlib.suppress(psutil.AccessDenied):
            return created, str(process.exe())
        return created, ""
    except psutil.Error:
        return 0.0, ""


def me() -> tuple[int, float]:
    """This program's process and its creation."""
    return os.getpid(), born(os.getpid())[0]


def write(home: Path, record: Record) -> None:
    """Put the record down, whole or not at all."""
    file = private_folder(home) / record.file
    new = file.with_suffix(".new")
    with open(os.open(new, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w", encoding="utf-8") as out:  # noqa: PTH123
        json.dump(asdict(record), out)
    new.replace(file)


def remove(home: Path, record: Record) -> None:
    (home / "run" / record.file).unlink(missing_ok=True)


def read(home: Path) -> Iterator[Record]:
    """Every record of this home; a file that is none is passed over."""
    for file in sorted((home / "run").glob("*.json")):
        with contextlib.suppress(OSError, ValueError, TypeError, KeyError):
            found = json.loads(file.read_text(encoding="utf-8"))
            record = Record(**{**found, "gpus": tuple(found["gpus"])})
            numbers = (record.pid, record.created, record.owner, record.owner_created)
            if all(isinstance(number, int | float) for number in numbers):
                yield record


def running(home: Path, board: str) -> Record | None:
    """The board's server that some program of this home runs now; one that is kept before one that isn't."""
    found = [r for r in read(home) if r.board == board and runs(r.owner, r.owner_created) and server_runs(r)]
    return next((r for r in found if r.kept), found[0] if found else None)


def reap(home: Path) -> list[Record]:
    """End servers whose program is gone, and clear away what it left; gives those that were ended."""
    ended = []
    for record in list(read(home)):
        if runs(record.owner, record.owner_created):
            continue
        if server_runs(record):
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.kill(record.pid, getattr(signal, "SIGKILL", signal.SIGTERM))
            ended.append(record)
        remove(home, record)
    for folder in (home / "run").glob("*.d"):
        pid, created, *_ = [*folder.stem.split("-"), "0"]
        if pid.isdigit() and created.isdigit() and int(born(int(pid))[0]) != int(created):
            shutil.rmtree(folder, ignore_errors=True)
    return ended


def note_keeper(home: Path, board: str) -> Path:
    """Leave word that this program keeps ``board``, also while it loads; the file, to be removed at the end."""
    file = private_folder(home) / f"{board}.keeper"
    file.write_text(json.dumps(me()), encoding="utf-8")
    return file


def keeper_of(home: Path, board: str) -> tuple[int, float] | None:
    """The program that keeps ``board`` now, and its creation; None where there is none."""
    with contextlib.suppress(OSError, ValueError, TypeError):
        pid, created = json.loads((home / "run" / f"{board}.keeper").read_text(encoding="utf-8"))
        return (pid, created) if runs(pid, created) else None
    return None


def kept_boards(home: Path) -> list[str]:
    """The boards that some program of this home keeps loaded now, whatever boards.ini says."""
    return [f.stem for f in sorted((home / "run").glob("*.keeper")) if keeper_of(home, f.stem) is not None]


def end_keeper(home: Path, board: str, seconds: float = 15.0) -> bool:
    """Ask the program that keeps ``board`` to end, and its server with it; kill what is still there after
    ``seconds``. False: there was none."""
    import psutil

    keeper = keeper_of(home, board)
    if keeper is None:
        return False
    record = running(home, board)
    try:
        found = [psutil.Process(keeper[0])]
        if record is not None and record.kept:
            found.append(psutil.Process(record.pid))
        found[0].terminate()
    except psutil.Error:  # it ended meanwhile
        return True
    _, left = psutil.wait_procs(found, timeout=seconds)
    for process in left:
        with contextlib.suppress(psutil.Error):
            process.kill()
    psutil.wait_procs(left, timeout=seconds)
    return True
