"""States are derived, and restarts are counted."""

import pytest

from app.engines.state import PASSING, Backoff, BoardState, Fault, Sighting, derive


@pytest.mark.parametrize(
    ("sighting", "state"),
    [
        (Sighting(), BoardState.STOPPED),
        (Sighting(step=BoardState.LOADING), BoardState.LOADING),
        (Sighting(step=BoardState.STOPPING, alive=True, busy=True), BoardState.STOPPING),
        (Sighting(alive=True), BoardState.READY),
        (Sighting(alive=True, busy=True), BoardState.BUSY),
        (Sighting(alive=True, seen=BoardState.EVICTED), BoardState.EVICTED),
        (Sighting(alive=True, seen=BoardState.WEDGED, busy=True), BoardState.WEDGED),
        (Sighting(alive=False), BoardState.FAILED),
        (Sighting(alive=False, fault=Fault.WEDGED), BoardState.WEDGED),
        (Sighting(fault=Fault.FOREIGN), BoardState.FOREIGN),
        (Sighting(fault=Fault.UNREACHABLE), BoardState.UNREACHABLE),
        (Sighting(fault=Fault.MEMORY), BoardState.FAILED),
    ],
)
def test_a_state_follows_from_facts(sighting: Sighting, state: BoardState) -> None:
    assert derive(sighting) is state


def test_what_comes_again_the_same_way_is_not_tried_again() -> None:
    assert not PASSING & {Fault.MODEL, Fault.FLAG, Fault.DEVICE, Fault.MEMORY, Fault.PROGRAM, Fault.FOREIGN}
    assert {Fault.KILLED, Fault.CRASHED, Fault.WEDGED} <= PASSING


def test_each_wait_is_twice_the_last_and_the_sixth_end_is_the_last() -> None:
    backoff, now, waits = Backoff(), 1000.0, []
    assert backoff.wait(now) == 0
    for _ in range(5):
        backoff.ended(now)
        waits.append(backoff.wait(now))
        now += 2
    assert waits == [1, 2, 4, 8, 16]
    assert backoff.wait(now) == 14  # two seconds of the last are over
    backoff.ended(now)
    assert backoff.wait(now) is None
    assert backoff.wait(now + 601) == 0
    backoff.reset()
    assert backoff.wait(now) == 0


def test_no_wait_is_longer_than_a_minute() -> None:
    backoff = Backoff(most=20)
    for n in range(12):
        backoff.ended(float(n))
    assert backoff.wait(11.0) == 60
