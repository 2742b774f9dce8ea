"""The list of drafts tells two drafts of one title apart, and what is open in each today."""

from collections.abc import Callable
from typing import Any

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from app.actions import drafts as draft_verbs
from app.actions import review
from app.domain.draft import Draft, Paragraph
from app.domain.run import Task
from app.gui.desk import Desk
from app.gui.drafts_list import DraftsList
from app.store import audit, drafts, runs
from app.workbench import Workbench
from tests.gui.reviewing import ask
from tests.gui.small_matter import DRAFT, NAME
from tests.gui.watch import Watch

pytestmark = pytest.mark.timeout(60)

WORDS = (
    Paragraph("I hired Acme Roofing on January 11, 2026.", ("ACME000001",)),
    Paragraph("It leaked on May 5, 2026."),
)


@pytest.fixture
def listed(qtbot: QtBot, desk: Desk) -> DraftsList:
    shown = DraftsList(desk)
    shown.resize(700, 500)
    qtbot.addWidget(shown)
    shown.show()
    desk.open_matter(NAME)
    qtbot.waitUntil(lambda: shown.drafts.count() == 1, timeout=20_000)
    return shown


def _rows(listed: DraftsList) -> list[str]:
    return [listed.drafts.item(i).data(Qt.ItemDataRole.AccessibleTextRole) for i in range(listed.drafts.count())]


def _drafted(request: str) -> Callable[[Workbench], Any]:
    """A draft that a run made for ``request``."""

    async def make(bench: Workbench) -> str:
        opened = await bench.matter(NAME)

        def save(session: Any) -> tuple[str, dict[str, Any]]:
            plan = runs.create(session, Task.DECLARATION, request, {}, audit.now())
            number = drafts.next_number(session)
            made = Draft(
                f"{NAME}/d{number}",
                1,
                "declaration",
                "Declaration of Dana Cole",
                "Dana Cole",
                WORDS,
                "draft",
                audit.now(),
            )
            drafts.add_version(session, made, number, plan.number)
            return made.id, {"draft": made.id, "version": 1, "stage": "draft"}

        return await opened.change("draft", save)

    return make


def test_two_drafts_of_one_title_are_told_apart(qtbot: QtBot, desk: Desk, listed: DraftsList, watch: Watch) -> None:
    requests = (
        "The first leak: when it was seen and told.",
        "Declaration of Dana Cole",
        "Declaration of Dana Cole, short",
    )
    for request in requests:
        ask(qtbot, desk, _drafted(request))
    qtbot.waitUntil(lambda: listed.drafts.count() == 4, timeout=10_000)
    qtbot.waitUntil(lambda: all("open" in row for row in _rows(listed)), timeout=20_000)
    begins_alike, asked_for_nothing, asked, first = _rows(listed)
    assert begins_alike.startswith("Declaration of Dana Cole, short, Draft 4   version 1, ")
    assert asked.startswith(
        "Declaration of Dana Cole: The first leak: when it was seen and told., Draft 2   version 1, "
    )
    assert asked.endswith("   1 claim open")
    assert asked_for_nothing.startswith("Declaration of Dana Cole, Draft 3   version 1, ")
    assert first.startswith("Declaration of Dana Cole, Draft 1   version 1, ")
    assert first.endswith("   3 claims open")


def test_what_is_open_is_that_of_today(qtbot: QtBot, desk: Desk, listed: DraftsList) -> None:
    qtbot.waitUntil(lambda: _rows(listed)[0].endswith("   3 claims open"), timeout=20_000)
    key = next(v.claim.key for v in ask(qtbot, desk, lambda b: draft_verbs.verify_draft(b, DRAFT)).open)
    ask(qtbot, desk, lambda bench: draft_verbs.sign(bench, DRAFT, key, "Dana Cole", "From memory."))
    qtbot.waitUntil(lambda: _rows(listed)[0].endswith("   2 claims open"), timeout=20_000)
    ask(qtbot, desk, lambda bench: review.save_text(bench, DRAFT, "1. It rained."))
    qtbot.waitUntil(lambda: _rows(listed)[0].endswith("   nothing in it could be checked"), timeout=20_000)
    assert "version 2" in _rows(listed)[0]


def test_nothing_is_counted_while_nobody_looks(qtbot: QtBot, desk: Desk, listed: DraftsList) -> None:
    qtbot.waitUntil(lambda: _rows(listed)[0].endswith("   3 claims open"), timeout=20_000)
    listed.hide()
    ask(qtbot, desk, lambda bench: review.save_text(bench, DRAFT, "1. It rained."))
    qtbot.wait(2500)
    assert _rows(listed)[0].endswith("   being checked …")
    listed.show()
    qtbot.waitUntil(lambda: _rows(listed)[0].endswith("   nothing in it could be checked"), timeout=20_000)
