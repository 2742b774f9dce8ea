"""Verbs start from the GUI thread, their results and errors come back into it, and facts arrive in batches."""

import errno
import os
import threading
import time

import pytest
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app import actions
from app.domain.errors import WrongUse
from app.gui.desk import Desk
from app.gui.start import Job
from tests.gui.small_matter import DRAFT, NAME
from tests.gui.watch import Watch

pytestmark = pytest.mark.timeout(60)


def test_a_verb_runs_in_the_core_and_its_result_comes_back(qtbot: QtBot, desk: Desk, watch: Watch) -> None:
    threads: list[str] = []

    async def verb(bench: object) -> list[str]:
        threads.append(threading.current_thread().name)
        return await actions.matters.list_matters(bench)  # type: ignore[arg-type, return-value]

    found: list[object] = []
    here: list[bool] = []

    def then(result: object) -> None:
        found.append(result)
        here.append(threading.current_thread() is threading.main_thread())

    begun: list[Job] = []
    ended: list[Job] = []
    desk.starter.begun.connect(begun.append)
    desk.starter.ended.connect(ended.append)
    job = desk.starter.start(verb, then, title="Listing")
    qtbot.waitUntil(lambda: bool(found), timeout=15_000)
    assert [one.matter.name for one in found[0]] == [NAME]  # type: ignore[attr-defined]
    assert threads == ["core"]
    assert here == [True]
    qtbot.waitUntil(lambda: ended == [job])
    assert begun == [job]


def test_errors_for_a_person_are_told_and_nothing_else_is_lost(qtbot: QtBot, desk: Desk) -> None:
    with qtbot.waitSignal(desk.starter.failed, timeout=15_000) as told:
        desk.starter.start(lambda bench: actions.matters.show_matter(bench, "nobody"))
    assert told.args is not None
    assert isinstance(told.args[0], WrongUse)
    assert "nobody" in told.args[0].what


def test_a_full_disk_is_told_in_words_and_is_no_fault_of_the_program(qtbot: QtBot, desk: Desk) -> None:
    async def verb(_bench: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), "page.pdf")

    with qtbot.assertNotEmitted(desk.starter.broken), qtbot.waitSignal(desk.starter.failed, timeout=15_000) as told:
        desk.starter.start(verb)
    assert told.args is not None
    assert "page.pdf: No space left on device" in str(told.args[0])


def test_the_planted_errors_of_the_small_matter_are_found(qtbot: QtBot, desk: Desk) -> None:
    found: list[object] = []
    desk.starter.start(lambda bench: actions.drafts.verify_draft(bench, DRAFT), found.append)
    qtbot.waitUntil(lambda: bool(found), timeout=20_000)
    verdicts = {(v.claim.text, v.verdict.value) for v in found[0].verdicts}  # type: ignore[attr-defined]
    assert ("January 11, 2026", "supported") in verdicts
    assert ("April 12, 2026", "unsupported") in verdicts
    assert ("ACME000031", "unsupported") in verdicts
    assert ("$12,500.00", "misplaced") in verdicts


def test_cancelling_a_job_cancels_its_verb(qtbot: QtBot, desk: Desk) -> None:
    import asyncio

    cancelled: list[bool] = []

    async def verb(bench: object) -> None:
        try:
            await asyncio.sleep(60)
        except asyncio.CancelledError:
            cancelled.append(True)
            raise

    ended: list[Job] = []
    desk.starter.ended.connect(ended.append)
    job = desk.starter.start(verb, title="Waiting")
    qtbot.wait(300)
    job.cancel()
    qtbot.waitUntil(lambda: bool(ended) and bool(cancelled), timeout=10_000)


def test_the_watch_sees_a_held_thread(qtbot: QtBot, qapp: QApplication) -> None:
    watching = Watch(qapp)
    QTimer.singleShot(0, lambda: _burn(0.08))
    qtbot.wait(300)
    watching.stop()
    assert watching.over == 1
    assert 20 < watching.longest_ms < 400


def _burn(seconds: float) -> None:
    until = time.thread_time() + seconds
    while time.thread_time() < until:
        pass
