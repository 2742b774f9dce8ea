"""Files that were offered and aren't all taken in yet: kept until they are, so that the next start can go on."""

import json
import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from app.domain.evidence import Origin
from app.workbench import OpenMatter

_FOLDER = "pending"


@dataclass(frozen=True, slots=True)
class Pending:
    """``paths`` as they were named; ``file`` keeps them, in the matter's folder."""

    file: Path
    paths: tuple[Path, ...]
    origin: Origin


def keep_pending(opened: OpenMatter, paths: Sequence[Path], origin: Origin) -> Pending:
    """Note what is to be taken in, before anything is; ``drop`` it when it is."""
    folder = opened.folder / _FOLDER
    folder.mkdir(exist_ok=True)
    absolute = tuple(path.absolute() for path in paths)
    file = folder / f"{uuid.uuid4().hex}.json"
    made = file.with_suffix(".new")
    made.write_text(json.dumps({"paths": [str(path) for path in absolute], "origin": origin.value}), encoding="utf-8")
    made.replace(file)
    return Pending(file, absolute, origin)


def list_pending(opened: OpenMatter) -> list[Pending]:
    """What is not taken in yet, in no order; a note that can't be read any more is none."""
    found = []
    for file in sorted((opened.folder / _FOLDER).glob("*.json")):
        try:
            kept = json.loads(file.read_text(encoding="utf-8"))
            found.append(Pending(file, tuple(Path(path) for path in kept["paths"]), Origin(kept["origin"])))
        except (OSError, ValueError, KeyError, TypeError):
            continue
    return found


def drop_pending(opened: OpenMatter, files: Sequence[Path]) -> None:
    """These are taken in, or nobody wants them any more."""
    for file in files:
        file.unlink(missing_ok=True)
    folder = opened.folder / _FOLDER
    if folder.is_dir() and not any(folder.iterdir()):
        folder.rmdir()
