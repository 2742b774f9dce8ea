"""An X server of a test's own: what is drawn is seen as a person sees it, and other programs reach the window."""

import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def real_screen() -> Iterator[dict[str, str]]:
    """Gives the environment that reaches it."""
    read, write = os.pipe()
    command = ["Xvfb", "-displayfd", str(write), "-screen", "0", "1440x900x24", "-nolisten", "tcp"]
    with subprocess.Popen(command, pass_fds=[write], stderr=subprocess.DEVNULL) as server:
        os.close(write)
        try:
            with os.fdopen(read) as told:
                display = told.readline().strip()
            kept = {name: value for name, value in os.environ.items() if name != "QT_QPA_PLATFORM"}
            yield kept | {"DISPLAY": f":{display}", "QT_QPA_PLATFORM": "xcb"}
        finally:
            server.terminate()
