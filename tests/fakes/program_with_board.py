"""A program that opens a board and holds it: what tests kill.

Arguments: HOME, then a fake server's mode for the default board, or ``native`` for what HOME/boards.ini says.
"""

import asyncio
import sys
from pathlib import Path

from app.domain.board import Role
from app.engines.boardfile import default_boards, read_boards
from app.engines.launch import Start
from app.engines.llama import PROGRAM
from app.engines.pool import Boards
from app.events import Facts


async def main(home: Path, fake: list[str]) -> None:
    facts = Facts()
    facts.listen(lambda fact: print(fact.state, flush=True))
    if fake == ["native"]:
        async with Boards(read_boards(home / "boards.ini"), home, facts) as boards:
            await boards.server(Role.DRAFT)
            await asyncio.sleep(3600)
    program = [sys.executable, str(Path(__file__).with_name("model_server.py")), *fake] if fake else PROGRAM
    async with Boards(default_boards(), home, facts, start=Start(home, program)) as boards:
        await boards.server(Role.DRAFT)
        await asyncio.sleep(3600)


asyncio.run(main(Path(sys.argv[1]), sys.argv[2:]))
