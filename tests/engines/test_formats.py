import json
import shutil
from pathlib import Path

import pytest

from app.domain.board import Board, Engine
from app.engines.builds import keeps_few_outputs, knows_architecture
from app.engines.formats import unusable

VOLTA, ADA = (7, 0), (8, 9)


def folder_of(tmp_path: Path, name: str, config: object = None) -> Path:
    folder = tmp_path / name
    folder.mkdir()
    (folder / "model-00001-of-00002.safetensors").touch()
    (folder / "config.json").write_text(json.dumps(config) if config is not None else "{}")
    return folder


@pytest.mark.parametrize(
    ("name", "config", "kind", "why"),
    [
        ("Qwen3.5-27B-AWQ", None, "an AWQ model", "AWQ kernels need 7.5"),
        ("model", {"quantization_config": {"quant_method": "awq"}}, "an AWQ model", "AWQ kernels need 7.5"),
        ("Qwen3.5-27B-FP8", None, "an FP8 model", "number format of 8.9"),
        ("model", {"quantization_config": {"quant_method": "fp8"}}, "an FP8 model", "number format of 8.9"),
        (
            "model",
            {
                "quantization_config": {
                    "quant_method": "compressed-tensors",
                    "config_groups": {"weights": {"type": "float"}},
                }
            },
            "an FP8 model",
            "number format of 8.9",
        ),
        ("model_GPTQ_Int4", None, "a GPTQ model", "fail on it for mixtures"),
        ("Qwen3.5-27B", None, "a safetensors model", "no longer support it"),
        ("Qwen3.5-27B", [1], "a safetensors model", "no longer support it"),
    ],
)
def test_what_volta_can_t_use_is_refused_with_the_reason(
    tmp_path: Path, name: str, config: object, kind: str, why: str
) -> None:
    folder = folder_of(tmp_path, name, config)
    for path in (folder, folder / "model-00001-of-00002.safetensors"):
        said = unusable(path, VOLTA)
        assert said is not None
        assert said.startswith(f"It is {kind}; llama.cpp loads only GGUF. No other server would help on cards of ")
        assert "compute capability 7.0" in said
        assert why in said
        assert said.endswith("Use a GGUF file of the same model: Q8_0 where it fits, else Q6_K or Q4_K_M.")


def test_newer_cards_have_other_servers(tmp_path: Path) -> None:
    said = unusable(folder_of(tmp_path, "m-AWQ"), ADA)
    assert said is not None
    assert "No other server" not in said
    assert "GGUF" in said


def test_what_may_be_a_gguf_is_left_to_its_reader(tmp_path: Path) -> None:
    plain = tmp_path / "plain"
    plain.mkdir()
    for path in (tmp_path / "Qwen-AWQ.gguf", plain, tmp_path / "none"):
        assert unusable(path, VOLTA) is None


def test_a_damaged_config_is_no_config(tmp_path: Path) -> None:
    folder = folder_of(tmp_path, "m")
    (folder / "config.json").write_bytes(b"{\xff")
    assert "a safetensors model" in (unusable(folder, VOLTA) or "")


PYTHON = Board("x", "embedded", engine=Engine.LLAMA_CPP_PYTHON)


def test_the_architectures_of_llama_cpp_python() -> None:
    for name in ("llama", "qwen35moe", "gemma4", "deepseek2", "gpt-oss"):
        assert knows_architecture(PYTHON, name) is True
    for name in ("qwen99moe", "llama-of-tomorrow", "gemma77"):
        assert knows_architecture(PYTHON, name) is False


def test_the_architectures_of_a_program(tmp_path: Path) -> None:
    """The list is in the program, or in the library beside it; where it is in neither, nothing is said."""
    program = tmp_path / "llama-server"
    board = Board("x", "m.gguf", engine=Engine.LLAMA_SERVER, program=str(program))
    assert knows_architecture(board, "gemma4") is None
    shutil.copy("/bin/true", program)
    assert knows_architecture(board, "gemma4") is None
    (tmp_path / "libllama.so").write_bytes(b"\0".join([b"llama", b"gemma3", b"qwen3", b"mamba", b""]))
    assert knows_architecture(board, "mamba") is True
    assert knows_architecture(board, "gemma4") is False


def test_which_servers_keep_few_outputs(tmp_path: Path) -> None:
    assert keeps_few_outputs(PYTHON) is False
    (tmp_path / "llama-server").touch()
    board = Board("x", "m.gguf", engine=Engine.LLAMA_SERVER, program=str(tmp_path / "llama-server"))
    (tmp_path / "llama-server").chmod(0o755)
    old = b"\0".join([b"llama", b"gemma3", b"qwen3", b"%s: n_ctx = %u\n", b""])
    (tmp_path / "libllama.so").write_bytes(old)
    assert keeps_few_outputs(board) is False
    (tmp_path / "libllama.so").write_bytes(old + b"%s: n_outputs_max_per_seq = %u\n\0")
    assert keeps_few_outputs(board) is True


def test_a_server_elsewhere_is_not_asked() -> None:
    board = Board("x", "m", engine=Engine.OLLAMA, url="http://127.0.0.1:11434")
    assert knows_architecture(board, "llama") is None
