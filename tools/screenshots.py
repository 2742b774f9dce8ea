"""Screenshots of every view, light and dark, for the README.

    python tools/screenshots.py HOME [FOLDER]

HOME is a home in which `jurat demo` has run; it is copied and stays as it is. Writes PNG files into FOLDER (docs/).
"""

import asyncio
import shutil
import sys
import tempfile
from collections import Counter
from collections.abc import Awaitable, Callable
from dataclasses import asdict
from pathlib import Path
from typing import TypeVar

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QImage
from PySide6.QtWidgets import QApplication
from qasync import QEventLoop

from app import actions
from app.domain.claim import Verdict
from app.domain.draft import Paragraph
from app.domain.review import CheckedDraft
from app.events import Facts
from app.gui.bridge import Bridge
from app.gui.building import build_sections
from app.gui.core import Core
from app.gui.desk import Desk, Section
from app.gui.drafts import DraftsSection
from app.gui.main_window import MainWindow
from app.gui.start import Starter
from app.gui.state import WindowState
from app.gui.theme import DARK, LIGHT, Theme, apply_theme
from app.settings import Settings
from app.workbench import Workbench

ROOT = Path(__file__).resolve().parents[1]
RIG = ROOT / "resources" / "rigs" / "twelve-v100.json"
MATTER = "sample"
SIZE = (1600, 1000)
SMALL = (1280, 720)
"""The least that the review is made for: a laptop, or a large screen at 200 %."""

PARAGRAPHS = (
    "I am the operations manager of Cole Ridge Orchards LLC and know what I state here of my own knowledge.",
    "On April 3, 2023, Vessenhardt delivered 12 ventilators model RTX 3060 to Cold Store 2. COLE000023.",
    "On April 10, 2023, at 2:14 a.m., all four ventilators in Room 2 tripped. COLE000023.",
    "On April 14, 2023, I sent the notice of defects by e-mail and by certified mail. COLE000023.",
    "Vessenhardt's mailroom received the letter on April 20, 2023. COLE000025.",
    "Vessenhardt confirms that its invoice V-10473 was paid, $136,899.00 including tax. COLE000026.",
    "Invoice V-10478 was paid on April 6, 2023, in the amount of $10,176.00. COLE000018.",
    "The site log shows that nobody answered the service line. COLE000131.",
    "Notice is given when it is sent. Northgate Cold Storage, Inc. v. Halversen Mechanical Co., 9001 F.3d 401, 409 "
    "(13th Cir. 2016); Harlow v. Pryce, 512 F. Supp. 3d 901 (N.D. Franklin 2021).",
)
"""A draft with errors of several kinds, as a tired person could have written it."""

T = TypeVar("T")


class Photographer:
    """Opens the window on a home, shows a view, and writes what is seen."""

    def __init__(self, window: MainWindow, core: Core, folder: Path) -> None:
        self.window, self.core, self.folder = window, core, folder

    async def verb(self, verb: Callable[[Workbench], Awaitable[T]]) -> T:
        async def run(bench: Workbench) -> T:
            return await verb(bench)

        return await asyncio.wrap_future(self.core.run(run))

    async def take(self, name: str) -> None:
        await asyncio.sleep(1.5)
        path = self.folder / f"window-{name}-{self.window.desk.theme.name}.png"
        # quality 0 is PNG's strongest compression
        fewer_colours(self.window.grab().toImage(), self.window.desk.theme).save(str(path), "PNG", 0)
        print(f"{path}  {path.stat().st_size // 1024} KB")

    async def search(self, words: str) -> None:
        """What a search finds, hanging below its field."""
        search = self.window.top.search
        search.field.setText(words)
        search.field.setFocus()
        search.field.textEdited.emit(words)
        await self.take("search")
        search.close_results()
        search.field.clear()

    async def all_views(self) -> None:
        window, desk = self.window, self.window.desk
        drafts = window.sections[Section.DRAFTS]
        assert isinstance(drafts, DraftsSection)
        desk.section_asked.emit(Section.EXHIBITS)
        await self.take("exhibits")
        await self.search("notice of defects")
        desk.section_asked.emit(Section.AUTHORITIES)
        await self.take("authorities")
        desk.section_asked.emit(Section.DRAFTS)
        drafts.show_list()
        await self.take("drafts")
        drafts.show_new()
        drafts.new.request.setPlainText("The notice of defects: when it was sent, how, and when it was received.")
        await self.take("new-draft")
        drafts.show_run(f"{MATTER}/r1")
        await self.take("run")
        desk.draft_asked.emit(f"{MATTER}/d1")
        checked = await self.verb(lambda bench: actions.drafts.verify_draft(bench, f"{MATTER}/d1"))
        await asyncio.sleep(3)
        desk.select_claim(_wrong_date(checked))
        await asyncio.sleep(2)
        await self.take("review")
        drafts.review.draft.versions_pill.click()
        await self.take("versions")
        drafts.review.draft.versions_pill.click()
        window.resize(*SMALL)
        await self.take("review-small")
        window.resize(*SIZE)
        desk.section_asked.emit(Section.LOG)
        await self.take("log")
        window.palette_.ask()
        await self.take("commands")
        window.palette_.leave()


