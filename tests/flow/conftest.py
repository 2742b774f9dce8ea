"""One run of the demo for all flow tests; tests that change its matter get a copy."""

import shutil
from pathlib import Path

import pytest

from tests.flow.jurat import Said, jurat


@pytest.fixture(scope="session")
def demo(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Said]:
    """A home in which the demo ran, and what it said. Beside it: its user's folder, and what it connected to."""
    place = tmp_path_factory.mktemp("demo")
    (place / "user").mkdir()
    watched = {
        "HOME": str(place / "user"),
        "PYTHONPATH": str(Path(__file__).parent / "watch"),
        "JURAT_WATCH": str(place / "connections.txt"),
    }
    return place / "home", jurat(place / "home", "demo", "--no-window", timeout=280, extra=watched)


@pytest.fixture
def home(demo: tuple[Path, Said], tmp_path: Path) -> Path:
    """A copy of the demo's home, to be changed at will."""
    copy = tmp_path / "home"
    shutil.copytree(demo[0], copy)
    return copy
