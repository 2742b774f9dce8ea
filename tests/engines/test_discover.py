"""Boards proposed from the recorded machine and rebuilt models, written, read back and checked."""

import asyncio
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import gguf
import pytest
import rebuilt

from app.domain.board import EMBEDDED, Role
from app.domain.board_fit import FitVerdict
from app.domain.gpu import CardGroup
from app.engines.boardfile import parse_boards
from app.engines.boardtext import board_text
from app.engines.checks import Surroundings, check_board
from app.engines.discover import Findings, Proposal, propose
from app.engines.gpus import Gpus
from app.engines.model_files import OllamaModel, find_models
from app.engines.rig import read_rig
from app.settings import resources

GIB = 1 << 30
TEMPLATE = "{% for m in messages %}{{ m.content }}{% endfor %}"


@pytest.fixture(scope="module")
def groups() -> tuple[CardGroup, ...]:
    gpus = Gpus(read_rig(resources() / "rigs" / "twelve-v100.json"))
    try:
        return asyncio.run(gpus.groups())
    finally:
        gpus.close()


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Five models as a lawyer's friend would have downloaded them, and what lies beside such files."""
    place = tmp_path_factory.mktemp("models")
    with pytest.MonkeyPatch.context() as patch:
        _with_template(patch)
        for name, model in (
            ("Qwen3.6-35B-A3B-Q8_0", rebuilt.QWEN_35B),
            ("Qwen3.5-122B-A10B-Q8_0", rebuilt.QWEN_122B),
            ("Qwen3.5-27B-Q8_0", rebuilt.QWEN_27B),
            ("Qwen3.5-9B-Q8_0", rebuilt.QWEN_9B),
            ("gemma-4-26B-A4B-it-Q8_0", rebuilt.GEMMA_26B),
        ):
            rebuilt.write_head(place / f"{name}.gguf", model)
    rebuilt.write_head(place / "base.gguf", rebuilt.QWEN_9B)
    (place / "mmproj-gemma.gguf").write_bytes(b"GGUF")
    with (place / "base.gguf").open("rb") as whole:
        (place / "half.gguf").write_bytes(whole.read(900))
    (place / "Qwen-AWQ").mkdir()
    (place / "Qwen-AWQ" / "model.safetensors").write_bytes(b"")
    (place / "again.gguf").symlink_to(place / "Qwen3.5-9B-Q8_0.gguf")
    return place


def _with_template(patch: pytest.MonkeyPatch) -> None:
    """Rebuilt heads have no chat template; these are to be models that answer."""
    real: Callable[[gguf.GGUFWriter, str], None] = gguf.GGUFWriter.add_name

    def with_template(writer: gguf.GGUFWriter, name: str) -> None:
        real(writer, name)
        writer.add_chat_template(TEMPLATE)

    patch.setattr(gguf.GGUFWriter, "add_name", with_template)


def by_cards(proposals: list[Proposal]) -> dict[tuple[int, ...], Proposal]:
    return {tuple(card.index for card in p.cards): p for p in proposals}


def test_the_twelve_cards_get_the_boards_that_a_person_would_give_them(
    groups: tuple[CardGroup, ...], folder: Path
) -> None:
    found = by_cards(propose(Findings(groups, find_models([folder]).models)))
    assert list(found) == [(0, 1), (2, 3), (4, 5, 8, 9), (6, 7, 10, 11)]
    reason, draft = found[4, 5, 8, 9], found[6, 7, 10, 11]
    attack, aside = found[2, 3], found[0, 1]
    assert ["122B" in reason.board.model, reason.board.roles] == [True, (Role.REASON,)]
    assert ["35B-A3B" in draft.board.model, draft.board.roles] == [True, (Role.DRAFT,)]
    assert ["gemma" in attack.board.model, attack.board.roles] == [True, (Role.ATTACK,)]
    assert "of another family than the drafter's" in attack.reason
    assert "9B" in aside.board.model  # the dense 27B fits, too, and keeps no 40 tokens a second
    assert set(aside.board.roles) == {Role.EXTRACT, Role.SUMMARIZE, Role.GATE, Role.ROUTE}
    assert all(p.speed is not None and not p.speed.below_floor for p in found.values())
    assert all(p.shared == "NVLink" for p in found.values())
    assert draft.board.gpus[0] == "GPU-5107a1ed-0000-4000-8000-000000000006"


