"""What `jurat boards check` prints, and with which status it ends."""

import json
import subprocess
import sys
from pathlib import Path

from app.cli.boards import check_object, check_text
from app.domain.board import Board, KvType
from app.domain.board_fit import CardShare, Fit, FitVerdict, Speed
from app.engines.checks import BoardCheck
from app.engines.gguf_facts import read_shape
from app.engines.models import locate_model


def check() -> BoardCheck:
    """The embedded model as if it lay on two cards."""
    board = Board("A", "embedded", gpus=("4", "5"))
    shares = tuple(CardShare(card, 15 + n, 40, 10, 0, 5, 5, 100) for n, card in enumerate((4, 5)))
    fit = Fit(FitVerdict.FITS, "Card 5 keeps much.", 8192, KvType.Q8_0, 512, "layer", shares)
    shape = read_shape(locate_model(board))
    speed = Speed(10.0, 11.5, 8.0, 40.0, measured=False)
    return BoardCheck(board, fit.verdict, fit.reason, 8192, shape, fit, speed, "about 10 tokens a second", ("A note.",))


def test_the_object_of_a_check() -> None:
    found = json.loads(json.dumps(check_object(check())))
    assert {name: found[name] for name in ("board", "verdict", "kv", "ts", "free", "size", "dense")} == {
        "board": "A",
        "verdict": "fits",
        "kv": "q8_0",
        "ts": [15, 16],
        "free": 200,
        "size": "135M",
        "dense": True,
    }
    assert found["cards"][0] == {
        **{"card": 4, "layers": 15, "weights": 40, "cache": 10, "scratch": 0, "compute": 5, "overhead": 5},
        **{"usable": 100, "need": 60, "spare": 40},
    }
    assert found["expected"]["below_floor"] is True
    assert found["notes"] == ["A note."]


def test_the_lines_of_a_check() -> None:
    first, plan, pace, note = check_text(check()).splitlines()
    assert first.startswith("A        fits      Smollm2 135M")
    assert plan.strip() == "135M parameters, dense, Q4_1; context 8192, kv q8_0, -ts 15,16"
    assert pace.strip() == "expected: about 10 tokens a second"
    assert note.strip() == "A note."


def run(tmp_path: Path, text: str) -> tuple[int, dict[str, str]]:
    (tmp_path / "boards.ini").write_text(text)
    command = [sys.executable, "-m", "app", "--home", str(tmp_path), "--json", "boards", "check"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    return done.returncode, {line["board"]: line["verdict"] for line in map(json.loads, done.stdout.splitlines())}


def test_the_status_says_what_is_needed(tmp_path: Path) -> None:
    (tmp_path / "weights").mkdir()
    (tmp_path / "weights" / "model.safetensors").touch()
    fine = "[board A]\nmodel = embedded\n[board O]\nmodel = m\nengine = ollama\nurl = http://127.0.0.1:9\n"
    assert run(tmp_path, fine) == (0, {"A": "fits", "O": "elsewhere"})
    unusable = f"{fine}[board W]\nmodel = {tmp_path / 'weights'}\n[board C]\nmodel = embedded\ncontext = 9000\n"
    assert run(tmp_path, unusable) == (1, {"A": "fits", "O": "elsewhere", "W": "refused", "C": "refused"})
    status, verdicts = run(tmp_path, f"[board M]\nmodel = none.gguf\n{unusable}")
    assert (status, verdicts["M"]) == (3, "missing")
