"""How much CPU time the list of exhibits takes with 100,000 rows: reset, sort, filter; and how long the GUI
thread is held meanwhile. Needs no screen: ``python bench/exhibit_rows.py``.

The aims: reset in 30 ms, sort in 100 ms, the GUI thread never held for more than 16 ms by a sort.
"""

import os
import random
import sys
import threading
import time
from collections.abc import Callable

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtWidgets import QApplication, QTableView

from app.actions.exhibit_list import ListedExhibit
from app.domain.evidence import Exhibit, Origin
from app.events import Facts
from app.gui.bridge import Bridge
from app.gui.desk import Desk
from app.gui.exhibits_model import ExhibitsModel
from app.gui.exhibits_order import Column, arrange, depths, kin_of, places
from app.gui.theme import LIGHT, apply_theme

COUNT = 100_000


def made(count: int) -> list[ListedExhibit]:
    rng = random.Random(1)
    rows = []
    for n in range(1, count + 1):
        parent = f"X{n - 1}" if n % 10 == 0 else None
        exhibit = Exhibit(
            n,
            f"X{n}",
            f"Exhibit X{n}",
            f"Document {rng.randrange(10**6):06d} of the file",
            Origin.CLIENT,
            f"{n:064x}",
            "pdf",
            rng.randrange(1, 40),
            f"/in/{n}.pdf",
            parent,
        )
        ocr = rng.random() < 0.3
        rows.append(
            ListedExhibit(
                exhibit,
                f"COLE{n:08d}",
                f"COLE{n:08d}",
                0 if ocr else exhibit.pages,
                exhibit.pages if ocr else 0,
                0,
                rng.uniform(30, 99) if ocr else None,
                (),
            )
        )
    return rows


def timed(name: str, work: Callable[[], object], times: int = 5) -> None:
    spent = []
    for _ in range(times):
        begun = time.thread_time()
        work()
        spent.append((time.thread_time() - begun) * 1000)
    print(f"{name:<34} {min(spent):7.1f} ms best, {max(spent):7.1f} ms worst of {times}")


def held_while(work: Callable[[], object]) -> float:
    """The longest wait of this thread for the interpreter while ``work`` runs in another, in ms."""
    other = threading.Thread(target=work)
    longest = 0.0
    other.start()
    before = time.perf_counter()
    while other.is_alive():
        time.sleep(0.001)
        now = time.perf_counter()
        longest = max(longest, (now - before) * 1000 - 1)
        before = now
    return longest


def main() -> int:
    app = QApplication([])
    apply_theme(app, LIGHT)
    desk = Desk(None, Bridge(Facts()), LIGHT)  # type: ignore[arg-type]  # no verb is started here
    model = ExhibitsModel(desk)
    view = QTableView()
    view.setModel(model)
    view.resize(900, 700)
    view.show()
    rows = made(COUNT)
    place, deep = places(rows), depths(rows)
    plain, kin = arrange(rows), kin_of(rows)

    def reset() -> None:
        model.show_rows(rows, place, deep, 0)
        model.show(plain)
        app.processEvents()

    timed("reset and paint", reset)
    for column in Column:
        timed(f"sort by {column.name.lower()}", lambda column=column: arrange(rows, column, kin=kin))
    timed("filter by two words", lambda: arrange(rows, sought="document 4242", kin=kin))
    print(
        f"{'GUI thread held by a sort':<34} {held_while(lambda: arrange(rows, Column.TITLE, kin=kin)):7.1f} ms at most"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
