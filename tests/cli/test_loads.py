"""What commands say of the memory that a board's load took."""

import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

import pytest

from app.domain.board import Board
from app.engines.loads import keep_load, read_loads
from app.engines.programs import find_program
from tests.flow.jurat import jurat

GIB = 1 << 30
pytestmark = pytest.mark.skipif(find_program(Board("cpu", "embedded")) is None, reason="there is no llama-server here")


def watched(home: Path) -> str:
    """What somebody reads who watches for some seconds."""
    command = [sys.executable, "-m", "app", "--home", str(home), "boards", "status", "--watch"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout
        first = process.stdout.readline()
        time.sleep(3.5)
        process.terminate()
        return first + process.stdout.read()


def test_commands_show_both_and_a_check_says_where_the_last_load_was_another(tmp_path: Path) -> None:
    (tmp_path / "boards.ini").write_text("[board cpu]\nengine = llama-server\nmodel = embedded\ncontext = 1024\n")
    jurat(tmp_path, "boards", "up")
    try:
        status = jurat(tmp_path, "boards", "status").one
        assert status["load"]["measured"] == pytest.approx(status["load"]["reckoned"], rel=0.05)
        assert status["load"]["wrong"] == ""
        seen = watched(tmp_path)
        assert seen.count("cpu      ") == 1, seen  # nothing that a person reads has changed
    finally:
        jurat(tmp_path, "boards", "down")
    assert jurat(tmp_path, "boards", "status").one["load"] is None
    (load,) = read_loads(tmp_path)
    assert not [note for note in jurat(tmp_path, "boards", "check").one["notes"] if "last load" in note]
    (place,) = load.places
    keep_load(tmp_path, replace(load, places=(replace(place, buffers=3 * GIB),)))
    (note,) = [note for note in jurat(tmp_path, "boards", "check").one["notes"] if "last load" in note]
    assert note.startswith("Its last load took 3.0 GiB of main memory, and 0.1 GiB were reckoned")
