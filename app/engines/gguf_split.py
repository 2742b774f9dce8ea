"""Models in several files: ``name-00001-of-00003.gguf``. The first holds the keys, each one its own tensors."""

import re
from pathlib import Path

from app.engines.gguf_reader import GgufFile, LaterPart, NotGguf, read_gguf

_PART = re.compile(r"(?P<stem>.+)-(?P<number>\d{5})-of-(?P<count>\d{5})\.gguf", re.IGNORECASE)
_MOST_PARTS = 1000


def parts_of(first: GgufFile) -> tuple[GgufFile, ...]:
    """Every part of the model, ``first`` among them. NotGguf: a part is missing, is another model's, or ``first``
    isn't the first."""
    count = first.whole("split.count") or 1
    if count == 1:
        return (first,)
    if count > _MOST_PARTS:
        raise NotGguf(f"it says that it has {count} parts")
    named = _PART.fullmatch(first.path.name)
    if named is None or int(named["count"]) != count:
        name = f"{first.path.stem}-00001-of-{count:05}.gguf"
        raise NotGguf(f"it is one of {count} parts, and its name doesn't say so; parts are named {name} and so on")
    if _number(first) != 0 or int(named["number"]) != 1:
        raise LaterPart(f"it is a later part of {count}; name the first, {named['stem']}-00001-of-{count:05}.gguf")
    rest = (_part(first.path.with_name(f"{named['stem']}-{n + 1:05}-of-{count:05}.gguf"), n) for n in range(1, count))
    parts = (first, *rest)
    _demand_whole(parts, count)
    return parts


def _number(part: GgufFile) -> int:
    value = part.keys.get("split.no", 0)
    return value if isinstance(value, int) else -1


def _part(path: Path, number: int) -> GgufFile:
    try:
        part = read_gguf(path)
    except FileNotFoundError:
        raise NotGguf(f"its part {path.name} is missing") from None
    except NotGguf as error:
        raise NotGguf(f"its part {path.name} can't be used: {error}") from error
    if _number(part) != number:
        raise NotGguf(f"its part {path.name} says that it is part {_number(part) + 1}")
    return part


def _demand_whole(parts: tuple[GgufFile, ...], count: int) -> None:
    """The parts belong together: each says how many there are, and their tensors are all there, none twice."""
    for part in parts:
        if part.whole("split.count") != count:
            raise NotGguf(f"its part {part.path.name} is of another model: it is one of {part.whole('split.count')}")
    names = [tensor.name for part in parts for tensor in part.tensors]
    if len(set(names)) < len(names):
        raise NotGguf("two of its parts hold the same tensor")
    told = parts[0].whole("split.tensors.count")
    if told is not None and told != len(names):
        raise NotGguf(f"its parts hold {len(names)} tensors; there should be {told}")
