"""Our reckoning against llama.cpp's own, on rebuilt heads of large models; skipped where its programs aren't there."""

import os
from dataclasses import replace
from pathlib import Path

import pytest
import rebuilt
from families import FAMILIES, Family, write_family
from rig import v100

from app.domain.board import Board, KvType
from app.domain.board_fit import Fit
from app.engines.fit import Wish, fit_cards, fit_memory
from app.engines.fit_params import Taken, arguments, ask_fit_params, find_fit_params, read_taken, said_taken
from app.engines.gguf_facts import read_shape
from app.engines.models import locate_model
from app.engines.processor import repacking_crashes
from app.engines.programs import find_program

GIB, MIB = 1 << 30, 1 << 20


@pytest.fixture(scope="module")
def program() -> Path:
    found = find_fit_params(find_program(Board("x", "embedded")))
    if found is None:
        pytest.skip("llama-fit-params isn't built here")
    return found


def ask(program: Path, path: Path, fit: Fit) -> Taken:
    (host,) = ask_fit_params(program, path, fit, dict(os.environ)) or ()
    return host


@pytest.mark.parametrize("model", [rebuilt.QWEN_35B, rebuilt.QWEN_122B, rebuilt.QWEN_27B, rebuilt.GEMMA_26B])
@pytest.mark.parametrize(("context", "kv"), [(4096, KvType.F16), (32768, KvType.Q8_0), (131072, KvType.Q4_0)])
def test_weights_and_cache_are_llama_cpp_s(
    tmp_path: Path, program: Path, model: rebuilt.Model, context: int, kv: KvType
) -> None:
    path = rebuilt.write_head(tmp_path / "m.gguf", model)
    shape = read_shape(path)
    fit = fit_memory(shape, 256 * GIB, Wish(context, kv))
    told, (share,) = ask(program, path, fit), fit.shares
    twice = shape.embedding if model is rebuilt.GEMMA_26B else 0  # it counts tied embeddings twice for this family
    assert abs(share.weights + twice - told.weights) < 2 * MIB  # it prints whole MiB
    assert abs(share.cache - told.cache) < 2 * MIB
    assert told.compute < share.compute < 1.1 * told.compute + 16 * MIB


@pytest.mark.parametrize("family", FAMILIES, ids=lambda family: family.architecture)
@pytest.mark.parametrize("kv", [KvType.F16, KvType.Q8_0])
def test_other_families(tmp_path: Path, program: Path, family: Family, kv: KvType) -> None:
    """Plain, with a window, with latent attention, recurrent alone, and with short convolutions."""
    path = write_family(tmp_path / "m.gguf", family)
    fit = fit_memory(read_shape(path), 8 * GIB, Wish(32768, kv))
    told, (share,) = ask(program, path, fit), fit.shares
    assert abs(share.weights - told.weights) < 2 * MIB
    assert abs(share.cache - told.cache) < 2 * MIB
    assert told.compute - MIB < share.compute < 1.1 * told.compute + 2 * MIB


def test_layers_that_foretell_are_not_loaded(tmp_path: Path, program: Path) -> None:
    path = rebuilt.write_head(tmp_path / "m.gguf", replace(rebuilt.QWEN_35B, foretelling=1))
    fit = fit_memory(read_shape(path), 64 * GIB, Wish(32768))
    told, (share,) = ask(program, path, fit), fit.shares
    assert abs(share.weights - told.weights) < 2 * MIB
    assert abs(share.cache - told.cache) < 2 * MIB


def test_a_real_model_too(program: Path) -> None:
    path = locate_model(Board("cpu", "embedded"))
    fit = fit_memory(read_shape(path), 8 * GIB, Wish(8192))
    told, (share,) = ask(program, path, fit), fit.shares
    assert abs(share.weights - told.weights) < 2 * MIB
    assert abs(share.cache - told.cache) < 2 * MIB
    assert said_taken(fit, (told,)).startswith("llama-fit-params says the same: 0.4 GiB in main memory, 0.4")


def test_a_program_that_can_t_say_says_nothing(tmp_path: Path) -> None:
    fit = fit_memory(read_shape(locate_model(Board("cpu", "embedded"))), 8 * GIB, Wish(4096))
    assert ask_fit_params(tmp_path / "none", tmp_path / "m.gguf", fit, {}) is None
    assert ask_fit_params(Path("/bin/false"), tmp_path / "m.gguf", fit, {}) is None
    assert ask_fit_params(Path("/bin/echo"), tmp_path / "m.gguf", fit, {}) is None


def test_what_it_prints_is_read() -> None:
    text = "0.00.002 I printing estimated memory\nCUDA0 30500 245 519 \nCUDA1 31200 250 700 \nHost 773 0 12 \n"
    assert read_taken(text) == (
        Taken("CUDA0", 30500 * MIB, 245 * MIB, 519 * MIB),
        Taken("CUDA1", 31200 * MIB, 250 * MIB, 700 * MIB),
        Taken("Host", 773 * MIB, 0, 12 * MIB),
    )
    assert read_taken("CUDA0 1 2 3\n") is None
    assert read_taken("") is None


def test_the_plan_in_its_words(tmp_path: Path) -> None:
    path = rebuilt.write_head(tmp_path / "m.gguf", rebuilt.QWEN_122B)
    fit = fit_cards(read_shape(path), [v100(n) for n in (6, 7, 10, 11)], Wish(32768))
    words = " ".join(arguments(path, fit))
    assert words.endswith(
        "-c 32768 -np 1 -ub 256 -fa on -ctk f16 -ctv f16 -ngl all --device CUDA0,CUDA1,CUDA2,CUDA3 "
        "-sm layer -ts 12,12,12,13" + " --no-repack" * repacking_crashes() + " --fit-print on"
    )
    taken = tuple(Taken(f"CUDA{n}", 30 * GIB, GIB, GIB // 2) for n in range(4))
    assert said_taken(fit, taken).startswith("llama-fit-params says otherwise: 31.5 GiB in card ")
    room = replace(fit, few_outputs=True)
    taken = (
        *(Taken(f"CUDA{n}", 29 * GIB, GIB // 4, GIB // 4) for n in range(3)),
        Taken("CUDA3", 30 * GIB, GIB // 2, GIB),
    )
    assert said_taken(fit, taken).startswith("llama-fit-params says otherwise: 31.5 GiB in card 11")
    assert said_taken(room, taken).startswith("llama-fit-params says the same: ")
    assert said_taken(fit, taken[:2]) == "llama-fit-params sees 2 cards where the plan has 4."
