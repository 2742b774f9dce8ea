"""The review says what the draft's run found no grounds for: a draft can be checked through and still prove nothing."""

import asyncio
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from pytestqt.qtbot import QtBot

from app.domain.draft import Draft, Paragraph
from app.domain.run import Stage, StageName, StageState, Task
from app.gui.review import ReviewSection
from app.settings import Settings
from app.store import audit, drafts, runs
from app.workbench import open_workbench
from tests.gui.small_matter import DRAFT, NAME
from tests.gui.watch import Watch

pytestmark = pytest.mark.timeout(60)

FOUND = [{"name": "declarant", "pages": ["ACME000001"]}, {"name": "agreement", "pages": ["ACME000001"]}]
LACKS = [*FOUND[:1], {"name": "breach", "pages": []}, {"name": "damage", "pages": []}]


def written_by_runs(home: Path, *gates: list[dict[str, Any]]) -> None:
    """A draft from each of so many runs, d2 on, whose gates found this."""

    def write(session: Any) -> None:
        for gate in gates:
            number, at = drafts.next_number(session), audit.now()
            run = runs.create(session, Task.DECLARATION, "The roof.", {}, at).number
            runs.finish_stage(session, run, Stage(StageName.GATE, "cpu", StageState.DONE), gate)
            words = (Paragraph("The roof was finished on March 2, 2026.", ("ACME000002",)),)
            draft = Draft(f"{NAME}/d{number}", 1, "declaration", f"Draft {number}", "Dana Cole", words, "draft", at)
            drafts.add_version(session, draft, number, run)
            drafts.add_version(session, replace(draft, version=2, made_by="person"), number, run)
            session.flush()

    async def work() -> None:
        async with open_workbench(Settings(home=home, boards=None)) as bench:
            await (await bench.matter(NAME)).store.write(write)

    asyncio.run(work())


def test_the_review_says_what_the_run_found_no_grounds_for(
    qtbot: QtBot, home: Path, request: pytest.FixtureRequest, watch: Watch
) -> None:
    with watch.paused():
        written_by_runs(home, LACKS, FOUND)
        desk = request.getfixturevalue("desk")
        section = ReviewSection(desk)
        qtbot.addWidget(section)
        section.resize(1200, 760)
        section.show()
        desk.open_matter(NAME)
    line = section.draft.grounds
    for draft, words in (
        (f"{NAME}/d2", "The run found no page that gives grounds for: breach, damage"),
        (f"{NAME}/d3", ""),
        (f"{NAME}/d2", "The run found no page that gives grounds for: breach, damage"),
        (DRAFT, ""),  # no run wrote it
    ):
        section.show_draft(draft)
        qtbot.waitUntil(lambda: section.session.id == draft and section.session.checked, timeout=20_000)  # noqa: B023
        qtbot.wait(100)
        assert line.isVisible() is bool(words)
        assert not words or line.text() == words
