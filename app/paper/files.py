"""New files, whole or not at all."""

import contextlib
import glob
import os
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from app.domain.errors import WrongUse

_STALE = 600.0
"""Seconds after which a half-written file is nobody's any more."""


def refuse_overwrite(target: Path, *, force: bool) -> None:
    """WrongUse where ``target`` is there already and ``force`` isn't given."""
    if not force and os.path.lexists(target):
        raise WrongUse(
            f"{target} is there already.",
            "No file is overwritten without being told to.",
            "Choose another name, or `--force` to write over it.",
        )


def refuse_vault(target: Path) -> None:
    """WrongUse where ``target`` lies in the vault of a matter, of this home or another."""
    place = target.resolve()
    if any(one.name == "vault" and (one.parent / "matter.db").exists() for one in (place, *place.parents)):
        raise WrongUse("Nothing is ever written into the vault.", remedy="Choose another folder.")


def write_atomically(target: Path, fill: Callable[[Path], None], *, force: bool = False) -> None:
    """Have ``fill`` write a new file beside ``target``, then put it in place, safe on disk.

    ``target`` is afterwards whole, or as it was before. WrongUse where it is there already and ``force`` isn't
    given, also where another program made it in the meantime.
    """
    refuse_overwrite(target, force=force)
    target.parent.mkdir(parents=True, exist_ok=True)
    _clear_away(target)
    handle, name = tempfile.mkstemp(prefix=f".{target.name[:80]}.", suffix=".part", dir=target.parent)
    os.close(handle)
    part = Path(name)
    try:
        fill(part)
        _to_disk(part)
        part.chmod(0o666 & ~_umask())
        _put_in_place(part, target, force=force)
        _to_disk(target.parent)
    finally:
        part.unlink(missing_ok=True)


def _clear_away(target: Path) -> None:
    """Remove what a program that was killed while writing ``target`` left; what is young may be another's work."""
    for left in target.parent.glob(f".{glob.escape(target.name[:80])}.*.part"):
        with contextlib.suppress(FileNotFoundError):
            if time.time() - left.stat().st_mtime > _STALE:
                left.unlink()


def clear_unfinished(folder: Path) -> None:
    """Remove every half-written file of ``folder``, where nobody but the caller writes. Libraries' own copies, too."""
    for left in folder.glob(".*.part*"):
        left.unlink(missing_ok=True)


def _put_in_place(part: Path, target: Path, *, force: bool) -> None:
    if force:
        part.replace(target)
        return
    try:
        target.hardlink_to(part)  # unlike a rename, this fails where the target has come into being
    except FileExistsError:
        refuse_overwrite(target, force=False)
    except OSError:  # a file system without hard links
        refuse_overwrite(target, force=False)
        part.replace(target)


def _to_disk(path: Path) -> None:
    if os.name == "nt" and path.is_dir():  # Windows can't open a folder to flush it
        return
    handle = os.open(path, os.O_RDWR if path.is_file() else os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
