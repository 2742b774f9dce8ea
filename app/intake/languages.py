"""Tesseract and its languages on this machine."""

import os
import shutil
import subprocess
from collections.abc import Sequence

from app.domain.errors import MissingOnMachine

ENGLISH = ("eng",)
ALL = ("eng", "deu", "fra", "spa", "por", "rus")
"""The languages that Jurat can read from images, as Tesseract calls them; the first is the most likely."""


def installed_languages() -> frozenset[str]:
    """Languages whose data Tesseract has here. MissingOnMachine without Tesseract."""
    program = shutil.which("tesseract")
    if program is None:
        raise MissingOnMachine(
            "Tesseract isn't installed, so scanned pages can't be read.",
            remedy="Install it: sudo apt-get install tesseract-ocr",
        )
    done = subprocess.run(
        [program, "--list-langs"], capture_output=True, text=True, timeout=30, check=False, env=dict(os.environ)
    )
    if done.returncode != 0:
        raise MissingOnMachine("Tesseract doesn't start.", (done.stderr or done.stdout).strip())
    return frozenset(line.strip() for line in done.stdout.splitlines()[1:])


def require_tesseract(languages: Sequence[str]) -> None:
    """MissingOnMachine, naming the packages to install, unless Tesseract can read `languages` here."""
    installed = installed_languages()
    missing = [language for language in languages if language not in installed]
    if missing:
        packages = " ".join(f"tesseract-ocr-{language.replace('_', '-')}" for language in missing)
        raise MissingOnMachine(
            f"Tesseract lacks the data for: {', '.join(missing)}.",
            remedy=f"Install it: sudo apt-get install {packages}",
        )
