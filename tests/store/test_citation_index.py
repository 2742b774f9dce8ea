"""The index of citations: files as PostgreSQL writes them, in any order, killed in the middle, in little memory."""

import asyncio
import bz2
import os
import signal
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

import pytest

from app.actions.bulk_files import open_bulk
from app.actions.citations import INDEX_FILE, IndexLine, index_citations, known_citations
from app.domain.citation import KnownCase
from app.domain.errors import AppError
from app.events import Facts, Progress
from app.store.citation_index import CitationIndex, Counts, Kind, SourceState, court_key, place_number
from tests.flow.jurat import environment, jurat

Row = tuple[str | None, ...]
HEADERS = {
    "citations": "id,volume,reporter,page,type,cluster_id,date_created,date_modified",
    "opinion-clusters": "id,date_created,judges,date_filed,date_filed_is_approximate,slug,case_name_short,case_name,"
    "case_name_full,syllabus,docket_id",
    "dockets": "id,date_created,case_name,docket_number,court_id",
    "courts": "id,citation_string,short_name,full_name,notes",
}
ROWS: dict[str, list[Row]] = {
    "citations": [
        ("1", "410", "U.S.", "113", "1", "11", "2020-01-01", ""),
        ("2", "93", "S. Ct.", "705", "1", "11", "2020-01-01", ""),
        ("3", "597", "F. Supp.", "740", "1", "12", "2020-01-01", ""),
        ("4", "12", "Cal. App. Supp. 2d", "xii", "1", "13", "2020-01-01", ""),
        ("5", None, "F.3d", "9", "1", "13", "2020-01-01", ""),
        ("6", "700", "F.3d", "1", "1", "99", "2020-01-01", ""),
    ],
    "opinion-clusters": [
        (
            "11",
            "2020",
            "Burger, \\ and\nothers",
            "1973-01-22",
            "f",
            "roe",
            "Roe",
            "Roe v. Wade",
            "Jane ROE",
            "a\n,b",
            "21",
        ),
        ("12", "2020", "", "1984-09-25", "f", "x", "", 'In re "Agent Orange"\nProduct Liability', "", 'x\\"y', "22"),
        ("13", "2020", "", "1890-01-01", "t", "y", "Doe", "", "DOE v.  ROE", "ends in \\", None),
    ],
    "dockets": [("21", "2020", "Roe", "70-18", "scotus"), ("22", "2020", 'The "x"', 'No. "3"', "nyed")],
    "courts": [
        ("scotus", "SCOTUS", "Supreme Court", "Supreme Court of the United States", ""),
        ("nyed", "E.D.N.Y.", "E.D. New York", "District Court, E.D. New York", 'It\'s "old"\n'),
        ("ca2", "2d Cir.", "Second Circuit", "Court of Appeals for the Second Circuit", ""),
    ],
}
ROE = KnownCase("Roe v. Wade", 1973, "SCOTUS", "Supreme Court of the United States")
ORANGE = KnownCase('In re "Agent Orange" Product Liability', 1984, "E.D.N.Y.", "District Court, E.D. New York")


def field(value: str | None, form: str) -> str:
    """As COPY writes it with FORCE_QUOTE: NULL is nothing, all else is quoted."""
    if value is None:
        return ""
    if form == "backslash":
        return '"' + value.replace("\\", "\\\\").replace('"', '\\"') + '"'
    mark = "`" if form == "backtick" else '"'
    return mark + value.replace(mark, mark * 2) + mark


def write(
    folder: Path, kind: str, rows: list[tuple[str | None, ...]], form: str = "backslash", *, packed: bool
) -> Path:
    text = HEADERS[kind] + "\n" + "".join(",".join(field(v, form) for v in row) + "\n" for row in rows)
    path = folder / f"{kind}-2025-07-02.csv{'.bz2' if packed else ''}"
    path.write_bytes(bz2.compress(text.encode()) if packed else text.encode())
    return path


def write_all(folder: Path, form: str = "backslash", *, packed: bool = False) -> list[Path]:
    return [write(folder, kind, rows, form, packed=packed) for kind, rows in ROWS.items()]


def index(home: Path, *files: Path, batch: int = 20_000) -> list[IndexLine | Counts]:
    async def all_lines() -> list[IndexLine | Counts]:
        return [line async for line in index_citations(home, Facts(), files, batch)]

    return asyncio.run(all_lines())


