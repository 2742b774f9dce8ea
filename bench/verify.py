"""How long the verifier takes: a 60-page draft against 5,000 pages, cold, and again after one paragraph was edited.

    python bench/verify.py [--pages 5000] [--paragraphs 360]

Everything is invented from a seed: mails, invoices, ledgers and minutes, and a draft that cites them, a tenth of it
falsely. Prints one JSON object; times in seconds (cpu: of that process alone), memory in MiB:

first_ever   pages that were never read before, in a process that has loaded the verifier
cold         a new process opens a matter whose pages were read at intake, from its first import to the last verdict
edited       one paragraph of the draft was changed (median and worst of 200 such edits)
growth_mib   memory after those edits, less that after the first 20 of them
quotations   200 of them found, against rapidfuzz on every page (10 of them, scaled up): ratio, and how many are found

Ends with 1 where a goal is missed or the two processes don't give the same verdicts.
"""

import argparse
import asyncio
import gc
import json
import random
import re
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from app.domain.evidence import Exhibit, Origin, Page, PageRead, Reading, Record

if TYPE_CHECKING:
    from app.verify import Checker

T = TypeVar("T")
EDITS = 200
QUOTED, PEER_QUOTED = 200, 10
GOALS = {"cold": 2.0, "edited": 0.05, "worst": 0.05}

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


def measured(work: Callable[[], T]) -> tuple[T, float, float]:
    """What a work gives, its seconds, and its seconds of CPU."""
    started, worked = time.perf_counter(), time.process_time()
    value = work()
    return value, time.perf_counter() - started, time.process_time() - worked


def resident() -> float:
    """MiB that this process holds now."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * resource.getpagesize() / 2**20


async def take_in(folder: Path, held: Record) -> None:
    """A matter's database with the record, as intake leaves it: pages, and what the verifier reads on them."""
    from app.store import exhibits, readings
    from app.store.matter_store import matter_store
    from app.verify.reading import kept_reading

    by_exhibit: dict[str, list[Page]] = {}
    for page in held.pages:
        by_exhibit.setdefault(page.exhibit, []).append(page)

    def fill(session: Any) -> None:
        for order, (name, pages) in enumerate(by_exhibit.items(), start=1):
            made = (order, name, f"Exhibit {name}", name, Origin.CLIENT, str(order), "pdf", len(pages), f"{name}.pdf")
            exhibits.add(session, Exhibit(*made), None)
            session.flush()
            for page in pages:
                read = PageRead(page.page, page.text, (), Reading.TEXT, None, 612, 792)
                exhibits.add_page(session, order, read)
                kept = kept_reading(page)
                readings.keep(session, kept.version, {kept.key: kept.data})

    store = await matter_store(folder).open()
    await store.write(fill)
    await store.close()


async def opened(folder: Path) -> tuple[Record, dict[str, str]]:
    """The record of the matter, with what was read on its pages."""
    from app.actions.readings import kept_readings
    from app.store import exhibits
    from app.store.matter_store import matter_store

    store = await matter_store(folder).open()
    pages, kept = await store.read(lambda session: (exhibits.pages(session), kept_readings(session)))
    await store.close()
    numbered = tuple(Page(p.exhibit, p.page, f"BENCH{n:06d}", p.text, p.read) for n, p in enumerate(pages, start=1))
    return Record(numbered), kept


def cold(folder: Path, text: str) -> dict[str, Any]:
    """In a process of its own: open, load, check."""
    started = time.perf_counter()
    record_, kept = asyncio.run(opened(folder))
    loaded = time.perf_counter() - started
    from app.verify import Checker

    checker = Checker(record_, kept=kept)
    verdicts = checker.check(text, "en")
    return {
        "seconds": round(time.perf_counter() - started, 2),
        "cpu": round(time.process_time(), 2),  # with Python's own start
        "opening": round(loaded, 2),
        "read_anew": len(checker.new_readings),
        "verdicts": count(verdicts),
        "peak_mib": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024,
    }


