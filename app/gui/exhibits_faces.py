"""What is seen in place of the list of exhibits while it has nothing to show."""

from collections.abc import Callable

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QStackedWidget

from app.gui.exhibits_table import ExhibitsTable
from app.gui.parts import Empty, button


class Faces(QStackedWidget):
    """The list, or what teaches: no matter, no exhibit yet, none that fits the filter."""

    def __init__(self, table: ExhibitsTable, ask_files: Callable[[], object]) -> None:
        super().__init__()

        def tr(text: str) -> str:
            return QCoreApplication.translate("ExhibitsSection", text)

        self._table = table
        self.empty = Empty(
            tr("Drop files anywhere"),
            tr(
                "Contracts, mails with their attachments, scans, photos, Word and Excel files, whole folders: each "
                "becomes an exhibit with its pages read. The originals are kept and never changed."
            ),
            button(tr("Add files…"), ask_files, primary=True),
        )
        self.no_matter = Empty(
            tr("No matter is open"),
            tr("Choose a matter on the left, or make a new one. Files belong to one."),
        )
        self.no_match = Empty(
            tr("No exhibit of that name or kind"),
            tr(
                "The filter looks at names, files, origins, kinds, Bates numbers, how they were read and warnings. "
                "Ctrl+F searches the words of the pages. Esc clears the filter."
            ),
        )
        for part in (table, self.empty, self.no_matter, self.no_match):
            self.addWidget(part)

    def show_for(self, matter: str) -> None:
        """The one that fits what the list holds; one that isn't loaded yet is empty, but its matter may not be."""
        rows = self._table.exhibits
        if not matter:
            self.setCurrentWidget(self.no_matter)
        elif rows.shown or not self._table.loaded:
            self.setCurrentWidget(self._table)
        else:
            self.setCurrentWidget(self.no_match if rows.rows else self.empty)
