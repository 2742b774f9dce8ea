"""The main job on the sample matter, from files to exports, with whatever model the boards hold."""

import tomllib
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from app.actions import authorities, bates, exhibits, matters, runs
from app.actions.exports import export_draft
from app.actions.runs import RunReport
from app.domain.draft import Draft, Paragraph
from app.domain.errors import AppError, WrongUse
from app.domain.evidence import IntakeStatus
from app.domain.review import Attack
from app.domain.run import Task
from app.drafting.stages import Limits
from app.settings import resources
from app.store import audit, drafts
from app.workbench import Workbench

NAME = "sample"
_PRACTICE = "practice"
"""Who wrote the practice draft's first version."""

_LIMITS = Limits(paragraphs=6, characters=260, temperature=0.6)
_PACK_TOKENS = 2900
"""What two cores read and write within the demo's time."""


@dataclass(frozen=True, slots=True)
class DemoResult:
    """The run, every file that it led to (none where a stage failed), and the draft with planted mistakes."""

    report: RunReport
    files: tuple[Path, ...]
    practice: str


async def demo(bench: Workbench, say: Callable[[str], None]) -> DemoResult:
    """Make the matter ``sample`` (once), draft a declaration from it, add the practice draft (once), export.

    A second demo adds a run.
    """
    sample = resources() / "sample"
    if NAME not in await bench.matter_names():
        say("Making the matter `sample` ...")
        await matters.new_matter(bench, NAME, caption_file=sample / "caption.toml")
    say("Taking in its exhibits, with OCR where a page is a scan ...")
    async for line in exhibits.add_exhibits(bench, NAME, [sample / "exhibits"]):
        if line.status is IntakeStatus.REFUSED:
            raise AppError(f"A file of the sample was refused: {line.path}.", line.reason or "")
    async for shelf_line in authorities.add_authorities(bench, NAME, sorted((sample / "authorities").iterdir())):
        if shelf_line.status is IntakeStatus.REFUSED:
            raise AppError(f"An authority of the sample was refused: {shelf_line.path}.", shelf_line.reason or "")
    say("Numbering the pages and stamping copies ...")
    async for stamped in bates.assign(bench, NAME):
        if isinstance(stamped, AppError):
            raise stamped
    say("Drafting: evidence, gate, draft, check, attack, revision, check. A minute or two on two cores ...")
    request = (sample / "request.txt").read_text(encoding="utf-8").strip()
    report = await runs.run(bench, NAME, Task.DECLARATION, request, limits=_LIMITS, pack_tokens=_PACK_TOKENS)
    practice = await _practice(bench, tomllib.loads((sample / "practice.toml").read_text(encoding="utf-8")))
    if report.run.draft is None or report.run.error:
        return DemoResult(report, (), practice)
    return DemoResult(report, await _export(bench, report.run.draft), practice)


async def practice_draft(bench: Workbench) -> str | None:
    """The sample's draft with planted mistakes; None where no demo made it."""
    if NAME not in await bench.matter_names():
        return None
    number = await (await bench.matter(NAME)).store.read(_practice_number)
    return None if number is None else f"{NAME}/d{number}"


def _practice_number(session: Any) -> int | None:
    return drafts.number_made_by(session, _PRACTICE)


async def _practice(bench: Workbench, planted: dict[str, Any]) -> str:
    """A draft whose mistakes are planted, made once: what a small model writes may hold none to try the review on."""
    opened = await bench.matter(NAME)

    def save(session: Any) -> tuple[str, dict[str, Any] | None]:
        if (known := _practice_number(session)) is not None:
            return f"{NAME}/d{known}", None
        number = drafts.next_number(session)
        made = Draft(
            f"{NAME}/d{number}",
            1,
            Task.DECLARATION.value,
            planted["title"],
            planted["declarant"],
            tuple(Paragraph(words) for words in planted["paragraphs"]),
            _PRACTICE,
            audit.now(),
        )
        drafts.add_version(session, made, number, None)
        drafts.add_attacks(session, number, 1, tuple(Attack(**one) for one in planted["attacks"]))
        return made.id, {"draft": made.id, "version": 1, "made_by": _PRACTICE}

    return await opened.change("draft", save)


async def _export(bench: Workbench, draft_id: str) -> tuple[Path, ...]:
    folder = (await bench.matter(NAME)).out / "drafts"
    folder.mkdir(parents=True, exist_ok=True)
    files: list[Path] = []
    for ending in ("docx", "pdf"):
        target = folder / f"{draft_id.rpartition('/')[2]}.{ending}"
        try:
            written = await export_draft(bench, draft_id, target)
        except WrongUse as error:
            raise AppError(f"The demo's {ending.upper()} could not be written.", str(error)) from error
        files += [written.file, written.report]
    return tuple(files)
