"""The sections, made after the window is seen: their modules are loaded in another thread, each is built bit by bit.

Two things keep every turn of the loop short. The sections hang in the window before they are filled: under a style
sheet Qt works out the looks of a whole branch anew whenever it gets another parent. And what was made in a turn gets
its looks in the same turn, instead of all together when the section is first laid out.
"""

import asyncio
import importlib
from collections.abc import Iterator

from PySide6.QtCore import QByteArray
from PySide6.QtWidgets import QWidget

from app.gui.commands import add_commands
from app.gui.desk import Section
from app.gui.main_window import MainWindow

_TURN_S = 0.001
"""A turn of Qt's loop: clicks and paints come between two parts."""

_MODULES = ("exhibits", "review", "drafts", "authorities", "log", "place")


async def build_sections(window: MainWindow) -> None:
    """Add every section and the window's commands; between two bits of them the window answers."""
    loop = asyncio.get_running_loop()
    for name in _MODULES:
        await loop.run_in_executor(None, importlib.import_module, f"app.gui.{name}")
    # loaded by now; named here so that their types are known
    from app.gui.authorities import AuthoritiesSection
    from app.gui.drafts import DraftsSection
    from app.gui.exhibits import ExhibitsSection
    from app.gui.log import LogSection
    from app.gui.place import Place

    desk, stack = window.desk, window.stack
    add_commands(window)
    exhibits = ExhibitsSection(desk, stack, at_once=False)
    await _grow(exhibits.grow())
    window.add_section(Section.EXHIBITS, exhibits)
    window.show_section(Section.EXHIBITS)
    drafts = DraftsSection(desk, stack, at_once=False)
    await _grow(drafts.grow())
    review = drafts.review
    review.restoreState(QByteArray(window.state.text("review").encode()))
    window.add_section(Section.DRAFTS, drafts)
    drafts.run.show_asked.connect(drafts.show_run)
    await asyncio.sleep(_TURN_S)
    authorities = AuthoritiesSection(desk, stack, at_once=False)
    await _grow(authorities.grow())
    window.add_section(Section.AUTHORITIES, authorities)
    await asyncio.sleep(_TURN_S)
    window.add_section(Section.LOG, LogSection(desk, stack))
    await asyncio.sleep(_TURN_S)
    place = Place(window)
    window.kept, window.go_back = place.now, place.go_back
    # the keys begin where the work is, not on the first button of the window
    if window.focusWidget() in (None, *window.top.panels.values()):
        window.enter_section(Section.EXHIBITS)


async def _grow(bits: Iterator[QWidget]) -> None:
    for bit in bits:
        bit.ensurePolished()
        await asyncio.sleep(_TURN_S)
