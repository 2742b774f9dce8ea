"""What became of the words that were typed, in words; and a draft that another program changed meanwhile."""

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


def saved_words(version: int | None, trouble: str) -> str:
    """Whether the words as they stand are stored: in which version, None where not; ``trouble``: why they can't be."""

    def tr(text: str) -> str:
        return QCoreApplication.translate("ReviewSession", text)

    if version is not None:
        return tr("saved as version {n}").format(n=version)
    return tr("not saved: {why}").format(why=trouble) if trouble else tr("not saved yet")
