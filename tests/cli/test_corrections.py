"""What was taken in wrongly, put right: another origin, out of the record, and back into it as it was."""

import asyncio
import shutil
from collections.abc import Awaitable, Callable
from email.message import EmailMessage
from pathlib import Path
from typing import Any, TypeVar

import pytest

from app.actions import bates, corrections, exhibits, matters, review
from app.domain.draft import Paragraph
from app.domain.errors import WrongUse
from app.domain.evidence import ORIGINS, Origin
from app.settings import Settings
from app.store.record import record_stamp
from app.workbench import Workbench, open_workbench
from tests.flow.jurat import jurat
from tests.gui.small_matter import DRAFT, NAME, make_home, write_pdf

T = TypeVar("T")


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The small matter with a mail, D, and its attachment, D-1. Never change it: take ``home``."""
    folder = tmp_path_factory.mktemp("made")
    home = make_home(folder / "home")
    write_pdf(folder / "lease.pdf", ["LEASE\n\nThe premises are let from May 4, 2025."])
    mail = EmailMessage()
    mail["From"], mail["To"], mail["Subject"] = "a@example.com", "b@example.com", "The lease of another client"
    mail.set_content("Please find the lease enclosed.")
    lease = (folder / "lease.pdf").read_bytes()
    mail.add_attachment(lease, maintype="application", subtype="pdf", filename="lease.pdf")
    (folder / "lease.eml").write_bytes(mail.as_bytes())
    on(home, lambda bench: add(bench, folder / "lease.eml", Origin.OPPOSING))
    return home


@pytest.fixture
def home(made: Path, tmp_path: Path) -> Path:
    shutil.copytree(made, tmp_path / "home")
    return tmp_path / "home"


def on(home: Path, verb: Callable[[Workbench], Awaitable[T]]) -> T:
    async def run() -> T:
        async with open_workbench(Settings(home=home, boards=None)) as bench:
            return await verb(bench)

    return asyncio.run(run())


async def add(bench: Workbench, file: Path, origin: Origin = Origin.CLIENT) -> list[str | None]:
    return [line.exhibit async for line in exhibits.add_exhibits(bench, NAME, [file], origin)]


async def ids(bench: Workbench) -> list[str]:
    return [exhibit.id for exhibit, *_ in await exhibits.list_exhibits(bench, NAME)]


async def log(bench: Workbench) -> list[tuple[str, dict[str, Any]]]:
    check, entries = await matters.check_audit(bench, NAME)
    assert check.broken_at is None
    return [(one.verb, dict(one.detail)) for one in entries]


def test_on_the_command_line(home: Path) -> None:
    changed = jurat(home, "exhibits", NAME, "d", "--origin", "third-party").lines
    assert [(one["exhibit"], one["origin"]) for one in changed] == [("D", "third-party"), ("D-1", "third-party")]
    assert "No exhibit is named" in jurat(home, "exhibits", NAME, "--take-out", expect=2).err
    gone = jurat(home, "exhibits", NAME, "D", "--take-out").lines
    assert [one["exhibit"] for one in gone] == ["D", "D-1"]
    assert [one["exhibit"] for one in jurat(home, "exhibits", NAME).lines] == ["A", "B", "C"]
    back = jurat(home, "exhibits", NAME, "d", "d-1", "--put-back").lines
    assert [(one["exhibit"], one["origin"]) for one in back] == [("D", "third-party"), ("D-1", "third-party")]
    refused = jurat(home, "exhibits", NAME, "B", "--take-out", expect=2).err
    assert "Exhibit B stays in the matter: its pages have Bates numbers." in refused


def test_another_origin_is_said_of_an_exhibit_and_of_what_came_with_it(home: Path) -> None:
    async def verb(bench: Workbench) -> None:
        before = await corrections.set_origin(bench, NAME, ["D"], Origin.COURT)
        assert before == {"D": Origin.OPPOSING, "D-1": Origin.OPPOSING}
        told = await log(bench)
        assert told[-1] == (
            "origin",
            {"origins": {"D": "court", "D-1": "court"}, "were": {"D": "opposing", "D-1": "opposing"}},
        )
        assert await corrections.set_origin(bench, NAME, ["D"], Origin.COURT) == {}
        assert len(await log(bench)) == len(told)  # nothing new was said
        await corrections.put_origins(bench, NAME, {**before, "D-1": Origin.CLIENT})
        listed = await exhibits.list_exhibits(bench, NAME)
        assert [one.origin for one, *_ in listed[3:]] == [Origin.OPPOSING, Origin.CLIENT]
        for wrong, origin in (("Z", Origin.COURT), ("D", Origin.OWN_WORK)):
            with pytest.raises(WrongUse):
                await corrections.set_origin(bench, NAME, [wrong], origin)

    on(home, verb)


def test_a_wrong_mail_goes_out_with_its_attachment_and_comes_back_as_it_was(home: Path) -> None:
    async def verb(bench: Workbench) -> None:
        before = await exhibits.list_exhibits(bench, NAME)
        pages = await exhibits.list_pages(bench, NAME)
        assert len(await exhibits.search_pages(bench, NAME, "premises")) == 1
        gone = await corrections.take_out(bench, NAME, ["D"])
        assert [one.id for one in gone] == ["D", "D-1"]
        assert await ids(bench) == ["A", "B", "C"]
        assert await exhibits.search_pages(bench, NAME, "premises") == []
        assert [one.page for one in await exhibits.list_pages(bench, NAME)] == [1, 2, 1, 1]
        verb, detail = (await log(bench))[-1]
        assert verb == "take out"
        assert [one["exhibit"] for one in detail["exhibits"]] == ["D", "D-1"]
        await corrections.put_back(bench, NAME, ["D", "D-1"])
        assert await exhibits.list_exhibits(bench, NAME) == before
        assert await exhibits.list_pages(bench, NAME) == pages
        assert len(await exhibits.search_pages(bench, NAME, "premises")) == 1
        assert (await log(bench))[-1][0] == "put back"
        with pytest.raises(WrongUse, match="No exhibit 'D' was taken out"):
            await corrections.put_back(bench, NAME, ["D"])

    on(home, verb)


def test_an_attachment_does_not_come_back_without_its_mail(home: Path) -> None:
    async def verb(bench: Workbench) -> None:
        await corrections.take_out(bench, NAME, ["D"])
        with pytest.raises(WrongUse, match="came with Exhibit D"):
            await corrections.put_back(bench, NAME, ["D-1"])
        assert await ids(bench) == ["A", "B", "C"]

    on(home, verb)


def test_what_something_rests_on_stays(home: Path) -> None:
    async def verb(bench: Workbench) -> None:
        draft = (await review.list_drafts(bench, NAME))[-1]
        cites = Paragraph("The lease is Exhibit D-1.", ())
        await review.save_edit(bench, DRAFT, (*draft.paragraphs, cites))
        with pytest.raises(WrongUse, match="Exhibit D-1 stays in the matter: a draft names it"):
            await corrections.take_out(bench, NAME, ["D"])
        await review.save_edit(bench, DRAFT, draft.paragraphs)
        async for _ in bates.assign(bench, NAME):
            pass
        with pytest.raises(WrongUse, match="its pages have Bates numbers"):
            await corrections.take_out(bench, NAME, ["D-1"])
        assert await ids(bench) == ["A", "B", "C", "D", "D-1"]

    on(home, verb)


def test_letters_go_on_after_the_last_and_a_file_is_never_there_twice(home: Path, tmp_path: Path) -> None:
    for n in (1, 2):
        write_pdf(tmp_path / f"{n}.pdf", [f"Note {n} of June {n}, 2025."])

    async def verb(bench: Workbench) -> None:
        assert await add(bench, tmp_path / "1.pdf") == ["E"]
        assert await add(bench, tmp_path / "2.pdf") == ["F"]
        await corrections.take_out(bench, NAME, ["E"])
        assert await add(bench, tmp_path / "1.pdf") == ["G"]
        with pytest.raises(WrongUse, match="is in the matter again, as Exhibit G"):
            await corrections.put_back(bench, NAME, ["E"])
        await corrections.take_out(bench, NAME, ["F", "G"])
        assert await add(bench, tmp_path / "2.pdf") == ["E"]  # no gap where nothing rests on what was there
        back = await corrections.put_back(bench, NAME, ["G"])
        assert [one.id for one in back] == ["G"]

    on(home, verb)


def test_no_record_is_taken_for_the_one_before(home: Path, tmp_path: Path) -> None:
    """Also where there are as many exhibits and pages as before."""
    for n in (1, 2):
        write_pdf(tmp_path / f"{n}.pdf", [f"Note {n} of June {n}, 2025."])

    async def verb(bench: Workbench) -> list[tuple[int, ...]]:
        opened = await bench.matter(NAME)
        stamps = []
        for file in ("1.pdf", "2.pdf"):
            await add(bench, tmp_path / file)
            stamps.append(await opened.store.read(record_stamp))
            await corrections.take_out(bench, NAME, ["E"])
        await corrections.put_back(bench, NAME, ["E"])
        return [*stamps, await opened.store.read(record_stamp)]

    assert len(set(on(home, verb))) == 3


def test_only_what_came_from_there_is_numbered(home: Path) -> None:
    async def verb(bench: Workbench) -> None:
        before = await bates.plan(bench, NAME, origins=[Origin.CLIENT])
        assert (before.pages, dict(before.unnumbered)) == (0, {Origin.OPPOSING: 2})
        assert [line async for line in bates.assign(bench, NAME, origins=[Origin.CLIENT])] == []
        await corrections.set_origin(bench, NAME, ["D-1"], Origin.CLIENT)
        done = [line async for line in bates.assign(bench, NAME, origins=[Origin.CLIENT])]
        assert [getattr(line, "exhibit", line) for line in done] == ["D-1"]
        after = await bates.plan(bench, NAME, origins=ORIGINS)
        assert (after.first, after.pages) == ("ACME000006", 1)

    on(home, verb)
