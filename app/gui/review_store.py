"""What is typed in the review is stored: one version at a time, and the newest words after it."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QObject, QTimer, Signal

from app import actions
from app.domain.draft import Draft
from app.domain.errors import AppError
from app.gui.editor_text import EditedText
from app.gui.start import Starter

if TYPE_CHECKING:
    from app.actions.review import SavedWords

_PAUSE_MS: Final = 2_000
_LATEST_MS: Final = 10_000
"""Who types without a pause has no more than this to lose."""
_AGAIN_MS: Final = 5_000
_Wait = tuple[Callable[[], object] | None, bool]


class StoreLoop(QObject):
    """Whoever needs words that are stored, like a signature, waits here until they are."""

    stored = Signal(object, object, object)  # Draft, the EditedText that was sent, SavedWords
    turned = Signal()  # it begins to store, or has ended

    def __init__(
        self, starter: Starter, ask: Callable[[], tuple[Draft, EditedText] | None], parent: QObject | None = None
    ) -> None:
        """``ask``: the words that are to be stored and the version they were typed into, None where there are none."""
        super().__init__(parent)
        self._starter, self._ask = starter, ask
        self.busy, self.trouble = False, ""
        self._waiting: list[_Wait] = []
        self._soon = QTimer(self, singleShot=True)
        self._latest = QTimer(self, singleShot=True, interval=_LATEST_MS)
        for timer in (self._soon, self._latest):
            timer.timeout.connect(self.store)

    def store_soon(self) -> None:
        """The words were changed."""
        self._soon.start(_PAUSE_MS)
        if not self._latest.isActive():
            self._latest.start()

    def store(self, then: Callable[[], object] | None = None, *, anyway: bool = False) -> None:
        """``then`` runs once the words are stored; with ``anyway`` also where they can't be."""
        self._soon.stop()
        self._latest.stop()
        self._waiting.append((then, anyway))
        if not self.busy:
            self._store()

    def _store(self) -> None:
        asked, waiting = self._ask(), self._waiting
        self._waiting = []
        if asked is None:
            _go_on(waiting)
            return
        draft, words = asked
        self.busy = True
        self.turned.emit()

        def stored(saved: "SavedWords") -> None:
            self.trouble = ""
            self.stored.emit(draft, words, saved)
            _go_on(waiting)

        def not_stored(error: AppError) -> None:
            self.trouble = str(error)
            self._soon.start(_AGAIN_MS)
            if any(then is not None for then, _ in waiting):
                self._starter.failed.emit(error)  # what waited isn't done, or shown without the words
            _go_on([wait for wait in waiting if wait[1]])

        self._starter.start(
            lambda bench: actions.review.save_typed(bench, draft.id, words.text, draft.version),
            stored,
            otherwise=not_stored,
            finally_=self._after,
            keep=True,
        )

    def _after(self) -> None:
        self.busy = False
        self.turned.emit()
        if self._waiting:  # somebody asked for it meanwhile, and more may have been typed
            self._store()


def _go_on(waiting: Sequence[_Wait]) -> None:
    for then, _ in waiting:
        if then is not None:
            then()
