"""Loaded by every Python of a watched run: writes down each address that it connects to or asks a name for."""

import os
import sys


def _note(event: str, arguments: tuple[object, ...]) -> None:
    if event not in ("socket.connect", "socket.getaddrinfo", "socket.sendto"):
        return
    address = arguments[1] if event != "socket.getaddrinfo" else arguments[0]
    with open(os.environ["JURAT_WATCH"], "a", encoding="utf-8") as file:  # noqa: PTH123  (before pathlib is there)
        file.write(f"{event} {address!r}\n")


if "JURAT_WATCH" in os.environ:
    sys.addaudithook(_note)
