"""Dialogs have room for all their words and fields, also where the words come later and take more lines."""

import pytest
from PySide6.QtWidgets import QLabel, QLineEdit, QPushButton, QSpinBox
from pytestqt.qtbot import QtBot

from app.actions.bates import BatesPlan
from app.gui.desk import Desk
from app.gui.exhibits_bates import NumberDialog
from app.gui.forms import Dialog
from tests.gui.small_matter import NAME

pytestmark = pytest.mark.timeout(60)

LONG = tuple(f"Message of Acme Roofing about the {n}th leak in the hall.msg" for n in range(6))


def squeezed(dialog: Dialog) -> list[str]:
    """What has less room than it needs."""
    found = []
    for kind in (QLineEdit, QSpinBox, QPushButton, QLabel):
        for one in dialog.findChildren(kind):
            if not one.isVisible():
                continue
            need = one.minimumSizeHint().height() if one.heightForWidth(1) < 0 else one.heightForWidth(one.width())
            if one.height() < need:
                found.append(f"{kind.__name__} {one.accessibleName()!r}: {one.height()} of {need}")
    return found


@pytest.mark.parametrize(("first", "titles"), [("ACME000001", ()), ("ACME000001", LONG), ("A" * 40 + "0001", LONG)])
def test_the_form_for_numbers_grows_with_what_it_says(
    qtbot: QtBot, desk: Desk, first: str, titles: tuple[str, ...]
) -> None:
    desk.open_matter(NAME)
    dialog = NumberDialog(desk)
    qtbot.addWidget(dialog)
    dialog.show()
    qtbot.waitUntil(lambda: dialog.plan.text() != "", timeout=10_000)
    dialog._tell(BatesPlan(6_828, first, first, 79, without=titles))
    qtbot.wait(50)
    assert squeezed(dialog) == []
    assert dialog.prefix.height() >= dialog.prefix.sizeHint().height()
    dialog.resize(dialog.minimumWidth(), 10)  # no person can squeeze them either
    qtbot.wait(50)
    assert squeezed(dialog) == []
