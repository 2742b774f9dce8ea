"""Where things lie, as said on the command line or in the environment."""

import os
import sys
from dataclasses import dataclass
from pathlib import Path

from app.domain.errors import WrongUse


@dataclass(frozen=True, slots=True)
class Settings:
    """``home`` holds matters; ``boards`` is the boards file that was found, None for the one board ``cpu``.

    ``rig``: a recording whose cards are shown instead of this machine's. ``languages``: Tesseract's names, the
    likeliest first.
    """

    home: Path
    boards: Path | None
    languages: tuple[str, ...] = ("eng", "deu", "fra", "spa", "por", "rus")
    rig: Path | None = None


def find_settings(home: Path | None = None, boards: Path | None = None, rig: Path | None = None) -> Settings:
    """Settings from the options ``--home``, ``--boards`` and ``--rig``, the environment, and what lies in the home.

    WrongUse: an option names no file. The boards.ini of a source folder is an example and is never looked for. With a
    rig the home's own boards.ini isn't, either: it is about the cards of this machine.
    """
    chosen = home or _home_from_environment()
    if boards is not None and not boards.is_file():
        raise WrongUse(
            f"There is no boards file {boards}.", remedy="Give `--boards` a file that is there, or leave it out."
        )
    if rig is not None and not rig.is_file():
        raise WrongUse(f"There is no rig {rig}.", remedy="Give `--rig` a recording: resources/rigs has one.")
    own = chosen / "boards.ini"
    found = own if own.is_file() and rig is None else None
    return Settings(home=chosen.absolute(), boards=boards or found, rig=rig)


def _home_from_environment() -> Path:
    named = os.environ.get("JURAT_HOME")
    if named:
        try:
            return Path(named).expanduser()
        except RuntimeError:  # a user whom this machine doesn't know
            raise WrongUse(f"There is no user of {named} here.", remedy="Write the whole path.") from None
    import platformdirs

    return platformdirs.user_data_path("jurat", appauthor=False)


def has_screen() -> bool:
    """Whether a window could be seen here."""
    if os.environ.get("QT_QPA_PLATFORM", "").partition(":")[0] in ("offscreen", "minimal"):
        return False
    return sys.platform != "linux" or bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def resources() -> Path:
    """The folder of prompts, court profiles and the sample matter."""
    beside = Path(__file__).resolve().parent / "resources"
    return beside if beside.is_dir() else Path(__file__).resolve().parent.parent / "resources"
