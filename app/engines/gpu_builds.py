"""Whether the llama.cpp on this machine has code for a board's cards, seen in its files before anything is started.

CUDA 13 can't make code for compute capability 7.0 any more: many ready-made builds lack it, and fail only after the
model is loaded, with "no kernel image is available".
"""

import mmap
import os
import re
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path

from app.domain.board import Board
from app.domain.board_fit import Card
from app.engines.builds import files_of

_GPU = re.compile(rb"ggml_backend_(?:cuda|vk|sycl|metal|hip|musa|opencl|cann)_reg")
_GPU_FILE = re.compile(r"ggml-(?:cuda|vulkan|sycl|metal|hip|musa|opencl|cann)")
_CPU = b"ggml_backend_cpu_"
# what ggml's CUDA part says of itself (ggml_backend_cuda_get_features): the word, and the compiler's list
_WORD = b"ARCHS\0"
_LIST = re.compile(rb"\0(\d{3,4}(?:,\d{3,4})*)\0")
_NEAR = 1 << 20
_LEAST, _MOST = 300, 1400


def lacks_code(board: Board, cards: Sequence[Card]) -> str:
    """Why the board's llama.cpp can't use its cards, in a sentence; empty where it can or where that can't be seen."""
    if not board.gpus:
        return ""
    sights = [_sight(path, path.stat().st_size, path.stat().st_mtime_ns) for path in files_of(board)]
    if any(cpu for _, cpu, _ in sights) and not any(gpu for gpu, _, _ in sights):
        return "The llama.cpp that would load it is built without code for GPUs. Install a build with CUDA."
    built = sorted({number for _, _, numbers in sights for number in numbers})
    oldest = min((card.capability for card in cards if card.capability is not None), default=None)
    if not built or oldest is None or oldest[0] * 100 + oldest[1] * 10 >= built[0]:
        return ""
    needs, has = f"{built[0] // 100}.{built[0] % 100 // 10}", f"{oldest[0]}.{oldest[1]}"
    return (
        f"The llama.cpp that would load it has code for compute capability {needs} and newer; this board's is {has}. "
        f"Install a build made for {has} (with CUDA 12: -DCMAKE_CUDA_ARCHITECTURES={oldest[0]}{oldest[1]}-real)."
    )


@lru_cache(maxsize=64)
def _sight(path: Path, size: int, changed: int) -> tuple[bool, bool, tuple[int, ...]]:
    """Of one file: has it GPU code, has it CPU code, and which CUDA architectures (700 for 7.0) it was compiled for."""
    if size == 0 or not os.access(path, os.R_OK):
        return False, False, ()
    with path.open("rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as data:
        gpu = _GPU_FILE.search(path.name) is not None or _GPU.search(data) is not None
        return gpu, data.find(_CPU) >= 0, _architectures(data) if gpu else ()


def _architectures(data: mmap.mmap) -> tuple[int, ...]:
    """The compiler's list, which stands near the word for it; empty where there is none that could be one."""
    at = data.find(_WORD)
    if at < 0:
        return ()
    near = data[max(0, at - _NEAR) : at + _NEAR]
    lists = [tuple(int(part) for part in hit.split(b",")) for hit in _LIST.findall(near)]
    real = [one for one in lists if all(_LEAST <= number <= _MOST and number % 10 == 0 for number in one)]
    return max((one for one in real if list(one) == sorted(set(one))), key=len, default=())
