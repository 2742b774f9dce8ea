"""The palette names each thing once."""

from collections import Counter
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from app.gui.desk import Desk, Section
from app.gui.palette import entries_of
from tests.gui.small_matter import NAME
from tests.gui.tour import open_window

pytestmark = pytest.mark.timeout(60)


def test_no_command_is_listed_twice(qtbot: QtBot, desk: Desk, tmp_path: Path) -> None:
    window = open_window(qtbot, desk, tmp_path)
    desk.open_matter(NAME)
    qtbot.waitUntil(lambda: window.top.tabs[Section.DRAFTS].text().endswith("1"), timeout=15_000)
    for section in Section:
        desk.section_asked.emit(section)
        names = [entry.name.rstrip("…0123456789, ") for entry in entries_of(window)]
        assert [name for name, count in Counter(names).items() if count > 1] == []
        assert "New matter" in names
        assert "Drafts" in names
    window._ended = True
