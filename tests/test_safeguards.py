"""What must not happen by a careless word, a link, another program or a server that misbehaves."""

import asyncio
import json
import subprocess
import sys
from pathlib import Path

import httpx2
import psutil
import pymupdf
import pytest
from sqlmodel import select

from app.actions import bates, corrections, exhibits, matters, stages, stamping, unfinished
from app.actions.drafts import parse_id
from app.domain.bates import BatesFormat
from app.domain.draft import Draft, Paragraph
from app.domain.errors import AppError, WrongUse
from app.domain.evidence import Origin
from app.domain.review import Attack
from app.domain.run import Task
from app.engines import records, wire
from app.engines.boardfile import read_boards
from app.engines.pool import Boards
from app.engines.state import BoardState
from app.events import Facts
from app.jobs import WorkerPool, pool
from app.settings import Settings
from app.store import audit, drafts, runs
from app.workbench import open_workbench


def _pdf(path, words="The hall was dry."):
    with pymupdf.open() as document:
        document.new_page().insert_text((72, 72), words)
        document.save(path)
    return path


@pytest.mark.parametrize("suffix", ["/../../../vault/evil", "a/b", "..\\x", "x" * 17, "a\n"])
def test_a_suffix_that_leads_elsewhere_is_refused(suffix):
    with pytest.raises(ValueError, match="suffix"):
        BatesFormat("ACME", 6, suffix)
    with pytest.raises(ValueError, match="at most"):
        BatesFormat("A" * 41)
    assert BatesFormat("ACME", 6, " CONF").write(7) == "ACME000007 CONF"


def test_an_original_is_not_written_over_through_a_link(tmp_path):
    (tmp_path / "s").mkdir()
    original = _pdf(tmp_path / "s" / "a.pdf")
    before = original.read_bytes()
    (tmp_path / "t").symlink_to(tmp_path / "s")
    with pytest.raises(AppError, match="one of the files"):
        asyncio.run(stamping.stamp([original], tmp_path / "t", prefix="Q", force=True))
    assert original.read_bytes() == before


def test_no_copy_goes_into_the_vault_of_any_matter(tmp_path):
    async def go():
        async with open_workbench(Settings(tmp_path / "home", None)) as bench:
            made = await matters.new_matter(bench, "m")
            vault = made.folder / "vault"
            with pytest.raises(WrongUse, match="vault"):
                await stamping.stamp([_pdf(tmp_path / "a.pdf")], vault / "x", prefix="Q")
            assert list(vault.iterdir()) == []

    asyncio.run(go())


def test_a_matter_that_another_program_renamed_is_not_written_to_under_its_old_name(tmp_path):
    async def go():
        home = Settings(tmp_path, None)
        async with open_workbench(home) as one, open_workbench(home) as other:
            await matters.new_matter(one, "m1")
            file = _pdf(tmp_path / "a.pdf")
            await matters.rename_matter(other, "m1", "m9")
            with pytest.raises(AppError, match="now called 'm9'"):
                await (await one.matter("m1")).change("intake", lambda session: (None, {"path": str(file)}))
            check, _ = await matters.check_audit(other, "m9")
            assert check.broken_at is None

    asyncio.run(go())


@pytest.mark.parametrize(
    ("words", "stays"),
    [
        ("Ex. B at 1", True),
        ("Exs. A and B", True),
        ("Exs. A-C", True),
        ("Exhibit B", True),
        ("Ex. C", False),
        ("B", False),
        ("Exhibit C is b", False),
    ],
)
def test_an_exhibit_that_a_draft_names_in_short_is_not_taken_out(tmp_path, words, stays):
    """Its letter could be given to another file, and the cite would be of that."""

    def save(session):
        text = Paragraph(f"On May 2, 2019 I paid for the roof. {words}.")
        made = Draft("m/d1", 1, "declaration", "Declaration", "Dana Cole", (text,), "draft", audit.now())
        drafts.add_version(session, made, 1, None)
        return None, {"draft": "m/d1"}

    async def go():
        async with open_workbench(Settings(tmp_path / "home", None)) as bench:
            await matters.new_matter(bench, "m")
            for name in "abc":
                file = tmp_path / f"{name}.txt"
                file.write_text(f"The sum of {name} was paid.")
                _ = [line async for line in exhibits.add_exhibits(bench, "m", [file], Origin.CLIENT)]
            await (await bench.matter("m")).change("draft", save)
            if not stays:
                return [one.id for one in await corrections.take_out(bench, "m", ["B"])]
            with pytest.raises(AppError, match="a draft names it"):
                await corrections.take_out(bench, "m", ["B"])
            return ["B"]

    assert asyncio.run(go()) == ["B"]


def test_a_matter_that_was_moved_away_hides_no_other(tmp_path):
    async def go():
        async with open_workbench(Settings(tmp_path, None)) as bench:
            for name in ("m1", "m2"):
                await matters.new_matter(bench, name)
        (tmp_path / "matters" / "m2").rename(tmp_path / "elsewhere")
        facts, heard = Facts(), []
        facts.listen(heard.append)
        async with open_workbench(Settings(tmp_path, None), facts) as bench:
            assert [one.matter.name for one in await matters.list_matters(bench)] == ["m1"]
            assert any("m2" in getattr(fact, "text", "") for fact in heard)
            assert await unfinished.find_unfinished(bench) == []

    asyncio.run(go())


