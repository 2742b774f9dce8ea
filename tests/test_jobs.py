"""The worker pool: order, bounds, crashes, hangs, cancelling, and nothing left behind."""

import asyncio
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest

from app.domain.errors import Unreadable
from app.jobs import WorkerDied, WorkerPool, WorkTimedOut, spread
from app.jobs.scratch import sweep
from tests import job_items


@pytest.fixture(scope="module")
def pool() -> Iterator[WorkerPool]:
    with WorkerPool(2) as pool:
        yield pool


def run_all(pool: WorkerPool, function: object, items: object, window: int = 4) -> list[tuple[object, object]]:
    async def collect() -> list[tuple[object, object]]:
        return [pair async for pair in spread(pool, function, items, window=window)]  # type: ignore[arg-type]

    return asyncio.run(collect())


def gone(pid: int) -> bool:
    try:
        return psutil.Process(pid).status() == psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return True


def test_every_item_comes_back_once_with_its_result(pool: WorkerPool) -> None:
    assert sorted(run_all(pool, job_items.square, range(20))) == [(n, n * n) for n in range(20)]


def test_results_come_in_order_of_completion(pool: WorkerPool) -> None:
    assert run_all(pool, job_items.wait, [0.6, 0.05]) == [(0.05, 0.05), (0.6, 0.6)]


def test_items_are_drawn_only_as_the_window_allows(pool: WorkerPool) -> None:
    drawn: list[int] = []

    def items() -> Iterator[int]:
        for n in range(50):
            drawn.append(n)
            yield n

    async def take_two() -> int:
        stream = spread(pool, job_items.square, items(), window=3)
        await anext(stream)
        await anext(stream)
        await stream.aclose()
        return len(drawn)

    assert asyncio.run(take_two()) <= 5


def test_an_error_for_people_comes_back_with_its_item(pool: WorkerPool) -> None:
    outcomes = dict(run_all(pool, job_items.refuse_odd, range(4)))
    assert outcomes[2] == 2
    error = outcomes[3]
    assert isinstance(error, Unreadable)
    assert (error.what, error.why, error.remedy) == ("3 is odd.", "It can't be halved.", "Take an even one.")


def test_a_bug_is_raised_with_the_workers_traceback(pool: WorkerPool) -> None:
    with pytest.raises(ZeroDivisionError) as caught:
        run_all(pool, job_items.fail, [1])
    assert "job_items.py" in "".join(caught.value.__notes__)


def test_a_crash_takes_only_its_own_item(pool: WorkerPool) -> None:
    outcomes = dict(run_all(pool, job_items.crash_at_three, range(8)))
    assert [n for n in range(8) if outcomes[n] == n] == [0, 1, 2, 4, 5, 6, 7]
    error = outcomes[3]
    assert isinstance(error, WorkerDied)
    assert "SIGSEGV" in error.why


def test_what_crashed_is_tried_once_more_after_the_others(pool: WorkerPool, tmp_path: Path) -> None:
    mark = tmp_path / "crashed"
    assert run_all(pool, job_items.crash_once, [mark]) == [(mark, "second time")]


def test_what_hangs_is_given_up() -> None:
    with WorkerPool(1, seconds=0.5) as pool:
        began = time.monotonic()
        outcomes = dict(run_all(pool, job_items.wait, [30.0, 0.0]))
    assert isinstance(outcomes[30.0], WorkTimedOut)
    assert outcomes[0.0] == 0.0
    assert time.monotonic() - began < 10


def test_cancelling_stops_at_once_and_frees_the_workers(pool: WorkerPool) -> None:
    async def cancel() -> float:
        async def consume() -> None:
            async for _ in spread(pool, job_items.wait, [30.0] * 6, window=4):
                pass

        task = asyncio.create_task(consume())
        await asyncio.sleep(0.3)
        began = time.monotonic()
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        assert [pair async for pair in spread(pool, job_items.square, [7], window=1)] == [(7, 49)]
        return time.monotonic() - began

    assert asyncio.run(cancel()) < 5


