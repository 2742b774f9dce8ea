"""How long the verifier takes: a 60-page draft against 5,000 pages, cold, and again after one paragraph was edited.

    .venv/bin/python bench/verify.py [--pages 5000] [--paragraphs 360]

Everything is invented from a seed: mails, invoices, ledgers and minutes, and a draft that cites them, a tenth of it
falsely. Prints one JSON object; times in seconds (cpu: of this process alone), memory in MiB.
"""

import argparse
import json
import random
import resource
import time

from app.domain.evidence import Page, Record
from app.verify import Checker

_NAMES = [
    "Ostrow",
    "Pell",
    "Haddad",
    "Norwood",
    "Quill",
    "Finch",
    "Dunmore",
    "Vale",
    "Brandt",
    "Lacasa",
    "Imre",
    "Tolland",
]
_THINGS = [
    "pump",
    "barge",
    "boiler",
    "cellar",
    "freight",
    "survey",
    "engine",
    "roof",
    "ledger",
    "crane",
    "cable",
    "turbine",
]
_DEEDS = ["sold", "inspected", "repaired", "delivered", "refused", "insured", "measured", "returned", "leased", "moved"]
_MONTHS = "January February March April May June July August September October November December".split()  # noqa: SIM905
_FILLER = "the parties kept their usual course and nothing further of note was said about it at that time".split()  # noqa: SIM905


def day(rng: random.Random) -> str:
    return f"{rng.choice(_MONTHS)} {rng.randint(1, 28)}, {rng.randint(2015, 2024)}"


def fact(rng: random.Random) -> tuple[str, str, str, str]:
    """Thing, deed, date and sum of one event."""
    return rng.choice(_THINGS), rng.choice(_DEEDS), day(rng), f"${rng.randint(1000, 999999):,}.{rng.randint(0, 99):02d}"


def sentence(rng: random.Random, event: tuple[str, str, str, str], name: str) -> str:
    thing, deed, when, amount = event
    return f"{name} {deed} the {thing} on {when} for {amount}."


def record(pages: int, rng: random.Random) -> tuple[Record, list[list[tuple[str, str]]]]:
    """The record, and for each page its true sentences with the filler quoted after them."""
    made, truths = [], []
    for number in range(1, pages + 1):
        said, lines = [], [f"FILE {number}   {day(rng)}", ""]
        for _ in range(8):
            event, name = fact(rng), rng.choice(_NAMES)
            quoted = " ".join(rng.sample(_FILLER, 9))
            said.append((sentence(rng, event, name), quoted))
            lines += [said[-1][0], f"It was noted that {quoted} and so on.", ""]
        text = "\n".join(lines)
        made.append(Page(f"E{number // 20}", number % 20 + 1, f"BENCH{number:06d}", text))
        truths.append(said)
    return Record(tuple(made)), truths


def draft(truths: list[list[tuple[str, str]]], paragraphs: int, rng: random.Random) -> str:
    parts = []
    for number in range(1, paragraphs + 1):
        page = rng.randrange(len(truths))
        (first, quoted), (second, _) = rng.sample(truths[page], 2)
        if rng.random() < 0.1:
            first = first.replace("1", "3", 1)
        cite = f"BENCH{page + 1:06d}"
        parts.append(f"{number}. {first} {cite}. It was noted that “{quoted}” ({cite}). {second} See {cite}.")
    return "\n\n".join(parts)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pages", type=int, default=5000)
    parser.add_argument("--paragraphs", type=int, default=360)
    args = parser.parse_args()
    rng = random.Random(20210420)
    held, truths = record(args.pages, rng)
    text = draft(truths, args.paragraphs, rng)
    started, worked = time.perf_counter(), time.process_time()
    checker = Checker(held)
    verdicts = checker.check(text, "en")
    cold, cold_cpu = time.perf_counter() - started, time.process_time() - worked
    edited = text.replace("It was noted", "It was duly noted", 1)
    started, worked = time.perf_counter(), time.process_time()
    checker.check(edited, "en")
    again, again_cpu = time.perf_counter() - started, time.process_time() - worked
    counts: dict[str, int] = {}
    for verdict in verdicts:
        counts[str(verdict.verdict)] = counts.get(str(verdict.verdict), 0) + 1
    print(
        json.dumps(
            {
                "pages": args.pages,
                "characters": len(text),
                "claims": len(verdicts),
                "verdicts": counts,
                "cold": round(cold, 2),
                "cold_cpu": round(cold_cpu, 2),
                "edited": round(again, 3),
                "edited_cpu": round(again_cpu, 3),
                "peak_mib": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024,
            }
        )
    )


if __name__ == "__main__":
    main()
