"""Evidence packs and drafts."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from app.domain.words import plain, seen

MADE_WORDS: Mapping[str, str] = MappingProxyType(
    {
        "draft": "as drafted",
        "revise": "revised by the model",
        "person": "edited by hand",
        "practice": "made for practice",
    }
)
"""Who wrote a version, from what stored it (``Draft.made_by``), wherever a person reads it."""


@dataclass(frozen=True, slots=True)
class PackPage:
    """One page chosen for a draft. ``text`` is what the model reads, whole: a page is left out rather than cut."""

    exhibit: str
    page: int
    bates: str
    label: str
    text: str


@dataclass(frozen=True, slots=True)
class LeftOut:
    """A page that was not given to the model, and why."""

    exhibit: str
    page: int
    bates: str
    reason: str


@dataclass(frozen=True, slots=True)
class EvidencePack:
    pages: tuple[PackPage, ...]
    left_out: tuple[LeftOut, ...]
    tokens: int
    """Tokens of ``pages`` as counted by the server that drafts."""


@dataclass(frozen=True, slots=True)
class Paragraph:
    """One numbered paragraph: its sentences, and the record cites (Bates numbers) that it rests on."""

    text: str
    cites: tuple[str, ...] = ()

    def render(self) -> str:
        """The paragraph as it is read and checked: its text in the normal form of ``words``, then those cites that
        the text doesn't hold itself."""
        text = plain(self.text).text
        missing = [cite for cite in self.cites if cite not in text]
        return f"{text} {', '.join(missing)}." if missing else text


@dataclass(frozen=True, slots=True)
class Draft:
    """One version of a draft. ``id`` is ``matter/d1``; ``made_by`` says which stage or person wrote this version."""

    id: str
    version: int
    task: str
    title: str
    declarant: str
    paragraphs: tuple[Paragraph, ...]
    made_by: str
    created: str

    @property
    def text(self) -> str:
        """What the verifier reads: numbered paragraphs with an empty line between them.

        Caption and closing are the program's own forms, filled in from the matter, and hold no claims of a model.
        """
        return "\n\n".join(f"{n}. {p.render()}" for n, p in enumerate(self.paragraphs, start=1))


def paragraphs_of(text: str) -> tuple[Paragraph, ...]:
    """The paragraphs of a draft's text as a person edited it: an empty line between them, numbers ignored.

    Cites stay where they stand in the words, so the text renders as it was typed, in the normal form of ``words``.
    """
    blocks = re.split(r"\n[^\S\n]*\n", text.replace("\r\n", "\n").replace("\r", "\n"))
    unnumbered = (re.sub(r"^\s*\d{1,4}[.)]\s+", "", block) for block in blocks)
    return tuple(Paragraph(plain(block).text) for block in unnumbered if seen(block))