def test_closing_at_once_ends_busy_workers() -> None:
    pool = WorkerPool(1)
    future = pool.submit(job_items.wait, 30.0)
    time.sleep(0.3)
    began = time.monotonic()
    pool.shutdown(cancel_futures=True)
    assert time.monotonic() - began < 5
    assert future.exception() is not None


def test_workers_see_a_built_environment(pool: WorkerPool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SECRET_TOKEN", "x")
    with WorkerPool(1) as fresh:
        seen = fresh.submit(job_items.environment, 0).result()
    assert seen["OMP_THREAD_LIMIT"] == "1"
    assert seen["ORT_DISABLE_TELEMETRY"] == "1"
    assert "SECRET_TOKEN" not in seen


def test_workers_have_limits() -> None:
    with WorkerPool(1, memory=1024**3) as pool:
        assert pool.submit(job_items.limits, 0).result() == (1024**3, 0)
        with pytest.raises(MemoryError):
            pool.submit(job_items.eat, 2 * 1024**3).result()


def test_what_a_library_prints_does_not_reach_the_pipe(pool: WorkerPool) -> None:
    assert pool.submit(job_items.talk, 5).result() == 5


def test_what_workers_leave_in_their_temporary_folder_goes_with_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    with WorkerPool(1) as pool:
        with pytest.raises(WorkerDied):
            pool.submit(job_items.leave_behind, True).result()
        assert pool.submit(job_items.square, 2).result() == 4
        assert list(tmp_path.rglob("page.pgm")) == []
        kept = Path(pool.submit(job_items.leave_behind, False).result())
        assert kept.is_relative_to(tmp_path)
        assert kept.is_dir()
    assert list(tmp_path.iterdir()) == []


def test_old_folders_of_dead_programs_are_swept(tmp_path: Path) -> None:
    dead = subprocess.Popen([sys.executable, "-c", ""])
    dead.wait()
    names = (f"jurat-work-{dead.pid}-x", "jurat-ocr-abc", f"jurat-work-{os.getpid()}-x", "jurat-ocr-new", "other-x")
    for name in names:
        (tmp_path / name).mkdir()
        (tmp_path / name / "page.pgm").touch()
        if name != "jurat-ocr-new":
            os.utime(tmp_path / name, (0, 0))
    sweep(tmp_path)
    assert {path.name for path in tmp_path.iterdir()} == {f"jurat-work-{os.getpid()}-x", "jurat-ocr-new", "other-x"}


_BUSY_PARENT = """
import sys
from pathlib import Path
from app.jobs import WorkerPool
from tests import job_items
pool = WorkerPool(2)
for _ in range(2):
    pool.submit(job_items.start_child, Path(sys.argv[1]))
sys.stdin.read()
"""


def test_kill_9_of_the_program_leaves_no_process_and_no_scratch(tmp_path: Path) -> None:
    scratch = tmp_path / "scratch"
    scratch.mkdir()
    root = Path(__file__).parent.parent
    parent = subprocess.Popen(
        [sys.executable, "-c", _BUSY_PARENT, str(tmp_path)], cwd=root, stdin=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": str(root), "TMPDIR": str(scratch)},
    )  # fmt: skip
    try:
        deadline = time.monotonic() + 30
        while len(list(tmp_path.glob("*.pids"))) < 2 and time.monotonic() < deadline:
            time.sleep(0.05)
        time.sleep(0.1)
        pids = [int(pid) for file in tmp_path.glob("*.pids") for pid in file.read_text().split()]
        everything = {child.pid for child in psutil.Process(parent.pid).children(recursive=True)} | set(pids)
        assert len(pids) == 4
        assert len(everything) == 5, "two workers, two programs of theirs, the warden"
        assert list(scratch.iterdir()) != []
    finally:
        parent.send_signal(signal.SIGKILL)
        parent.communicate()
    deadline = time.monotonic() + 2
    while (not all(gone(pid) for pid in everything) or any(scratch.iterdir())) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert [pid for pid in everything if not gone(pid)] == []
    assert list(scratch.iterdir()) == []
