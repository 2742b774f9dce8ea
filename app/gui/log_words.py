"""An entry of the audit log as a person reads it."""

from collections.abc import Callable, Mapping
from pathlib import PurePath
from typing import Any

from PySide6.QtCore import QCoreApplication

Detail = Mapping[str, Any]


def entry_words(verb: str, detail: Detail) -> str:
    """One line; a verb that isn't known here comes as it is, with its fields."""
    words = _WORDS.get(verb)
    try:
        text = words(detail) if words else ""
    except KeyError:
        # an entry of another version, with other fields
        text = ""
    return text or f"{verb}: " + ", ".join(f"{key} {value}" for key, value in detail.items())


def _tr(text: str) -> str:
    return QCoreApplication.translate("Log", text)


def _said(text: str, detail: Detail) -> str:
    return _tr(text).format(**{key: "" if value is None else value for key, value in detail.items()})


def _intake(detail: Detail) -> str:
    name = PurePath(detail["path"]).name
    if "exhibit" in detail:
        return _tr("{name} taken in as Exhibit {exhibit}, from: {origin}").format(
            name=name, exhibit=detail["exhibit"], origin=detail["origin"]
        )
    if detail["status"] == "refused":
        return _tr("{name} refused. {reason}").format(name=name, reason=detail["reason"])
    return _tr("{name} set aside as own work. {reason}").format(name=name, reason=detail["reason"])


def _stage(detail: Detail) -> str:
    board = _tr(" on {board}").format(board=detail["board"]) if detail.get("board") else ""
    return _said("Run {run}: {stage} done", detail) + board


def _answer(detail: Detail) -> str:
    reason = f": {detail['reason']}" if detail["reason"] else ""
    return _said("{draft}: attack {attack} {answer}", detail) + reason


def _draft(detail: Detail) -> str:
    by = detail.get("stage") or _tr("a person")
    return _tr("{draft}: version {version}, by {by}").format(draft=detail["draft"], version=detail["version"], by=by)


_WORDS: dict[str, Callable[[Detail], str]] = {
    "matter new": lambda d: _said("Matter made, with the Bates prefix {prefix}", d),
    "intake": _intake,
    "read": lambda d: _said("{exhibit} read, all its pages", d),
    "authority add": lambda d: _said("{name}, {citation}, put on the shelf", d),
    "authority lookup": lambda d: _said("{sent} sent to {to}, to be looked up", d),
    "bates assign": lambda d: _said("Bates numbers {first} to {last} reserved", d),
    "write": lambda d: _said("{file} written: {kind}", d),
    "run": lambda d: _said("Run {run} begun: {task}", d),
    "stage done": _stage,
    "stage failed": lambda d: _said("Run {run}: {stage} failed. {error}", d),
    "draft": _draft,
    "attack": lambda d: _said("{draft}, version {version}: {attacks} attacks of the reviewer", d),
    "answer": _answer,
    "sign": lambda d: _said("{draft}: “{text}” signed for by {name}: {reason}", d),
}
