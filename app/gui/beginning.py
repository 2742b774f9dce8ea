"""How a draft is entered that was just asked for: nothing can be typed before it is there, and then the cursor stands
at its first open claim, in sight."""

from PySide6.QtCore import QObject, QSignalBlocker

from app.gui.desk import Desk
from app.gui.editor_marks import Marks
from app.gui.review_draft import DraftPane
from app.gui.review_session import ReviewSession
from app.gui.standing import Standing


class Beginning(QObject):
    """Leaves the cursor alone as soon as the person has put it anywhere, or has typed."""

    def __init__(self, desk: Desk, session: ReviewSession, pane: DraftPane) -> None:
        super().__init__(session)
        self._session, self._pane, self._editor = session, pane, pane.editor
        self._asked = self._fresh = False
        desk.standing_changed.connect(self._stand)
        session.unopened.connect(self._give_up)
        session.loaded.connect(lambda _draft: self._loaded())
        session.marked.connect(self._marked)
        self._editor.filled.connect(self._filled)

    def _stand(self, standing: Standing | None) -> None:
        """Another draft is on its way: until it is there the keys are held in the editor, which takes none of them."""
        if standing is None:
            self._asked = True
            self._editor.setReadOnly(True)
            self._pane.faces.setCurrentWidget(self._editor)

    def _give_up(self) -> None:
        """It didn't come: what is there can be written on."""
        if self._asked:
            self._asked = False
            self._editor.setReadOnly(self._session.draft is None)
            self._pane.faces.setCurrentWidget(self._pane.empty if self._session.draft is None else self._editor)

    def _loaded(self) -> None:
        self._asked, self._fresh = False, True

    def _filled(self) -> None:
        self._put_cursor(0)
        self._marked(self._session.marks)

    def _marked(self, marks: Marks) -> None:
        if not self._fresh or self._editor.isReadOnly() or not self._session.checked:
            return
        self._fresh = False
        first = next((n for n, (verdict, signed) in enumerate(marks.what) if not verdict.passes and not signed), None)
        if first is not None and self._editor.place == 0 and self._session.saved:
            self._put_cursor(marks.nth(first).start)

    def _put_cursor(self, place: int) -> None:
        """There, and nothing is selected by it: that is the person's."""
        with QSignalBlocker(self._editor):
            cursor = self._editor.textCursor()
            cursor.setPosition(self._editor.now.to_editor(place))
            self._editor.setTextCursor(cursor)
        self._editor.bring_into_sight()
