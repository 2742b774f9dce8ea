"""Connections go to this machine only, and no file is left where none belongs (promise 7)."""

from pathlib import Path

import pytest

from tests.flow.jurat import Said

pytestmark = pytest.mark.timeout(300)


def test_the_whole_demo_talks_to_this_machine_only(demo: tuple[Path, Said]) -> None:
    seen = (demo[0].parent / "connections.txt").read_text(encoding="utf-8").splitlines()
    assert seen, "the run talks to its model server, so the watch must have seen something"
    elsewhere = [line for line in seen if "'127.0.0.1'" not in line and "'localhost'" not in line]
    assert elsewhere == []


def test_the_demo_leaves_nothing_in_the_home_folder(demo: tuple[Path, Said]) -> None:
    """A library that phones home writes a device id or a spool first; its cache is the only thing that may be there."""
    user = demo[0].parent / "user"
    left = [path.relative_to(user) for path in user.rglob("*") if path.is_file()]
    assert left == []
