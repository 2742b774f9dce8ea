"""Attacks of the reviewer: they stay with the paragraph that they were made on, whatever its number becomes."""

from dataclasses import replace
from typing import Any

from app.domain.draft import Draft
from app.domain.review import Attack
from app.review.follow import carried, follow
from app.store import drafts


def carry_attacks(session: Any, number: int, before: Draft, after: Draft, *, by_number: bool = False) -> None:
    """Follow the paragraphs that attacks stand at into the version that was just added.

    ``by_number``: whoever wrote it kept the numbers, whatever became of the words.
    """
    held = drafts.attacks(session, number)
    if not held:
        return
    old, new = ([paragraph.render() for paragraph in draft.paragraphs] for draft in (before, after))
    if by_number and len(old) == len(new):
        old = new
    for one in carried(held, old, new):
        drafts.move_attack(session, one.id, one.now, one.last)


def attacks_at(session: Any, number: int, draft: Draft) -> tuple[Attack, ...]:
    """The attacks on a draft, each where its paragraph stands in this version of it."""
    held = drafts.attacks(session, number)
    if not held or draft.version == drafts.versions(session, number)[-1]:
        return held
    now = [paragraph.render() for paragraph in draft.paragraphs]
    found = []
    for one in held:
        attacked = drafts.find(session, "", number, one.version)
        assert attacked is not None, "an attack is on a version that was stored"
        then = [paragraph.render() for paragraph in attacked.paragraphs]
        found.append(replace(one, now=follow(then, now, [one.paragraph]).get(one.paragraph)))
    return tuple(found)
