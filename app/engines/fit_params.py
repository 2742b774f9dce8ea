"""Asks llama.cpp's own `llama-fit-params` what a model would take. It allocates nothing and reads no weights."""

import re
import subprocess
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from app.domain.board_fit import Fit
from app.engines.processor import repacking_crashes

NAME = "llama-fit-params"
HOST = "Host"
_SECONDS = 120.0
_MIB = 1 << 20
_GIB = 1 << 30
_LINE = re.compile(r"(?P<device>[A-Za-z]+\d*) (?P<model>\d+) (?P<context>\d+) (?P<compute>\d+)\s*")


@dataclass(frozen=True, slots=True)
class Taken:
    """What llama.cpp takes of one device (``CUDA0``, or ``Host`` for main memory), in bytes, to the MiB."""

    device: str
    weights: int
    cache: int
    compute: int

    @property
    def need(self) -> int:
        return self.weights + self.cache + self.compute


def find_fit_params(server: Path | None) -> Path | None:
    """The program beside the llama-server that is used; None where it isn't built."""
    if server is None:
        return None
    program = server.resolve().parent / f"{NAME}{server.suffix if server.suffix == '.exe' else ''}"
    return program if program.is_file() else None


def ask_fit_params(program: Path, model: Path, fit: Fit, environment: Mapping[str, str]) -> tuple[Taken, ...] | None:
    """What each device would hold with the plan ``fit``, the host last. None where the program can't say: an older
    build without --fit-print, a device that isn't there. ``environment`` is what the server gets, so that the same
    cards are seen."""
    try:
        done = subprocess.run(
            [str(program), *arguments(model, fit)],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            env=dict(environment),
            timeout=_SECONDS,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired):
        return None
    return read_taken(done.stdout.decode("utf-8", "replace")) if done.returncode == 0 else None


def arguments(model: Path, fit: Fit) -> list[str]:
    """The plan in llama.cpp's words."""
    used = [share for share in fit.shares if share.card is not None and share.layers]
    cards: list[str] = ["-ngl", "0"]
    if used:
        counts = ",".join(str(share.layers) for share in used)
        devices = ",".join(f"CUDA{n}" for n, share in enumerate(fit.shares) if share.layers)
        cards = ["-ngl", "all", "--device", devices, "-sm", fit.split if len(used) > 1 else "none"]
        cards += ["-ts", counts] if len(used) > 1 else []
    cache = [part for option in ("-ctk", "-ctv") for part in (option, fit.kv.value)]
    sizes = ["-c", str(fit.context), "-np", "1", "-ub", str(fit.batch), "-fa", "on"]
    packed = ["--no-repack"] if repacking_crashes() else []
    return ["-m", str(model), *sizes, *cache, *cards, *packed, "--fit-print", "on"]


def read_taken(text: str) -> tuple[Taken, ...] | None:
    """The lines ``NAME model context compute``, in MiB; None where the host's line is missing."""
    hits = [hit for line in text.splitlines() if (hit := _LINE.fullmatch(line))]
    found = tuple(
        Taken(hit["device"], *(int(hit[part]) * _MIB for part in ("model", "context", "compute"))) for hit in hits
    )
    return found if found and found[-1].device == HOST else None


def said_taken(fit: Fit, taken: tuple[Taken, ...]) -> str:
    """Whether llama.cpp comes to the same verdict, in a sentence: its own figures for the fullest place."""
    places = [share for share in fit.shares if share.layers]
    devices = [one for one in taken if one.device != HOST] if places[0].card is not None else [taken[-1]]
    pairs = list(zip(places, devices, strict=False))
    if len(pairs) < len(places):
        return f"{NAME} sees {len(devices)} cards where the plan has {len(places)}."
    if fit.few_outputs:  # it reckons with a server that keeps room after every token
        share, own = pairs[-1]
        pairs[-1] = share, replace(own, compute=min(own.compute, share.compute + share.scratch))
    share, own = min(pairs, key=lambda pair: pair[0].usable - pair[1].need - pair[0].overhead)
    left = share.usable - own.need - share.overhead
    where = "main memory" if share.card is None else f"card {share.card}"
    verdict = "the same" if (left >= 0) == all(one.spare >= 0 for one in places) else "otherwise"
    reckoned = (share.need - share.overhead) / _GIB
    return f"{NAME} says {verdict}: {own.need / _GIB:.1f} GiB in {where}, {reckoned:.1f} GiB reckoned."
