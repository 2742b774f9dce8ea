"""Reads boards.ini and checks every word of it, by the table in the contract."""

import configparser
import difflib
import os
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

from app.domain.board import EMBEDDED, Board, Engine, Role
from app.domain.errors import MissingOnMachine, WrongUse
from app.egress import is_loopback
from app.engines.boardvalues import BOARD_KEYS, BadValue, Values, board_values, positive_number

DEFAULT_SPEED_FLOOR = 40.0
CPU_BOARD = "cpu"
_SETTINGS = "jurat"
_BOARD = re.compile(r"board ([A-Za-z0-9](?:[A-Za-z0-9 ._-]{0,38}[A-Za-z0-9])?)")
_HEADER = re.compile(r"\s*\[(?P<section>[^]]*)\]")
_KEY = re.compile(r"(?P<key>[^\s:=#;\[][^:=]*?)\s*[:=]")


@dataclass(frozen=True, slots=True)
class BoardFile:
    """The boards in the order of the file; ``speed_floor`` in tokens per second; ``path`` None without a file."""

    boards: tuple[Board, ...]
    speed_floor: float
    path: Path | None

    @property
    def hosts(self) -> tuple[str, ...]:
        """The other machines that boards live on; those of boards with ``remote = yes`` only."""
        found = (urlsplit(board.url or "").hostname or "" for board in self.boards if board.remote)
        return tuple(sorted({host for host in found if host and not is_loopback(host)}))

    def board_for(self, role: Role) -> Board:
        """The first board with ``role``; MissingOnMachine where none has it."""
        for board in self.boards:
            if role in board.roles:
                return board
        place = f" in {self.path}" if self.path else ""
        raise MissingOnMachine(
            f"No board{place} has the role {role}.",
            remedy=f"Add `{role}` to the `roles` of a board in boards.ini.",
        )


def default_boards() -> BoardFile:
    """Without a file: one board, ``cpu``, with the embedded model for every role."""
    board = Board(name=CPU_BOARD, model=EMBEDDED, engine=Engine.LLAMA_CPP_PYTHON, roles=tuple(Role))
    return BoardFile((board,), DEFAULT_SPEED_FLOOR, None)


def read_boards(path: Path) -> BoardFile:
    """The boards that ``path`` names. WrongUse, with file, line, key and what is allowed, for anything amiss."""
    return parse_boards(_text(path), path)


def parse_boards(text: str, path: Path) -> BoardFile:
    """The boards that ``text`` names, which stands in ``path``. As ``read_boards`` raises."""
    lines = _Lines(path, text)
    parser = _parsed(path, text, lines)
    for section in parser.sections():
        _demand_known(section, parser[section], lines)
    speed_floor = _speed_floor(parser, lines)
    boards = tuple(
        _board(hit[1], parser[section], lines.within(section), path)
        for section in parser.sections()
        if (hit := _BOARD.fullmatch(section))
    )
    if not boards:
        raise WrongUse(f"{path} names no board.", remedy="Write a section `[board NAME]` with its `model`.")
    _demand_own_cards(boards, lines)
    _demand_own_models(boards, lines)
    return BoardFile(boards, speed_floor, path)


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as error:
        raise WrongUse(f"{path} can't be read as text.", "It isn't in UTF-8.", "Save it in UTF-8.") from error
    except OSError as error:
        raise WrongUse(
            f"The board file {path} can't be read.", f"{error.strerror}.", "Name another with `--boards`."
        ) from error


class _Lines:
    """Where each section and key stands: configparser doesn't keep it."""

    def __init__(self, path: Path, text: str) -> None:
        self.path = path
        self._at: dict[tuple[str, str], int] = {}
        section = ""
        for number, line in enumerate(text.splitlines(), start=1):
            if header := _HEADER.match(line):
                section = header["section"]
                self._at.setdefault((section, ""), number)
            elif key := _KEY.match(line):
                self._at.setdefault((section, key["key"].lower()), number)

    def of(self, section: str, key: str = "") -> int:
        return self._at.get((section, key), 0) or self._at.get((section, ""), 1)

    def fault(self, line: int, what: str, allowed: str = "") -> WrongUse:
        return WrongUse(f"{self.path}, line {line}: {what}", remedy=allowed)

    def within(self, section: str) -> "_Section":
        return _Section(self, section)


@dataclass(frozen=True, slots=True)
class _Section:
    lines: _Lines
    name: str

    def fault(self, key: str, what: str, allowed: str = "") -> WrongUse:
        return self.lines.fault(self.lines.of(self.name, key), f"[{self.name}] {what}", allowed)


