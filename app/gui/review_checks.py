"""What the review asks of the core's threads: verdicts, their marks, attacks at their paragraphs."""

import asyncio
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QObject, QTimer, Signal

from app import actions
from app.domain.claim import Verdict
from app.domain.draft import Draft
from app.domain.review import Attack, CheckedDraft, Decision
from app.gui.editor_marks import Marks, made_ready
from app.gui.editor_text import EditedText, raw_text
from app.gui.start import Starter
from app.review.follow import carried

if TYPE_CHECKING:
    from app.workbench import Workbench

_SOON_MS: Final = 0
"""From the last key, painted first, to a quick check; a slow one waits as long as it takes itself."""
_PATIENCE_MS: Final = 1_000
_SETTLED_MS: Final = 2_000
"""From the last thing that came into the record to a check against it."""
_LONG: Final = 20_000
"""Characters of a draft whose check takes as long as it is felt."""


@dataclass(frozen=True, slots=True)
class Asked:
    """What is to be checked, and what its marks and attacks are made with; ``saved``: the paragraphs that the attacks
    stand at."""

    draft: str
    edited: EditedText
    signed: dict[str, Decision]
    attacks: tuple[Attack, ...]
    saved: Sequence[str]

    @property
    def matter(self) -> str:
        return self.draft.rpartition("/")[0]


@dataclass(frozen=True, slots=True)
class Found:
    """Verdicts on the words of ``asked``, their marks, and the attacks at their paragraphs."""

    asked: Asked
    verdicts: tuple[Verdict, ...]
    marks: Marks
    attacks: tuple[Attack, ...]


class CheckLoop(QObject):
    """Checks words as they are typed: one check at a time, and the newest words after it."""

    found = Signal(object)  # Found

    def __init__(self, starter: Starter, ask: Callable[[], Asked | None], parent: QObject) -> None:
        """``ask``: what stands now, None where nothing does."""
        super().__init__(parent)
        self._starter, self._ask = starter, ask
        self.busy = self._other_record = False
        self._took_ms = 0.0
        self._soon = QTimer(self, singleShot=True)
        self._soon.timeout.connect(self.check)
        self._settled = QTimer(self, singleShot=True, interval=_SETTLED_MS)
        self._settled.timeout.connect(self.check_record)

    def check_soon(self) -> None:
        """The words were changed."""
        self._soon.start(int(min(_PATIENCE_MS, max(_SOON_MS, self._took_ms))))

    def check_settled(self) -> None:
        """Something came into the record, and more may follow."""
        self._settled.start()

    def check_record(self) -> None:
        """Check against the record as it is now."""
        self._other_record = True
        self.check()

    def check(self) -> None:
        asked = self._ask()
        if self.busy or asked is None:
            return
        self.busy, patient, self._other_record = True, not self._other_record, False
        began = time.perf_counter()

        def then(found: Found) -> None:
            self._took_ms = (time.perf_counter() - began) * 1000 if len(asked.edited.raw) > _LONG else 0.0
            self.found.emit(found)

        def after() -> None:
            self.busy = False
            now = self._ask()
            if self._other_record or (now is not None and now.edited is not asked.edited):
                self._soon.start(_SOON_MS)

        self._starter.start(lambda bench: checked(bench, asked, patient=patient), then, finally_=after)


async def opened(bench: "Workbench", draft_id: str) -> tuple[Draft, EditedText]:
    """A draft's newest version and its words, split into paragraphs outside the window's thread."""
    draft = await actions.drafts.show_draft(bench, draft_id)
    edited = EditedText(raw_text(draft))
    await asyncio.to_thread(lambda: (edited.text, edited.to_raw(0)))
    return draft, edited


@dataclass(frozen=True, slots=True)
class Verified:
    """A stored draft, checked; its words, their marks, and whether the adversarial reviewer has read it."""

    of: CheckedDraft
    edited: EditedText
    marks: Marks
    read: bool


async def verified(bench: "Workbench", draft_id: str) -> Verified:
    """The marks are made outside the window's thread: there may be thousands."""
    await actions.citations.load_readers()
    found = await actions.drafts.verify_draft(bench, draft_id)
    edited = EditedText(raw_text(found.draft))
    signed = {d.claim: d for d in found.decisions}
    read = await actions.review.was_attacked(bench, draft_id)
    return Verified(found, edited, await asyncio.to_thread(made_ready, edited, found.verdicts, signed), read)


async def decided(bench: "Workbench", draft_id: str) -> tuple[dict[str, Decision], tuple[Attack, ...], bool]:
    """The signatures on a draft by their claims, the attacks on it, and whether the reviewer has read it."""
    decisions, attacks = await actions.review.answers(bench, draft_id)
    return {d.claim: d for d in decisions}, attacks, await actions.review.was_attacked(bench, draft_id)


async def checked(bench: "Workbench", asked: Asked, *, patient: bool) -> Found:
    """Words that were typed, checked."""
    verdicts = await actions.drafts.check_text(bench, asked.matter, asked.edited.text, patient=patient)

    def rest() -> Found:
        marks = made_ready(asked.edited, verdicts, asked.signed)
        return Found(asked, verdicts, marks, carried(asked.attacks, asked.saved, asked.edited.paragraphs))

    return await asyncio.to_thread(rest)
