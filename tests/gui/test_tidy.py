"""No full collection of garbage comes by itself; one is made when a piece of work is over and the person away."""

import gc
import weakref
from collections.abc import Iterator

import pytest
from pytestqt.qtbot import QtBot

from app import actions
from app.gui.desk import Desk
from app.gui.tidy import Tidy
from tests.gui.small_matter import NAME

pytestmark = pytest.mark.timeout(60)


@pytest.fixture(autouse=True)
def as_before() -> Iterator[None]:
    before = gc.get_threshold()
    yield
    gc.set_threshold(*before)


class Ring:
    def __init__(self) -> None:
        self.itself = self


def test_cycles_go_after_a_job_and_what_stays_is_not_walked_over_again(qtbot: QtBot, desk: Desk) -> None:
    tidy = Tidy(desk, away=lambda: True)
    gc.collect()
    gone = weakref.ref(Ring())
    assert gc.get_threshold()[2] > 1_000_000
    frozen = gc.get_freeze_count()
    desk.starter.start(lambda bench: actions.matters.show_matter(bench, NAME), title="Looking")
    qtbot.waitUntil(lambda: gone() is None and gc.get_freeze_count() > frozen, timeout=20_000)
    tidy.deleteLater()


def test_nothing_is_collected_while_the_person_works_in_the_window(qtbot: QtBot, desk: Desk) -> None:
    away: list[bool] = []
    tidy = Tidy(desk, away=lambda: bool(away))
    ring = Ring()
    gc.collect()  # now it is old: the small collections don't see it any more
    kept = weakref.ref(ring)
    del ring
    ended: list[object] = []
    desk.starter.start(
        lambda bench: actions.matters.show_matter(bench, NAME), title="Looking", finally_=lambda: ended.append(1)
    )
    qtbot.waitUntil(lambda: bool(ended), timeout=20_000)
    qtbot.wait(2500)
    assert kept() is not None
    away.append(True)
    desk.starter.start(lambda bench: actions.matters.show_matter(bench, NAME), title="Looking again")
    qtbot.waitUntil(lambda: kept() is None, timeout=20_000)
    tidy.deleteLater()
