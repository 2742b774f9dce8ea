"""Under the draft: what is wrong with the selected claim, and the two ways out of it."""

from PySide6.QtCore import QEvent, QObject, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QFrame, QLabel, QSizePolicy, QStackedLayout, QWidget

from app.gui.editor_marks import Mark
from app.gui.editor_paint import colours
from app.gui.fields import Field
from app.gui.focus import Borrowed, hand_on
from app.gui.parts import allow, button, muted, row
from app.gui.review_words import brief, reason, short, sign_of, verdict_word
from app.gui.theme import GRID, Theme

_NARROW = 620
"""Pixels below which the words stand over the buttons, and the name over the reason, instead of beside them."""
_TAKE = 52 * GRID
_SUGGESTION = 24 * GRID
"""Pixels for the suggested words on their button; longer ones end in …, and the tooltip has them whole."""


class VerdictLine(QFrame):
    """Two faces of one height, so that nothing moves: the verdict with its buttons, and the form to sign."""

    take_asked = Signal()
    signed = Signal(str, str)  # name, reason
    taken_back = Signal(str, str)  # name, reason (may be empty): the selected claim's signature

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._mark: Mark | None = None
        self._seen = self._next = ""
        self._keys = Borrowed(self, no_button=True)
        self._taking_back = False
        self._verdict = QWidget()
        self._form = QWidget()
        self._faces = QStackedLayout(self)
        self._faces.addWidget(self._verdict)
        self._faces.addWidget(self._form)
        self._build_verdict()
        self._build_form()
        self._arrange()
        self.show_mark(None)

    # what is wrong

    def _build_verdict(self) -> None:
        self.says = QLabel()
        self.says.setWordWrap(True)
        self.says.setTextFormat(Qt.TextFormat.RichText)
        self.says.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self.says.setMinimumHeight(9 * GRID)
        self.sign_button = button(self.tr("Sign for it…"), self.open_form)
        self.back_button = button(self.tr("Take back signature"), self.take_back)
        self.back_button.hide()
        self.take_button = button("", self._take, primary=True)
        # as wide for every suggestion, so that nothing moves
        self.take_button.ensurePolished()
        frame = self.take_button.fontMetrics().horizontalAdvance(self.tr("Take “{words}”")) + 8 * GRID
        self.take_button.setFixedWidth(max(_TAKE, frame + _SUGGESTION))
        self._row = QBoxLayout(QBoxLayout.Direction.LeftToRight, self._verdict)
        self._row.setContentsMargins(0, 0, 0, 0)
        self._row.setSpacing(2 * GRID)
        self._row.addWidget(self.says, 1)
        self._row.addLayout(row(1, self.back_button, self.sign_button, self.take_button))

    def use_theme(self, theme: Theme) -> None:
        self._theme = theme
        self.show_mark(self._mark)

    def say_seen(self, seen: str, next_: str) -> None:
        """What was counted in the draft, and how to go on: it stands here while no claim is selected."""
        self._seen, self._next = seen, next_
        self.show_mark(self._mark)

    def tell(self, words: str) -> None:
        """Why a key did nothing, after what stands here; until something else is shown."""
        self.says.setText(f"{self._base()} · <b>{_escaped(words)}</b>")

    def _base(self) -> str:
        return _muted(self._seen, self._theme) if self._mark is None else self._sentence(self._mark)

    def show_mark(self, mark: Mark | None) -> None:
        """The selected claim; without one the counts, and how to go on."""
        if self._mark is not None and (mark is None or mark.verdict.claim.key != self._mark.verdict.claim.key):
            self.close_form()
        self._mark = mark
        self.says.setText(self._base() if mark else f"{self._base()} {_escaped(self._next)}")
        self.says.setToolTip("" if mark is None else reason(mark))
        suggestion = mark.verdict.suggestion if mark else None
        self.take_button.setText(self._offer(suggestion) if suggestion else self.tr("No suggestion"))
        allow(self.take_button, self._why_no_take(mark), (suggestion or "") + self.tr("  (Alt+Enter)"))
        allow(self.sign_button, self._why_no_sign(mark), self.tr("By name and with a reason (Ctrl+Enter)"))
        signed = mark is not None and mark.signed is not None
        for one, on in ((self.back_button, signed), (self.sign_button, not signed)):  # one place for both
            if not on:
                hand_on(one)
            one.setVisible(on)
        self.back_button.setToolTip(self.tr("The claim is open again; the log keeps both (Ctrl+Shift+Enter)"))

    def _offer(self, suggestion: str) -> str:
        """The words on the button, as far as there is room."""
        metrics, words = self.take_button.fontMetrics(), " ".join(suggestion.split()).strip('“”"')
        room = (
            self.take_button.width() - 8 * GRID - metrics.horizontalAdvance(self.tr("Take “{words}”").format(words=""))
        )
        words = metrics.elidedText(words, Qt.TextElideMode.ElideRight, room).replace("&", "&&")
        return self.tr("Take “{words}”").format(words=words)

    def _sentence(self, mark: Mark) -> str:
        colour = self._theme.muted if mark.signed else colours(mark.verdict.verdict, self._theme)[0]
        sign = f'<span style="color:{colour}">{sign_of(mark)}</span>'
        words = _escaped(short(mark.verdict.claim.text))
        return f"{sign} {words}: <b>{_escaped(brief(mark) or verdict_word(mark.verdict.verdict))}</b>"

    def _take(self) -> None:
        self.take_asked.emit()
        self._keys.give_back()

    def say_why_no_take(self) -> None:
        self.tell(self._why_no_take(self._mark))

    def _why_no_take(self, mark: Mark | None) -> str:
        if mark is None:
            return self.tr("No claim is selected.")
        if mark.verdict.passes:
            return self.tr("The claim is supported: there is nothing to change.")
        return "" if mark.verdict.suggestion else self.tr("The record has nothing near it to suggest.")

    def _why_no_sign(self, mark: Mark | None) -> str:
        if mark is None:
            return self.tr("No claim is selected.")
        if mark.signed:
            return self.tr("{name} signed for it already.").format(name=mark.signed.name)
        return self.tr("The claim is supported: there is nothing to sign for.") if mark.verdict.passes else ""

    # sign

    def _build_form(self) -> None:
        self.asks = QLabel()
        self.asks.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self.name = Field(placeholderText=self.tr("yours, needed"))
        self.name.setAccessibleName(self.tr("Your name"))
        self.name.setMinimumWidth(30 * GRID)
        self.reason = Field()
        self.reason.setAccessibleName(self.tr("Reason"))
        self.confirm = button(self.tr("Sign"), self._sign, primary=True)
        self.cancel = button(self.tr("Cancel"), self.close_form, self.tr("Esc"))
        layout = QBoxLayout(QBoxLayout.Direction.TopToBottom, self._form)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(GRID)
        layout.addWidget(self.asks)
        self._fields = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self._fields.setSpacing(GRID)
        names = row(_label(self.tr("Name"), self.name), self.name)
        ends = row(_label(self.tr("Reason"), self.reason), self.reason, self.cancel, self.confirm)
        for part, field in ((names, self.name), (ends, self.reason)):
            part.setStretchFactor(field, 1)
        self._fields.addLayout(names, 2)
        self._fields.addLayout(ends, 5)
        layout.addLayout(self._fields)
        for field in (self.name, self.reason):
            field.textChanged.connect(lambda _: self._check_form())
            field.returnPressed.connect(self._sign)
            field.installEventFilter(self)
        self._check_form()

    def open_form(self) -> None:
        """Ask for name and reason, in the place of the verdict's words."""
        if self._mark is not None and self.sign_button.isEnabled():
            why = verdict_word(self._mark.verdict.verdict)
            self._ask(self.tr("Sign for “{words}” ({why}):"), self._mark, why, taking_back=False)
        else:
            self.tell(self._why_no_sign(self._mark))

    def take_back(self) -> None:
        """Take the selected claim's signature back: at once where it is known who does it."""
        if self._mark is None or self._mark.signed is None:
            self.tell(self.tr("Nobody signed for it.") if self._mark else self.tr("No claim is selected."))
            return
        if name := self.name.text().strip():
            self.taken_back.emit(name, "")
            self._keys.give_back()
            return
        who = self._mark.signed.name
        self._ask(self.tr("Take back what {why} signed for, “{words}”:"), self._mark, who, taking_back=True)

    def _ask(self, asks: str, mark: Mark, why: str, *, taking_back: bool) -> None:
        words = short(mark.verdict.claim.text).strip('“”"')
        self._taking_back = taking_back
        self.asks.setText(asks.format(words=words, why=why))
        self.asks.setToolTip(reason(mark))
        self.confirm.setText(self.tr("Take back") if taking_back else self.tr("Sign"))
        self.reason.clear()
        needed, may = self.tr("for the report, needed"), self.tr("may be left out")
        self.reason.setPlaceholderText(may if taking_back else needed)
        self._check_form()
        self._faces.setCurrentWidget(self._form)
        (self.reason if self.name.text().strip() else self.name).setFocus()

    def close_form(self) -> None:
        """The keys go back to who had them: to the draft, to the list of claims."""
        if self._faces.currentWidget() is self._form:
            self._keys.give_back()
            self._faces.setCurrentWidget(self._verdict)

    @property
    def form_open(self) -> bool:
        return self._faces.currentWidget() is self._form

    def _sign(self) -> None:
        if self.confirm.isEnabled():
            told = self.taken_back if self._taking_back else self.signed
            told.emit(self.name.text().strip(), self.reason.text().strip())
            self.close_form()
        else:  # to what is missing
            (self.reason if self.name.text().strip() else self.name).setFocus()

    def _check_form(self) -> None:
        name, why = bool(self.name.text().strip()), bool(self.reason.text().strip())
        if self._taking_back:
            missing = "" if name else self.tr("Taking a signature back needs a name.")
        else:
            missing = "" if name and why else self.tr("A signature needs a name and a reason.")
        allow(self.confirm, missing, self.tr("Enter"))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802
        if isinstance(event, QKeyEvent) and event.type() is QEvent.Type.KeyPress and event.key() == Qt.Key.Key_Escape:
            self.close_form()
            return True
        return super().eventFilter(watched, event)

    # shape

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802
        super().resizeEvent(event)
        self._arrange()

    def _arrange(self) -> None:
        direction = QBoxLayout.Direction
        for one in (self._row, self._fields):
            one.setDirection(direction.TopToBottom if self.width() < _NARROW else direction.LeftToRight)

    def minimumSizeHint(self) -> QSize:  # noqa: N802
        beside = max(self.sign_button.sizeHint().width(), self.back_button.sizeHint().width())
        least = beside + self.take_button.width() + 2 * GRID
        return QSize(max(75 * GRID, least), super().minimumSizeHint().height())


def _label(words: str, field: QWidget) -> QLabel:
    label = muted(words)
    label.setBuddy(field)
    return label


def _escaped(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def _muted(text: str, theme: Theme) -> str:
    return f'<span style="color:{theme.muted}">{_escaped(text)}</span>' if text else ""
