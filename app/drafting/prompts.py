"""Prompts: the same evidence first, word for word, in every one of a run, and the task last.

A server that has read the evidence once keeps it, so that the next stage costs the task alone.
"""

from dataclasses import dataclass
from pathlib import Path
from string import Template

from app.domain.draft import EvidencePack, PackPage
from app.engines.answers import Message
from app.settings import resources


@dataclass(frozen=True, slots=True)
class Brief:
    """What every stage of a run is told. ``fence`` is random for each run, so that no page can forge its end."""

    request: str
    declarant: str
    pack: EvidencePack
    fence: str


def messages(brief: Brief, task: str, **words: str) -> list[Message]:
    """The prompt of one stage. ``task`` names its template; ``words`` fill it, beside request and declarant."""
    told = fill(task, request=brief.request, declarant=brief.declarant, **words)
    return [Message("system", fill("system")), Message("user", f"{evidence(brief)}\n{told}")]


def evidence(brief: Brief) -> str:
    pages = "\n".join(page_block(page, brief.fence) for page in brief.pack.pages)
    return fill("evidence", pages=pages)


def page_block(page: PackPage, fence: str) -> str:
    """One page as the model reads it, between marks that its own text can't hold."""
    text = page.text.replace(fence, "")
    return fill("page", fence=fence, bates=page.bates, label=page.label, page=str(page.page), text=text.strip())


def fill(template: str, **words: str) -> str:
    """A template of ``resources/prompts`` with its ``$words``; what is filled in is never itself a template."""
    return Template(_path(template).read_text(encoding="utf-8")).substitute(words)


def _path(template: str) -> Path:
    return resources() / "prompts" / f"{template}.md"