def _parsed(path: Path, text: str, lines: _Lines) -> configparser.ConfigParser:
    parser = configparser.ConfigParser(
        interpolation=None,
        inline_comment_prefixes=(";",),
        default_section="\0",  # no section gives its keys to the others
        empty_lines_in_values=False,
    )
    try:
        parser.read_string(text, str(path))
    except configparser.DuplicateSectionError as error:
        first = lines.of(error.section)
        raise lines.fault(
            error.lineno or first, f"the section [{error.section}] stands here twice.", f"The first is in line {first}."
        ) from error
    except configparser.DuplicateOptionError as error:
        first = lines.of(error.section, error.option)
        raise lines.fault(
            error.lineno or first,
            f"[{error.section}] has `{error.option}` twice.",
            f"The first is in line {first}.",
        ) from error
    except configparser.MissingSectionHeaderError as error:
        raise lines.fault(
            error.lineno, "a key stands before the first section.", "Sections are [jurat] and [board NAME]."
        ) from error
    except configparser.ParsingError as error:
        number, line = error.errors[0]
        raise lines.fault(number, f"this line is no `key = value`: {line}.", "A comment begins with # or ;.") from error
    return parser


def _demand_known(section: str, keys: Mapping[str, str], lines: _Lines) -> None:
    """Only [jurat] and [board NAME], each with its own keys."""
    if section != _SETTINGS and not _BOARD.fullmatch(section):
        raise lines.fault(lines.of(section), f"there is no section [{section}].", _section_hint(section))
    allowed = ("speed_floor",) if section == _SETTINGS else BOARD_KEYS
    for key in keys:
        if key not in allowed:
            hint = f"Allowed: {', '.join(allowed)}."
            near = difflib.get_close_matches(key, allowed, 1)
            hint = f"Did you mean `{near[0]}`? {hint}" if near else hint
            raise lines.within(section).fault(key, f"has no key `{key}`.", hint)


def _section_hint(section: str) -> str:
    allowed = "Allowed: [jurat] and [board NAME], NAME of letters, digits, spaces, dots, hyphens."
    if difflib.get_close_matches(section.lower(), [_SETTINGS]):
        return f"Did you mean [{_SETTINGS}]? {allowed}"
    first, _, rest = re.sub(r"[\W_]+", " ", section).strip().partition(" ")
    name = rest if rest and difflib.get_close_matches(first.lower(), ["board"]) else f"{first} {rest}".strip()
    return f"Did you mean [board {name}]? {allowed}" if _BOARD.fullmatch(f"board {name}") else allowed


def _board(name: str, keys: Mapping[str, str], section: _Section, path: Path) -> Board:
    try:
        values: Values = board_values(keys, path.parent)
    except BadValue as bad:
        raise section.fault(bad.key, bad.what, bad.allowed) from bad
    roles = tuple(Role) if "roles" not in keys and name == CPU_BOARD else values.roles
    return values.board(name, roles)


def _speed_floor(parser: configparser.ConfigParser, lines: _Lines) -> float:
    text = parser.get(_SETTINGS, "speed_floor", fallback=None) if parser.has_section(_SETTINGS) else None
    if text is None:
        return DEFAULT_SPEED_FLOOR
    try:
        return positive_number("speed_floor", text)
    except BadValue as bad:
        raise lines.within(_SETTINGS).fault(bad.key, bad.what, bad.allowed) from bad


def _demand_own_cards(boards: tuple[Board, ...], lines: _Lines) -> None:
    """A card belongs to one board. Indices and UUIDs can't be compared, so a file keeps to one of them."""
    owner: dict[str, str] = {}
    first = next((board for board in boards if board.gpus), None)
    for board in boards:
        section = lines.within(f"board {board.name}")
        if first and board.gpus and board.gpus[0].isdigit() != first.gpus[0].isdigit():
            raise section.fault(
                "gpus",
                f"names its cards in another way than [board {first.name}].",
                "Use PCI-order indices for every board, or UUIDs for every board.",
            )
        for card in board.gpus:
            if card.lower() in owner:
                raise section.fault("gpus", f"names card {card}, which [board {owner[card.lower()]}] has already.")
            owner[card.lower()] = board.name


def _demand_own_models(boards: tuple[Board, ...], lines: _Lines) -> None:
    """A model lives on one board. The embedded one is for trying things out and small enough to be loaded twice."""
    owner: dict[tuple[str, str], str] = {}
    for board in boards:
        if board.model == EMBEDDED:
            continue
        place = (board.url or "", board.model if board.url else os.path.normcase(os.path.normpath(board.model)))
        if place in owner:
            raise lines.within(f"board {board.name}").fault(
                "model",
                f"names the model {board.model}, which [board {owner[place]}] has already.",
                f"A model lives on one board: add the roles to [board {owner[place]}], or name another model.",
            )
        owner[place] = board.name
