"""Who holds a board and who waits for it."""

import asyncio

from app.engines.turn import Turn, work_named


async def use(turn: Turn, name: str, done: asyncio.Event) -> None:
    with work_named(name):
        async with turn:
            await done.wait()


def test_the_holder_and_those_that_wait_are_known_in_their_order() -> None:
    async def talk() -> None:
        turn, done = Turn(), asyncio.Event()
        tasks = [asyncio.create_task(use(turn, name, done)) for name in ("smith/r1, draft", "", "smith/r2, gate")]
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        assert (turn.holder, turn.waiting) == ("smith/r1, draft", ("smith/r2, gate",))
        tasks[2].cancel()
        await asyncio.sleep(0)
        assert turn.waiting == ()
        done.set()
        await asyncio.gather(*tasks, return_exceptions=True)
        assert (turn.locked(), turn.holder) == (False, "")

    asyncio.run(talk())
