"""What llama.cpp can't do on some processors."""

import functools
import platform
from pathlib import Path

_CPUINFO = Path("/proc/cpuinfo")


def has_amx(cpuinfo: str) -> bool:
    """Whether /proc/cpuinfo names Intel's tiles for matrices (AMX: Sapphire Rapids and later)."""
    flags = next((line for line in cpuinfo.splitlines() if line.startswith("flags")), "")
    return "amx_tile" in flags.split()


@functools.cache
def repacking_crashes() -> bool:
    """Whether weights must stay as they are in the file.

    llama.cpp packs those that it computes on the processor anew for AMX where there is one, and the first batch then
    ends its process with a segmentation fault (ggml-org/llama.cpp issue 20824, seen here with the releases of 2026).
    Unpacked, the same processor reads them with AVX-512.
    """
    if platform.system() == "Linux":
        try:
            return has_amx(_CPUINFO.read_text(encoding="utf-8", errors="replace"))
        except OSError:
            return False
    # not tried: elsewhere the processor isn't asked, and an Intel one on Windows may be of that kind
    return platform.system() == "Windows" and platform.machine() == "AMD64"
