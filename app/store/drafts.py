"""Drafts with all their versions, the attacks on them, and what a person signed for."""

import json
from dataclasses import asdict

from sqlmodel import Session, col, func, select

from app.domain.draft import Draft, Paragraph
from app.domain.review import Attack, AttackAnswer, Decision
from app.store.tables import AttackRow, DecisionRow, DraftRow


def add_version(session: Session, draft: Draft, number: int, run: int | None) -> None:
    """Store ``draft`` as version ``draft.version`` of draft ``number``."""
    session.add(
        DraftRow(
            number=number,
            version=draft.version,
            run=run,
            task=draft.task,
            title=draft.title,
            declarant=draft.declarant,
            paragraphs=json.dumps([asdict(p) for p in draft.paragraphs], ensure_ascii=False),
            made_by=draft.made_by,
            created=draft.created,
        )
    )


def next_number(session: Session) -> int:
    return (session.exec(select(func.max(DraftRow.number))).one() or 0) + 1


def number_of_run(session: Session, run: int) -> int | None:
    return session.exec(select(DraftRow.number).where(DraftRow.run == run)).first()


def find(session: Session, matter: str, number: int, version: int | None = None) -> Draft | None:
    """A version of a draft, the newest if none is named."""
    statement = select(DraftRow).where(DraftRow.number == number).order_by(col(DraftRow.version).desc())
    if version is not None:
        statement = statement.where(DraftRow.version == version)
    row = session.exec(statement.limit(1)).first()
    if row is None:
        return None
    paragraphs = tuple(Paragraph(p["text"], tuple(p["cites"])) for p in json.loads(row.paragraphs))
    return Draft(
        id=f"{matter}/d{number}",
        version=row.version,
        task=row.task,
        title=row.title,
        declarant=row.declarant,
        paragraphs=paragraphs,
        made_by=row.made_by,
        created=row.created,
    )


def add_attacks(session: Session, number: int, version: int, attacks: tuple[Attack, ...]) -> None:
    for attack in attacks:
        session.add(AttackRow(draft=number, version=version, paragraph=attack.paragraph, text=attack.text))


def attacks(session: Session, number: int) -> tuple[Attack, ...]:
    """The reviewer's attacks on a draft, in paragraph order."""
    rows = session.exec(
        select(AttackRow).where(AttackRow.draft == number).order_by(col(AttackRow.paragraph), col(AttackRow.id))
    )
    return tuple(Attack(row.paragraph, row.text, row.id or 0, AttackAnswer(row.answer), row.reason) for row in rows)


def answer_attack(session: Session, number: int, attack: int, answer: AttackAnswer, reason: str) -> bool:
    """Note what a person did about an attack; False where the draft has no such attack."""
    row = session.get(AttackRow, attack)
    if row is None or row.draft != number:
        return False
    row.answer, row.reason = answer.value, reason
    return True


def versions(session: Session, number: int) -> list[int]:
    return list(session.exec(select(DraftRow.version).where(DraftRow.number == number).order_by(col(DraftRow.version))))


def numbers(session: Session) -> list[int]:
    return sorted(set(session.exec(select(DraftRow.number))))


def decide(session: Session, number: int, decision: Decision) -> None:
    """Store a person's decision; a second one on the same claim takes the place of the first (both are audited)."""
    session.merge(
        DecisionRow(
            draft=number,
            claim=decision.claim,
            name=decision.name,
            reason=decision.reason,
            signed_at=decision.signed_at,
        )
    )


def decisions(session: Session, number: int) -> tuple[Decision, ...]:
    rows = session.exec(select(DecisionRow).where(DecisionRow.draft == number).order_by(col(DecisionRow.claim)))
    return tuple(Decision(row.claim, row.name, row.reason, row.signed_at) for row in rows)


def run_of(session: Session, number: int) -> int | None:
    return session.exec(select(DraftRow.run).where(DraftRow.number == number)).first()