def count(verdicts: tuple[Any, ...]) -> dict[str, int]:
    counts: dict[str, int] = {}
    for verdict in verdicts:
        counts[str(verdict.verdict)] = counts.get(str(verdict.verdict), 0) + 1
    return counts


def edits(checker: "Checker", text: str) -> dict[str, float]:
    """One paragraph after another is changed, as somebody writes on."""
    gc.collect()
    gc.freeze()  # as the window does: it looks for no old garbage while somebody types (gui/tidy.py)
    taken, before = [], 0.0
    parts = text.split("\n\n")
    for number in range(EDITS):
        at = number * 7 % len(parts)
        parts[at] = parts[at].replace("It was noted", f"It was duly noted{' again' * (number % 5)}", 1)
        _, seconds, _ = measured(lambda: checker.check("\n\n".join(parts), "en"))
        taken.append(seconds)
        before = resident() if number == EDITS // 10 else before
    taken.sort()
    median, worst = taken[len(taken) // 2], taken[-1]
    return {"edited": round(median, 4), "worst": round(worst, 4), "growth_mib": round(resident() - before, 1)}


def quotations(held: Record, text: str) -> dict[str, Any]:
    """Quotations of the draft: ours in all pages, and rapidfuzz's best page of all."""
    from rapidfuzz import fuzz

    from app.verify.corpus import Corpus
    from app.verify.quotations import find_quotations

    asked = [quotation for _, _, quotation in find_quotations(text)][:QUOTED]
    texts = [page.text for page in held.pages]
    corpus, making, _ = measured(lambda: Corpus(texts, "en"))
    found, finding, _ = measured(lambda: [bool(corpus.find(quotation)) for quotation in asked])
    few = [" ".join(quotation.parts) for quotation in asked[:PEER_QUOTED]]
    best, peer, _ = measured(lambda: [max(fuzz.partial_ratio(one, page) for page in texts) for one in few])
    ours, theirs = (making + finding) / len(asked), peer / len(few)
    return {
        "ratio": round(theirs / ours),
        "found": sum(found),
        "asked": len(asked),
        "peer_found": sum(b > 99 for b in best),
    }


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pages", type=int, default=5000)
    parser.add_argument("--paragraphs", type=int, default=360)
    parser.add_argument("--opened", type=Path, help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.opened:
        print(json.dumps(cold(args.opened, (args.opened / "draft.txt").read_text(encoding="utf-8"))))
        return 0
    rng = random.Random(20210420)
    held, truths = record(args.pages, rng)
    text = draft(truths, args.paragraphs, rng)
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(take_in(Path(folder), held))
        (Path(folder) / "draft.txt").write_text(text, encoding="utf-8")
        shown = subprocess.run(
            [sys.executable, __file__, "--opened", folder], capture_output=True, text=True, check=True
        )
    from app.verify import Checker

    checker, reading, reading_cpu = measured(lambda: Checker(held))
    verdicts, checking, checking_cpu = measured(lambda: checker.check(text, "en"))
    first = {"seconds": round(reading + checking, 2), "cpu": round(reading_cpu + checking_cpu, 2)}
    result = {
        "pages": args.pages,
        "characters": len(text),
        "words": len(re.findall(r"\w+", text)),
        "claims": len(verdicts),
    }
    result |= {"verdicts": count(verdicts), "first_ever": first, "cold": json.loads(shown.stdout)}
    result |= edits(checker, text) | {"quotations": quotations(held, text)}
    result["peak_mib"] = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    print(json.dumps(result, indent=1))
    same = result["cold"]["verdicts"] == result["verdicts"] and result["cold"]["read_anew"] == 0
    met = result["cold"]["seconds"] < GOALS["cold"] and all(result[k] < GOALS[k] for k in ("edited", "worst"))
    return 0 if same and met else 1


if __name__ == "__main__":
    sys.exit(main())
