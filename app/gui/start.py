"""``start(verb)``: the one way from a widget into the core, and the one place where its errors are shown."""

import asyncio
import logging
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import count
from typing import TypeVar

from PySide6.QtCore import QCoreApplication, QObject, Signal

from app.domain.errors import AppError, of_machine
from app.gui.core import Core, Verb
from app.gui.remedies import for_window

T = TypeVar("T")
log = logging.getLogger(__name__)


@dataclass(eq=False)
class Job:
    """A verb under way. ``title`` is shown at the bottom of the window; an empty one isn't shown.

    ``number`` marks the facts of its progress.
    """

    title: str
    number: str = ""
    cancel: Callable[[], None] = field(default=lambda: None)
    cancelled: bool = False


class Starter(QObject):
    """Runs verbs in the core and brings their results back into the GUI thread."""

    begun = Signal(object)  # Job
    ended = Signal(object)  # Job
    failed = Signal(object)  # AppError: three sentences for a person
    broken = Signal(object)  # BaseException: a bug, with its stack
    ending = Signal()  # the window closes: the last moment to start a verb that stores something (``keep``)

    def __init__(self, core: Core, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._core = core
        self._tasks: set[asyncio.Task[None]] = set()
        self._kept: set[asyncio.Task[None]] = set()
        self._finished = False
        self._numbers = count(1)

    def start(
        self,
        verb: Verb[T],
        then: Callable[[T], None] | None = None,
        *,
        title: str = "",
        otherwise: Callable[[AppError], None] | None = None,
        finally_: Callable[[], None] | None = None,
        keep: bool = False,
    ) -> Job:
        """Run ``verb(bench)``; ``then(result)`` in the GUI thread. ``otherwise`` takes an AppError instead of
        ``failed``, also where a mistake of this program ended the verb, which ``broken`` reports; ``finally_`` runs in
        any case. Gives the job, whose ``cancel()`` stops the verb. With ``keep`` it is waited for, not stopped, when
        the window closes.

        After ``finish`` nothing is started any more: a timer of a widget can outlive the loop. While it waits for what
        stores something, more can be stored after that.
        """
        job = Job(title, str(next(self._numbers)))
        if self._finished and not (keep and self._tasks):
            return job
        task = asyncio.get_event_loop().create_task(self._follow(job, verb, then, otherwise, finally_))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        if keep:
            self._kept.add(task)
            task.add_done_callback(self._kept.discard)
        return job

    async def _follow(
        self,
        job: Job,
        verb: Verb[T],
        then: Callable[[T], None] | None,
        otherwise: Callable[[AppError], None] | None,
        finally_: Callable[[], None] | None,
    ) -> None:
        future = self._core.run(verb, job.number)

        def cancel() -> None:
            job.cancelled = True
            future.cancel()

        job.cancel = cancel
        self.begun.emit(job)
        try:
            result = await asyncio.wrap_future(future)
            if then is not None:
                then(result)
        except asyncio.CancelledError:
            if not job.cancelled:
                raise
        except AppError as error:
            (otherwise or self.failed.emit)(for_window(error))
        except OSError as error:
            log.exception("the machine refused what a verb of the window asked")
            (otherwise or self.failed.emit)(for_window(of_machine(error)))
        except Exception as error:
            log.exception("a verb of the window failed")
            self.broken.emit(error)
            if otherwise is not None:  # what waits for the verb ends with a reason, whatever the reason is
                otherwise(_mistake())
        finally:
            self.ended.emit(job)
            if finally_ is not None:
                finally_()

    async def finish(self) -> None:
        """Stop what is under way, but for what stores something, and wait until all has ended."""
        self.ending.emit()
        self._finished = True
        for task in self._tasks - self._kept:
            task.cancel()
        while self._tasks:
            await asyncio.gather(*self._tasks, return_exceptions=True)


def _mistake() -> AppError:
    def tr(text: str) -> str:
        return QCoreApplication.translate("Starter", text)

    return AppError(
        tr("A mistake in Jurat stopped it."),
        tr("What was done until then is saved; the report says where it happened."),
        tr("Do it again to go on. If it stops there once more, please send the report."),
    )