def test_numbers_are_remembered_where_the_call_before_was_stopped(tmp_path):
    async def go():
        async with open_workbench(Settings(tmp_path / "home", None)) as bench:
            await matters.new_matter(bench, "m", "M")
            _ = [line async for line in exhibits.add_exhibits(bench, "m", [_pdf(tmp_path / "a.pdf")], Origin.CLIENT)]
            _ = [line async for line in bates.assign(bench, "m")]

            def forget(session):
                from app.store.tables import BatesHighRow

                for row in session.exec(select(BatesHighRow)).all():
                    session.delete(row)

            await bench.home.write(forget)  # as after a kill between the two
            _ = [line async for line in bates.assign(bench, "m")]
            from app.store.bates import highest_used

            assert await bench.home.read(lambda s: highest_used(s, "m", BatesFormat("M"))) == 1

    asyncio.run(go())


@pytest.mark.parametrize("name", ["m/d99999999999999999999", "m/d1@99999999999999999999", f"m/d{'9' * 5000}"])
def test_a_number_of_any_length_names_no_draft(name):
    with pytest.raises(WrongUse, match="names no draft"):
        parse_id(name, "d")


def test_a_user_whom_nobody_knows_is_named(tmp_path):
    file = tmp_path / "boards.ini"
    file.write_text("[board a]\nmodel = ~nosuchuser/x.gguf\nroles = draft\n")
    with pytest.raises(WrongUse, match="no such user"):
        read_boards(file)


@pytest.mark.parametrize("found", ['{"pid": 1}', '{"gpus": []}', "[]", "nothing"])
def test_a_record_of_another_form_is_passed_over(tmp_path, found):
    records.private_folder(tmp_path).joinpath("a-1.json").write_text(found)
    assert list(records.read(tmp_path)) == []


def test_a_board_that_left_the_file_is_seen_and_ended(tmp_path):
    keeper = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(60)"])
    file = records.private_folder(tmp_path) / "old.keeper"
    file.write_text(json.dumps((keeper.pid, psutil.Process(keeper.pid).create_time())))
    boards = tmp_path / "boards.ini"
    boards.write_text("[board new]\nmodel = embedded\nroles = draft\n")

    async def go():
        async with Boards(read_boards(boards), tmp_path, Facts()) as held:
            seen = {one.board: one for one in await held.status()}
            assert seen["old"].state == BoardState.FOREIGN
            assert "jurat boards down old" in seen["old"].note
            with pytest.raises(WrongUse, match="no board older"):
                await held.down(["older"])
            assert [(one.board, one.state) for one in await held.down(["old"])] == [("old", BoardState.STOPPED)]
            assert [one.board for one in await held.status()] == ["new"]

    try:
        asyncio.run(go())
        keeper.wait(10)  # it has ended
    finally:
        keeper.kill()


@pytest.mark.parametrize("packed", [False, True])
def test_an_answer_without_end_fills_no_memory(monkeypatch, packed):
    monkeypatch.setattr(wire, "_MOST", 1 << 20)

    async def serve(reader, writer):
        await reader.readuntil(b"\r\n\r\n")
        head = b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n"
        writer.write(head + (b"Content-Encoding: gzip\r\n\r\n" if packed else b"\r\n"))
        try:
            while True:
                writer.write(b" " * 65536)
                await writer.drain()
        except ConnectionError:
            pass
        finally:
            writer.close()

    async def go():
        server = await asyncio.start_server(serve, "127.0.0.1", 0)
        port = server.sockets[0].getsockname()[1]
        async with server, wire.connect(f"http://127.0.0.1:{port}") as http:
            with pytest.raises(httpx2.ReadError, match="packed" if packed else "more than"):
                await http.get("/api/tags")

    asyncio.run(asyncio.wait_for(go(), 30))


def test_a_worker_that_cannot_be_started_stops_one_item_only(monkeypatch):
    real, tries = pool._Worker, []

    def failing(*args):
        tries.append(args)
        if len(tries) == 1:
            raise BlockingIOError(11, "no more processes")
        return real(*args)

    monkeypatch.setattr(pool, "_Worker", failing)
    held = WorkerPool(1)
    try:
        with pytest.raises(OSError, match="no more processes"):
            held.submit(abs, -1).result(30)
        assert held.submit(abs, -2).result(60) == 2
    finally:
        held.shutdown()


def test_attacks_that_a_stopped_stage_stored_are_not_made_again(tmp_path):
    paragraph = Paragraph("On May 2, 2019 I paid for the roof.")

    def save(session):
        made = Draft("m/d1", 1, "declaration", "Declaration", "Dana Cole", (paragraph,), "draft", audit.now())
        plan = runs.create(session, Task.DECLARATION, "The roof.", {}, audit.now())
        drafts.add_version(session, made, 1, plan.number)
        drafts.add_attacks(session, 1, 1, (Attack(1, "No receipt is there."),))
        return plan, {"draft": "m/d1"}

    async def go():
        async with open_workbench(Settings(tmp_path, None)) as bench:
            made = await matters.new_matter(bench, "m")
            opened = await bench.matter("m")
            plan = await opened.change("draft", save)
            context = stages.RunContext(bench, opened, made.matter, plan, {})
            again = await stages.attack(context)  # and no board is asked: there is none
            assert again.result == [{"paragraph": 1, "text": "No receipt is there."}]
            assert len(await opened.store.read(lambda session: drafts.attacks(session, 1))) == 1

    asyncio.run(go())


def test_a_batch_that_cannot_be_read_empties_no_file(tmp_path):
    kept = tmp_path / "kept.jsonl"
    kept.write_text("precious")
    (tmp_path / "empty").mkdir()
    command = [sys.executable, "-m", "app", "verify", "--batch", tmp_path / "empty", "-o", kept]
    assert subprocess.run(command, cwd=Path(__file__).parents[1], check=False, capture_output=True).returncode == 2
    assert kept.read_text() == "precious"
