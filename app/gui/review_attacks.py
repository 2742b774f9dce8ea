"""The reviewer's attacks on the words as they stand in the editor, and which of them count as mended. No Qt."""

from collections.abc import Sequence

from app.domain.review import Attack, AttackAnswer
from app.gui.editor_text import EditedText
from app.review.follow import carried, changed_paragraphs

_AT_ONCE = 400
"""Pairs of paragraphs that are compared between two keys; more are compared where nobody waits."""


class LiveAttacks:
    """``stored`` stand at the paragraphs of the ``saved`` words; ``now`` where those are in the words as typed."""

    def __init__(self) -> None:
        self.stored: tuple[Attack, ...] = ()
        self.now: tuple[Attack, ...] = ()
        self.saved: Sequence[str] = ()
        self._mending: dict[int, str] = {}
        self._mended: dict[int, str] = {}
        self._before: dict[int, str] = {}

    def open(self, saved: EditedText) -> None:
        """Other words of a draft; its attacks follow with ``hold``."""
        self.saved, self.stored, self.now = saved.paragraphs, (), ()
        self._mending, self._mended, self._before = {}, {}, {}

    def hold(self, stored: tuple[Attack, ...], saved: EditedText, typed: EditedText) -> bool:
        """What is stored now, of the words that are; whether anything is other than it was shown."""
        self.stored, self.saved = stored, saved.paragraphs
        return self.take(carried(stored, self.saved, typed.paragraphs))

    def quick(self, typed: EditedText) -> bool:
        """Whether following them into the typed words is a matter of a few comparisons."""
        if not self.stored:
            return True
        before, after = changed_paragraphs(self.saved, typed.paragraphs)
        return before * after <= _AT_ONCE

    def follow(self, typed: EditedText) -> bool:
        return bool(self.stored) and self.take(carried(self.stored, self.saved, typed.paragraphs))

    def take(self, now: tuple[Attack, ...]) -> bool:
        changed = now != self.now
        self.now = now
        return changed

    def mend(self, attack: Attack) -> None:
        """The person goes to change the paragraph: once other words are stored there, or none, it is mended."""
        self._mending[attack.id] = self._before[attack.id] = attack.last

    def decide(self, attack: Attack, answer: AttackAnswer) -> None:
        """The person answered it: the words answer nothing any more, but where that answer is taken back to what they
        answered before."""
        self._mending.pop(attack.id, None)
        self._mended.pop(attack.id, None)
        if answer is AttackAnswer.MENDED and attack.id in self._before:
            self._mended[attack.id] = self._before[attack.id]

    def answers(self) -> list[tuple[Attack, AttackAnswer]]:
        """What the words that were just stored answer: mended ones, and those whose old words are back."""
        found = []
        for one in self.now:
            words = one.last if one.now is not None else None
            if one.id in self._mending and words != self._mending[one.id]:
                self._mended[one.id] = self._mending.pop(one.id)
                found.append((one, AttackAnswer.MENDED))
            elif one.id in self._mended and words == self._mended[one.id]:
                self._mending[one.id] = self._mended.pop(one.id)
                found.append((one, AttackAnswer.OPEN))
        return found
