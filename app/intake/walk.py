"""The files that the named paths stand for, in the order in which exhibits get their ids."""

import os
import stat
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from app.domain.errors import WrongUse

_SYSTEM_FILES = frozenset({"thumbs.db", "desktop.ini", "ehthumbs.db", "icon\r", "__macosx"})

_KINDS = (
    (stat.S_ISDIR, "a folder"),
    (stat.S_ISFIFO, "a pipe"),
    (stat.S_ISSOCK, "a socket"),
    (stat.S_ISCHR, "a device"),
    (stat.S_ISBLK, "a device"),
)

IN_HOME = "This lies in Jurat's own folder: nothing is taken from there, and nothing crosses from matter to matter."
_FOLDER_LINK = (
    "This is a link to a folder. Links out of a folder aren't followed: name that folder itself to take it in."
)
_NOWHERE = "This is a link that leads nowhere."


@dataclass(frozen=True, slots=True)
class Entry:
    """One thing that was met. ``refused``: why it can't be taken in, in a sentence; None for a regular file."""

    path: Path
    refused: str | None = None


@dataclass(frozen=True, slots=True)
class Walk:
    """What was met, sorted by path. ``hidden``: how many files and folders that are hidden or the system's were left
    out. ``empty``: the named folders in which nothing was met."""

    entries: tuple[Entry, ...]
    hidden: int = 0
    empty: tuple[Path, ...] = ()

    @property
    def files(self) -> list[Path]:
        """The regular files."""
        return [entry.path for entry in self.entries if entry.refused is None]


def shown(path: Path) -> str:
    """The path as text that can be stored and printed: bytes of a name that aren't UTF-8 stand as ``\\xff``."""
    return os.fsencode(path).decode("utf-8", "backslashreplace")


def lies_in(path: Path, folder: Path) -> bool:
    """Whether a path, with its links followed, lies in the folder or is it."""
    return _real(path).is_relative_to(_real(folder))


def walk(paths: Sequence[Path], home: Path | None = None) -> Walk:
    """Everything under `paths`, each once; no pipe is opened, no link to a folder followed inside a named folder.

    Hidden files are left out unless named. Of `home`, the program's own folder, only what it made for a person is
    entered (``matters/*/out`` and ``matters/*/derived``). WrongUse when a path doesn't exist.
    """
    found: dict[Path, Entry] = {}
    hidden, empty = 0, []
    for path in paths:
        walker = _Walker(home)
        met = list(walker.named(path))
        hidden += walker.hidden
        if not met:
            empty.append(path)
        for entry in met:
            found.setdefault(Path(os.path.abspath(entry.path)), entry)  # noqa: PTH100  links are kept, unlike by resolve()
    return Walk(tuple(found[key] for key in sorted(found, key=lambda key: key.parts)), hidden, tuple(empty))


class _Walker:
    def __init__(self, home: Path | None) -> None:
        self._home = None if home is None else _real(home)
        self.hidden = 0

    def named(self, path: Path) -> Iterator[Entry]:
        try:
            mode = path.stat().st_mode
        except (FileNotFoundError, NotADirectoryError):
            if not path.is_symlink():
                raise WrongUse(
                    f"There is no file or folder {shown(path)}.", remedy="Check the path and try again."
                ) from None
            yield Entry(path, _NOWHERE)
        except (OSError, ValueError) as error:
            yield Entry(path, _cannot_read(error))
        else:
            yield from self._folder(path) if stat.S_ISDIR(mode) else (self._file(path),)

    def _folder(self, path: Path) -> Iterator[Entry]:
        if self._private(_real(path)):
            yield Entry(path, IN_HOME)
            return
        locked: list[OSError] = []
        for folder, folders, names in os.walk(path, onerror=locked.append):
            here = Path(folder)
            wanted = [name for name in folders if not _left_out(name)]
            seen = [name for name in names if not _left_out(name)]
            self.hidden += len(folders) - len(wanted) + len(names) - len(seen)
            barred = {name: reason for name in wanted if (reason := self._barred(here / name))}
            folders[:] = sorted(name for name in wanted if name not in barred)
            yield from (Entry(here / name, reason) for name, reason in barred.items())
            yield from (self._file(here / name) for name in seen)
        yield from (Entry(Path(os.fsdecode(error.filename)), _cannot_read(error)) for error in locked)

    def _barred(self, folder: Path) -> str | None:
        """Why a folder inside a named one isn't entered."""
        if os.path.islink(folder):  # noqa: PTH114  unlike is_symlink() it never fails
            return _FOLDER_LINK
        return IN_HOME if self._home is not None and self._private(_real(folder)) else None

    def _file(self, path: Path) -> Entry:
        reason = why_no_file(path)
        if reason is None and self._home is not None and self._private(_real(path)):
            reason = IN_HOME
        return Entry(path, reason)

    def _private(self, real: Path) -> bool:
        """Whether it lies in the home, and not among what was made for a person or from an original."""
        if self._home is None or not real.is_relative_to(self._home):
            return False
        inside = real.relative_to(self._home).parts
        return not (len(inside) > 2 and inside[0] == "matters" and inside[2] in ("out", "derived"))


def why_no_file(path: Path) -> str | None:
    """Why a path can't be read as a file, in a sentence; None for a regular file or a link to one."""
    try:
        mode = path.stat().st_mode
    except FileNotFoundError:
        return _NOWHERE if path.is_symlink() else "There is no such file."
    except (OSError, ValueError) as error:
        return _cannot_read(error)
    if stat.S_ISREG(mode):
        return None
    kind = next((word for test, word in _KINDS if test(mode)), "something else")
    return f"This is {kind}, not a file."


def _real(path: Path) -> Path:
    return Path(os.path.realpath(path))  # unlike resolve() it never fails: links that lead in a circle stay


def _left_out(name: str) -> bool:
    return name.startswith((".", "~$", ".~lock.")) or name.lower() in _SYSTEM_FILES


def _cannot_read(error: OSError | ValueError) -> str:
    reason = error.strerror if isinstance(error, OSError) else str(error)
    return f"This can't be read: {reason}."
