"""Which cards a llama.cpp has code for, seen in files made like its own."""

from pathlib import Path

import pytest
from rig import rtx3090, v100

from app.domain.board import Board, Engine
from app.engines.gpu_builds import lacks_code

CPU = b"\0ggml_backend_cpu_reg\0"
CUDA = b"\0ggml_backend_cuda_reg\0FORCE_MMQ\0"


def board_with(folder: Path, **files: bytes) -> Board:
    (folder / "llama-server").write_bytes(b"\x7fELF")
    (folder / "llama-server").chmod(0o755)
    for name, data in files.items():
        (folder / f"lib{name.replace('_', '-')}.so").write_bytes(data)
    return Board("x", "m.gguf", engine=Engine.LLAMA_SERVER, program=str(folder / "llama-server"), gpus=("0",))


def test_a_build_without_gpu_code_is_refused(tmp_path: Path) -> None:
    board = board_with(tmp_path, ggml=b"nothing", ggml_cpu=CPU)
    assert lacks_code(board, [v100(0)]).startswith("The llama.cpp that would load it is built without code for GPUs.")
    assert lacks_code(Board("x", "m.gguf", engine=Engine.LLAMA_SERVER, program=board.program), []) == ""


def test_the_python_package_of_a_machine_without_cuda() -> None:
    """What this project installs is built for the CPU."""
    board = Board("x", "embedded", engine=Engine.LLAMA_CPP_PYTHON, gpus=("0",))
    assert "without code for GPUs" in lacks_code(board, [v100(0)])


@pytest.mark.parametrize(
    ("archs", "card", "needs"),
    [
        (b"750,800,860,890,1200", v100(0), "7.5"),
        (b"750", v100(0), "7.5"),
        (b"1000,1200", rtx3090(0), "10.0"),
        (b"500,610,700,750,800", v100(0), None),
        (b"700,860", v100(0), None),
        (b"700", v100(0), None),
        (b"750,800", rtx3090(0), None),
        (b"12,512", v100(0), None),  # numbers that are no architectures
        (b"", v100(0), None),
    ],
)
def test_cuda_without_the_card_s_architecture_is_refused(
    tmp_path: Path, archs: bytes, card: object, needs: str | None
) -> None:
    board = board_with(tmp_path, ggml_cpu=CPU, ggml_cuda=CUDA + b"ARCHS\0" + b"x" * 99 + b"\0" + archs + b"\0")
    said = lacks_code(board, [card])  # type: ignore[list-item]
    assert (said == "") == (needs is None)
    assert needs is None or f"code for compute capability {needs} and newer; this board's is " in said


def test_the_oldest_card_counts(tmp_path: Path) -> None:
    board = board_with(tmp_path, ggml_cpu=CPU, ggml_cuda=CUDA + b"ARCHS\0\x00750,860\0")
    assert lacks_code(board, [rtx3090(0)]) == ""
    said = lacks_code(board, [rtx3090(0), v100(1)])
    assert said.endswith("Install a build made for 7.0 (with CUDA 12: -DCMAKE_CUDA_ARCHITECTURES=70-real).")


def test_other_gpu_builds_are_left_alone(tmp_path: Path) -> None:
    board = board_with(tmp_path, ggml_cpu=CPU, ggml_vulkan=b"anything")
    assert lacks_code(board, [v100(0)]) == ""


def test_a_program_that_tells_nothing_is_not_refused(tmp_path: Path) -> None:
    assert lacks_code(board_with(tmp_path), [v100(0)]) == ""
