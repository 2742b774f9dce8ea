"""Servers that outlive the program that uses them: leaving word of them, and coming back to them."""

import asyncio
import json
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from app.domain.board import Board
from app.domain.errors import AppError, ExitStatus
from app.engines import records
from app.engines.programs import engine_of
from app.engines.records import Record
from app.engines.starters import adopter_of
from app.engines.state import BoardState, BoardStatus, Fault, Sighting, derive

if TYPE_CHECKING:
    from app.engines.client import ModelServer
    from app.engines.launch import Start
    from app.engines.local import LocalServer


def put_down(home: Path, server: "ModelServer", *, kept: bool) -> None:
    """Leave word of a ready server for other programs, and for the next one should this one be killed."""
    if server.record is None or server.pid is None:
        return
    created, program = records.born(server.pid)
    owner, owner_created = records.me()
    server.record = replace(
        server.record,
        pid=server.pid,
        created=created,
        program=program,
        owner=owner,
        owner_created=owner_created,
        kept=kept,
        measured=server.measured(),
    )
    records.write(home, server.record)


async def keep_up(home: Path, boardfile: Path | None, board: str, hear: Callable[[str], None]) -> None:
    """Start a program that keeps ``board`` loaded, and wait until it is ready. ``hear`` is told each state.

    AppError: why it isn't. Cancelling ends what was started.
    """
    errors = home / "logs" / f"{board}.keeper.log"
    errors.parent.mkdir(parents=True, exist_ok=True)
    with errors.open("wb") as out:
        keeper = await asyncio.create_subprocess_exec(
            *(sys.executable, "-P", "-m", "app.engines.keeper", str(home), str(boardfile or "-"), board),
            stdin=asyncio.subprocess.PIPE,  # held open until it is ready: it ends with this program before that
            stdout=asyncio.subprocess.PIPE,
            stderr=out,
            **_apart(),
        )
    try:
        await _until_ready(keeper, hear, errors)
    except BaseException:
        if keeper.returncode is None:
            keeper.terminate()
            await keeper.wait()
        raise


def _apart() -> dict[str, Any]:
    """How a process is started that outlives this program, its terminal and its Ctrl-C."""
    if sys.platform == "win32":  # not tried: no Windows machine was at hand
        return {"creationflags": subprocess.DETACHED_PROCESS | subprocess.CREATE_NEW_PROCESS_GROUP}
    return {"start_new_session": True}


async def _until_ready(keeper: asyncio.subprocess.Process, hear: Callable[[str], None], errors: Path) -> None:
    assert keeper.stdout is not None
    async for line in keeper.stdout:
        said = json.loads(line)
        if said.get("done"):
            return
        if "what" not in said:
            hear(said["state"])
            continue
        error = AppError(said["what"], said["why"], said["remedy"])
        error.fault, error.exit_status = said["fault"], ExitStatus(said["exit"])
        raise error
    status = await keeper.wait()
    raise AppError(
        "The program that should keep the board loaded ended.", f"Its exit status was {status}.", f"See {errors}."
    )


async def client_of(board: Board, record: Record, start: "Start") -> "LocalServer":
    """A proven client of a server that runs. AppError, FOREIGN, where it isn't what boards.ini asks for."""
    from app.engines.local import LeftProcess

    if fault := await asyncio.to_thread(_unfit, board, record):
        error = AppError(
            f"Board {board.name} is kept loaded otherwise than boards.ini says: {fault}.",
            remedy=f"`jurat boards down {board.name}` ends it; the next use loads what boards.ini says.",
        )
        error.fault = Fault.FOREIGN
        raise error
    return await adopter_of(record)(board, record, LeftProcess(record), start)


def _unfit(board: Board, record: Record) -> str:
    from app.engines.models import context_of, examine_model

    head = examine_model(board)
    return record.fits(board, engine_of(board), head.path, context_of(board, head))


async def sight_of(board: Board, record: Record, start: "Start", bare: BoardStatus) -> BoardStatus:
    """``bare`` with what can be seen of the running server of ``record``; its model isn't asked anything."""
    try:
        server = await client_of(board, record, start)
    except AppError as error:
        found = derive(Sighting(fault=Fault(error.fault)))
        return replace(bare, state=found, note=str(error), fault=error.fault)
    try:
        seen = await server.look()
        return replace(
            bare,
            engine=record.engine,
            model=server.model,
            state=seen or BoardState.READY,
            context=server.context,
            pid=server.pid,
            filled=server.pulse.filled,
            speed=server.pulse.speed,
            note="" if record.kept else f"Another Jurat, process {record.owner}, runs it.",
            kept=record.kept,
        )
    finally:
        await server.close()