def fewer_colours(picture: QImage, theme: Theme) -> QImage:
    """The theme's own colours and the most frequent others, 256 in all: a third of the size, and no tint is lost."""
    opaque = picture.convertToFormat(QImage.Format.Format_RGB32)
    pixels = memoryview(opaque.constBits()).cast("I")
    own = [QColor(value).rgb() for value in asdict(theme).values() if value.startswith("#")]
    often = [pixel for pixel, _ in Counter(pixels).most_common()]
    table = list(dict.fromkeys([*own, *often]))[:256]
    return opaque.convertToFormat(QImage.Format.Format_Indexed8, table, Qt.ImageConversionFlag.ThresholdDither)


def _wrong_date(checked: CheckedDraft) -> Verdict | None:
    """The claim that shows most: a date that its source contradicts."""
    return next((verdict for verdict in checked.open if verdict.claim.text.startswith("April 14")), None)


async def photograph_rig(home: Path, folder: Path) -> None:
    """The boards of the recorded machine: the only view that this machine may have no cards for."""
    facts = Facts()
    core, bridge = Core(Settings(home=home, boards=None, rig=RIG), facts), Bridge(facts)
    window = MainWindow(Desk(Starter(core), bridge, LIGHT), WindowState(home))
    window.resize(*SIZE)
    window.show()
    core.open()
    await build_sections(window)
    window.desk.open_matter(MATTER)
    window.top.ask_hosts()
    window.folding.show("boards", on=True)
    window.panels.setSizes([160, SIZE[0] - 400, 240])
    taken = Photographer(window, core, folder)
    for theme in (LIGHT, DARK):
        window.colours.choose(theme.name)
        await asyncio.sleep(3)
        await taken.take("boards")
    await window.desk.starter.finish()
    await asyncio.get_running_loop().run_in_executor(None, core.close)
    bridge.stop()
    window.end()


async def photograph(home: Path, folder: Path) -> None:
    app = QApplication.instance()
    assert isinstance(app, QApplication)
    apply_theme(app, LIGHT)
    facts = Facts()
    core, bridge = Core(Settings(home=home, boards=None), facts), Bridge(facts)
    window = MainWindow(Desk(Starter(core), bridge, LIGHT), WindowState(home))
    window.resize(*SIZE)
    window.panels.setSizes([160, SIZE[0] - 360, 200])
    window.show()
    core.open()
    await build_sections(window)
    taken = Photographer(window, core, folder)
    paragraphs = tuple(Paragraph(text) for text in PARAGRAPHS)
    await taken.verb(lambda bench: actions.review.save_edit(bench, f"{MATTER}/d1", paragraphs))
    window.desk.open_matter(MATTER)
    window.top.ask_hosts()
    for dark in (False, True):
        window.colours.choose((DARK if dark else LIGHT).name)
        await taken.all_views()
    await window.desk.starter.finish()
    await asyncio.get_running_loop().run_in_executor(None, core.close)
    bridge.stop()
    window.end()


def main() -> None:
    if len(sys.argv) not in (2, 3):
        sys.exit(__doc__)
    folder = Path(sys.argv[2]) if len(sys.argv) == 3 else ROOT / "docs"
    folder.mkdir(parents=True, exist_ok=True)
    app = QApplication([sys.argv[0], "-platform", "offscreen"])
    app.setQuitOnLastWindowClosed(False)
    with tempfile.TemporaryDirectory() as temporary:
        home = Path(temporary) / "home"
        shutil.copytree(sys.argv[1], home)
        with asyncio.Runner(loop_factory=lambda: QEventLoop(app)) as runner:
            runner.run(photograph(home, folder))
            runner.run(photograph_rig(home, folder))


if __name__ == "__main__":
    main()
