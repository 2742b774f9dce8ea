"""The sections, made after the window is seen: their modules are loaded in another thread, each is built by itself."""

import asyncio
import importlib
from collections.abc import Callable
from typing import TypeVar

from PySide6.QtCore import QByteArray

from app.gui.commands import add_commands
from app.gui.desk import Desk, Section
from app.gui.main_window import MainWindow

T = TypeVar("T")

_TURN_S = 0.001
"""A turn of Qt's loop: clicks and paints come between two parts."""

_MODULES = ("exhibits", "review", "drafts", "authorities", "log")


async def build_sections(window: MainWindow) -> None:
    """Add every section and the window's commands; between two of them the window answers."""
    loop = asyncio.get_running_loop()
    for name in _MODULES:
        await loop.run_in_executor(None, importlib.import_module, f"app.gui.{name}")
    # loaded by now; named here so that their types are known
    from app.gui.authorities import AuthoritiesSection
    from app.gui.drafts import DraftsSection
    from app.gui.drafts_list import DraftsList
    from app.gui.exhibits import ExhibitsSection
    from app.gui.log import LogSection
    from app.gui.new_draft import NewDraftView
    from app.gui.review import ReviewSection
    from app.gui.runs import RunView

    desk = window.desk
    add_commands(window)
    window.add_section(Section.EXHIBITS, await _soon(ExhibitsSection, desk))
    window.show_section(Section.EXHIBITS)
    views = await _soon(DraftsList, desk), await _soon(NewDraftView, desk), await _soon(RunView, desk)
    review = await _soon(ReviewSection, desk)
    review.restoreState(QByteArray(window.state.text("review").encode()))
    window.closing.connect(lambda: window.state.keep("review", bytes(review.saveState().data()).decode()))
    await asyncio.sleep(_TURN_S)
    window.add_section(Section.DRAFTS, DraftsSection(desk, *views, review))
    window.add_section(Section.AUTHORITIES, await _soon(AuthoritiesSection, desk))
    window.add_section(Section.LOG, await _soon(LogSection, desk))


async def _soon(make: Callable[[Desk], T], desk: Desk) -> T:
    await asyncio.sleep(_TURN_S)
    return make(desk)
