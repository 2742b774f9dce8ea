"""What the adversarial reviewer holds against the draft, one attack at a time, under the paragraphs that it names."""

from collections.abc import Sequence

from PySide6.QtCore import QCoreApplication, QEvent, QObject, QRect, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import (
    QBoxLayout,
    QFrame,
    QLabel,
    QScrollArea,
    QStackedLayout,
    QVBoxLayout,
    QWidget,
)

from app.domain.review import Attack, AttackAnswer
from app.gui.fields import Field
from app.gui.focus import Borrowed, hand_on
from app.gui.parts import Elided, allow, button, flat, heading, muted, row
from app.gui.theme import GRID

_ABOUT = 100 * GRID
"""Pixels that the title and what became of an attack need: where they aren't there, the buttons stand under them."""
_LEAST, _MOST = 2, 6
"""Lines of an attack that are seen at once; of a longer one the rest is scrolled to."""
_BAR = 4 * GRID
"""Pixels kept free for the scroll bar."""
_WRAPPED = int(Qt.TextFlag.TextWordWrap)


class AttackStrip(QFrame):
    """The attacks of a draft with what a person can do about each: mend, accept, rebut. It never covers the text."""

    mend_asked = Signal(object)  # Attack
    turned_to = Signal(int)  # paragraph of an attack that the person went on to
    answered = Signal(object, object, str)  # Attack, AttackAnswer, reason

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._attacks: tuple[Attack, ...] = ()
        self._at = 0
        self._read: bool | None = None
        self._keys = Borrowed(self, no_button=True)
        self._build()

    def _build(self) -> None:
        self.title, self.count, self.state = heading(), muted(), Elided(muted=True)
        self.back = flat("‹", lambda: self._turn(-1), self.tr("Attack before"))
        self.on = flat("›", lambda: self._turn(1), self.tr("Next attack"))
        self.text = QLabel()
        self.text.setWordWrap(True)
        self.text.setTextFormat(Qt.TextFormat.PlainText)
        self.text.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.text.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
        self._scroller = scroller = QScrollArea(widgetResizable=True)
        scroller.setFrameShape(QFrame.Shape.NoFrame)
        scroller.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        scroller.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        scroller.viewport().setAutoFillBackground(False)
        scroller.setWidget(self.text)
        self.text.setAutoFillBackground(False)
        faces = QWidget()
        self._faces = QStackedLayout(faces)
        self._faces.addWidget(self._buttons())
        self._form_box = self._form()
        self._faces.addWidget(self._form_box)
        self._head = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self._head.setSpacing(GRID)
        self._head.addLayout(row(self.title, self.back, self.count, self.on, self.state, spacing=2 * GRID), 1)
        self._head.addWidget(faces, 1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(GRID)
        layout.addLayout(self._head)
        layout.addWidget(scroller)

    def _buttons(self) -> QWidget:
        box = QWidget()
        mend = self.tr("Go to the paragraph and change it: it counts as mended once other words are saved")
        self.mend = button(self.tr("Mend"), self._mend)
        accept = self.tr("Let it stand: the attack is known and stays on the record")
        self.accept_button = button(self.tr("Accept"), lambda: self._answer(AttackAnswer.ACCEPTED))
        self.rebut = button(self.tr("Rebut…"), self._open_form)
        self.reopen = button(self.tr("Reopen"), lambda: self._answer(AttackAnswer.OPEN))
        self._tips = {
            self.mend: mend,
            self.accept_button: accept,
            self.rebut: self.tr("Say why the attack is wrong"),
            self.reopen: self.tr("Take the answer back"),
        }
        box.setLayout(row(1, self.mend, self.accept_button, self.rebut, self.reopen, spacing=GRID))
        return box

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802
        super().resizeEvent(event)
        direction = QBoxLayout.Direction
        beside = self._faces.sizeHint().width() + _ABOUT
        self._head.setDirection(direction.TopToBottom if self.width() < beside else direction.LeftToRight)
        self._fit()

    def _fit(self) -> None:
        """As high as the longest attack needs, so that nothing moves from one to the next."""
        metrics, room = self.fontMetrics(), QRect(0, 0, max(1, self.width() - _BAR), 10_000)
        high = max((metrics.boundingRect(room, _WRAPPED, _said(one)).height() for one in self._attacks), default=0)
        line = metrics.lineSpacing()
        self._scroller.setFixedHeight(min(max(high, _LEAST * line), _MOST * line) + GRID)

    def minimumSizeHint(self) -> QSize:  # noqa: N802
        """As narrow as it can be with its buttons under the title."""
        return QSize(self._faces.minimumSize().width(), super().minimumSizeHint().height())

    def _form(self) -> QWidget:
        box = QWidget()
        self.reason = Field(placeholderText=self.tr("Why the attack is wrong: the verification report prints it"))
        self.reason.setAccessibleName(self.tr("Reason of the rebuttal"))
        self.reason.returnPressed.connect(self._rebut)
        self.reason.textChanged.connect(lambda _: self._check_form())
        self.reason.installEventFilter(self)
        self.confirm = button(self.tr("Rebut"), self._rebut, primary=True)
        cancel = button(self.tr("Cancel"), self._close_form, self.tr("Esc"))
        box.setLayout(row(self.reason, cancel, self.confirm, spacing=GRID))
        self._check_form()
        return box

    # which one is shown

    def show_attacks(self, attacks: Sequence[Attack]) -> None:
        """Other attacks, or other answers to them; the one that is shown stays."""
        shown = self.current.id if self.current else None
        self._attacks = tuple(attacks)
        first_open = next((i for i, a in enumerate(self._attacks) if a.answer is AttackAnswer.OPEN), 0)
        self._at = next((i for i, a in enumerate(self._attacks) if a.id == shown), first_open)
        self._fit()
        self._refresh()

    def say_read(self, read: bool) -> None:
        """Whether the reviewer has read the draft: no attacks mean another thing where it hasn't."""
        self._read = read
        if self.current is None:
            self._refresh()

    def go_to(self, paragraph: int) -> None:
        """Show the first open attack on a paragraph, else its first; nothing changes where it has none."""
        own = [i for i, a in enumerate(self._attacks) if a.now == paragraph]
        if own and (self.current is None or self.current.now != paragraph):
            self._at = next((i for i in own if self._attacks[i].answer is AttackAnswer.OPEN), own[0])
            self._refresh()

    @property
    def current(self) -> Attack | None:
        return self._attacks[self._at] if self._attacks else None

    @property
    def open_count(self) -> int:
        return sum(a.answer is AttackAnswer.OPEN for a in self._attacks)

    def _turn(self, step: int) -> None:
        self._at = (self._at + step) % max(1, len(self._attacks))
        self._refresh()
        if self.current is not None and self.current.now is not None:
            self.turned_to.emit(self.current.now)

    def _refresh(self) -> None:
        self._show_form(on=False)
        attack = self.current
        if attack is None:
            self.title.setText(self.tr("No attacks"))
            self.count.clear()
            self.state.say("")
            self.text.setText(self._why_none())
            self.text.setToolTip("")
        else:
            self.title.setText(_title(attack))
            self.count.setText(self.tr("{at} of {all}").format(at=f"{self._at + 1:,}", all=f"{len(self._attacks):,}"))
            self.state.say(self._state(attack))
            self.text.setText(_said(attack))
            self.text.setToolTip(_said(attack))
        self._allow(attack)
        for turn in (self.back, self.on):
            turn.setVisible(bool(self._attacks))
            turn.setEnabled(len(self._attacks) > 1)

    def _why_none(self) -> str:
        if self._read is None:
            return ""
        if self._read:
            return self.tr("The reviewer read this draft and held nothing against it.")
        return self.tr("The reviewer hasn't read this draft: no run attacked it.")

    def _allow(self, attack: Attack | None) -> None:
        why_not = "" if attack else self.tr("There is no attack to answer.")
        for one, tip in self._tips.items():
            allow(one, why_not, tip)
        if attack is None:
            return
        if attack.now is None:
            self.mend.setToolTip(self.tr("Its paragraph is taken out: that counts as mended"))
        mended = self.tr("It is mended already.") if attack.answer is AttackAnswer.MENDED else ""
        accepted = self.tr("It is accepted already.") if attack.answer is AttackAnswer.ACCEPTED else ""
        unanswered = self.tr("It is open.") if attack.answer is AttackAnswer.OPEN else ""
        if attack.now is None:
            allow(self.mend, mended, self.mend.toolTip())
        allow(self.accept_button, accepted, self._tips[self.accept_button])
        allow(self.reopen, unanswered, self._tips[self.reopen])

    def _state(self, attack: Attack) -> str:
        words = {
            AttackAnswer.OPEN: self.tr("open"),
            AttackAnswer.MENDED: self.tr("mended"),
            AttackAnswer.ACCEPTED: self.tr("accepted"),
            AttackAnswer.REBUTTED: self.tr("rebutted: {reason}").format(reason=attack.reason),
        }
        return words[attack.answer]

    # answers

    def _mend(self) -> None:
        if self.current is not None:
            self.mend_asked.emit(self.current)

    def _answer(self, answer: AttackAnswer, reason: str = "") -> None:
        if self.current is not None:
            self.answered.emit(self.current, answer, reason)
            self._keys.give_back()

    def _open_form(self) -> None:
        self.reason.setText(self.current.reason if self.current else "")
        self._show_form(on=True)
        self.reason.setFocus()

    def _close_form(self) -> None:
        self._keys.give_back()
        self._show_form(on=False)

    def _show_form(self, *, on: bool) -> None:
        """The reason takes the room of the buttons."""
        if not on and self._faces.currentIndex() == 1:
            hand_on(self._form_box)
        self._faces.setCurrentIndex(int(on))

    def _rebut(self) -> None:
        if self.reason.text().strip():
            self._answer(AttackAnswer.REBUTTED, self.reason.text().strip())
            self._close_form()

    def _check_form(self) -> None:
        missing = not self.reason.text().strip()
        allow(self.confirm, self.tr("A rebuttal needs a reason.") if missing else "", self.tr("Enter"))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802
        if isinstance(event, QKeyEvent) and event.type() is QEvent.Type.KeyPress and event.key() == Qt.Key.Key_Escape:
            self._close_form()
            return True
        return super().eventFilter(watched, event)


def _title(attack: Attack) -> str:
    if attack.now is None:
        return QCoreApplication.translate("AttackStrip", "Attack on ¶ {n}, gone").format(n=attack.paragraph)
    return QCoreApplication.translate("AttackStrip", "Attack on ¶ {n}").format(n=attack.now)


def _said(attack: Attack) -> str:
    """What the reviewer says; where the paragraph reads otherwise now, or is gone, with the words that it was about."""

    def tr(text: str) -> str:
        return QCoreApplication.translate("AttackStrip", text)

    if attack.now is None:
        then = tr("The paragraph it attacked is gone. In version {n} it read: “{words}”")
    elif attack.last != attack.words:
        then = tr("The paragraph was changed since. It read: “{words}”")
    else:
        return attack.text
    return f"{attack.text}\n{then.format(words=attack.words, n=attack.version)}"
