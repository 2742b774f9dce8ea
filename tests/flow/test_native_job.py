"""The main job on llama-server, kept loaded over commands: each finds it, and none leaves a matter in it."""

from pathlib import Path

import psutil
import pytest

from app.domain.board import Board
from app.engines.programs import find_program
from tests.flow.jurat import ROOT, SAMPLE, jurat, quoted_in_logs

pytestmark = [
    pytest.mark.timeout(600),
    pytest.mark.skipif(find_program(Board("cpu", "embedded")) is None, reason="there is no llama-server here"),
]


def test_a_declaration_is_drafted_and_checked_on_a_server_that_stays(home: Path) -> None:
    (home / "boards.ini").write_text("[board cpu]\nmodel = embedded\n")  # the engine is whatever is found: the native
    up = jurat(home, "boards", "up").one
    assert (up["engine"], up["state"], up["kept"]) == ("llama-server", "ready", True)
    try:
        request = ("--request", "Say when goods were delivered.", "--exhibits", "G")
        run = jurat(home, "run", "sample", "declaration", *request, expect=None).one
        assert run["state"] == "done", run["error"]
        written = [stage for stage in run["stages"] if stage["tokens"]]
        assert {stage["name"] for stage in written} >= {"gate", "draft", "attack"}
        assert sum(run["claims"].values()) == sum(run["seen"].values())
        after = jurat(home, "boards", "status").one
        assert (after["pid"], after["filled"], after["state"]) == (up["pid"], 0, "ready")
        assert "print_timing" in (home / "logs" / "cpu.log").read_text()
        draft = jurat(home, "draft", "show", run["draft"]).one["text"]
        letters = [file.read_text(errors="replace") for file in (SAMPLE / "exhibits").rglob("*.eml")]
        asked = [prompt.read_text() for prompt in (ROOT / "resources" / "prompts").iterdir()]
        assert letters
        assert quoted_in_logs(home, draft, *letters, *asked) == set()
    finally:
        down = jurat(home, "boards", "down").one
    assert down["state"] == "stopped"
    assert not psutil.pid_exists(up["pid"])
