"""What is said of a board before its model is loaded; the repository's own rig among them."""

from dataclasses import replace
from pathlib import Path

import pytest
import rebuilt
from rig import GIB, rtx3090, v100

from app.domain.board import Board, Engine, KvType, Role
from app.domain.board_fit import FitVerdict
from app.domain.errors import MissingOnMachine
from app.engines.boardfile import read_boards
from app.engines.cards import cards_of
from app.engines.checks import BoardCheck, Surroundings, check_board
from app.engines.speed import Calibration

ROOT = Path(__file__).parents[2]
RIG = tuple(v100(n, 16 if n == 3 else 32) for n in range(12))
AROUND = Surroundings(cards=RIG, memory=64 * GIB, floor=40.0, lacks=lambda *_: "")
"""As if the llama.cpp of the machine that runs the tests were built for the cards."""


@pytest.fixture(scope="module")
def checks(tmp_path_factory: pytest.TempPathFactory) -> dict[str, BoardCheck]:
    """The boards of the repository's boards.ini, with the heads of its models where the file says they are."""
    folder = tmp_path_factory.mktemp("rig")
    models = {
        "Qwen3.6-35B-A3B-Q8_0.gguf": rebuilt.QWEN_35B,
        "Qwen3.5-122B-A10B-Q8_0.gguf": rebuilt.QWEN_122B,
        "Qwen3.5-9B-Q8_0.gguf": rebuilt.QWEN_9B,
        "gemma-4-26B-A4B-it-Q8_0.gguf": rebuilt.GEMMA_26B,
    }
    for name, model in models.items():
        rebuilt.write_head(folder / name, model)
    text = (ROOT / "boards.ini").read_text(encoding="utf-8").replace("~/models", str(folder))
    (folder / "boards.ini").write_text(text, encoding="utf-8")
    return {board.name: check_board(board, AROUND) for board in read_boards(folder / "boards.ini").boards}


def test_the_rig_in_the_repository_fits_its_cards(checks: dict[str, BoardCheck]) -> None:
    verdicts = {name: (check.verdict, check.board.gpus, check.board.roles) for name, check in checks.items()}
    assert verdicts == {
        "A": (FitVerdict.FITS, ("4", "5", "8", "9"), (Role.DRAFT,)),
        "B": (FitVerdict.TIGHT, ("6", "7", "10", "11"), (Role.REASON,)),
        "pair": (FitVerdict.FITS, ("0", "1"), (Role.GATE, Role.ROUTE)),
        "mixed": (FitVerdict.FITS, ("2", "3"), (Role.ATTACK,)),
        "epyc": (FitVerdict.ELSEWHERE, (), (Role.EXTRACT, Role.SUMMARIZE)),
    }
    told = (
        "Its model is for the server at http://epyc.local:11434 to hold, which is asked when it is loaded and not here."
    )
    assert checks["epyc"].reason == told
    assert [share.card for share in checks["A"].fit.shares] == [4, 5, 8, 9]  # type: ignore[union-attr]
    assert checks["B"].fit.layers == (12, 12, 12, 13)  # type: ignore[union-attr]
    assert {checks[name].fit.kv for name in ("A", "B", "pair", "mixed")} == {KvType.F16}  # type: ignore[union-attr]
    small = checks["mixed"].fit.shares[1]  # type: ignore[union-attr]
    assert small.card == 3
    assert small.usable < 16 * GIB


def test_the_gemma_of_the_second_machine_fits_it_too(tmp_path: Path) -> None:
    """Its board is elsewhere; as a file it fits two RTX 3090."""
    path = rebuilt.write_head(tmp_path / "m.gguf", rebuilt.GEMMA_26B)
    board = Board("here", str(path), gpus=("0", "1"), context=32768, engine=Engine.LLAMA_CPP_PYTHON)
    check = check_board(board, replace(AROUND, cards=(rtx3090(0), rtx3090(1))))
    assert check.verdict is FitVerdict.FITS
    assert check.speed is not None
    assert 95 < check.speed.low < check.speed.high < 120


def test_how_fast_the_rig_should_be(checks: dict[str, BoardCheck]) -> None:
    assert checks["B"].pace == "49 to 54 tokens a second"
    assert checks["mixed"].pace == "99 to 112 tokens a second"
    assert checks["A"].speed is not None
    assert checks["A"].speed.low > 90
    assert not any(check.speed.below_floor for check in checks.values() if check.speed)


def board_of(path: Path, **values: object) -> Board:
    made = Board("b", str(path), engine=Engine.LLAMA_CPP_PYTHON, context=32768)
    return replace(made, **values)  # type: ignore[arg-type]


