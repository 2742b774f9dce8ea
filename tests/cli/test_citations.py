"""The citation index and the one look-up that leaves this machine, as commands."""

import asyncio
import json
import os
import pty
import select
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from app.actions import drafts, matters
from app.actions.citations import INDEX_FILE, index_citations, lookup_request
from app.domain.errors import AppError, WrongUse
from app.egress import Gate
from app.engines.citation_lookup import COURTLISTENER, look_up
from app.settings import find_settings
from app.workbench import open_workbench
from tests.flow.jurat import ROOT, environment, jurat
from tests.store.test_citation_index import write_all

FAKE = ROOT / "tests" / "fakes" / "citation_server.py"


class Server:
    """A running fake, and what it was sent."""

    def __init__(self, port: int, log: Path) -> None:
        self.log = log
        self.base = f"http://127.0.0.1:{port}"

    @property
    def sent(self) -> list[dict[str, Any]]:
        return [json.loads(line) for line in self.log.read_text().splitlines()] if self.log.exists() else []


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    log = tmp_path / "sent.jsonl"
    with subprocess.Popen([sys.executable, FAKE, log], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        yield Server(int(process.stdout.readline()), log)
        process.kill()


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A home with the matter ``m``."""
    place = tmp_path_factory.mktemp("lookup") / "home"
    jurat(place, "matter", "new", "m")
    return place


def test_only_the_citation_leaves_and_the_answer_is_told(home: Path, server: Server) -> None:
    words = "See Doe of Elm Street's case, Roe v. Wade, 410 U.S. 113, 164 (1973)"
    said = jurat(home, "authority", "lookup", "-", words, "--yes", "--url", f"{server.base}/found")
    assert said.one["found"] == [
        {"name": "Roe v. Wade", "filed": "1973-01-22", "address": f"{server.base}/opinion/108713/roe-v-wade/"}
    ]
    assert f"To:    {server.base}/found\nSent:  text=410 U.S. 113" in said.err
    (request,) = server.sent
    assert request["body"] == "text=410+U.S.+113"
    assert {name.casefold() for name in request["headers"]} <= {
        "host", "accept", "accept-encoding", "connection", "content-length", "content-type", "user-agent",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("path", "says"),
    [
        ("busy", "asked too often"),
        ("many", "asked too often"),
        ("key", "wants a key"),
        ("odd", "is not understood"),
        ("moved", "HTTP status 302"),
        ("half", "didn't answer"),
        ("huge", "longer than"),
    ],
)
def test_an_answer_that_is_none_is_said_in_words(server: Server, path: str, says: str) -> None:
    with pytest.raises(AppError, match=says):
        asyncio.run(look_up(lookup_request("410 U.S. 113", f"{server.base}/{path}", None), Gate()))
    assert len(server.sent) == 1, "no second try, no redirect"


@pytest.mark.parametrize("path", ["missing", "list"])
def test_a_citation_that_is_not_there_is_no_error(server: Server, path: str) -> None:
    answer = asyncio.run(look_up(lookup_request("410 U.S. 113", f"{server.base}/{path}", None), Gate()))
    assert answer.found == ()
    assert answer.note


def test_a_server_that_is_not_there_is_said_in_words(home: Path) -> None:
    words = ("authority", "lookup", "-", "410 U.S. 113", "--yes", "--url", "http://127.0.0.1:9/")
    assert "didn't answer" in jurat(home, *words, expect=1).err


def test_a_matters_log_says_what_left(home: Path, server: Server) -> None:
    jurat(home, "authority", "lookup", "m", "410 U.S. 113", "--yes", "--url", f"{server.base}/found")
    jurat(home, "authority", "lookup", "m", "410 U.S. 113", "--yes", "--url", f"{server.base}/busy", expect=1)
    log = [e for e in jurat(home, "audit", "m").one["log"] if e["verb"] == "authority lookup"]
    assert [e["detail"] for e in log] == [
        {"sent": "410 U.S. 113", "to": f"{server.base}/found"},
        {"sent": "410 U.S. 113", "to": f"{server.base}/busy"},
    ]


def test_the_token_comes_from_the_named_variable_only(home: Path, server: Server) -> None:
    words = ("authority", "lookup", "-", "410 U.S. 113", "--yes", "--url", f"{server.base}/found")
    said = jurat(home, *words, "--key-env", "MY_TOKEN", extra={"MY_TOKEN": "s3cret"})
    assert server.sent[0]["headers"]["Authorization"] == "Token s3cret"
    assert "the token in MY_TOKEN" in said.err
    assert "s3cret" not in said.err + json.dumps(said.lines)
    assert "holds no key" in jurat(home, *words, "--key-env", "NOT_SET", expect=3).err
    assert len(server.sent) == 1


@pytest.mark.parametrize(
    ("words", "says"),
    [(("-", "410 U.S. 113"), "no terminal to ask at"), (("nobody", "410 U.S. 113", "--yes"), "There is no matter")],
)
def test_nothing_is_sent_without_a_yes(home: Path, server: Server, words: tuple[str, ...], says: str) -> None:
    said = jurat(home, "authority", "lookup", *words, "--url", f"{server.base}/found", expect=2)
    assert says in said.err
    assert server.sent == []


@pytest.mark.parametrize(
    ("text", "says"),
    [("Jane Doe's address", "holds no case citations"), ("410 U.S. 113 and 411 U.S. 1", "holds 2 case citations")],
)
def test_only_one_citation_can_be_sent(text: str, says: str) -> None:
    with pytest.raises(WrongUse, match=says):
        lookup_request(text, COURTLISTENER, None)


@pytest.mark.parametrize(
    "url", ["http://example.com/", "ftp://127.0.0.1/", "nonsense", "http://127.0.0.1.example.com/"]
)
def test_an_address_that_others_could_read_is_refused(url: str) -> None:
    with pytest.raises(WrongUse, match="can't be asked"):
        lookup_request("410 U.S. 113", url, None)


@pytest.mark.parametrize(("answer", "sent"), [("y\n", 1), ("\n", 0), ("sure\n", 0), ("\x03", 0)])
def test_a_person_is_asked_each_time(home: Path, server: Server, answer: str, sent: int) -> None:
    command = [sys.executable, "-m", "app", "authority", "lookup", "-", "410 U.S. 113", "--url", f"{server.base}/found"]
    pid, terminal = pty.fork()
    if pid == 0:
        os.chdir(ROOT)
        os.execve(sys.executable, command, environment(home))
    shown = read_until(terminal, "[y/N] ")
    assert "text=410 U.S. 113" in shown
    assert server.sent == [], "asked before anything is sent"
    os.write(terminal, answer.encode())
    shown = read_until(terminal, None)
    status = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
    os.close(terminal)
    assert len(server.sent) == sent, shown
    assert status == (0 if sent else 130 if answer == "\x03" else 1), shown


def read_until(terminal: int, end: str | None) -> str:
    """What a terminal shows up to ``end``, or to the program's own end."""
    shown, until = "", time.monotonic() + 60
    while end is None or end not in shown:
        assert time.monotonic() < until, shown
        if select.select([terminal], [], [], 1)[0]:
            try:
                piece = os.read(terminal, 4096).decode()
            except OSError:  # Linux's word for a terminal whose program has ended
                break
            if not piece:
                break
            shown += piece
    return shown


def test_a_matters_drafts_are_held_against_the_homes_index(tmp_path: Path) -> None:
    text = "The rule is old. See Roe v. Wade, 410 U.S. 113 (1974)."

    async def go() -> list[str]:
        async with open_workbench(find_settings(tmp_path / "home")) as bench:
            await matters.new_matter(bench, "m", None, None)
            found = [(await drafts.check_text(bench, "m", text))[0].verdict]
            async for _ in index_citations(bench.settings.home, bench.facts, write_all(tmp_path)):
                pass
            found.append((await drafts.check_text(bench, "m", text))[0].verdict)
            (bench.settings.home / INDEX_FILE).unlink()
            found.append((await drafts.check_text(bench, "m", text))[0].verdict)
            return found

    assert asyncio.run(go()) == ["unchecked", "unsupported", "unchecked"]


def test_nothing_else_looks_up_over_the_network() -> None:
    users = [p.name for p in (ROOT / "app").rglob("*.py") if "look_up_citation" in p.read_text(encoding="utf-8")]
    assert sorted(users) == ["citations.py", "citations.py"], "the verb and its command"


def test_a_text_is_held_against_the_homes_index(tmp_path: Path) -> None:
    home, text, pages = tmp_path / "home", tmp_path / "t.txt", tmp_path / "p.jsonl"
    text.write_text(
        "The rule is old. See Roe v. Wade, 410 U.S. 113 (1974). It is in Doe v. Poe, 9 F.3d 99 (2d Cir. 1993)."
    )
    pages.write_text(json.dumps({"exhibit": "A", "page": 1, "bates": None, "text": "A page."}) + "\n")
    words = ("verify", "--text", text, "--pages", pages)
    verdicts = lambda *more: [  # noqa: E731
        line["verdict"] for line in jurat(home, *words, *more, expect=1).lines if line["kind"] == "citation"
    ]
    assert verdicts() == ["unchecked", "unchecked"]
    files = write_all(tmp_path, packed=True)
    said = jurat(home, "authority", "index", *files)
    assert said.lines[-1] == {
        "index": str(home / "citations.db"), "citations": 5, "clusters": 3, "dockets": 2, "courts": 3,
    }  # fmt: skip
    assert verdicts() == ["unsupported", "unchecked"]
    lines = jurat(home, *words, expect=1).lines
    assert lines[0]["suggestion"] == "Roe v. Wade, 410 U.S. 113 (1973)"
    assert "is of 1973; the draft says 1974" in lines[0]["reason"]
    assert "no whole index" in jurat(home, *words, "--index", tmp_path / "none.db", expect=2).err
    assert "goes with --text" in jurat(home, "verify", "m/d1", "--index", home / "citations.db", expect=2).err
    (tmp_path / "bad.csv").write_text("a,b\n1,2\n")
    refused = jurat(home, "authority", "index", tmp_path / "bad.csv", expect=1)
    assert "not one of the files" in refused.err
    assert refused.lines[0]["kind"] is None
