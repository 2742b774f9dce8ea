"""Where workers put what they need for a moment (page images for Tesseract): a folder that goes with the pool."""

import os
import shutil
import tempfile
import time
from pathlib import Path

PREFIX = "jurat-work-"
_OLD_PREFIX = "jurat-ocr-"
_OLD_SECONDS = 24 * 3600.0
"""A folder of a program that can't be seen from here (another container) is taken for dead only after this."""


def make_scratch() -> Path:
    """A new folder for one pool; what dead programs left behind is removed first. OSError: no room for one."""
    sweep(Path(tempfile.gettempdir()))
    return Path(tempfile.mkdtemp(prefix=f"{PREFIX}{os.getpid()}-"))


def sweep(folder: Path) -> None:
    """Remove the scratch folders in `folder` that are this user's, a day old, and of no living program."""
    for left in (*folder.glob(f"{PREFIX}*"), *folder.glob(f"{_OLD_PREFIX}*")):
        try:
            found = left.lstat()
        except OSError:
            continue  # another program sweeps too
        mine = not hasattr(os, "getuid") or found.st_uid == os.getuid()
        if mine and left.is_dir() and time.time() - found.st_mtime > _OLD_SECONDS and not _alive(left.name):
            shutil.rmtree(left, ignore_errors=True)


def _alive(name: str) -> bool:
    """Whether the program that a folder is named for still runs."""
    number = name.removeprefix(PREFIX).partition("-")[0]
    if not name.startswith(PREFIX) or not number.isdigit() or os.name == "nt":
        return False
    try:
        os.kill(int(number), 0)
    except (ProcessLookupError, OverflowError):
        return False
    except PermissionError:
        return True
    return True
