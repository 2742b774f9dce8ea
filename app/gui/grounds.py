"""What the run that wrote a draft found no grounds for, above the draft."""

from typing import TYPE_CHECKING, Any

from app import actions
from app.gui.desk import Desk
from app.gui.parts import Elided, if_there
from app.gui.stage_words import missing_words

if TYPE_CHECKING:
    from app.domain.draft import Draft


class GroundsLine(Elided):
    """One line above the draft, and none where the run found grounds for all that its task needs."""

    def __init__(self, desk: Desk) -> None:
        super().__init__(muted=True)
        self._desk = desk
        self._draft = ""
        self.hide()

    def ask(self, draft: "Draft") -> None:
        if draft.id == self._draft:
            return
        self._draft = draft.id
        self.hide()

        def then(gate: tuple[dict[str, Any], ...]) -> None:
            missing = missing_words(gate)
            if missing and self._draft == draft.id:
                self.say(self.tr("The run found no page that gives grounds for: {0}").format(missing))
                self.show()

        self._desk.starter.start(lambda bench: actions.review.gate_of(bench, draft.id), if_there(self, then))
