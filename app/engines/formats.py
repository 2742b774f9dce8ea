"""Model files that no engine on this machine can load, told before anything is started: why, and what works instead."""

import json
import re
from pathlib import Path
from typing import NamedTuple

IN_CLOUD = re.compile(r"[:-]cloud$")
"""The end of the name of a model that Ollama doesn't run where it is asked, but on its makers' machines."""
_INSTEAD = "Use a GGUF file of the same model: Q8_0 where it fits, else Q6_K or Q4_K_M."
_SIDE_FILES = ("config.json", "quantize_config.json")
_MOST_CONFIG = 1 << 20


class _Format(NamedTuple):
    """``least``: the compute capability that its kernels need, with ``why`` it is so."""

    name: str
    pattern: re.Pattern[str]
    least: tuple[int, int]
    why: str


_FORMATS = (
    _Format("AWQ", re.compile(r"\bAWQ\b", re.IGNORECASE), (7, 5), "AWQ kernels need 7.5 or newer"),
    _Format("FP8", re.compile(r"\bFP8\b", re.IGNORECASE), (8, 9), "FP8 needs the number format of 8.9 or newer"),
    _Format("GPTQ", re.compile(r"\bGPTQ\b", re.IGNORECASE), (7, 5), "GPTQ kernels fail on it for mixtures of experts"),
)
_PLAIN = _Format("safetensors", re.compile(r""), (7, 5), "the servers for such files no longer support it")


def unusable(path: Path, capability: tuple[int, int] | None = None) -> str | None:
    """Why the model at ``path`` (a file or a folder) can't be loaded, with what works instead; None for what may be a
    GGUF. ``capability``: the board's oldest card, named where it rules the format out for every other server, too."""
    found = _format(path)
    if found is None:
        return None
    kind = (
        "a safetensors model"
        if found is _PLAIN
        else f"an {found.name} model"
        if found.name != "GPTQ"
        else "a GPTQ model"
    )
    sentence = f"It is {kind}; llama.cpp loads only GGUF."
    if capability is not None and capability < found.least:
        major, minor = capability
        sentence += f" No other server would help on cards of compute capability {major}.{minor}: {found.why}."
    return f"{sentence} {_INSTEAD}"


def _format(path: Path) -> _Format | None:
    folder = path if path.is_dir() else path.parent
    if path.is_dir():
        if not any(folder.glob("*.safetensors")) and not (folder / "config.json").is_file():
            return None
    elif path.suffix.lower() not in (".safetensors", ".bin", ".pt", ".pth"):
        return None
    words = re.sub(r"[_\W]+", " ", f"{folder.name} {path.name}")
    words = f"{words} {' '.join(map(_method, (folder / name for name in _SIDE_FILES)))}"
    return next((one for one in _FORMATS if one.pattern.search(words)), _PLAIN)


def _method(config: Path) -> str:
    """The quantisation that a model's config names; empty where it names none or can't be read."""
    try:
        if config.stat().st_size > _MOST_CONFIG:
            return ""
        told = json.loads(config.read_text(encoding="utf-8", errors="replace"))
    except (OSError, ValueError):
        return ""
    if not isinstance(told, dict):
        return ""
    inner = told.get("quantization_config", told)
    method = inner.get("quant_method", "") if isinstance(inner, dict) else ""
    formats = str(inner.get("config_groups", "")) if isinstance(inner, dict) else ""
    return "FP8" if "float" in formats or method == "fbgemm_fp8" else str(method)
