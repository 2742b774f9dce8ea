"""A draft that another program changed while it was typed in: both in one, and in words what became of it."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication

from app.gui.editor_text import EditedText
from app.review.merge import merge

if TYPE_CHECKING:
    from app.actions.review import SavedWords


def join(sent: EditedText, typed: EditedText, stored: EditedText, saved: "SavedWords") -> tuple[str, str]:
    """(raw text, sentence): ``sent`` became ``stored``, with others' words in it; ``typed`` is what stands now."""

    def tr(text: str) -> str:
        return QCoreApplication.translate("ReviewSession", text)

    merged = merge(sent.paragraphs, typed.paragraphs, stored.paragraphs)
    told = tr("Another window changed this draft too: version {n} holds both.").format(n=saved.draft.version)
    if both := sorted({*saved.both, *merged.both}):
        words = tr("Both changed ¶ {numbers}: yours stands, the other is in version {before} (see Versions).")
        told += " " + words.format(numbers=", ".join(map(str, both)), before=saved.draft.version - 1)
    return "\n".join(merged.paragraphs), told
