"""The verbs under the review, on the small matter: where sources stand, edits beside a run, versions compared."""

import asyncio
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any, TypeVar

import pytest
from filelock import FileLock

from app.actions import drafts, places, review
from app.actions.places import PagePlace
from app.domain.claim import Verdict
from app.domain.errors import AppError, WrongUse
from app.domain.evidence import Word
from app.domain.run import StageName, Task
from app.settings import Settings
from app.store import drafts as stored_drafts
from app.store import exhibits, runs
from app.store.tables import DraftRow
from app.workbench import Workbench, open_workbench
from tests.gui.small_matter import DRAFT, NAME

pytestmark = pytest.mark.timeout(60)
T = TypeVar("T")


def _in(home: Path, verb: Callable[[Workbench], Coroutine[Any, Any, T]]) -> T:
    async def go() -> T:
        async with open_workbench(Settings(home=home, boards=None)) as bench:
            return await verb(bench)

    return asyncio.run(go())


async def _verdict(bench: Workbench, words: str) -> Verdict:
    checked = await drafts.verify_draft(bench, DRAFT)
    return next(v for v in checked.verdicts if v.claim.text == words)


async def _words_in(bench: Workbench, place: PagePlace) -> list[tuple[str, str]]:
    """The words of the page under each box, with the box's kind."""
    opened = await bench.matter(NAME)
    image = await opened.store.read(lambda session: exhibits.page_image(session, place.exhibit, place.page))
    assert image is not None

    def inside(word: Word, box: Any) -> bool:
        x, y = (word.box.x0 + word.box.x1) / 2, (word.box.y0 + word.box.y1) / 2
        return bool(box.x0 <= x <= box.x1 and box.y0 <= y <= box.y1)

    return [(" ".join(w.text for w in image.words if inside(w, box)), kind) for box, kind in place.boxes]


def test_the_words_that_contradict_a_date_are_boxed_and_those_that_support_others_beside_it(home: Path) -> None:
    async def go(bench: Workbench) -> tuple[Any, list[tuple[str, str]]]:
        wrong = await _verdict(bench, "April 12, 2026")
        found = await places.places(bench, NAME, wrong)
        assert isinstance(found[0], PagePlace)
        return found, await _words_in(bench, found[0])

    found, words = _in(home, go)
    assert [(p.exhibit, p.page, p.bates) for p in found] == [("B", 1, "ACME000003")]
    assert words == [("April 20, 2026", "contradict")]


def test_a_supported_claim_is_boxed_with_its_neighbours_on_the_same_page(home: Path) -> None:
    async def go(bench: Workbench) -> list[tuple[str, str]]:
        hired, paid = await _verdict(bench, "January 11, 2026"), await _verdict(bench, "$12,500.00")
        found = await places.places(bench, NAME, hired, (paid,))
        assert isinstance(found[0], PagePlace)
        return await _words_in(bench, found[0])

    words = _in(home, go)
    assert {kind for _, kind in words} == {"support"}
    assert "January 11, 2026." in words[0][0]
    assert any("12,500.00" in text for text, _ in words)


def test_an_edit_waits_while_a_run_writes_the_same_draft(home: Path) -> None:
    async def go(bench: Workbench) -> None:
        opened = await bench.matter(NAME)

        def begin(session: Any) -> None:
            plan = runs.create(session, Task.DECLARATION, "request", {}, "2026-01-01T00:00:00Z")
            runs.start_stage(session, plan.number, StageName.ATTACK, None)
            row = session.get(DraftRow, (1, 1))
            row.run = plan.number

        await opened.store.write(begin)
        writing = pytest.raises(AppError, match=f"{NAME}/r1 is still writing this draft")
        with FileLock(opened.folder / ".lock"), writing:  # the lock as the run holds it
            await review.save_text(bench, DRAFT, "1. Other words.")
        kept = await review.save_text(bench, DRAFT, "1. Other words.")  # a run that was interrupted holds nothing
        assert kept.version == 2

    _in(home, go)


def test_a_draft_can_be_edited_and_signed_while_a_run_writes_another_one(home: Path) -> None:
    async def go(bench: Workbench) -> None:
        opened = await bench.matter(NAME)
        open_claim = await _verdict(bench, "ACME000031")
        with FileLock(opened.folder / ".lock"):
            await drafts.sign(bench, DRAFT, open_claim.claim.key, "Dana Cole", "known")
            saved = await review.save_text(bench, DRAFT, "1. Other words.")
        assert saved.version == 2
        decisions, _ = await review.answers(bench, DRAFT)
        assert [d.name for d in decisions] == ["Dana Cole"]

    _in(home, go)


def test_paragraphs_whose_words_are_as_before_keep_their_cites(home: Path) -> None:
    async def go(bench: Workbench) -> None:
        first = await drafts.show_draft(bench, DRAFT)
        assert await review.save_text(bench, DRAFT, first.text) == first
        changed = first.text.replace("in three places", "in four places")
        saved = await review.save_text(bench, DRAFT, changed)
        assert saved.text == changed
        assert saved.paragraphs[0] == first.paragraphs[0]
        assert saved.paragraphs[1].cites == ()  # its cite stands in its words now
        rows = await review.compare_versions(bench, DRAFT, 1, 2)
        assert [r.same for r in rows] == [True, False, True, True]

    _in(home, go)


def test_a_draft_without_a_paragraph_is_refused(home: Path) -> None:
    async def go(bench: Workbench) -> list[int]:
        with pytest.raises(WrongUse, match="at least one paragraph"):
            await review.save_text(bench, DRAFT, "   ")
        opened = await bench.matter(NAME)
        return await opened.store.read(lambda session: stored_drafts.versions(session, 1))

    assert _in(home, go) == [1]
