"""Drafts with all their versions, the attacks on them, and what a person signed for."""

import json
from dataclasses import asdict

from sqlmodel import Session, col, func, select

from app.domain.draft import Draft, Paragraph
from app.domain.review import Attack, AttackAnswer, Decision
from app.store.tables import AttackRow, DraftRow, SignatureRow


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


def number_made_by(session: Session, made_by: str) -> int | None:
    """The draft that has a version of theirs."""
    return session.exec(select(DraftRow.number).where(DraftRow.made_by == made_by)).first()


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
    """Store attacks on version ``version``, the newest one."""
    words = _paragraphs(session, number, version)
    for one in attacks:
        session.add(
            AttackRow(
                draft=number,
                version=version,
                paragraph=one.paragraph,
                text=one.text,
                now=one.paragraph,
                last=words[one.paragraph - 1],
            )
        )


def attacked(session: Session, number: int, version: int) -> list[tuple[int, str]]:
    """Paragraph and words of each attack that was made on one version."""
    rows = select(AttackRow).where(AttackRow.draft == number, AttackRow.version == version).order_by(col(AttackRow.id))
    return [(row.paragraph, row.text) for row in session.exec(rows)]


def attacks(session: Session, number: int) -> tuple[Attack, ...]:
    """The reviewer's attacks on a draft, in the order of the paragraphs that they stand at; those gone come last."""
    rows = list(session.exec(select(AttackRow).where(AttackRow.draft == number)))
    words = {version: _paragraphs(session, number, version) for version in {row.version for row in rows}}
    rows.sort(key=lambda row: (row.now is None, row.now or row.paragraph, row.id or 0))
    return tuple(
        Attack(
            row.paragraph,
            row.text,
            row.id or 0,
            AttackAnswer(row.answer),
            row.reason,
            row.version,
            words[row.version][row.paragraph - 1],
            row.now,
            row.last,
        )
        for row in rows
    )


def move_attack(session: Session, attack: int, now: int | None, last: str) -> None:
    """Note where an attack's paragraph stands in the newest version; ``last`` is how it read where it was last seen."""
    row = session.get(AttackRow, attack)
    assert row is not None, f"there is no attack {attack}"
    row.now, row.last = now, last


def _paragraphs(session: Session, number: int, version: int) -> list[str]:
    draft = find(session, "", number, version)
    assert draft is not None, f"draft {number} has no version {version}"
    return [paragraph.render() for paragraph in draft.paragraphs]


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


def decide(session: Session, number: int, decision: Decision, *, withdrawn: bool = False) -> None:
    """Add a person's signature, or with ``withdrawn`` that it was taken back. The newest word on a claim holds."""
    session.add(
        SignatureRow(
            draft=number,
            claim=decision.claim,
            name=decision.name,
            reason=decision.reason,
            at=decision.signed_at,
            withdrawn=withdrawn,
        )
    )


def decisions(session: Session, number: int) -> tuple[Decision, ...]:
    """The signatures that hold now, by claim."""
    rows = session.exec(select(SignatureRow).where(SignatureRow.draft == number).order_by(col(SignatureRow.id)))
    newest = {row.claim: row for row in rows}
    return tuple(Decision(r.claim, r.name, r.reason, r.at) for _, r in sorted(newest.items()) if not r.withdrawn)


def run_of(session: Session, number: int) -> int | None:
    return session.exec(select(DraftRow.run).where(DraftRow.number == number)).first()
