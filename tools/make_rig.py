"""Writes resources/rigs/twelve-v100.json: a machine of twelve V100 as published figures have them, at work.

Nobody recorded it on such a machine: the cards, links and limits are the product's (SXM2 32 and 16 GB, six links a
card), what the models take is what ``jurat boards check`` reckons, and loads follow a run through its stages.
"""

import json
import math
from pathlib import Path
from typing import Any

OUT = Path(__file__).resolve().parent.parent / "resources" / "rigs" / "twelve-v100.json"
GIB = 1 << 30
BOARDS = {"A": (4, 5, 8, 9), "B": (6, 7, 10, 11), "pair": (0, 1), "mixed": (2, 3)}
BUSES = (0x1A, 0x1C, 0x1D, 0x1E, 0x3D, 0x3F, 0x40, 0x41, 0x88, 0x89, 0xB1, 0xB2)
HELD = {"A": 9.6, "B": 30.4, "pair": 5.5, "mixed": 0.0}
"""GiB on each card of a board. Board ``mixed``: 18.6 on the large card, 9.1 on the small one."""
MIXED = {2: 18.6, 3: 9.1}
SMALL = 3
STAGES = ("pair", "pair", "A", "A", "A", "A", "mixed", "mixed", "B", "B", "B", "A")
"""Which board works in each frame: gate, draft, attack, reasoning, revision."""
IDLE_WATTS, LIMIT = 42.0, 300.0
ROLES = {"A": "draft", "B": "reason, extract, summarize", "pair": "gate, route", "mixed": "attack"}


def board_of(card: int) -> str:
    return next(name for name, cards in BOARDS.items() if card in cards)


def links_of(card: int) -> list[int]:
    """Six links: two to each of three neighbours on a board of four, six to the only one of a pair."""
    others = [other for other in BOARDS[board_of(card)] if other != card]
    return [other for other in others for _ in range(6 // len(others))]


def fixed(card: int) -> dict[str, Any]:
    gib = 16 if card == SMALL else 32
    return {
        "uuid": f"GPU-5107a1ed-0000-4000-8000-{card:012x}",
        "name": f"Tesla V100-SXM2-{gib}GB",
        "bus": BUSES[card],
        "numa": 0 if card < 4 or card in (6, 7) else 1,
        "capability": [7, 0],
        "total": gib * GIB,
        "reserved": 420 << 20,
        "power_limit": LIMIT,
        "clock_limit": 1530,
        "memory_clock": 877,
        "bus_width": 4096,
        "links": links_of(card),
        "unsupported": ["nvmlDeviceGetFanSpeed"],
    }


def now(card: int, frame: int) -> dict[str, Any]:
    board = board_of(card)
    works = STAGES[frame] == board
    place = BOARDS[board].index(card)
    # layers lie one card after the other, so that each works its share of a token's time
    share = 1 / len(BOARDS[board])
    load = round(100 * share + 6 * math.sin(frame + place)) if works else 0
    held = MIXED.get(card, HELD[board])
    used = int(held * GIB) + (360 << 20)
    return {
        "used": used,
        "load": max(load, 0),
        "temperature": 38 + card % 4 + (14 if works else 0) + place,
        "power": round(IDLE_WATTS + load * 1.9 + card % 3, 1),
        "clock": 1530 if works else 135,
        "reasons": 0 if works else 1,
        "ecc": 0,
        "retired": 2 if card == 8 else 0,
        "processes": [[4000 + list(BOARDS).index(board), used]],
    }


def boards() -> str:
    """A boards.ini for the machine. What runs is the model that comes with the program, on the processor: so small
    that it can be loaded four times."""
    sections = (
        f"[board {name}]\ngpus  = {','.join(map(str, cards))}\nmodel = embedded\nroles = {ROLES[name]}\n"
        for name, cards in BOARDS.items()
    )
    return "\n".join(sections)


def main() -> None:
    rig: dict[str, Any] = {
        "what": "A made-up machine of twelve V100 at work; no such machine is here.",
        "driver": "570.133.20",
        "seconds": 3,
        "boards": boards(),
        "cards": [fixed(card) for card in range(12)],
        "frames": [[now(card, frame) for card in range(12)] for frame in range(len(STAGES))],
    }
    OUT.parent.mkdir(exist_ok=True)
    cards = ",\n  ".join(json.dumps(card) for card in rig["cards"])
    frames = ",\n  ".join(
        "[\n   " + ",\n   ".join(json.dumps(card) for card in frame) + "\n  ]" for frame in rig["frames"]
    )
    head = json.dumps({name: rig[name] for name in ("what", "driver", "seconds", "boards")})[:-1]
    OUT.write_text(f'{head},\n "cards": [\n  {cards}\n ],\n "frames": [\n  {frames}\n ]}}\n', encoding="utf-8")


if __name__ == "__main__":
    main()
