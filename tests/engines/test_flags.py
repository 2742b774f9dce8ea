"""Options as each build of llama-server knows them."""

import asyncio
import os
import sys
from pathlib import Path

import pytest

from app.domain.board import Board, KvType
from app.domain.errors import MissingOnMachine
from app.engines.flags import Build, Option, probe, read_options, spell
from app.engines.gguf import ModelHead
from app.engines.native_options import Layout, Place, Plan, arguments

HELP = """usage: llama-server [options]

----- common params -----

-h,    --help, --usage                  print usage and exit
-m,    --model FNAME                    model path (default: `models/$filename` ...)
                                        (env: LLAMA_ARG_MODEL)
-a,    --alias STRING                   set alias for model name
--host HOST                             ip address to listen on (default: 127.0.0.1)
--port PORT                             port to listen on (default: 8080)
-c,    --ctx-size N                     size of the prompt context
-np,   --parallel N                     number of parallel sequences to decode (default: 1)
-t,    --threads N                      number of threads
-tb,   --threads-batch N                number of threads
-b,    --batch-size N                   logical maximum batch size
-ub,   --ubatch-size N                  physical maximum batch size
-fa,   --flash-attn                     enable Flash Attention (default: disabled)
                                        (env: LLAMA_ARG_FLASH_ATTN)
-ctk,  --cache-type-k TYPE              KV cache data type for K
-ctv,  --cache-type-v TYPE              KV cache data type for V
--no-mmap                               do not memory-map model
-ngl,  --gpu-layers, --n-gpu-layers N   number of layers to store in VRAM
-dev,  --device <dev1,dev2,..>          comma-separated list of devices
-sm,   --split-mode {none,layer,row}    how to split the model across multiple GPUs
-ts,   --tensor-split N0,N1,N2,...      fraction of the model to offload to each GPU
--metrics                               enable prometheus compatible metrics endpoint
--slots                                 enable slots monitoring endpoint (default: disabled)
--no-webui                              Disable the Web UI (default: enabled)
--slot-save-path PATH                   path to save slot kv cache (default: disabled)
--jinja                                 use jinja template for chat (default: disabled)
"""
VERBOSE = """-lv,   --verbosity, --log-verbosity N   Set the verbosity threshold. Values:
                                         - 3: info
                                         - 4: trace (more info)
"""
NEWER = (
    HELP.replace("--flash-attn     ", "--flash-attn [on|off|auto]")
    .replace("--no-mmap     ", "-lm,   --load-mode MODE")
    .replace("--no-webui    ", "--ui,  --webui, --no-ui, --no-webui   ")
    .replace("number of layers to store in VRAM", "max. number of layers, an exact number, 'auto', or 'all'")
    .replace("ip address to listen on", "IP addresses, or UNIX socket paths ending in .sock")
)
HEAD = ModelHead(Path("/m.gguf"), 1000, "m", 4096, ())


def command(text: str, board: Board, kv: KvType = KvType.F16, lies: Layout | None = None) -> list[str]:
    place = Place("127.0.0.1", 81, None)
    plan = Plan(board, HEAD, 4096, kv, place, "A-1", Path("/saves"), lies or Layout())
    return arguments(plan, Build(Path("x"), "", read_options(text)))


def has(words: list[str], *wanted: str) -> bool:
    return any(words[n : n + len(wanted)] == list(wanted) for n in range(len(words)))


def test_every_name_of_an_option_is_read_and_no_word_of_its_explanation() -> None:
    found = read_options(NEWER)
    assert {"-ngl", "--gpu-layers", "--n-gpu-layers", "--no-ui", "--load-mode", "-m", "--model"} <= set(found)
    assert "-params" not in found
    assert "LLAMA_ARG_MODEL" in found["--model"]


def test_an_older_build_gets_the_older_words() -> None:
    words = command(HELP, Board("A", "m", gpus=("1",)))
    assert has(words, "-fa", "-ctk")
    assert "--no-mmap" in words
    assert "--no-webui" in words
    assert has(words, "-ngl", "999")
    assert not {"--fit", "--load-mode", "--no-ui", "--cache-ram", "--offline", "--no-context-shift"} & set(words)


def test_a_newer_build_gets_the_newer_words() -> None:
    words = command(NEWER, Board("A", "m", gpus=("1",)))
    assert has(words, "-fa", "on")
    assert has(words, "--load-mode", "none")
    assert "--no-ui" in words
    assert has(words, "-ngl", "all")
    assert Build(Path("x"), "", read_options(NEWER)).takes_sockets
    assert not Build(Path("x"), "", read_options(HELP)).takes_sockets


def test_layers_lie_as_they_were_reckoned() -> None:
    four = Board("B", "m", gpus=("6", "7", "10", "11"))
    words = command(NEWER, four, KvType.Q8_0, Layout((12, 12, 12, 13), 256))
    assert has(words, "--device", "CUDA0,CUDA1,CUDA2,CUDA3")
    assert has(words, "-sm", "layer", "-ts", "12,12,12,13")
    assert has(words, "-ctk", "q8_0", "-ctv", "q8_0")
    assert has(words, "-ub", "256")
    alone = command(NEWER, Board("p", "m", gpus=("0", "1")), lies=Layout((0, 33)))
    assert has(alone, "--device", "CUDA1")
    assert has(alone, "-sm", "none")
    assert "-ts" not in alone
    cpu = command(NEWER, Board("cpu", "m", threads=3))
    assert has(cpu, "-ngl", "0", "--device", "none", "-t", "3", "-tb", "3")


def test_what_a_board_cannot_do_without_is_an_error_not_left_out() -> None:
    bare = Build(Path("/opt/old"), "", read_options("-m, --model FNAME   path\n-c, --ctx-size N   size\n"))
    with pytest.raises(MissingOnMachine, match=r"/opt/old .* no option -np"):
        spell(bare, [Option(("-c", "1"), needed=True), Option(("-x",), ((),)), Option(("-np", "1"), needed=True)])


def test_a_program_is_asked_once_until_it_changes(tmp_path: Path) -> None:
    asked, program = tmp_path / "asked", tmp_path / "server"
    program.write_text(f"#!/bin/sh\necho x >> {asked}\ncat <<'E'\n{HELP}\nE\n")
    program.chmod(0o755)

    def times() -> int:
        return len(asked.read_text().split())

    build = asyncio.run(probe(program, {"PATH": os.environ["PATH"]}))
    assert "-np" in build.options
    first = times()
    asyncio.run(probe(program, {"PATH": os.environ["PATH"]}))
    assert times() == first
    program.write_text(program.read_text() + "# newer\n")
    asyncio.run(probe(program, {"PATH": os.environ["PATH"]}))
    assert times() == 2 * first


@pytest.mark.parametrize(("program", "says"), [(sys.executable, "it said"), ("/nowhere/at/all", "No such file")])
def test_another_program_is_not_taken_for_llama_server(program: str, says: str) -> None:
    with pytest.raises(MissingOnMachine, match=says) as error:
        asyncio.run(probe(Path(program), {}))
    assert error.value.fault == "program"


def test_a_build_that_tells_its_buffers_as_a_trace_is_asked_to() -> None:
    board = Board("cpu", "m")
    assert "-lv" not in command(HELP, board)
    assert "-lv" not in command(f"{HELP}-lv,   --verbosity N   Set the verbosity threshold (default: 1)\n", board)
    words = command(HELP + VERBOSE, board)
    assert words[words.index("-lv") + 1] == "4"
