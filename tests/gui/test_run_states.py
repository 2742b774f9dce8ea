"""What the lists and the view say of runs follows from what is at work: cancelled, killed, failed, and gone on with."""

from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest
from filelock import FileLock
from pytestqt.qtbot import QtBot

from app.domain.errors import AppError
from app.domain.run import StageName, Task
from app.drafting.stages import Limits
from app.gui.new_draft import Asked
from app.store import runs
from tests.gui.places import drafts_of
from tests.gui.small_matter import NAME
from tests.gui.test_opening import damage
from tests.gui.whole_window import drafting_board, whole_window

pytestmark = pytest.mark.timeout(120)


OPTIONS: dict[str, Any] = {"limits": asdict(Limits()), "pack_tokens": None, "exhibits": None, "declarant": "Dana Cole"}
OPTIONS["limits"].pop("seed")


def left_behind(session: Any) -> None:
    """A run that was killed in a stage, and one that failed in it."""
    for n in (1, 2):
        runs.create(session, Task.DECLARATION, f"The roof {n}.", OPTIONS, "2026-11-30T20:00:00Z")
        runs.start_stage(session, n, StageName.PACK, None)
    runs.fail_stage(session, 2, StageName.PACK, "The disk is full.")


def test_the_list_tells_which_run_is_at_work(qtbot: QtBot, home: Path, request: pytest.FixtureRequest) -> None:
    damage(home, left_behind)
    request.getfixturevalue("loop")
    with drafting_board(home, 0.05) as boards, whole_window(qtbot, home, boards, NAME) as whole:
        window, desk = whole.window, whole.desk
        qtbot.waitUntil(lambda: len(window.sections) == 4 and desk.matter == NAME, timeout=20_000)
        drafts = drafts_of(window)
        drafts.show_list()

        def states() -> list[str]:
            rows = drafts.list.runs
            return [rows.item(n).text()[0] for n in reversed(range(rows.count()))]

        qtbot.waitUntil(lambda: states() == ["–", "✕"], timeout=20_000)
        drafts.run.follow(Asked(NAME, Task.DECLARATION, "The roof 3.", None))
        qtbot.waitUntil(lambda: states() == ["–", "✕", "●"], timeout=30_000)  # no other is at work
        drafts.run.cancel.click()
        qtbot.waitUntil(lambda: states() == ["–", "✕", "–"], timeout=30_000)
        drafts.go_on(f"{NAME}/r2")  # as "Try again"
        qtbot.waitUntil(lambda: states() == ["–", "●", "–"], timeout=30_000)
        assert drafts.run.cancel.isEnabled()
        assert not drafts.run.go_on.isEnabled()
        drafts.run.cancel.click()
        qtbot.waitUntil(lambda: states() == ["–", "–", "–"], timeout=30_000)
        qtbot.waitUntil(drafts.run.go_on.isEnabled, timeout=10_000)


def test_why_a_run_stopped_isnt_said_of_the_run_that_is_in_sight_by_then(
    qtbot: QtBot, home: Path, request: pytest.FixtureRequest
) -> None:
    damage(home, left_behind)
    request.getfixturevalue("loop")
    with whole_window(qtbot, home, matter=NAME) as whole:
        window, desk = whole.window, whole.desk
        qtbot.waitUntil(lambda: len(window.sections) == 4 and desk.matter == NAME, timeout=20_000)
        drafts, failed = drafts_of(window), list[AppError]()
        desk.starter.failed.connect(failed.append)
        with FileLock(str(home / "matters" / NAME / ".lock")):  # another program is at work
            drafts.go_on(f"{NAME}/r2")
            drafts.show_run(f"{NAME}/r1")
            qtbot.waitUntil(lambda: bool(failed), timeout=20_000)
            assert drafts.run.trouble.text() == ""
            drafts.go_on(f"{NAME}/r1")
            qtbot.waitUntil(lambda: len(failed) == 2, timeout=20_000)
            assert failed[1].what in drafts.run.trouble.text()
