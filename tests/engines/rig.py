"""Cards as the rig of the repository's boards.ini has them."""

from app.domain.board_fit import Card

GIB = 1 << 30


def v100(index: int, size: int = 32, used: int = 0) -> Card:
    """A V100 as NVML tells it: what the driver reserves is a part of ``total``."""
    total, reserved = size * GIB, 3 * GIB // 10
    name = f"Tesla V100-SXM2-{size}GB"
    return Card(
        index, f"GPU-{index:08x}-0000-1111-2222-333344445555", name, total, total - reserved - used, reserved, (7, 0)
    )


def rtx3090(index: int) -> Card:
    return Card(
        index, f"GPU-{index:08x}", "NVIDIA GeForce RTX 3090", 24 * GIB, 24 * GIB - 3 * GIB // 10, 3 * GIB // 10, (8, 6)
    )
