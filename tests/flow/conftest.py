"""One run of the demo for all flow tests; tests that change its matter get a copy."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.flow.jurat import Said, jurat


@pytest.fixture(scope="session")
def demo(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Said]:
    """A home in which the demo ran, and what it said. Beside it: its user's folder, what it connected to, and what
    tried to get out of this machine (``tries.txt``), where the system lets a test cut itself off."""
    place = tmp_path_factory.mktemp("demo")
    (place / "user").mkdir()
    watched = {
        "HOME": str(place / "user"),
        "PYTHONPATH": str(Path(__file__).parent / "watch"),
        "JURAT_WATCH": str(place / "connections.txt"),
    }
    alone = cut_off(place / "tries.txt")
    return place / "home", jurat(place / "home", "demo", "--no-window", timeout=560, extra=watched, inside=alone)


def cut_off(tries: Path) -> list[str | Path]:
    """What runs a command without any network but this machine's own; empty where that isn't allowed."""
    unshare = ["unshare", "-n" if os.geteuid() == 0 else "-rn"] if hasattr(os, "geteuid") else []
    if not unshare or shutil.which(unshare[0]) is None:
        return []
    allowed = subprocess.run([*unshare, "true"], capture_output=True, check=False).returncode == 0
    return [*unshare, sys.executable, Path(__file__).parent / "alone.py", tries] if allowed else []


@pytest.fixture
def home(demo: tuple[Path, Said], tmp_path: Path) -> Path:
    """A copy of the demo's home, to be changed at will."""
    copy = tmp_path / "home"
    shutil.copytree(demo[0], copy)
    return copy
