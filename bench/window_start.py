"""How long the window takes to come, as a whole process, and how long its thread is held while it opens.

    python bench/window_start.py [RUNS]

The peer is the same program with everything imported at once, as it would be without loading on demand. Prints the
median and the worst of RUNS starts (5) in seconds from the start of the process to the first window that was painted
whole, the processor's share of it (what counts on a busy machine), and the longest turn of the event loop in
milliseconds of processor time until the matters are listed.
"""

import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]

EAGER = "import app.workbench, app.actions.runs, app.actions.exports, app.actions.authorities, app.actions.pictures"
PROBE = """
import os, sys, time
{before}
from pathlib import Path
from app.settings import Settings
import app.gui.run, app.gui.main_window, app.gui.opening
from tests.gui.watch import Watch
from PySide6.QtWidgets import QApplication

begun = app.gui.opening.Opening._begin
def begin(opening):
    print("shown", time.time() - float(os.environ["BEGAN"]), flush=True)
    print("cpu", time.process_time(), flush=True)
    opening._window.watch = Watch(QApplication.instance())
    begun(opening)
app.gui.opening.Opening._begin = begin

offered = app.gui.opening.Opening._open
def opened(opening, names):
    offered(opening, names)
    print("listed", time.time() - float(os.environ["BEGAN"]), flush=True)
    print("held", opening._window.watch.longest_ms, flush=True)
    opening._window.close()
app.gui.opening.Opening._open = opened
sys.exit(app.gui.run.run(Settings(home=Path(sys.argv[1]), boards=None)))
"""


def start(before: str, home: Path) -> dict[str, float]:
    """Seconds until ``shown`` and ``listed``, and milliseconds ``held``, of one start."""
    environment = {"QT_QPA_PLATFORM": "offscreen", **os.environ, "BEGAN": str(time.time())}
    command = [sys.executable, "-c", PROBE.format(before=before), str(home)]
    done = subprocess.run(command, env=environment, cwd=ROOT, capture_output=True, text=True, timeout=60, check=True)
    return {name: float(value) for name, value in (line.split() for line in done.stdout.splitlines())}


def main() -> None:
    runs = int(sys.argv[1]) if len(sys.argv) > 1 else 5
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder) / "home"
        for name, before in (("on demand", ""), ("all at once", EAGER)):
            start(before, home)  # files into the page cache
            found = [start(before, home) for _ in range(runs)]
            for what, unit in (("shown", "s"), ("cpu", "s"), ("listed", "s"), ("held", "ms")):
                values = [one[what] for one in found]
                print(f"{name:<12} {what:<7} median {statistics.median(values):8.2f} {unit}, worst {max(values):8.2f}")


if __name__ == "__main__":
    main()
