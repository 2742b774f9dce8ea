"""The values of one board's section: each key's form, and which keys go together."""

import difflib
import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from pathlib import Path
from typing import TypeVar
from urllib.parse import urlsplit

from app.domain.board import EMBEDDED, Board, Engine, KvType, Role
from app.egress import is_loopback

BOARD_KEYS = (
    *("engine", "gpus", "model", "program", "url", "remote", "key_env", "roles"),
    *("context", "kv", "resident", "threads"),
)
_BY_URL = (Engine.OLLAMA, Engine.OPENAI)
_CARD = re.compile(r"\d{1,3}|(?:GPU|MIG)-[0-9A-Fa-f][0-9A-Fa-f/-]{6,}")
_SWITCH = {"yes": True, "on": True, "true": True, "1": True, "no": False, "off": False, "false": False, "0": False}
_SMALLEST_CONTEXT, _LARGEST_CONTEXT = 512, 1 << 22
E = TypeVar("E", bound=StrEnum)


class BadValue(Exception):
    """``key`` is wrong: ``what`` is the matter, ``allowed`` what it could be, both for a person."""

    def __init__(self, key: str, what: str, allowed: str = "") -> None:
        super().__init__(key, what, allowed)
        self.key, self.what, self.allowed = key, what, allowed


@dataclass(frozen=True, slots=True)
class Values:
    """A checked section, before it has its name."""

    roles: tuple[Role, ...]
    nameless: Board

    def board(self, name: str, roles: tuple[Role, ...]) -> Board:
        return replace(self.nameless, name=name, roles=roles)


def board_values(keys: Mapping[str, str], folder: Path) -> Values:
    """The section's values; paths in it are seen from ``folder``. BadValue for the first that is wrong."""
    for key, text in keys.items():
        if not text.strip():
            raise BadValue(key, f"`{key}` is empty.", "Give it a value, or take the line out.")
    engine = one_of(Engine, "engine", keys["engine"]) if "engine" in keys else None
    _demand_together(keys, engine)
    roles = tuple(one_of(Role, "roles", part) for part in _parts("roles", keys.get("roles", "")))
    board = Board(
        name="",
        model=_model(keys, engine, folder),
        engine=engine,
        gpus=_cards(keys.get("gpus", "")),
        program=_path(keys["program"], folder) if "program" in keys else None,
        url=_url(keys["url"], remote=_switch("remote", keys.get("remote", "no"))) if "url" in keys else None,
        remote=_switch("remote", keys.get("remote", "no")),
        key_env=_variable(keys["key_env"]) if "key_env" in keys else None,
        context=_whole("context", keys.get("context"), _SMALLEST_CONTEXT, _LARGEST_CONTEXT),
        kv=one_of(KvType, "kv", keys.get("kv", "auto")),
        resident=_switch("resident", keys.get("resident", "yes")),
        threads=_whole("threads", keys.get("threads"), 1, 1024),
    )
    return Values(roles, board)


def _demand_together(keys: Mapping[str, str], engine: Engine | None) -> None:
    """A key that its engine would pass over is an error, not a surprise."""
    if engine in _BY_URL:
        if "url" not in keys:
            raise BadValue("engine", f"engine {engine} needs a `url`.", "For example `url = http://127.0.0.1:11434`.")
        for key in ("gpus", "program", "threads"):
            if key in keys:
                raise BadValue(key, f"`{key}` has no effect with engine {engine}.", "Set it on that server itself.")
        return
    for key in ("url", "key_env"):
        if key in keys:
            allowed = "Add `engine = ollama` or `engine = openai`, or take the line out."
            raise BadValue(key, f"`{key}` is for a server that runs already.", allowed)
    if _switch("remote", keys.get("remote", "no")):
        raise BadValue("remote", "`remote` is for a board with a `url`.", "This engine runs on this machine only.")


def _model(keys: Mapping[str, str], engine: Engine | None, folder: Path) -> str:
    if "model" not in keys:
        allowed = f"Name a GGUF file, a model of the server, or `{EMBEDDED}`."
        raise BadValue("", "has no `model`.", allowed)
    model = keys["model"].strip()
    if engine in _BY_URL:
        if model == EMBEDDED:
            raise BadValue("model", f"the embedded model can't be used with engine {engine}.", "Name a model it has.")
        return model
    return model if model == EMBEDDED else _path(model, folder)


