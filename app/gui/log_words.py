"""An entry of the audit log as a person reads it."""

from collections.abc import Callable, Mapping
from pathlib import PurePath
from typing import Any

from PySide6.QtCore import QCoreApplication

from app.domain.evidence import Origin
from app.domain.run import StageName, Task
from app.gui.board_words import board_words
from app.gui.parts import many, origin_words
from app.gui.remedies import in_window
from app.gui.review_words import answer_word, made_word
from app.gui.stage_words import draft_words, run_words, stage_words, task_words

Detail = Mapping[str, Any]


def entry_words(verb: str, detail: Detail) -> str:
    """One line; a verb that isn't known here comes as it is, with its fields."""
    words = _WORDS.get(verb)
    try:
        text = words(detail) if words else ""
    except (KeyError, ValueError):
        # an entry of another version, with other fields or values
        text = ""
    return text or f"{verb}: " + ", ".join(f"{key} {value}" for key, value in detail.items())


def _tr(text: str) -> str:
    return QCoreApplication.translate("Log", text)


def _said(text: str, detail: Detail) -> str:
    return _tr(text).format(**{key: "" if value is None else value for key, value in detail.items()})


def _change(detail: Detail) -> str:
    words = {
        "court": _tr("court"),
        "parties": _tr("parties"),
        "docket_number": _tr("docket number"),
        "title": _tr("title of the filing"),
        "declarant": _tr("declarant"),
        "place": _tr("place of signing"),
        "counsel": _tr("counsel"),
    }
    return _tr("Caption changed: {fields}").format(fields=", ".join(words.get(key, key) for key in detail["caption"]))


def _intake(detail: Detail) -> str:
    name = PurePath(detail["path"]).name
    if "exhibit" in detail:
        return _tr("{name} taken in as Exhibit {exhibit}, from: {origin}").format(
            name=name, exhibit=detail["exhibit"], origin=origin_words(Origin(detail["origin"]))
        )
    if detail["status"] == "refused":
        return _tr("{name} refused. {reason}").format(name=name, reason=detail["reason"])
    return _tr("{name} set aside as own work. {reason}").format(name=name, reason=detail["reason"])


def _run(detail: Detail) -> str:
    return _tr("{run} begun: {task}").format(run=run_words(detail["run"]), task=task_words(Task(detail["task"])))


def _resume(detail: Detail) -> str:
    if "run" in detail:
        return _tr("{run} goes on").format(run=run_words(detail["run"]))
    return _tr("What was left to be taken in or read goes on")


def _stop(detail: Detail) -> str:
    if "run" in detail:
        return _tr("{run} stopped by a person, or left for later").format(run=run_words(detail["run"]))
    return _tr("Pages to be read and files to be taken in, left for later")


def _stage(detail: Detail) -> str:
    stage = stage_words(StageName(detail["stage"]))
    said = _tr("{run}: {stage} done").format(run=run_words(detail["run"]), stage=stage)
    return said + (f" ({board_words(detail['board'])})" if detail.get("board") else "")


def _stage_failed(detail: Detail) -> str:
    stage = stage_words(StageName(detail["stage"]))
    return _tr("{run}: {stage} failed. {error}").format(
        run=run_words(detail["run"]), stage=stage, error=in_window(detail["error"])
    )


def _attack(detail: Detail) -> str:
    found = many(detail["attacks"], _tr("1 attack of the reviewer"), _tr("{n} attacks of the reviewer"))
    return _tr("{draft}, version {version}: {found}").format(
        draft=draft_words(detail["draft"]), version=detail["version"], found=found
    )


def _answer(detail: Detail) -> str:
    reason = f": {detail['reason']}" if detail["reason"] else ""
    said = _tr("{draft}: attack {attack} {answer}")
    return (
        said.format(draft=draft_words(detail["draft"]), attack=detail["attack"], answer=answer_word(detail["answer"]))
        + reason
    )


def _draft(detail: Detail) -> str:
    by = made_word(detail.get("stage") or "person")
    return _tr("{draft}: version {version}, {by}").format(
        draft=draft_words(detail["draft"]), version=detail["version"], by=by
    )


def _bare(text: str) -> str:
    """A claim that is a quotation has quotation marks of its own."""
    return text.strip('“”„«»"')


def _sign(detail: Detail) -> str:
    return _tr("{draft}: “{text}” signed for by {name}: {reason}").format(
        draft=draft_words(detail["draft"]), text=_bare(detail["text"]), name=detail["name"], reason=detail["reason"]
    )


def _unsign(detail: Detail) -> str:
    said = _tr("{draft}: {name} took back what {by} signed for “{text}”").format(
        draft=draft_words(detail["draft"]), name=detail["name"], by=detail["signed_by"], text=_bare(detail["text"])
    )
    return said + (f": {detail['reason']}" if detail["reason"] else "")


def _origin(detail: Detail) -> str:
    by_origin: dict[str, list[str]] = {}
    for exhibit, origin in detail["origins"].items():
        by_origin.setdefault(origin, []).append(exhibit)
    told = [f"{origin_words(Origin(origin))} ({', '.join(ids)})" for origin, ids in by_origin.items()]
    return _tr("Exhibits said to be from: {0}").format("; ".join(told))


def _exhibits(words: str, detail: Detail) -> str:
    return words.format(", ".join(f"{one['exhibit']} ({PurePath(one['path']).name})" for one in detail["exhibits"]))


def _release(detail: Detail) -> str:
    return _tr("{name}, own work, released by {who}: {reason}").format(
        name=PurePath(detail["path"]).name, who=detail["name"], reason=detail["reason"]
    )


def _write(detail: Detail) -> str:
    kinds = {
        "draft": _tr("draft"),
        "report": _tr("verification report"),
        "stamped copy": _tr("stamped copy"),
    }
    return _tr("{file} written: {kind}").format(file=detail["file"], kind=kinds.get(detail["kind"], detail["kind"]))


_WORDS: dict[str, Callable[[Detail], str]] = {
    "matter new": lambda d: _said("Matter made, with the Bates prefix {prefix}", d),
    "matter change": _change,
    "matter rename": lambda d: _said("Matter renamed: {name}, before {was}", d),
    "intake": _intake,
    "read": lambda d: _said("{exhibit} read, all its pages", d),
    "authority add": lambda d: _said("{name}, {citation}, put on the shelf", d),
    "authority lookup": lambda d: _said("{sent} sent to {to}, to be looked up", d),
    "bates assign": lambda d: _said("Bates numbers {first} to {last} reserved", d),
    "write": _write,
    "run": _run,
    "resume": _resume,
    "stop": _stop,
    "stage done": _stage,
    "stage failed": _stage_failed,
    "draft": _draft,
    "attack": _attack,
    "answer": _answer,
    "sign": _sign,
    "unsign": _unsign,
    "release": _release,
    "origin": _origin,
    "take out": lambda d: _exhibits(_tr("Exhibits taken out of the matter: {0}"), d),
    "put back": lambda d: _exhibits(_tr("Exhibits put back into the matter: {0}"), d),
}
