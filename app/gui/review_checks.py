"""What the review asks of the core's threads: verdicts, their marks, attacks at their paragraphs."""

import asyncio
from collections.abc import Sequence
from typing import TYPE_CHECKING

from app import actions
from app.domain.claim import Verdict
from app.domain.draft import Draft
from app.domain.review import Attack, CheckedDraft, Decision
from app.gui.editor_marks import Marks, made_ready
from app.gui.editor_text import EditedText, raw_text
from app.review.follow import carried

if TYPE_CHECKING:
    from app.workbench import Workbench


async def opened(bench: "Workbench", draft_id: str) -> tuple[Draft, EditedText]:
    """A draft's newest version and its words, split into paragraphs outside the window's thread."""
    draft = await actions.drafts.show_draft(bench, draft_id)
    edited = EditedText(raw_text(draft))
    await asyncio.to_thread(lambda: (edited.text, edited.to_raw(0)))
    return draft, edited


async def verified(bench: "Workbench", draft_id: str) -> tuple[CheckedDraft, EditedText, Marks]:
    """A stored draft, checked, and its marks, which are made outside the window's thread: there may be thousands."""
    await actions.citations.load_readers()
    found = await actions.drafts.verify_draft(bench, draft_id)
    edited = EditedText(raw_text(found.draft))
    signed = {d.claim: d for d in found.decisions}
    return found, edited, await asyncio.to_thread(made_ready, edited, found.verdicts, signed)


async def checked(
    bench: "Workbench",
    matter: str,
    edited: EditedText,
    signed: dict[str, Decision],
    attacks: tuple[tuple[Attack, ...], Sequence[str]],
    *,
    patient: bool,
) -> tuple[tuple[Verdict, ...], Marks, tuple[Attack, ...]]:
    """Words that were typed, checked; their marks, and the attacks at their paragraphs."""
    verdicts = await actions.drafts.check_text(bench, matter, edited.text, patient=patient)

    def rest() -> tuple[Marks, tuple[Attack, ...]]:
        return made_ready(edited, verdicts, signed), carried(*attacks, edited.paragraphs)

    marks, moved = await asyncio.to_thread(rest)
    return verdicts, marks, moved
