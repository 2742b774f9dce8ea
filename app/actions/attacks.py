"""Attacks of the reviewer: they stay with the paragraph that they were made on, whatever its number becomes."""

from dataclasses import replace
from typing import Any

from app.domain.draft import Draft
from app.domain.review import Attack
from app.review.follow import follow
from app.store import drafts


def carry_attacks(session: Any, number: int, before: Draft, after: Draft, *, by_number: bool = False) -> None:
    """Follow the paragraphs that attacks stand at into the version that was just added.

    ``by_number``: whoever wrote it kept the numbers, whatever became of the words.
    """
    held = drafts.attacks(session, number)
    if not held:
        return
    now = [paragraph.render() for paragraph in after.paragraphs]
    numbers = [attack.now for attack in held if attack.now is not None]
    if by_number:
        moved = {number: number for number in numbers if number <= len(now)}
    else:
        moved = follow([paragraph.render() for paragraph in before.paragraphs], now, numbers)
    for one in held:
        place = moved.get(one.now) if one.now is not None else _back_again(one, now)
        if place is not None or one.now is not None:
            drafts.move_attack(session, one.id, place, now[place - 1] if place is not None else one.last)


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


def _back_again(one: Attack, now: list[str]) -> int | None:
    """A paragraph that was gone and is there again, word for word: its taking out was undone."""
    return next((now.index(words) + 1 for words in (one.last, one.words) if words in now), None)