def test_what_is_written_is_read_back_and_fits(groups: tuple[CardGroup, ...], folder: Path) -> None:
    proposals = propose(Findings(groups, find_models([folder]).models))
    text = board_text(proposals)
    assert "; cards 2, 3 (Tesla V100-SXM2-32GB and Tesla V100-SXM2-16GB); NVLink" in text
    read = parse_boards(text, folder / "boards.ini")
    assert [(b.name, b.gpus, b.model, b.roles) for b in read.boards] == [
        (p.board.name, p.board.gpus, p.board.model, p.board.roles) for p in proposals
    ]
    around = Surroundings(
        tuple(card for group in groups for card in group.cards),
        64 * GIB,
        40.0,
        ours=frozenset(board.name for board in read.boards),
        lacks=lambda *_: "",
    )
    verdicts = {board.name: check_board(board, around).verdict for board in read.boards}
    assert set(verdicts.values()) <= {FitVerdict.FITS, FitVerdict.TIGHT}


def test_what_is_no_use_is_passed_over_with_the_reason(folder: Path) -> None:
    seen = find_models([folder], (7, 0))
    why = {path.name: reason for path, reason in seen.passed_over}
    assert set(why) == {"base.gguf", "half.gguf", "model.safetensors"}
    assert "no chat template" in why["base.gguf"]
    assert why["half.gguf"].startswith("No whole GGUF model")
    assert "AWQ" in why["model.safetensors"]
    assert len(seen.models) == 5  # a link to a model is no second model


def test_a_name_that_would_end_a_line_ends_none(groups: tuple[CardGroup, ...], folder: Path) -> None:
    first, *rest = find_models([folder]).models
    hostile = replace(first, name="m\n[board evil]\nmodel = embedded")
    read = parse_boards(board_text(propose(Findings(groups, (hostile, *rest)))), folder / "boards.ini")
    assert "evil" not in {board.name for board in read.boards}


def test_a_path_that_boards_ini_would_cut_is_passed_over(tmp_path: Path) -> None:
    rebuilt.write_head(tmp_path / "a ;b.gguf", rebuilt.QWEN_9B)
    assert "can't be written" in find_models([tmp_path]).passed_over[0][1]


def test_two_models_for_four_boards_take_every_role(groups: tuple[CardGroup, ...], folder: Path) -> None:
    models = [m for m in find_models([folder]).models if m.path.name.startswith(("Qwen3.6", "Qwen3.5-9B"))]
    proposals = propose(Findings(groups, tuple(models)))
    with_model = [p for p in proposals if p.board.model]
    assert len(with_model) == 2
    assert sorted(role for p in with_model for role in p.board.roles) == sorted(Role)
    without = [p for p in proposals if not p.board.model]
    assert all(p.board.roles == () and "fits its cards" in p.reason for p in without)
    assert len(parse_boards(board_text(proposals), Path("boards.ini")).boards) == 2


def test_more_groups_than_work_leave_some_cards_alone(groups: tuple[CardGroup, ...], folder: Path) -> None:
    cards = [card for group in groups for card in group.cards]
    singles = tuple(CardGroup((card,), linked=False) for card in cards[:7])
    proposals = propose(Findings(singles, find_models([folder]).models))
    assert sum("No work is left" in p.reason for p in proposals) == 2
    parse_boards(board_text(proposals), Path("boards.ini"))


def test_a_machine_without_cards_gets_one_board() -> None:
    (only,) = propose(Findings((), (), memory=8 * GIB))
    assert (only.board.name, only.board.model, set(only.board.roles)) == ("cpu", EMBEDDED, set(Role))


def test_cards_without_a_model_leave_the_trial_model(groups: tuple[CardGroup, ...]) -> None:
    proposals = propose(Findings(groups, ()))
    assert [p.board.model for p in proposals if p.board.model] == [EMBEDDED]
    read = parse_boards(board_text(proposals), Path("boards.ini"))
    assert [board.name for board in read.boards] == ["cpu"]


def test_ollama_is_taken_before_the_trial_model_where_it_fits() -> None:
    models = (OllamaModel("large:70b", 40 * GIB), OllamaModel("small:8b", 5 * GIB))
    (only,) = propose(Findings((), (), models, memory=16 * GIB))
    assert (only.board.model, only.board.url) == ("small:8b", "http://127.0.0.1:11434")
    (read,) = parse_boards(board_text([only]), Path("boards.ini")).boards
    assert (read.model, read.engine, set(read.roles)) == ("small:8b", only.board.engine, set(Role))
