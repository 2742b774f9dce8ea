"""Models that are on this machine: GGUF files in the folders where people keep them, and what an Ollama here has."""

import os
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from app.domain.errors import AppError
from app.egress import Gate
from app.engines.formats import IN_CLOUD, unusable
from app.engines.gguf_facts import ModelShape, read_shape
from app.engines.gguf_reader import NotGguf

FOLDERS = (
    *("models", ".cache/llama.cpp", ".cache/huggingface/hub", ".lmstudio/models", ".cache/lm-studio/models"),
    ".local/share/models",
)
"""Where people and programs keep GGUF files, under the home folder."""
OLLAMA = "http://127.0.0.1:11434"
_SECONDS = 2.0
_MOST_FILES = 20_000
_LATER_PART = re.compile(r"-(?!00001)\d{5}-of-\d{5}\.gguf", re.IGNORECASE)
_UNWRITABLE = re.compile(r"\s[;]|[\r\n]|^\s|\s$")
"""In a boards.ini such a path would not be read back as it is."""
_NO_CHAT = ("bert", "embed", "rerank", "whisper", "clip")


@dataclass(frozen=True, slots=True)
class Seen:
    """``passed_over``: (file, why) of those that are no use. ``stopped``: the folders hold more files than are looked
    through."""

    models: tuple[ModelShape, ...]
    passed_over: tuple[tuple[Path, str], ...]
    stopped: bool = False


@dataclass(frozen=True, slots=True)
class OllamaModel:
    """A model of the Ollama server here. ``bytes`` of its file; 0 where the server doesn't say."""

    name: str
    bytes: int


def usual_folders() -> tuple[Path, ...]:
    return tuple(folder for name in FOLDERS if (folder := Path.home() / name).is_dir())


def find_models(folders: Iterable[Path], capability: tuple[int, int] | None = None) -> Seen:
    """Whole models that answer questions, one entry a model however many files or links it has. ``capability``: of the
    oldest card, for the reason why other files are no use."""
    found: dict[Path, ModelShape] = {}
    passed: list[tuple[Path, str]] = []
    seen = 0
    for seen, path in enumerate(_files(folders), start=1):
        if seen > _MOST_FILES:
            break
        if path.name.startswith("mmproj") or _LATER_PART.search(path.name):
            continue  # pictures' part, and what belongs to the first part
        shape, why = _examine(path, capability)
        if shape is None:
            passed.append((path, why))
        else:
            found.setdefault(path.resolve(), shape)
    return Seen(tuple(found.values()), tuple(passed), seen > _MOST_FILES)


def _examine(path: Path, capability: tuple[int, int] | None) -> tuple[ModelShape | None, str]:
    """The model of a file, or why it is of no use."""
    if why := unusable(path if path.suffix.lower() == ".gguf" else path.parent, capability):
        return None, why
    if _UNWRITABLE.search(str(path)):
        return None, "Its name can't be written in a boards.ini: it has a space before a semicolon or at its end."
    try:
        shape = read_shape(path)
    except (NotGguf, AppError) as error:
        return None, f"No whole GGUF model: {error}."
    except OSError as error:
        return None, f"It can't be read: {error.strerror}."
    if not shape.template:
        return None, "It has no chat template, so it follows no instructions."
    return shape, ""


def _files(folders: Iterable[Path]) -> Iterator[Path]:
    """GGUF files, and one file of each folder with a model of another kind. Links to folders aren't followed."""
    for folder in folders:
        for place, _, names in os.walk(folder):
            for name in sorted(names):
                if name.lower().endswith(".gguf"):
                    yield Path(place) / name
            if other := next((name for name in sorted(names) if name.endswith(".safetensors")), None):
                yield Path(place) / other


async def ollama_here(gate: Gate, address: str = OLLAMA) -> tuple[OllamaModel, ...] | None:
    """Its models that run on this machine and answer questions, the largest first; None: no server answers."""
    import httpx2

    from app.engines.wire import connect

    async with connect(address, gate=gate) as http:
        try:
            answer = await http.get("/api/tags", timeout=_SECONDS)
            listed = answer.json().get("models") if answer.status_code == 200 else None
        except (httpx2.HTTPError, ValueError, AttributeError):
            return None
    if not isinstance(listed, list):
        return None
    models = [OllamaModel(str(one["name"]), _whole(one.get("size"))) for one in listed if _talks_here(one)]
    return tuple(sorted(models, key=lambda model: (-model.bytes, model.name)))


def _talks_here(one: Any) -> bool:
    if not isinstance(one, dict) or not isinstance(one.get("name"), str) or one.get("remote_host"):
        return False
    details = one.get("details")
    family = str(details.get("family", "")) if isinstance(details, dict) else ""
    said = f"{one['name']} {family}".lower()
    if IN_CLOUD.search(one["name"]) or _UNWRITABLE.search(one["name"]):
        return False
    return not any(word in said for word in _NO_CHAT)


def _whole(value: object) -> int:
    return value if isinstance(value, int) and value > 0 else 0
