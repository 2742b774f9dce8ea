"""What a person can do: one function a verb, by module.

``from app import actions`` loads a module of verbs only when one of it is called (``actions.runs.run(...)``): the
libraries under some of them take longer to import than the window may take to open.
"""

import importlib
from types import ModuleType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from app.actions import authorities as authorities
    from app.actions import bates as bates
    from app.actions import boards as boards
    from app.actions import corrections as corrections
    from app.actions import demo as demo
    from app.actions import discovery as discovery
    from app.actions import drafts as drafts
    from app.actions import exhibits as exhibits
    from app.actions import exports as exports
    from app.actions import matters as matters
    from app.actions import outgoing as outgoing
    from app.actions import own_work as own_work
    from app.actions import pictures as pictures
    from app.actions import plans as plans
    from app.actions import review as review
    from app.actions import runs as runs
    from app.actions import unfinished as unfinished


def __getattr__(name: str) -> ModuleType:
    if name.startswith("_"):
        raise AttributeError(name)
    try:
        return importlib.import_module(f"{__name__}.{name}")
    except ModuleNotFoundError as error:
        if error.name == f"{__name__}.{name}":
            raise AttributeError(f"there are no verbs {name!r}") from None
        raise