def _path(text: str, folder: Path) -> str:
    """``~`` means the home; a relative path is seen from the board file. A bare program's name stays as it is."""
    try:
        path = Path(text.strip()).expanduser()
    except RuntimeError:  # a user whom this machine doesn't know
        raise BadValue("", f"names {text.strip()}, and there is no such user here.", "Write the whole path.") from None
    if path.is_absolute() or (len(path.parts) == 1 and path.suffix != ".gguf"):
        return str(path)
    return str(folder / path)


def _parts(key: str, text: str) -> list[str]:
    if not text:
        return []
    parts = [part.strip() for part in text.split(",")]
    for part in parts:
        if not part:
            raise BadValue(key, f"`{key}` has an empty place in its list.", "Put one comma between two values.")
        if parts.count(part) > 1:
            raise BadValue(key, f"`{key}` names {part} twice.")
    return parts


def _cards(text: str) -> tuple[str, ...]:
    cards = _parts("gpus", text)
    allowed = "Allowed: numbers as nvidia-smi prints them (`0,1`), or GPU UUIDs (`GPU-...`), not both."
    for card in cards:
        if not _CARD.fullmatch(card):
            raise BadValue("gpus", f"`gpus` has {card!r}, which is no card.", allowed)
    cards = [str(int(card)) if card.isdigit() else card for card in cards]
    if len({card.isdigit() for card in cards}) > 1:
        raise BadValue("gpus", "`gpus` mixes numbers and UUIDs.", allowed)
    if len({card.lower() for card in cards}) < len(cards):
        raise BadValue("gpus", "`gpus` names a card twice.", allowed)
    return tuple(cards)


def one_of(kind: type[E], key: str, text: str) -> E:
    """The member of ``kind`` that is written as ``text``."""
    word = text.strip().lower()
    words = [member.value for member in kind]
    if word in words:
        return kind(word)
    near = difflib.get_close_matches(word, words, 1)
    hint = f"Did you mean `{near[0]}`? " if near else ""
    raise BadValue(key, f"`{key}` can't be {text.strip()!r}.", f"{hint}Allowed: {', '.join(words)}.")


def _switch(key: str, text: str) -> bool:
    if text.strip().lower() not in _SWITCH:
        raise BadValue(key, f"`{key}` can't be {text.strip()!r}.", "Allowed: yes or no.")
    return _SWITCH[text.strip().lower()]


def _whole(key: str, text: str | None, least: int, most: int) -> int | None:
    if text is None:
        return None
    clean = text.strip()
    if not re.fullmatch(r"[0-9]{1,9}", clean) or not least <= int(clean) <= most:
        raise BadValue(key, f"`{key}` can't be {clean!r}.", f"Allowed: a whole number from {least} to {most}.")
    return int(clean)


def positive_number(key: str, text: str) -> float:
    """A number above 0, written plainly."""
    clean = text.strip()
    if not re.fullmatch(r"[0-9]{1,6}(?:\.[0-9]+)?", clean) or float(clean) <= 0:
        raise BadValue(key, f"`{key}` can't be {clean!r}.", "Allowed: a number above 0, in tokens per second.")
    return float(clean)


def _variable(text: str) -> str:
    if not re.fullmatch(r"[A-Za-z_][A-Za-z0-9_]{0,63}", text.strip()):
        allowed = "It is the name of an environment variable; the key itself never stands in this file."
        raise BadValue("key_env", "`key_env` is no variable's name.", allowed)  # what stands there may be the key
    return text.strip()


def _url(text: str, *, remote: bool) -> str:
    """An http or https address; only this machine's unless ``remote``."""
    allowed = "Allowed: http://HOST:PORT or https://HOST:PORT, without a name or password."
    try:
        parts = urlsplit(text.strip())
        host, _port = parts.hostname, parts.port
    except ValueError as error:
        raise BadValue("url", f"`url` can't be read: {error}.", allowed) from error
    if parts.scheme not in ("http", "https") or not host or parts.query or parts.fragment:
        raise BadValue("url", "`url` is no server's address.", allowed)
    if parts.username is not None or parts.password is not None:
        raise BadValue("url", "`url` holds a name or password.", f"{allowed} Use `key_env`.")
    if not remote and not is_loopback(host):
        raise BadValue(
            "url",
            f"`url` points at another machine, {host}.",
            "Write `remote = yes` if evidence may be sent there, or use a server on this machine.",
        )
    return text.strip().rstrip("/")