def test_a_slow_board_is_marked(tmp_path: Path) -> None:
    path = rebuilt.write_head(tmp_path / "m.gguf", rebuilt.QWEN_27B)
    check = check_board(board_of(path, gpus=("0", "1")), AROUND)
    assert check.verdict is FitVerdict.FITS
    assert check.pace == "dense 27B on this board: about 21 tokens a second; floor 40"
    known = replace(AROUND, known=lambda _: Calibration("b", ("0", "1"), 0.0, 1400e9))
    measured = check_board(board_of(path, gpus=("0", "1")), known)
    assert measured.pace == "about 41 tokens a second"


@pytest.mark.parametrize(
    ("model", "gpus", "verdict", "says"),
    [
        ("none.gguf", (), FitVerdict.MISSING, "isn't there"),
        ("AWQ", ("0",), FitVerdict.REFUSED, "compute capability 7.0"),
        ("cut.gguf", ("0",), FitVerdict.MISSING, "isn't whole"),
        ("new.gguf", ("0",), FitVerdict.REFUSED, "doesn't know its architecture, qwen99"),
        ("m.gguf", ("12",), FitVerdict.MISSING, "names the card 12, which isn't in this machine"),
    ],
)
def test_what_is_wrong_is_the_verdict(
    tmp_path: Path, model: str, gpus: tuple[str, ...], verdict: FitVerdict, says: str
) -> None:
    rebuilt.write_head(tmp_path / "m.gguf", rebuilt.QWEN_9B)
    with (tmp_path / "m.gguf").open("rb") as file:
        (tmp_path / "cut.gguf").write_bytes(file.read(1_000_000))
    renamed = replace(rebuilt.GEMMA_26B, architecture="qwen99")
    rebuilt.write_head(tmp_path / "new.gguf", renamed)
    (tmp_path / "AWQ").mkdir()
    (tmp_path / "AWQ" / "model.safetensors").touch()
    check = check_board(board_of(tmp_path / model, gpus=gpus), AROUND)
    assert check.verdict is verdict
    assert says in check.reason
    assert check.fit is None


def test_a_context_beyond_the_model_s_is_refused(tmp_path: Path) -> None:
    path = rebuilt.write_head(tmp_path / "m.gguf", rebuilt.QWEN_9B)
    check = check_board(board_of(path, context=300_000), AROUND)
    assert check.verdict is FitVerdict.REFUSED
    assert "made for at most 262144" in check.reason


def test_without_a_driver_the_cards_are_unknown(tmp_path: Path) -> None:
    path = rebuilt.write_head(tmp_path / "m.gguf", rebuilt.QWEN_9B)
    check = check_board(board_of(path, gpus=("0",)), replace(AROUND, cards=None))
    assert check.verdict is FitVerdict.UNKNOWN
    assert "no NVIDIA driver answers here" in check.reason
    assert "8.9 GiB" in check.reason


def test_brain_floats_on_volta_are_warned_of(tmp_path: Path) -> None:
    path = rebuilt.write_head(tmp_path / "m.gguf", rebuilt.QWEN_9B, rebuilt.BF16)
    cards = (v100(0), rtx3090(1))
    notes = check_board(board_of(path, gpus=("0",)), replace(AROUND, cards=cards)).notes
    assert any("bf16" in note and "7.0" in note for note in notes)
    assert not any(
        "bf16" in note for note in check_board(board_of(path, gpus=("1",)), replace(AROUND, cards=cards)).notes
    )


def test_cards_are_found_by_number_and_by_uuid() -> None:
    board = Board("b", "m", gpus=("4", RIG[2].uuid.upper()))
    assert cards_of(board, RIG) == (RIG[4], RIG[2])
    assert cards_of(Board("b", "m", gpus=("GPU-0000000b",)), RIG) == (RIG[11],)  # cut short, as CUDA allows
    with pytest.raises(MissingOnMachine, match="more than one card"):
        cards_of(Board("b", "m", gpus=("GPU-0000000",)), RIG)


def test_slices_of_cards_are_unknown(tmp_path: Path) -> None:
    path = rebuilt.write_head(tmp_path / "m.gguf", rebuilt.QWEN_9B)
    check = check_board(board_of(path, gpus=("MIG-4f1a2b3c",)), AROUND)
    assert (check.verdict, check.fit) == (FitVerdict.UNKNOWN, None)
    assert "slices of a card" in check.reason


def test_a_program_that_is_named_and_not_there_is_no_reason_to_take_another(tmp_path: Path) -> None:
    check = check_board(Board("A", "embedded", program="no-such-server"), replace(AROUND, cards=None))
    assert check.verdict is FitVerdict.MISSING
    assert "There is no program no-such-server." in check.reason


@pytest.mark.parametrize("model", ["m1:cloud", "gpt-oss:120b-cloud"])
def test_a_model_of_somebodys_cloud_is_refused_by_its_name(model: str) -> None:
    board = Board("far", model, engine=Engine.OLLAMA, url="http://epyc.lan:11434", remote=True)
    assert check_board(board, AROUND).verdict is FitVerdict.REFUSED
