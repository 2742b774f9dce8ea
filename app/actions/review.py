"""A person at work on a draft: edits, answers to attacks, versions."""

from typing import Any

from app.actions.drafts import find_draft, show_draft
from app.domain.draft import Draft, Paragraph
from app.domain.errors import WrongUse
from app.domain.review import AttackAnswer
from app.store import audit, drafts
from app.workbench import Workbench


async def save_edit(bench: Workbench, draft_id: str, paragraphs: tuple[Paragraph, ...]) -> Draft:
    """Store a person's words as the draft's next version; nothing that was there is changed."""
    opened, number, _ = await find_draft(bench, draft_id)
    if not paragraphs:
        raise WrongUse("A draft needs at least one paragraph.")
    async with opened.working():
        last = await show_draft(bench, draft_id.partition("@")[0])
        if paragraphs == last.paragraphs:
            return last
        saved = Draft(
            id=last.id,
            version=last.version + 1,
            task=last.task,
            title=last.title,
            declarant=last.declarant,
            paragraphs=paragraphs,
            made_by="person",
            created=audit.now(),
        )

        def save(session: Any) -> tuple[Draft, dict[str, Any]]:
            drafts.add_version(session, saved, number, drafts.run_of(session, number))
            return saved, {"draft": saved.id, "version": saved.version, "stage": "person"}

        return await opened.change("draft", save)


async def answer_attack(bench: Workbench, draft_id: str, attack: int, answer: AttackAnswer, reason: str = "") -> None:
    """Note what a person did about an attack. WrongUse: no such attack, or a rebuttal without a reason."""
    opened, number, _ = await find_draft(bench, draft_id)
    if answer is AttackAnswer.REBUTTED and not reason.strip():
        raise WrongUse("A rebuttal needs a reason.", "The verification report prints it.")

    def note(session: Any) -> tuple[bool, dict[str, Any] | None]:
        found = drafts.answer_attack(session, number, attack, answer, reason.strip())
        detail = {"draft": draft_id, "attack": attack, "answer": answer.value, "reason": reason.strip()}
        return found, detail if found else None

    async with opened.working():
        if not await opened.change("answer", note):
            raise WrongUse(f"The draft {draft_id} has no attack {attack}.")


async def list_versions(bench: Workbench, draft_id: str) -> list[Draft]:
    """Every version of a draft, the oldest first."""
    opened, number, _ = await find_draft(bench, draft_id)
    kept = await opened.store.read(lambda session: drafts.versions(session, number))
    return [await show_draft(bench, f"{opened.name}/d{number}@{version}") for version in kept]


async def list_drafts(bench: Workbench, name: str) -> list[Draft]:
    """The newest version of each draft of a matter."""
    opened = await bench.matter(name)
    numbers = await opened.store.read(drafts.numbers)
    return [await show_draft(bench, f"{name}/d{number}") for number in numbers]
