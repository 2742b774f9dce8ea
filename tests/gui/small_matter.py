"""A small matter, made by the program's own verbs without a model: three exhibits, numbered, and a draft with errors.

The draft ``small/d1`` has a right date and amount (supported), a date that its source doesn't have, an amount that
stands on another page, and a Bates number that no page has.
"""

import asyncio
from pathlib import Path
from typing import Any

import pymupdf

from app.actions import bates, exhibits, matters
from app.domain.draft import Draft, Paragraph
from app.domain.errors import AppError
from app.domain.evidence import IntakeStatus
from app.domain.review import Attack
from app.settings import Settings
from app.store import audit, drafts
from app.workbench import Workbench, open_workbench

NAME = "small"
DRAFT = f"{NAME}/d1"

CAPTION = """
prefix = "ACME"
court = "United States District Court for the District of Franklin"
docket_number = "2:26-cv-00417"
title = "Declaration of Dana Cole"
declarant = "Dana Cole"
[[parties]]
name = "Dana Cole"
role = "Plaintiff"
[[parties]]
name = "Acme Roofing, Inc."
role = "Defendant"
"""

PAGES = {
    "1 contract.pdf": [
        "ROOFING CONTRACT\n\nDana Cole hires Acme Roofing on January 11, 2026.\nThe price is $12,500.00.",
        "The work begins within the week and ends on March 2, 2026.\nSigned: Dana Cole, Acme Roofing.",
    ],
    "2 mail.pdf": [
        "From: Dana Cole\nDate: April 20, 2026\n\nI write to tell you that the roof leaks in three places.",
    ],
    "3 receipt.pdf": ["RECEIPT\n\nReceived from Dana Cole on February 3, 2026\nthe sum of $4,100.00."],
}

PARAGRAPHS = (
    Paragraph("I hired Acme Roofing on January 11, 2026 for $12,500.00.", ("ACME000001",)),
    Paragraph("On April 12, 2026 I wrote to Acme that the roof leaks in three places.", ("ACME000003",)),
    Paragraph("I had paid $12,500.00 by then.", ("ACME000004",)),
    Paragraph("The site log shows that the work ended on March 2, 2026.", ("ACME000031",)),
)


def make_home(home: Path) -> Path:
    """A new home that holds the matter ``small``."""
    files = home.parent / "files"
    files.mkdir(parents=True)
    for name, pages in PAGES.items():
        write_pdf(files / name, pages)
    (files / "caption.toml").write_text(CAPTION, encoding="utf-8")
    asyncio.run(_make(home, files))
    return home


def write_pdf(path: Path, pages: list[str]) -> None:
    document = pymupdf.open()
    for text in pages:
        page = document.new_page()
        page.insert_text((72, 96), text, fontsize=11)
    document.save(path)
    document.close()


async def _make(home: Path, files: Path) -> None:
    async with open_workbench(Settings(home=home, boards=None)) as bench:
        await matters.new_matter(bench, NAME, caption_file=files / "caption.toml")
        async for line in exhibits.add_exhibits(bench, NAME, [files / name for name in PAGES]):
            assert line.status is IntakeStatus.ADDED, line
        async for stamped in bates.assign(bench, NAME):
            assert not isinstance(stamped, AppError), stamped
        await save_draft(bench, NAME, PARAGRAPHS)


async def save_draft(bench: Workbench, name: str, paragraphs: tuple[Paragraph, ...]) -> str:
    """A first version as the drafting board would have saved it, with one attack; gives the draft's id."""
    opened = await bench.matter(name)

    def save(session: Any) -> tuple[str, dict[str, Any]]:
        number = drafts.next_number(session)
        made = Draft(
            id=f"{name}/d{number}",
            version=1,
            task="declaration",
            title="Declaration of Dana Cole",
            declarant="Dana Cole",
            paragraphs=paragraphs,
            made_by="draft",
            created=audit.now(),
        )
        drafts.add_version(session, made, number, None)
        drafts.add_attacks(session, number, 1, (Attack(2, "The mail shows no address of Acme."),))
        return made.id, {"draft": made.id, "version": 1, "stage": "draft"}

    return await opened.change("draft", save)