def look(home: Path, volume: str, reporter: str, page: str) -> list[KnownCase]:
    known = known_citations(home / INDEX_FILE)
    assert known is not None
    return list(known.lookup(volume, reporter, page))


@pytest.mark.parametrize("packed", [False, True])
@pytest.mark.parametrize("form", ["backslash", "doubled", "backtick"])
def test_every_form_of_the_files_gives_the_same_index(tmp_path: Path, form: str, packed: bool) -> None:
    lines = index(tmp_path / "h", *write_all(tmp_path, form, packed=packed), batch=2)
    assert lines[-1] == Counts(5, 3, 2, 3)
    said = {line.kind: line for line in lines[:-1] if isinstance(line, IndexLine) and line.kind}
    assert {k.value: (v.rows, v.incomplete, v.unreadable) for k, v in said.items()} == {
        "citations": (6, 1, 0),
        "clusters": (3, 0, 0),
        "dockets": (2, 0, 0),
        "courts": (3, 0, 0),
    }
    assert look(tmp_path / "h", "410", "U.S.", "113") == [ROE]
    assert look(tmp_path / "h", "93", "S.Ct.", "705") == [ROE]
    assert look(tmp_path / "h", "597", "F.Supp.", "740") == [ORANGE]
    assert look(tmp_path / "h", "410", "U.S. Rep.", "113") == [ROE], "a spelling that stands for one edition"
    assert look(tmp_path / "h", "12", "Cal. App. 2d Supp.", "XII") == [], "one that stands for two"
    assert look(tmp_path / "h", "12", "Cal.App.Supp. 2d", "XII") == [KnownCase("DOE v. ROE", None)]
    assert look(tmp_path / "h", "700", "F.3d", "1") == [KnownCase(None, None)], "a citation whose case isn't there"
    assert look(tmp_path / "h", "410", "U.S.", "114") == []


def test_files_come_in_any_order_and_in_several_calls(tmp_path: Path) -> None:
    citations, clusters, dockets, courts = write_all(tmp_path)
    home = tmp_path / "h"
    index(home, dockets)
    assert known_citations(home / INDEX_FILE) is None, "nothing can be said before the citations are in"
    index(home, clusters)
    index(home, citations)
    assert look(home, "410", "U.S.", "113") == [KnownCase("Roe v. Wade", 1973)]
    index(home, courts)
    assert look(home, "410", "U.S.", "113") == [ROE]
    known = known_citations(home / INDEX_FILE)
    assert known is not None
    assert known.date == "2025-07-02"
    assert known.is_court("2nd Cir.")
    assert not known.is_court("14th Cir.")
    again = index(home, citations, courts, clusters, dockets)
    assert [(line.rows, line.before) for line in again if isinstance(line, IndexLine)] == [
        (3, 3), (6, 6), (3, 3), (2, 2),
    ]  # fmt: skip


def test_what_is_no_such_file_is_refused_and_the_rest_goes_on(tmp_path: Path) -> None:
    other = tmp_path / "citation-map-2025.csv"
    other.write_text("id,depth,cited_opinion_id,citing_opinion_id\n1,2,3,4\n")
    cut = tmp_path / "dockets-2025-07-02.csv.bz2"
    cut.write_bytes(bz2.compress(b"id,court_id,docket_number\n" + os.urandom(9000).hex().encode())[:-3000])
    lines = index(tmp_path / "h", other, tmp_path / "nowhere.csv", cut, *write_all(tmp_path)[:2])
    problems = [str(line.problem) for line in lines if isinstance(line, IndexLine) and line.problem]
    assert "not one of the files" in problems[0]
    assert "can't be read" in problems[1]
    assert "cut short" in problems[2]
    assert look(tmp_path / "h", "410", "U.S.", "113") == [KnownCase("Roe v. Wade", 1973)]


def test_a_damaged_row_is_counted_and_harms_no_other(tmp_path: Path) -> None:
    path = tmp_path / "citations-2025-01-01.csv"
    rows = '"1","410","U.S.","113","1","11","",""\n"2","5\n"3","93","S. Ct.","705","1","11","",""\nx,1,U.S.,2,1,3,,\n'
    path.write_text(f"{HEADERS['citations']}\n{rows}" + '"9","1","F.3d","2","1","9","",""\n')
    line = index(tmp_path / "h", path)[0]
    assert isinstance(line, IndexLine)
    assert line.unreadable >= 2
    assert look(tmp_path / "h", "410", "U.S.", "113") == [KnownCase(None, None)]
    assert look(tmp_path / "h", "1", "F.3d", "2") == [KnownCase(None, None)]


