"""Many items over a pool: results in order of completion, a bounded number under way."""

import asyncio
from collections.abc import AsyncIterator, Callable, Iterable
from concurrent.futures import Executor, Future
from typing import TypeVar

from app.domain.errors import AppError
from app.jobs.pool import WorkerDied, WorkerPool

Item = TypeVar("Item")
Result = TypeVar("Result")


async def spread(
    pool: Executor, function: Callable[[Item], Result], items: Iterable[Item], *, window: int
) -> AsyncIterator[tuple[Item, Result | AppError]]:
    """`function(item)` in the pool for each item, with at most `window` under way; `items` is drawn as needed.

    Each item comes back once, with its result or with the AppError that it met. An item whose worker crashed is
    tried once more, alone, after all others. Any other exception is a bug: it is raised here and stops the rest.
    Cancelling, or leaving the loop through `aclose`, stops at once what is under way.
    """
    under_way: dict[asyncio.Future[Result], tuple[Item, Future[Result]]] = {}
    crashed: list[Item] = []
    source = iter(items)

    def begin(item: Item) -> None:
        future = pool.submit(function, item)
        under_way[asyncio.wrap_future(future)] = (item, future)

    try:
        more = True
        while more or under_way:
            while more and len(under_way) < window:
                try:
                    begin(next(source))
                except StopIteration:
                    more = False
            if not under_way:
                break
            done, _ = await asyncio.wait(under_way, return_when=asyncio.FIRST_COMPLETED)
            for future in done:
                item, _ = under_way.pop(future)
                outcome: Result | AppError = _outcome(future)
                if isinstance(outcome, WorkerDied):
                    crashed.append(item)
                else:
                    yield item, outcome
        for item in crashed:
            begin(item)
            done, _ = await asyncio.wait(under_way)
            under_way.clear()
            second = _outcome(done.pop())
            yield item, second
    finally:
        _drop(pool, under_way)


def _outcome(future: asyncio.Future[Result]) -> Result | AppError:
    try:
        return future.result()
    except AppError as error:
        return error


def _drop(pool: Executor, under_way: "dict[asyncio.Future[Result], tuple[Item, Future[Result]]]") -> None:
    if not under_way:
        return
    futures = [future for _, future in under_way.values()]
    for waiting in under_way:
        waiting.cancel()
    if isinstance(pool, WorkerPool):
        pool.abandon(futures)
