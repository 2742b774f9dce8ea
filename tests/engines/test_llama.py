"""The real server: what it is started with, and how it ends."""

import asyncio
import os
import signal
from dataclasses import replace
from pathlib import Path

import psutil
import pytest
from engine_help import BOARD

from app.domain.board import Board, KvType
from app.domain.errors import AppError, MissingOnMachine, WrongUse
from app.engines.answers import Message
from app.engines.gguf import read_head
from app.engines.launch import Start
from app.engines.llama import arguments, environment, start_llama
from app.engines.models import locate_model
from app.engines.python_server import PythonServer

HOSTILE = {
    "HOST": "0.0.0.0",
    "PORT": "1",
    "CONFIG_FILE": "/nowhere.json",
    "API_KEY": "x",
    "MODEL": "/nowhere.gguf",
    "N_CTX": "64",
    "INTERRUPT_REQUESTS": "true",
    "LLAMA_ARG_CTX_SIZE": "64",
    "GGML_CUDA_P2P": "1",
    "PYTHONPATH": "/nowhere",
    "PYTHONSTARTUP": "/nowhere.py",
    "HTTP_PROXY": "http://127.0.0.1:9",
    "http_proxy": "http://127.0.0.1:9",
    "ALL_PROXY": "http://127.0.0.1:9",
    "CUDA_VISIBLE_DEVICES": "3",
    "AWS_SECRET_ACCESS_KEY": "s3cret",
}


@pytest.mark.skipif(not hasattr(psutil.Process, "environ"), reason="no process's environment can be read here")
def test_a_hostile_environment_has_no_effect(
    runner: asyncio.Runner, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The server listens on loopback only, with our key, which is on no command line; and it dies with a clear word."""
    for name, value in HOSTILE.items():
        monkeypatch.setenv(name, value)
    runner.run(start_and_examine(tmp_path))


async def start_and_examine(home: Path) -> None:
    server = await start_llama(replace(BOARD, context=1024, threads=1), Start(home))
    try:
        process = psutil.Process(server.process.pid)
        listening = {c.laddr.ip for c in process.net_connections("inet") if c.status == psutil.CONN_LISTEN}
        assert listening == {"127.0.0.1"}
        given = process.environ()
        assert not {"HOST", "PORT", "CONFIG_FILE", "MODEL", "N_CTX", "AWS_SECRET_ACCESS_KEY"} & set(given)
        assert not [name for name in given if name.startswith("LLAMA_") or "proxy" in name.lower()]
        assert "GGML_CUDA_P2P" not in given
        assert "PYTHONPATH" not in given
        assert given["CUDA_VISIBLE_DEVICES"] == ""
        key = given["API_KEY"]
        assert len(key) > 30
        assert not [p.pid for p in psutil.process_iter(["cmdline"]) if key in " ".join(p.info["cmdline"] or ())]
        assert key not in server.process.log.path.read_text()
        assert (await server.models(key="x"))[0] == 401
        assert server.context == 1024
        await die_in_the_middle(server)
    finally:
        await server.close()


async def die_in_the_middle(server: PythonServer) -> None:
    def kill(_: str) -> None:
        assert server.process.pid
        os.kill(server.process.pid, signal.SIGKILL)

    schema = {"type": "array", "items": {"type": "integer"}, "minItems": 300}
    with pytest.raises(AppError, match="board cpu stopped in the middle of its work") as error:
        await server.chat([Message("user", "Count.")], schema=schema, max_tokens=900, on_text=kill)
    assert "killed" in error.value.why
    assert "jurat resume" in error.value.remedy
    assert not server.process.alive


def test_the_command_line_pins_and_sizes(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    head = read_head(locate_model(BOARD))
    board = Board("A", "embedded", gpus=("4", "9"), threads=3)
    command = arguments(board, head, 4096, KvType.Q8_0, 1234, "A-1")
    given = dict(zip(command[::2], command[1::2], strict=True))
    assert given["--n_gpu_layers"] == "-1"
    assert (given["--type_k"], given["--type_v"], given["--flash_attn"]) == ("8", "8", "true")
    assert (given["--n_ctx"], given["--n_threads"], given["--host"]) == ("4096", "3", "127.0.0.1")
    assert given["--interrupt_requests"] == "false"
    monkeypatch.setenv("CUDA_VISIBLE_DEVICES", "0")
    made = environment(board, "key", tmp_path)
    assert (made["CUDA_VISIBLE_DEVICES"], made["CUDA_DEVICE_ORDER"]) == ("4,9", "PCI_BUS_ID")
    uuids = environment(replace(board, gpus=("GPU-b", "GPU-a")), "key", tmp_path)
    assert uuids["CUDA_VISIBLE_DEVICES"] == "GPU-b,GPU-a"
    assert environment(BOARD, "key", tmp_path)["CUDA_VISIBLE_DEVICES"] == ""
    assert arguments(BOARD, head, 4096, KvType.F16, 1, "c")[-1:] == ["false"]


def test_gpus_that_are_not_used_are_an_error_not_a_slow_board(runner: asyncio.Runner, tmp_path: Path) -> None:
    """The build that comes with the program has no CUDA: it would load the model into main memory without a word."""
    board = replace(BOARD, gpus=("97",), context=512)
    with pytest.raises(MissingOnMachine, match="names 1 GPUs, and its model server found 0"):
        runner.run(start_llama(board, Start(tmp_path)))


def test_a_context_beyond_the_model_s_is_refused(runner: asyncio.Runner, tmp_path: Path) -> None:
    with pytest.raises(WrongUse, match="at most 8192"):
        runner.run(start_llama(replace(BOARD, context=16384), Start(tmp_path)))


def test_a_damaged_model_is_named(runner: asyncio.Runner, tmp_path: Path) -> None:
    """Its head is whole, its weights are not."""
    cut = tmp_path / "cut.gguf"
    cut.write_bytes(locate_model(BOARD).read_bytes()[:20_000_000])
    with pytest.raises(MissingOnMachine, match=r"not whole|isn.t whole"):
        runner.run(start_llama(replace(BOARD, model=str(cut)), Start(tmp_path)))


@pytest.mark.parametrize(
    ("name", "data", "says"),
    [
        ("none.gguf", None, "isn't there"),
        ("text.gguf", b"not a model, but long enough to be one", "no whole GGUF file"),
        ("empty.gguf", b"", "no whole GGUF file"),
        ("", None, "is a folder"),
    ],
)
def test_a_model_that_is_none_is_named(
    runner: asyncio.Runner, tmp_path: Path, name: str, data: bytes | None, says: str
) -> None:
    if data is not None:
        (tmp_path / name).write_bytes(data)
    with pytest.raises(MissingOnMachine, match=says):
        runner.run(start_llama(replace(BOARD, model=str(tmp_path / name)), Start(tmp_path)))