def test_a_bz2_file_that_is_cut_short_keeps_what_was_read(tmp_path: Path) -> None:
    whole = write(tmp_path, "citations", [(str(n), "1", "F.3d", str(n), "1", "1", os.urandom(40).hex(), "")
                                          for n in range(1, 60_000)], packed=True)  # fmt: skip
    data = whole.read_bytes()
    whole.write_bytes(data[: len(data) * 9 // 10])
    line = index(tmp_path / "h", whole, batch=1000)[0]
    assert isinstance(line, IndexLine)
    assert "cut short" in str(line.problem)
    assert 20_000 < line.rows < 60_000
    assert known_citations(tmp_path / "h" / INDEX_FILE) is None, "half a file of citations answers nothing"


def test_a_killed_import_goes_on_where_it_was(tmp_path: Path) -> None:
    home, count = tmp_path / "h", 200_000
    file = write(tmp_path, "citations", [(str(n), str(n % 900 + 1), "F.3d", str(n), "1", str(n), "", "")
                                         for n in range(1, count + 1)], packed=False)  # fmt: skip
    command = [sys.executable, "-m", "app", "authority", "index", str(file)]
    process = subprocess.Popen(command, env=environment(home), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    until = time.monotonic() + 60
    while rows_so_far(home) == 0:
        assert time.monotonic() < until
        assert process.poll() is None
    process.send_signal(signal.SIGKILL)
    process.wait()
    kept = rows_so_far(home)
    assert 0 < kept < count, "killed in the middle"
    said = jurat(home, "authority", "index", file)
    assert said.lines[0]["before"] >= kept
    assert said.lines[0]["rows"] == count
    assert said.lines[1]["citations"] == count
    assert look(home, "900", "F. 3d", "899") == look(home, "1", "F.3d", "900") == [KnownCase(None, None)]


def rows_so_far(home: Path) -> int:
    """Citations in a file that another process may be making."""
    if not (home / INDEX_FILE).is_file():
        return 0
    held = CitationIndex(home / INDEX_FILE)
    try:
        return held.counts().citations if held.made else 0
    finally:
        held.close()


MEASURE = """
import asyncio, psutil, sys
from pathlib import Path
from app.actions.citations import index_citations
from app.events import Facts
peak, facts, me = 0, Facts(), psutil.Process()
def hear(fact):
    global peak
    peak = max(peak, me.memory_info().rss)
facts.listen(hear)
async def go():
    async for _ in index_citations(Path(sys.argv[1]), facts, [Path(sys.argv[2])], 5000):
        pass
asyncio.run(go())
print(peak)
"""


def test_memory_stays_flat_over_200_000_rows(tmp_path: Path) -> None:
    """Peak of the process while it reads wide rows, ten times as many: no more than a few MiB apart."""
    peaks = []
    for count in (20_000, 200_000):
        folder = tmp_path / str(count)
        folder.mkdir()
        wide = "words, and more\n" * 12
        write(folder, "opinion-clusters", [(str(n), "2020", "", "1999-01-02", "f", "s", "", f"A{n} v. B", "", wide, "1")
                                           for n in range(count)], packed=False)  # fmt: skip
        file = folder / "opinion-clusters-2025-07-02.csv"
        done = subprocess.run(
            [sys.executable, "-c", MEASURE, str(folder / "h"), str(file)], capture_output=True, check=True
        )
        peaks.append(int(done.stdout) / 2**20)
    assert peaks[1] - peaks[0] < 24, f"{peaks} MiB"


def test_cancelling_keeps_what_was_read(tmp_path: Path) -> None:
    file = write(tmp_path, "citations", [(str(n), "1", "F.3d", str(n), "1", "1", "", "") for n in range(1, 20_001)],
                 packed=False)  # fmt: skip
    facts, home = Facts(), tmp_path / "h"

    async def go() -> None:
        async def read() -> None:
            async for _ in index_citations(home, facts, [file], 100):
                pass

        task = asyncio.create_task(read())
        loop = asyncio.get_running_loop()
        facts.listen(lambda fact: loop.call_soon_threadsafe(task.cancel) if isinstance(fact, Progress) else None)
        with pytest.raises(asyncio.CancelledError):
            await task

    asyncio.run(go())
    assert 0 < rows_so_far(home) < 20_000
    line, counts = index(home, file)
    assert isinstance(line, IndexLine)
    assert line.before > 0
    assert isinstance(counts, Counts)
    assert counts.citations == 20_000


def test_an_import_that_ended_before_its_look_up_table_is_finished_by_the_next(tmp_path: Path) -> None:
    file, home = write_all(tmp_path)[0], tmp_path / "h"
    index(home, file)
    held = CitationIndex(home / INDEX_FILE, write=True)
    held._db.execute("DROP INDEX citation_place")
    held.close()
    assert known_citations(home / INDEX_FILE) is None
    index(home, file)
    assert look(home, "410", "U.S.", "113") == [KnownCase(None, None)]


def test_a_full_disk_is_said_in_words_and_harms_nothing(tmp_path: Path) -> None:
    held = CitationIndex(tmp_path / "x.db", write=True)
    state = SourceState("s", Kind.CITATIONS, "2025-07-02")
    held.add(replace(state, rows=1), [(1, "us", 410, 113, 1)])
    pages = held._db.execute("PRAGMA page_count").fetchone()[0]
    held._db.execute(f"PRAGMA max_page_count = {pages}")
    with pytest.raises(AppError, match=r"can't be written.*full"):
        held.add(replace(state, rows=20_000), [(n, "us", n, n, n) for n in range(20_000)])
    assert held.counts().citations == 1
    assert held.state("s") == replace(state, rows=1)
    held.close()


def test_a_newer_programs_index_is_left_alone(tmp_path: Path) -> None:
    held = CitationIndex(tmp_path / "x.db", write=True)
    held._db.execute("PRAGMA user_version = 99")
    held.close()
    with pytest.raises(AppError, match="newer version"):
        CitationIndex(tmp_path / "x.db")
    (tmp_path / "y.db").write_text("this is no database, whatever its name says" * 40)
    with pytest.raises(AppError, match="can't be used"):
        CitationIndex(tmp_path / "y.db")


@pytest.mark.parametrize(
    ("text", "held"), [("113", 113), (" 0113 ", 113), ("xii", "xii"), ("A-1", "a-1"), ("1e5", "1e5"), ("²", "²")]
)
def test_volumes_and_pages_are_numbers_where_they_are(text: str, held: int | str) -> None:
    assert place_number(text) == held


def test_courts_are_compared_without_spaces_points_and_ordinals() -> None:
    assert court_key("2nd Cir.") == court_key("2d  Cir") == "2dcir"
    assert court_key("3rd Cir.") == "3dcir"
    assert court_key("22nd Jud. Dist.") == "22djuddist"


@pytest.mark.parametrize(
    ("header", "kind"),
    [
        ("id,volume,reporter,page,type,cluster_id", Kind.CITATIONS),
        (
            "id,date_created,date_modified,judges,date_filed,date_filed_is_approximate,slug,case_name_short,case_name,"
            "case_name_full,scdb_id,source,attorneys,syllabus,citation_count,blocked,docket_id,arguments,headmatter",
            Kind.CLUSTERS,
        ),
        (
            "id,date_created,source,appeal_from_str,date_filed,case_name_short,case_name,case_name_full,slug,"
            "docket_number,docket_number_core,pacer_case_id,court_id,idb_data_id",
            Kind.DOCKETS,
        ),
        ("id,pacer_court_id,in_use,citation_string,short_name,full_name,url,jurisdiction,parent_court_id", Kind.COURTS),
        ("id,depth,cited_opinion_id,citing_opinion_id", None),
        ("id,date_created,author_str,type,plain_text,html,cluster_id", None),
        ("id,court_seat,building_name,city,state,court_id", None),
        ("id,docket_number,court_reporter,date_disposed,date_filed", None),
        ("id,date_created,case_name_short,case_name,case_name_full,judges,sha1,docket_id", None),
        ("", None),
    ],
)
def test_a_file_is_known_by_its_columns(tmp_path: Path, header: str, kind: Kind | None) -> None:
    path = tmp_path / "renamed.csv"
    path.write_text(header + "\n")
    if kind is None:
        with pytest.raises(AppError, match="not one of the files"):
            open_bulk(path)
    else:
        assert open_bulk(path).kind is kind
