"""The files that the named paths stand for, in the order in which exhibits get their ids."""

import os
from collections.abc import Iterator, Sequence
from pathlib import Path

from app.domain.errors import WrongUse

_SYSTEM_FILES = frozenset({"thumbs.db", "desktop.ini", "ehthumbs.db", "icon\r", "__macosx"})


def walk(paths: Sequence[Path]) -> list[Path]:
    """Every file under `paths`, each once, sorted by path; hidden files and those of the system are left out.

    A file that is named itself is always taken. WrongUse when a path doesn't exist or can't be entered.
    """
    found: dict[Path, Path] = {}
    for path in paths:
        if not path.exists():
            raise WrongUse(f"There is no file or folder {path}.", remedy="Check the path and try again.")
        for file in _files(path):
            found.setdefault(Path(os.path.abspath(file)), file)  # noqa: PTH100  links are kept, unlike by resolve()
    return [found[key] for key in sorted(found, key=lambda key: key.parts)]


def _files(path: Path) -> Iterator[Path]:
    if not path.is_dir():
        yield path
        return
    seen: set[tuple[int, int]] = set()
    for folder, folders, names in os.walk(path, followlinks=True, onerror=_cannot_enter):
        identity = Path(folder).stat()
        if (identity.st_dev, identity.st_ino) in seen:  # a link that leads back up
            folders.clear()
            continue
        seen.add((identity.st_dev, identity.st_ino))
        folders[:] = sorted(name for name in folders if not _left_out(name))
        yield from (Path(folder) / name for name in names if not _left_out(name) and (Path(folder) / name).is_file())


def _left_out(name: str) -> bool:
    return name.startswith((".", "~$", ".~lock.")) or name.lower() in _SYSTEM_FILES


def _cannot_enter(error: OSError) -> None:
    raise WrongUse(f"The folder {error.filename} can't be read.", f"{error.strerror}.") from error
