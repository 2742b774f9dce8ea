"""How fast the index of citations is made and asked, on files made here in the shape of CourtListener's.

    python bench/citation_index.py [--rows N] [--packed]

Prints rows per second for each kind of file, the time of the look-up table, bytes for each citation, the process's
peak memory and milliseconds for a look-up, and what 18 million citations would take by that. Ends with 1 where that
is more than an hour, or memory more than 300 MiB.
"""

import argparse
import asyncio
import bz2
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import psutil

from app.actions.citations import INDEX_FILE, IndexLine, index_citations, known_citations
from app.events import Facts, Progress

ALL = 18_000_000
REPORTERS = ("U.S.", "S. Ct.", "F.2d", "F.3d", "F. Supp. 2d", "N.E.2d", "P.2d", "So. 2d", "A.2d", "Cal. App. 4th")
HEADERS = {
    "citations": "id,volume,reporter,page,type,cluster_id,date_created,date_modified",
    "opinion-clusters": "id,date_created,date_filed,slug,case_name_short,case_name,case_name_full,headmatter,docket_id",
    "dockets": "id,date_created,case_name,docket_number,court_id",
}


def lines(kind: str, rows: int) -> Iterator[str]:
    """The rows of one file; a case for every two citations, and head matter of some 2 kB for every case."""
    yield HEADERS[kind] + "\n"
    stamp = "2020-03-05 01:02:03.456+00"
    head = '<p>Held: the \\"rule\\" is old, and the court keeps to it.</p>\n' * 32
    for n in range(1, (rows if kind == "citations" else rows // 2) + 1):
        if kind == "citations":
            place = f'"{n // 9000 % 990 + 1}","{REPORTERS[n % 10]}","{n % 1500 + 1}"'
            yield f'"{n}",{place},"1","{n // 2}","{stamp}","{stamp}"\n'
        elif kind == "opinion-clusters":
            yield f'"{n}","{stamp}","19{n % 90 + 10}-05-06","s","","Party {n} v. Other {n % 777}","","{head}","{n}"\n'
        else:
            yield f'"{n}","{stamp}","Party {n}","No. {n}","ca{n % 11 + 1}"\n'


def write(folder: Path, kind: str, rows: int, *, packed: bool) -> Path:
    path = folder / f"{kind}-2025-07-02.csv{'.bz2' if packed else ''}"
    with bz2.open(path, "wt") if packed else path.open("w") as file:
        file.writelines(lines(kind, rows))
    return path


async def fill(home: Path, files: list[Path]) -> tuple[dict[str, float], float, float]:
    """Rows per second by kind, seconds of the look-up table, peak MiB."""
    facts, me, peak = Facts(), psutil.Process(), 0.0

    def hear(fact: object) -> None:
        nonlocal peak
        if isinstance(fact, Progress):
            peak = max(peak, me.memory_info().rss / 2**20)

    facts.listen(hear)
    rates, since = {}, time.perf_counter()
    async for line in index_citations(home, facts, files):
        took, since = time.perf_counter() - since, time.perf_counter()
        if isinstance(line, IndexLine) and line.kind:
            rates[line.kind.value] = line.rows / took
    return rates, took, peak


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("--rows", type=int, default=1_000_000)
    parser.add_argument("--packed", action="store_true")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        files = [write(folder, kind, args.rows, packed=args.packed) for kind in HEADERS]
        rates, table, peak = asyncio.run(fill(folder, files))
        size = sum(p.stat().st_size for p in folder.glob(f"{INDEX_FILE}*"))
        known = known_citations(folder / INDEX_FILE)
        assert known is not None
        started = time.perf_counter()
        hits = sum(bool(known.lookup(str(n % 100 + 1), REPORTERS[n % 10], str(n + 1))) for n in range(500))
        each = (time.perf_counter() - started) / 500 * 1000
    for kind, rate in rates.items():
        print(f"{kind:<11} {rate:>12,.0f} rows/s")
    hours = (ALL / rates["citations"] + ALL / 2 / rates["clusters"] + ALL / 2 / rates["dockets"]) / 3600
    hours += table * ALL / args.rows / 3600
    print(f"look-up table {table:.1f} s; {size / args.rows:.0f} bytes a citation; peak {peak:.0f} MiB")
    print(f"a look-up takes {each:.2f} ms ({hits} of 500 found); 18 million citations: {hours * 60:.0f} minutes")
    return int(hours > 1 or peak > 300)


if __name__ == "__main__":
    sys.exit(main())
