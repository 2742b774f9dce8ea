"""What a person decides in the review, each with its way back: signatures given and taken back, answers to attacks."""

from collections.abc import Callable

from PySide6.QtCore import QObject

from app import actions
from app.domain.review import Attack, AttackAnswer, Decision
from app.gui.desk import Desk
from app.gui.editor_marks import Marks
from app.gui.parts import many
from app.gui.review_deeds import Deeds
from app.gui.review_session import ReviewSession
from app.gui.review_words import short

_NAMED = 3
"""Claims that are named in one sentence."""


class Decisions(QObject):
    """Stores each through the session and remembers how to undo it once it is stored."""

    def __init__(self, desk: Desk, session: ReviewSession, deeds: Deeds) -> None:
        super().__init__(session)
        self._desk = desk
        self._session = session
        self._deeds = deeds
        deeds.told.connect(lambda words: desk.said.emit(words, ()))

    def sign(self, name: str, reason: str) -> None:
        """Sign for the selected claim."""
        mark = self._session.marks.of(self._desk.verdict)
        if mark is None:
            return
        key, text = mark.verdict.claim.key, mark.verdict.claim.text

        def signed(_decision: Decision) -> None:
            what = self.tr("the signature of {who} for “{what}”").format(who=name, what=text)
            self._deeds.decided(lambda: self._take_back(key, name), lambda: self._sign_again(key, name, reason), what)

        self._store_signature(key, name, reason, signed)

    def unsign(self, name: str, reason: str) -> None:
        """Take the signature of the selected claim back."""
        mark = self._session.marks.of(self._desk.verdict)
        if mark is None or mark.signed is None:
            return
        key, text = mark.verdict.claim.key, mark.verdict.claim.text

        def taken(held: Decision) -> None:
            if held.name != name:  # nobody signs in another one's name, not even by undoing
                words = self.tr("The signature of {who} is taken back. Only {who} can give it again.")
                self._desk.said.emit(words.format(who=held.name), ())
                return
            what = self.tr("the signature of {who} for “{what}” was taken back").format(who=name, what=text)
            back, again = lambda: self._sign_again(key, name, held.reason), lambda: self._take_back(key, name)
            self._deeds.decided(back, again, what)
            words = self.tr("Your signature is taken back, {who}: the claim is open again.")
            self._desk.said.emit(words.format(who=name), ((self.tr("Undo"), self._deeds.undo),))

        self._withdraw(key, name, reason, taken)

    def marked(self, before: Marks, after: Marks) -> None:
        """Other words were checked: a signature is for its sentence as it was, and says so where it lapses."""
        held = {verdict.claim.key: verdict.claim.text for verdict, signed in before.what if signed is not None}
        if not held:
            return
        there = {verdict.claim.key for verdict, _ in after.what}
        lapsed = [short(text).strip('“”"') for key, text in held.items() if key not in there]
        if lapsed:
            self._desk.said.emit(self._lapsed(lapsed), ((self.tr("Undo"), self._deeds.undo),))

    def _lapsed(self, claims: list[str]) -> str:
        names = ", ".join(self.tr("“{claim}”").format(claim=claim) for claim in claims[:_NAMED])
        if (more := len(claims) - _NAMED) > 0:
            names += " " + many(more, self.tr("and one more"), self.tr("and {n} more"))
        return many(
            len(claims),
            self.tr("The signature for {claims} doesn't hold any more: its sentence, or a cite of it, has changed."),
            self.tr("{n} signatures don't hold any more, for their sentences or cites have changed: {{claims}}."),
        ).format(claims=names)

    def answer(self, attack: Attack, answer: AttackAnswer, reason: str) -> None:
        """Answer an attack, or open it again."""
        before = attack.answer, attack.reason
        session, draft_id = self._session, self._session.id

        def answered() -> None:
            if session.id != draft_id:
                return  # its way back would lead through another draft
            what = self.tr("the answer to the attack on ¶ {0}").format(attack.now or attack.paragraph)
            back, again = lambda: session.answer(attack, *before), lambda: session.answer(attack, answer, reason)
            self._deeds.decided(back, again, what)

        if before != (answer, reason):
            session.answer(attack, answer, reason, answered)

    def _take_back(self, key: str, name: str) -> None:
        self._withdraw(key, name, "", lambda _held: None)

    def _sign_again(self, key: str, name: str, reason: str) -> None:
        self._store_signature(key, name, reason, lambda _decision: None)

    def _store_signature(self, key: str, name: str, reason: str, then: Callable[[Decision], None]) -> None:
        """A person's override, on the words as they are stored: they are stored first."""
        draft_id, starter = self._session.id, self._desk.starter

        def signed(decision: Decision) -> None:
            if self._session.id == draft_id:  # else its way back would lead through another draft
                then(decision)

        self._session.save(
            lambda: starter.start(
                lambda bench: actions.drafts.sign(bench, draft_id, key, name, reason), signed, keep=True
            )
        )

    def _withdraw(self, key: str, name: str, reason: str, then: Callable[[Decision], None]) -> None:
        """Take a signature back, by name; ``then`` gets the one that was."""
        draft_id = self._session.id

        def taken(held: Decision) -> None:
            if self._session.id == draft_id:  # else its way back would lead through another draft
                then(held)

        self._desk.starter.start(
            lambda bench: actions.drafts.unsign(bench, draft_id, key, name, reason), taken, keep=True
        )
