"""Connections go to this machine only, and no file is left where none belongs (promise 7)."""

import ast
import subprocess
from pathlib import Path

import pytest

from tests.flow.conftest import cut_off
from tests.flow.jurat import Said

pytestmark = pytest.mark.timeout(600)


def test_the_whole_demo_talks_to_this_machine_only(demo: tuple[Path, Said]) -> None:
    seen = (demo[0].parent / "connections.txt").read_text(encoding="utf-8").splitlines()
    assert seen, "the run talks to its model server, so the watch must have seen something"
    elsewhere = [line for line in seen if "'127.0.0.1'" not in line and "'localhost'" not in line]
    assert elsewhere == []


def test_no_program_of_the_demo_tries_to_get_out(demo: tuple[Path, Said]) -> None:
    """The model server and Tesseract as well, and by whatever means: the kernel finds no route, and counts it."""
    tries = demo[0].parent / "tries.txt"
    if not tries.exists():
        pytest.skip("this system doesn't let a test cut itself off from the network")
    counted = ast.literal_eval(tries.read_text(encoding="utf-8"))
    assert counted["IPv4"] == 0
    assert counted.get("IPv6", 0) == 0


def test_a_try_would_be_counted(tmp_path: Path) -> None:
    alone = cut_off(tmp_path / "tries.txt")
    if not alone:
        pytest.skip("this system doesn't let a test cut itself off from the network")
    out = "import socket; socket.socket(socket.AF_INET, socket.SOCK_DGRAM).sendto(b'x', ('192.0.2.1', 53))"
    done = subprocess.run([*alone, "python3", "-c", out], capture_output=True, text=True, check=False)
    assert "Network is unreachable" in done.stderr
    assert ast.literal_eval((tmp_path / "tries.txt").read_text(encoding="utf-8"))["IPv4"] == 1


def test_the_demo_leaves_nothing_in_the_home_folder(demo: tuple[Path, Said]) -> None:
    """A library that phones home writes a device id or a spool first; its cache is the only thing that may be there."""
    user = demo[0].parent / "user"
    left = [path.relative_to(user) for path in user.rglob("*") if path.is_file()]
    assert left == []
