"""Bates numbers on files that belong to no matter."""

import asyncio
from collections.abc import Sequence
from pathlib import Path

from app.domain.bates import BatesFormat
from app.domain.errors import WrongUse
from app.paper.batch import StampedFiles, stamp_files
from app.paper.files import refuse_vault
from app.paper.geometry import Position


async def stamp(
    files: Sequence[Path],
    out_dir: Path,
    *,
    prefix: str,
    start: int = 1,
    digits: int = 6,
    suffix: str = "",
    position: Position = Position.BOTTOM_RIGHT,
    legend: str = "",
    per_document: bool = False,
    dry_run: bool = False,
    force: bool = False,
) -> StampedFiles:
    """Stamp copies of ``files`` into ``out_dir``, numbers running on. WrongUse: a prefix or numbers that can't be."""
    try:
        format_ = BatesFormat(prefix, digits, suffix)
    except ValueError as error:
        raise WrongUse("Files can't be numbered like that.", f"The reason: {error}.") from error
    refuse_vault(out_dir)
    return await asyncio.to_thread(
        lambda: stamp_files(
            files,
            out_dir,
            format_,
            start,
            position=position,
            legend=legend,
            per_document=per_document,
            dry_run=dry_run,
            force=force,
        )
    )
