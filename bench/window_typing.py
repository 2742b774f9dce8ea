"""From a key in the draft to its new marks on the screen: the whole way through window, core and verifier.

    python -m bench.window_typing HOME DRAFT [--keys 200]

Types a sentence with a date and an amount into the draft, a key every 150 ms, each in another paragraph's middle or
in the same one as a person would; takes it back with undo at the end. HOME is copied first. Prints milliseconds from
the key to the paint that shows its marks: median, the slowest, and how many were over 50.
"""

import argparse
import asyncio
import os
import shutil
import statistics
import tempfile
import time
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from qasync import QEventLoop

from app.events import Facts
from app.gui.bridge import Bridge
from app.gui.building import build_sections
from app.gui.core import Core
from app.gui.desk import Desk, Section
from app.gui.drafts import DraftsSection
from app.gui.editor_text import EditedText
from app.gui.main_window import MainWindow
from app.gui.review import ReviewSection
from app.gui.start import Starter
from app.gui.state import WindowState
from app.gui.theme import LIGHT, apply_theme
from app.gui.tidy import Tidy
from app.settings import Settings

_WORDS = " On March 3, 2025 I paid $1,250.00 to them."
_PAUSE_S = 0.15
_AIM_MS = 50.0


class Painted(QObject):
    """Says when the editor was painted with the marks of the words as they stand."""

    def __init__(self, section: ReviewSection) -> None:
        super().__init__(section)
        self._editor = section.draft.editor
        self._marked = False
        self.seen = asyncio.Event()
        section.session.marked.connect(lambda _: self._mark(section))
        self._editor.viewport().installEventFilter(self)

    def begin(self) -> None:
        self._marked = False
        self.seen.clear()

    def _mark(self, section: ReviewSection) -> None:
        checked: EditedText = section.session._verdicts[0]
        self._marked = checked.raw == section.session.now.raw

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:  # noqa: N802
        if self._marked and event.type() is QEvent.Type.Paint:
            self.seen.set()
        return False


async def measure(section: ReviewSection, keys: int) -> list[float]:
    editor, painted = section.draft.editor, Painted(section)
    numbers = [n for n in editor.now.numbers if n is not None]
    spans = []
    for at in range(keys):
        if at % len(_WORDS) == 0:  # the next sentence, in another paragraph
            editor.go_to_paragraph(numbers[(at // len(_WORDS) * 3 + 1) % len(numbers)])
            await asyncio.sleep(_PAUSE_S)
        painted.begin()
        began = time.perf_counter()
        QTest.keyClick(editor, _WORDS[at % len(_WORDS)])
        await asyncio.wait_for(painted.seen.wait(), 10)
        spans.append((time.perf_counter() - began) * 1000)
        await asyncio.sleep(_PAUSE_S)
    return spans


async def live(home: Path, draft: str, keys: int) -> list[float]:
    facts = Facts()
    core = Core(Settings(home=home, boards=None), facts)
    desk = Desk(Starter(core), Bridge(facts), LIGHT)
    window = MainWindow(desk, WindowState(home))
    Tidy(desk, window)
    window.resize(1440, 900)
    window.show()
    await build_sections(window)
    core.open()
    desk.open_matter(draft.rpartition("/")[0])
    drafts = window.sections[Section.DRAFTS]
    assert isinstance(drafts, DraftsSection)
    desk.draft_asked.emit(draft)
    try:
        checked = asyncio.Event()
        drafts.review.session.marked.connect(lambda marks: checked.set() if len(marks) else None)
        await checked.wait()
        await asyncio.sleep(4)  # the collection of garbage after the check that opens the draft
        return await measure(drafts.review, keys)
    finally:
        await desk.starter.finish()
        await asyncio.get_running_loop().run_in_executor(None, core.close)
        desk.bridge.stop()
        window.end()


def main() -> None:
    parser = argparse.ArgumentParser(description="From a key in the draft to its new marks on the screen.")
    parser.add_argument("home", type=Path)
    parser.add_argument("draft", help="MATTER/dN")
    parser.add_argument("--keys", type=int, default=200)
    args = parser.parse_args()
    app = QApplication([])
    app.setAttribute(Qt.ApplicationAttribute.AA_DontShowIconsInMenus)
    apply_theme(app, LIGHT)
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder) / "home"
        shutil.copytree(args.home, home)
        with asyncio.Runner(loop_factory=lambda: QEventLoop(app)) as runner:
            spans = runner.run(live(home, args.draft, args.keys))
    over = sum(span > _AIM_MS for span in spans)
    print(
        f"{len(spans)} keys: median {statistics.median(spans):.1f} ms, "
        f"slowest {', '.join(f'{s:.1f}' for s in sorted(spans)[:-6:-1])} ms, {over} over {_AIM_MS:.0f} ms"
    )


if __name__ == "__main__":
    main()
