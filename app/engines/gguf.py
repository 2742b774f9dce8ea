"""What a model file says of itself: what is needed before a server is started with it."""

import re
from dataclasses import dataclass
from pathlib import Path

from app.engines.gguf_reader import GgufFile, NotGguf, read_gguf
from app.engines.gguf_split import parts_of

__all__ = ["ModelHead", "NotGguf", "read_head"]

_MAX_KEPT = 4096
_CONTROL, _USER_DEFINED = 3, 4
# models that mark their turn marks as "user defined" exist; the other texts of that type (spaces, HTML) do no harm
_TURN_MARK = re.compile(r"<\|.*\|>|</?\w+_of_\w+>|\[/?[A-Z_]+\]")


@dataclass(frozen=True, slots=True)
class ModelHead:
    """``bytes`` on disk, of all parts; ``context`` in tokens, None where the file doesn't say; ``control``: texts of
    tokens that steer the model (``<|im_end|>``), which must not be taken for instructions when they stand in an
    exhibit."""

    path: Path
    bytes: int
    name: str
    context: int | None
    control: tuple[str, ...]


def read_head(path: Path) -> ModelHead:
    """The head of the model at ``path``. NotGguf where it is none or not whole; OSError where it can't be read."""
    first = read_gguf(path)
    parts = parts_of(first)
    return ModelHead(
        path=path,
        bytes=sum(part.size for part in parts),
        name=first.text("general.name") or path.stem,
        context=first.whole(f"{architecture_of(first)}.context_length"),
        control=_control(first),
    )


def architecture_of(file: GgufFile) -> str:
    """Which kind of model it is, in llama.cpp's word. NotGguf: it doesn't say."""
    architecture = file.text("general.architecture")
    if architecture is None:
        raise NotGguf("it does not say which kind of model it holds")
    return architecture


def _control(file: GgufFile) -> tuple[str, ...]:
    control = [text for text, kind in file.marks if kind == _CONTROL]
    marked = [text for text, kind in file.marks if kind == _USER_DEFINED and _TURN_MARK.fullmatch(text)]
    return tuple(text for text in (*control, *marked) if len(text) > 1)[:_MAX_KEPT]
