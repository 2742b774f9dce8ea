"""How long a run still takes: from what this machine's runs took, and the speed at which the model writes."""

import pytest
from pytestqt.qtbot import QtBot

from app.actions.timings import StageTime, stage_times
from app.domain.run import Stage, StageName, StageState, Task
from app.gui.desk import Desk
from app.gui.time_left import Countdown, Pace, RunClock, left_words
from app.store import runs
from app.workbench import Workbench
from tests.gui.small_matter import NAME

pytestmark = pytest.mark.timeout(60)

TIMES = {name: StageTime(seconds, tokens) for name, (seconds, tokens) in {
    StageName.PACK: (4.0, 0), StageName.GATE: (20.0, 400), StageName.DRAFT: (40.0, 800), StageName.VERIFY: (1.0, 0),
    StageName.ATTACK: (10.0, 200), StageName.REVISE: (24.0, 400), StageName.REVERIFY: (1.0, 0),
}.items()}  # fmt: skip


def test_time_left_of_a_run_is_what_its_stages_took_before() -> None:
    clock = RunClock(TIMES)
    assert clock.left(0) is None  # nothing has begun
    clock.begin(StageName.GATE, 100.0)
    assert clock.left(105.0) == 15 + 40 + 1 + 10 + 24 + 1
    assert clock.share(105.0) == pytest.approx(0.09)
    clock.end(StageName.GATE)
    assert clock.left(106.0) == 76


def test_time_left_goes_by_the_speed_at_which_the_model_writes_now() -> None:
    clock = RunClock(TIMES)
    clock.begin(StageName.DRAFT, 0.0)
    clock.count(1, 10.0)  # it read for ten seconds
    clock.count(199, 30.0)  # and writes ten tokens a second
    assert clock.left(30.0) == 60 + 1 + 10 + 24 + 1
    clock.count(601, 90.1)  # one more than usual: what it is about to end with
    assert clock.left(90.1) == 36
    clock.count(700, 160.0)  # much longer than usual: nobody knows how much is to come, and no time is said
    assert clock.left(160.0) is None
    assert left_words(clock.left(160.0)) == ""


def test_a_stage_that_takes_longer_than_ever_says_no_time_and_the_bar_never_goes_back() -> None:
    clock = RunClock(TIMES)
    clock.begin(StageName.GATE, 0.0)
    shares, lefts = [], []
    for now in (0.0, 10.0, 19.0, 24.0, 26.0, 60.0, 90.0):
        lefts.append(clock.left(now))
        shares.append(clock.share(now))
    assert lefts == [96, 86, 77, 76, None, None, None]
    assert shares == sorted(shares)
    clock.count(1, 91.0)
    clock.count(40, 100.0)  # 4.5 tokens a second: it takes longer than was thought
    assert clock.left(100.0) == pytest.approx(76 + 359 / (41 / 9))
    assert clock.share(100.0) == shares[-1]


def test_a_prompt_that_is_read_says_how_much_of_it() -> None:
    clock = RunClock({})
    clock.begin(StageName.GATE, 0.0)
    assert clock.reading_words() == ""
    clock.read(0, 4198)
    assert clock.reading_words() == "reading 4,198 tokens"
    clock.read(1024, 4198)
    assert clock.reading_words() == "reading 1,024 of 4,198 tokens"
    clock.count(1, 30.0)
    assert clock.reading_words() == ""


def test_steps_count_down_and_slow_last_ones_are_seen() -> None:
    pace = Pace()
    pace.step(0, 100, 0.0)
    assert pace.left(0.5) is None
    for n in range(1, 91):
        pace.step(n, 100, n * 0.1)
    assert pace.left(9.0) == pytest.approx(1.0)
    assert pace.left(9.5) == pytest.approx(0.5)  # nothing came meanwhile, and the clock runs
    for n in range(91, 95):  # scans: three seconds a page
        pace.step(n, 100, 9.0 + 3 * (n - 90))
    assert pace.left(21.0) == pytest.approx(6 * (21 - 5.5) / 39)
    assert pace.left(30.0) is None  # longer than all the rest was to take


def test_the_time_that_is_shown_goes_back_only_where_it_must() -> None:
    shown = Countdown()
    assert shown.tell(40.0, 0.0) == 40
    assert shown.tell(44.0, 1.0) == 39  # a little more: the clock runs on
    assert shown.tell(20.0, 2.0) == 20
    assert shown.tell(60.0, 3.0) == 60  # it must
    assert shown.tell(None, 4.0) is None
    assert shown.tell(58.0, 5.0) == 58


def test_a_first_run_says_no_time_and_counts_its_stages() -> None:
    clock = RunClock({})
    clock.begin(StageName.DRAFT, 0.0)
    assert left_words(clock.left(50.0)) == ""
    assert clock.place == 3
    assert clock.share(50.0) == pytest.approx(2 / 7)


def test_stage_times_are_those_of_the_finished_runs_of_this_machine(qtbot: QtBot, desk: Desk) -> None:
    async def two_runs(bench: Workbench) -> dict[StageName, StageTime]:
        opened = await bench.matter(NAME)

        def store(session: object) -> None:
            for seconds, tokens, board in ((10.0, 100, "cpu"), (30.0, 300, "cpu"), (99.0, 900, "gone")):
                plan = runs.create(session, Task.DECLARATION, "x", {}, "2026-04-20T09:00:00+00:00")  # type: ignore[arg-type]
                stage = Stage(StageName.DRAFT, board, StageState.DONE, seconds, tokens)
                runs.finish_stage(session, plan.number, stage, {})  # type: ignore[arg-type]

        await opened.store.write(store)
        return await stage_times(bench)

    found: list[dict[StageName, StageTime]] = []
    desk.starter.start(two_runs, found.append)
    qtbot.waitUntil(lambda: bool(found), timeout=20_000)
    assert found[0] == {StageName.DRAFT: StageTime(20.0, 200)}
