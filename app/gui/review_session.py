"""One draft under review: its words as they are typed, what was found about them, what was saved and signed."""

from collections import Counter
from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal

from app import actions
from app.domain.claim import Verdict, no_facts
from app.domain.draft import Draft
from app.domain.errors import AppError
from app.domain.review import Attack, AttackAnswer, ClaimsOpen, Decision
from app.events import MatterChanged
from app.gui.desk import Desk
from app.gui.editor_marks import Mark, Marks, marks_of
from app.gui.editor_text import EditedText, changed_span, raw_text
from app.gui.review_attacks import LiveAttacks
from app.gui.review_checks import Asked, CheckLoop, Found, Verified, decided, opened, verified
from app.gui.review_joined import join, saved_words
from app.gui.review_store import StoreLoop
from app.gui.standing import Standing

if TYPE_CHECKING:
    from app.actions.review import SavedWords

_RECORD = ("intake", "read", "bates assign", "authority add", "take out", "put back")


class ReviewSession(QObject):
    """What the panes of the review share. Every offset is one of ``now``, the words as they stand in the editor."""

    loaded = Signal(object)  # Draft: show these words
    unopened = Signal()  # the draft that was asked for didn't come: what is shown stays
    marked = Signal(object)  # Marks on the words as they are now
    attacked = Signal(object)  # tuple[Attack, ...]
    was_read = Signal(bool)  # whether the adversarial reviewer has read the draft
    storing = Signal()  # the words are about to be stored
    told = Signal(str)  # whether the words are saved, as a sentence
    joined = Signal(str)  # raw text: what was typed and what somebody else wrote, to be put into the editor
    newer = Signal(object, object)  # Draft, EditedText: a version that someone else wrote while this one is edited

    def __init__(self, desk: Desk, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._desk = desk
        self.draft: Draft | None = None
        self.now, self.marks = EditedText(""), Marks()
        self.decisions: dict[str, Decision] = {}
        self._attacks = LiveAttacks()
        self._saved = EditedText("")
        self._wanted, self._checked = "", False
        self._verdicts: tuple[EditedText, tuple[Verdict, ...]] = EditedText(""), ()
        self._checks = CheckLoop(desk.starter, self._asked, self)
        self._checks.found.connect(self._checked_again)
        self._store = StoreLoop(desk.starter, self._unsaved, self)
        self._store.stored.connect(self._stored)
        self._store.turned.connect(lambda: self.told.emit(self._state()))
        self.told.connect(lambda _sentence: self._stand())
        desk.bridge.changed.connect(self._hear)
        desk.starter.failed.connect(self._refused)
        desk.starter.ending.connect(self.save)

    @property
    def id(self) -> str:
        return self.draft.id if self.draft else ""

    @property
    def matter(self) -> str:
        return self.id.rpartition("/")[0]

    @property
    def saved(self) -> bool:
        """Whether the words as they stand are stored."""
        return self.draft is None or self.now.text == self._saved.text

    @property
    def checked(self) -> bool:
        """Whether the verdicts are on exactly the words as they stand."""
        return self._checked and self._verdicts[0].text == self.now.text

    def _stand(self) -> None:
        if self.draft is None:
            return
        what = self.marks.what if self.checked else ()
        open_ = tuple(verdict for verdict, signed in what if not verdict.passes and signed is None)
        none = no_facts(Counter(verdict.claim.kind for verdict, _ in what)) if self.checked else ""
        self._desk.stand(Standing(self.id, self.draft.title, self.saved, self.checked, open_, none))

    @property
    def attacks(self) -> tuple[Attack, ...]:
        """The reviewer's attacks, each where its paragraph stands in the words as they are now."""
        return self._attacks.now

    # open

    def open(self, draft_id: str) -> None:
        """Show a draft's newest version; what was typed into another one is saved first."""
        self._wanted = draft_id
        self._desk.stand(None)
        self._store.store(self._fetch, anyway=True)

    def _fetch(self) -> None:
        wanted = self._wanted
        if wanted == self.id and not self.saved and self._store.trouble:
            self.unopened.emit()
            return  # it is shown, and its last words are nowhere else

        def otherwise(error: AppError) -> None:
            self._desk.starter.failed.emit(error)
            if self._wanted == wanted:
                self.unopened.emit()

        def then(found: tuple[Draft, EditedText]) -> None:
            if self._wanted == wanted:  # else another one was asked for meanwhile
                self._load(*found)

        self._desk.starter.start(lambda bench: opened(bench, wanted), then, otherwise=otherwise)

    def _load(self, draft: Draft, words: EditedText) -> None:
        self.draft, self.decisions = draft, {}
        self.now = self._saved = words
        self._attacks.open(self._saved)
        self._verdicts, self._checked = (self.now, ()), False
        self._remark()
        self.loaded.emit(draft)
        self.told.emit(self.tr("checking …"))
        self._desk.starter.start(
            lambda bench: verified(bench, draft.id),
            lambda found: self._take(draft, found),
            title=self.tr("Checking {draft}").format(draft=draft.title),
        )

    def _take(self, draft: Draft, found: Verified) -> None:
        if self.draft is not draft:
            return
        self.decisions = {d.claim: d for d in found.of.decisions}
        self.was_read.emit(found.read)
        self._hold(found.of.attacks)  # lays out and paints the pane: the marks come in a turn of their own
        self.told.emit(self._state())
        QTimer.singleShot(0, self, lambda: self._found_first(draft, found))

    def _found_first(self, draft: Draft, found: Verified) -> None:
        if self.draft is draft and not self.checked:
            self._found(found.edited, found.of.verdicts, found.marks)
        else:  # what was typed meanwhile is checked already
            self._remark()

    # type

    def edit(self, now: EditedText) -> None:
        """The words are now these: old marks move along at once, new ones follow when they are checked."""
        self.now = now
        if self._attacks.quick(now) and self._attacks.follow(now):
            self.attacked.emit(self.attacks)
        self._checks.check_soon()
        self._store.store_soon()
        self.told.emit(self._state())

    def _asked(self) -> Asked | None:
        attacks = self._attacks
        return Asked(self.id, self.now, self.decisions, attacks.stored, attacks.saved) if self.draft else None

    def _checked_again(self, found: Found) -> None:
        asked, held = found.asked, self._attacks
        if asked.draft != self.id:
            return
        self._found(asked.edited, found.verdicts, found.marks if asked.signed == self.decisions else None)
        of_now = asked.attacks is held.stored and asked.saved is held.saved and asked.edited is self.now
        if of_now and held.take(found.attacks):
            self.attacked.emit(self.attacks)

    def _found(self, edited: EditedText, verdicts: tuple[Verdict, ...], marks: Marks | None) -> None:
        self._verdicts, self._checked = (edited, verdicts), True
        self._remark(marks)

    def _remark(self, marks: Marks | None = None) -> None:
        """``marks``: where they are made already, of the verdicts and decisions that hold now."""
        edited, verdicts = self._verdicts
        if marks is None:
            marks = marks_of(edited, verdicts, self.decisions)
        self.marks = marks if edited.raw == self.now.raw else marks.shifted(*changed_span(edited.raw, self.now.raw))
        self.marked.emit(self.marks)
        self._stand()

    def is_as_checked(self, mark: Mark) -> bool:
        """Whether the words of a mark are still those that its verdict is about."""
        edited, _ = self._verdicts
        claim = mark.verdict.claim
        return edited.raw[edited.to_raw(claim.start) : edited.to_raw(claim.end)] == self.now.raw[mark.start : mark.end]

    # save

    def save(self, then: Callable[[], object] | None = None) -> None:
        """Store the words as the draft's next version if they aren't; ``then`` runs once they are stored."""
        self._store.store(then)

    def _unsaved(self) -> tuple[Draft, EditedText] | None:
        self.storing.emit()  # what still comes into the editor comes now
        return None if self.draft is None or self.saved else (self.draft, self.now)

    def _stored(self, draft: Draft, words: EditedText, saved: "SavedWords") -> None:
        if self.draft is not draft:
            return
        self.draft, self._saved = saved.draft, EditedText(raw_text(saved.draft))
        if saved.both or self._saved.text != words.text:
            self._take_in(words, saved)
        for attack, answer in self._attacks.answers():
            self._answer(attack, answer, "", lambda: None)
        self._ask_answers()

    def _take_in(self, sent: EditedText, saved: "SavedWords") -> None:
        """Somebody else changed the draft since: their words come into the editor, beside what was typed meanwhile."""
        raw, told = join(sent, self.now, self._saved, saved)
        self.joined.emit(raw)
        self._desk.noted.emit(told)

    def _state(self) -> str:
        if self.draft is None:
            return ""
        version = self.draft.version if self.saved else None
        return self.tr("saving …") if self._store.busy else saved_words(version, self._store.trouble)

    # decide

    def answer(
        self, attack: Attack, answer: AttackAnswer, reason: str = "", then: Callable[[], None] = lambda: None
    ) -> None:
        """Note what the person decided; ``then`` once it is stored."""
        self._attacks.decide(attack, answer)
        self._answer(attack, answer, reason, then)

    def _answer(self, attack: Attack, answer: AttackAnswer, reason: str, then: Callable[[], None]) -> None:
        draft_id = self.id
        self._desk.starter.start(
            lambda bench: actions.review.answer_attack(bench, draft_id, attack.id, answer, reason),
            lambda _none: then(),
            keep=True,
        )

    def mend(self, attack: Attack) -> None:
        """The person goes to change an attack's paragraph: once other words are stored there, it counts as mended."""
        self._attacks.mend(attack)

    def _hold(self, stored: tuple[Attack, ...]) -> None:
        if self._attacks.hold(stored, self._saved, self.now):
            self.attacked.emit(self.attacks)

    def _ask_answers(self) -> None:
        draft_id, words = self.id, self._saved
        self._desk.starter.start(
            lambda bench: decided(bench, draft_id), lambda found: self._answered(draft_id, words, *found)
        )

    def _hear(self, fact: MatterChanged) -> None:
        if self.draft is None or fact.matter != self.matter:
            return
        if fact.verb in _RECORD:
            self._checks.check_settled()
        elif fact.verb in ("sign", "unsign", "answer", "attack", "stage done"):
            self._ask_answers()
        elif fact.verb == "draft" and fact.detail.get("draft") == self.id:
            self._other_version(int(fact.detail["version"]))

    def _refused(self, error: AppError) -> None:
        """A final export found more open than is shown: another program changed what it rests on."""
        if isinstance(error, ClaimsOpen):
            self._checks.check_record()
            self._ask_answers()

    def _answered(
        self, draft_id: str, words: EditedText, signed: dict[str, Decision], attacks: tuple[Attack, ...], read: bool
    ) -> None:
        if draft_id != self.id:
            return
        self.decisions = signed
        self._remark()
        self.was_read.emit(read)
        if words is self._saved:  # else the attacks stand at other words than these, and are asked for again
            self._hold(attacks)

    def look(self) -> None:
        """Whether another program wrote a version meanwhile: no fact tells of that."""
        self._other_version(self.draft.version + 1 if self.draft else 0)

    def _other_version(self, version: int) -> None:
        """Someone else wrote a version: it is shown at once only where nothing that was typed would be lost."""
        draft = self.draft
        if draft is None or self._store.busy or version <= draft.version:
            return

        def then(found: tuple[Draft, EditedText]) -> None:
            if self.draft is draft and found[0].version > draft.version:
                (self._load if self.saved else self.newer.emit)(*found)

        self._desk.starter.start(lambda bench: opened(bench, draft.id), then)
