"""What several tests of the engines use."""

import sys
from pathlib import Path

import psutil

from app.engines.boardfile import default_boards
from app.engines.launch import Start

FAKES = Path(__file__).parents[1] / "fakes"
BOARD = default_boards().boards[0]


def fake_start(home: Path, mode: str, **options: object) -> Start:
    """A start of the fake server in ``mode``."""
    return Start(home, (sys.executable, str(FAKES / "model_server.py"), mode), **options)


def gone(processes: list[psutil.Process], seconds: float = 5) -> bool:
    """Whether all have ended, or do so within ``seconds``."""
    _, alive = psutil.wait_procs(processes, timeout=seconds)
    return not [p for p in alive if p.is_running() and p.status() != psutil.STATUS_ZOMBIE]
