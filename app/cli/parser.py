"""The words of the command line."""

import argparse
from importlib.metadata import version
from pathlib import Path
from typing import TypeAlias

from app.domain.evidence import ORIGINS, Origin
from app.domain.run import Task
from app.engines.citation_lookup import COURTLISTENER
from app.paper.geometry import Position

LATER = {
    ("binder",),
    ("produce",),
    ("mcp",),
}
"""Commands of the contract that this version doesn't do yet."""

_ORIGINS = [origin.value for origin in ORIGINS]


def build_parser() -> argparse.ArgumentParser:
    """The parser of every command; the chosen one's name is in ``command``, a second word in ``verb``."""
    parser = argparse.ArgumentParser(
        prog="jurat",
        description="Draft from exhibits with models on this machine; every claim is checked in the record.",
    )
    parser.add_argument("--version", action="version", version=f"jurat {version('jurat')}")
    _common(parser, top=True)
    commands = parser.add_subparsers(dest="command", metavar="COMMAND")
    for add in (_demo, _matter, _exhibits, _bates, _authority, _boards, _runs, _drafts):
        add(commands)
    return parser


def _common(parser: argparse.ArgumentParser, *, top: bool = False) -> None:
    """Options that stand before or after the command's words."""
    unset = None if top else argparse.SUPPRESS
    parser.add_argument("--home", type=Path, default=unset, metavar="DIR", help="the folder that holds matters")
    parser.add_argument("--boards", type=Path, default=unset, metavar="FILE", help="which boards.ini to use")
    parser.add_argument("--rig", type=Path, default=unset, metavar="FILE", help="show a recorded machine's cards")
    parser.add_argument("--json", action="store_true", default=False if top else unset, help="print JSON")


_Commands: TypeAlias = "argparse._SubParsersAction[argparse.ArgumentParser]"


def _add(commands: _Commands, name: str, summary: str) -> argparse.ArgumentParser:
    parser = commands.add_parser(name, help=summary, description=summary)
    _common(parser)
    return parser


def _verbs(commands: _Commands, name: str, summary: str) -> _Commands:
    parser = commands.add_parser(name, help=summary, description=summary)
    _common(parser)
    return parser.add_subparsers(dest="verb", metavar="VERB", required=True)


def _demo(commands: _Commands) -> None:
    demo = _add(commands, "demo", "run the main job on the sample matter with the embedded model")
    demo.add_argument("--no-window", action="store_true", help="only say where the result lies")


def _matter(commands: _Commands) -> None:
    verbs = _verbs(commands, "matter", "make and show matters")
    new = _add(verbs, "new", "make a matter")
    new.add_argument("name", metavar="NAME")
    new.add_argument("--prefix", metavar="P", help="prefix of its Bates numbers")
    new.add_argument("--caption", type=Path, metavar="FILE.toml", help="court, parties and the rest of the caption")
    change = _add(verbs, "change", "give a matter another name or caption")
    change.add_argument("matter", metavar="M")
    change.add_argument("--name", metavar="NAME", help="its new name, and that of its folder")
    change.add_argument("--caption", type=Path, metavar="FILE.toml", help="the whole caption anew")
    _add(verbs, "list", "list the matters")
    _add(verbs, "show", "show one matter").add_argument("matter", metavar="M")
    audit = _add(commands, "audit", "check a matter's log")
    audit.add_argument("matter", metavar="M")


def _exhibits(commands: _Commands) -> None:
    intake = _add(commands, "intake", "take files and folders in as exhibits")
    intake.add_argument("matter", metavar="M")
    intake.add_argument("paths", nargs="+", type=Path, metavar="PATH")
    intake.add_argument("--origin", choices=_ORIGINS, default=Origin.CLIENT.value, help="where they came from")
    release = _add(commands, "release", "take a file in that was set aside as own work")
    release.add_argument("matter", metavar="M")
    release.add_argument("file", metavar="FILE", help="as `jurat intake` named it")
    release.add_argument("--name", required=True, metavar="N")
    release.add_argument("--reason", required=True, metavar="R")
    release.add_argument("--origin", choices=_ORIGINS, default=Origin.CLIENT.value, help="where it came from")
    listed = _add(commands, "exhibits", "list the exhibits, or put right what was taken in wrongly")
    listed.add_argument("matter", metavar="M")
    listed.add_argument("exhibits", nargs="*", metavar="X", help="only these, each with what came with it")
    change = listed.add_mutually_exclusive_group()
    change.add_argument("--origin", choices=_ORIGINS, help="say that these came from there")
    change.add_argument(
        "--take-out", action="store_true", help="take these out again; refused where something rests on one"
    )
    change.add_argument("--put-back", action="store_true", help="put these back that were taken out")
    pages = _add(commands, "pages", "print the pages as they were read")
    pages.add_argument("matter", metavar="M")
    pages.add_argument("--exhibit", metavar="X", help="only this exhibit's")
    search = _add(commands, "search", "search the pages")
    search.add_argument("matter", metavar="M")
    search.add_argument("query", metavar="QUERY", help='words, "phrases", prefix*')
    search.add_argument("--limit", type=_positive, default=50, metavar="N")


def _bates(commands: _Commands) -> None:
    verbs = _verbs(commands, "bates", "number pages")
    assign = _add(verbs, "assign", "reserve numbers and write stamped copies")
    assign.add_argument("matter", metavar="M")
    assign.add_argument("--start", type=_positive, metavar="N")
    assign.add_argument("--origin", choices=_ORIGINS, nargs="+", help="number only what came from there")
    _numbering(assign, required=False)
    _add(verbs, "report", "ranges, gaps and duplicates").add_argument("matter", metavar="M")
    stamp = _add(verbs, "stamp", "stamp copies of files that belong to no matter")
    stamp.add_argument("files", nargs="+", type=Path, metavar="FILE")
    stamp.add_argument("-o", "--output", type=Path, required=True, metavar="DIR")
    stamp.add_argument("--start", type=_positive, default=1, metavar="N")
    _numbering(stamp, required=True)
    stamp.add_argument("--position", choices=list(Position), default=Position.BOTTOM_RIGHT)
    stamp.add_argument("--legend", default="", metavar="T", help="a line beside the number, e.g. CONFIDENTIAL")
    stamp.add_argument("--per", choices=["page", "document"], default="page")
    stamp.add_argument("--dry-run", action="store_true", help="say what would be numbered, write nothing")
    stamp.add_argument("--force", action="store_true", help="write over files that are there")


def _numbering(parser: argparse.ArgumentParser, *, required: bool) -> None:
    parser.add_argument("--prefix", required=required, metavar="P")
    parser.add_argument("--digits", type=_positive, default=6, metavar="D")
    parser.add_argument("--suffix", default="", metavar="S")


def _authority(commands: _Commands) -> None:
    verbs = _verbs(commands, "authority", "opinions and statutes on the shelf")
    add = _add(verbs, "add", "put opinions and statutes on the shelf")
    add.add_argument("matter", metavar="M")
    add.add_argument("files", nargs="+", type=Path, metavar="FILE")
    _add(verbs, "list", "list the shelf").add_argument("matter", metavar="M")
    index = _add(verbs, "index", "take CourtListener's bulk files into the index of citations")
    index.add_argument(
        "files", nargs="+", type=Path, metavar="FILE", help="citations, opinion-clusters, dockets, courts"
    )
    lookup = _add(verbs, "lookup", "ask CourtListener about one citation; shows what it would send, and asks first")
    lookup.add_argument("matter", metavar="M|-", help="the matter whose log notes it; - for none")
    lookup.add_argument("citation", metavar="CITATION")
    lookup.add_argument("--yes", action="store_true", help="send it without being asked, this once")
    lookup.add_argument("--url", default=COURTLISTENER, help="another address of the same interface")
    lookup.add_argument("--key-env", metavar="NAME", help="the environment variable that holds your token")


def _boards(commands: _Commands) -> None:
    verbs = _verbs(commands, "boards", "where the models live")
    _add(verbs, "list", "what boards.ini says")
    _add(verbs, "check", "whether each board's model is there and fits")
    discover = _add(verbs, "discover", "propose boards from the cards and models of this machine")
    discover.add_argument("folders", nargs="*", type=Path, metavar="FOLDER", help="where GGUF files lie, too")
    discover.add_argument("--write", action="store_true", help="write them as boards.ini into the home")
    discover.add_argument("--force", action="store_true", help="write over a boards.ini that is there")
    for verb, summary in (("up", "load boards' models, and leave them loaded"), ("down", "end boards' servers")):
        _add(verbs, verb, summary).add_argument("names", nargs="*", metavar="BOARD", help="left out: all")
    bench = _add(verbs, "bench", "measure how fast each board reads and writes")
    bench.add_argument("names", nargs="*", metavar="BOARD", help="left out: all")
    bench.add_argument("--repeats", type=_positive, default=3, metavar="N", help="times that each length is measured")
    status = _add(verbs, "status", "what each board does now")
    status.add_argument("--watch", action="store_true", help="again whenever it changes, until Ctrl-C")


def _runs(commands: _Commands) -> None:
    run = _add(commands, "run", "draft from a matter's exhibits")
    run.add_argument("matter", metavar="M")
    run.add_argument("task", choices=[task.value for task in Task], metavar="TASK", help=", ".join(Task))
    run.add_argument("--request", default="", metavar="TEXT", help="what the draft should say")
    run.add_argument("--exhibits", nargs="+", metavar="X", help="only from these exhibits")
    run.add_argument("--declarant", default="", metavar="N", help="who declares, if not the one in the caption")
    _add(commands, "resume", "go on with a run").add_argument("run", metavar="RUN")
    _add(commands, "runs", "list a matter's runs").add_argument("matter", metavar="M")


def _drafts(commands: _Commands) -> None:
    verbs = _verbs(commands, "draft", "read drafts")
    _add(verbs, "show", "print a draft").add_argument("draft", metavar="D")
    verify = _add(commands, "verify", "check every claim of a draft or a text")
    verify.add_argument("draft", nargs="?", metavar="D")
    verify.add_argument("--text", type=Path, metavar="FILE")
    verify.add_argument("--pages", type=Path, metavar="FILE.jsonl")
    verify.add_argument("--authorities", type=Path, metavar="FILE.jsonl")
    verify.add_argument("--index", type=Path, metavar="FILE", help="with --text: an index of citations")
    verify.add_argument("--language", metavar="L", help="en, de, fr, es, pt or ru")
    verify.add_argument("--batch", type=Path, metavar="DIR")
    verify.add_argument("-o", "--output", type=Path, metavar="FILE")
    sign = _add(commands, "sign", "sign for a claim that isn't supported")
    sign.add_argument("draft", metavar="D")
    sign.add_argument("claim", metavar="CLAIM", help="its id, as `jurat verify` prints it")
    sign.add_argument("--name", required=True, metavar="N")
    sign.add_argument("--reason", required=True, metavar="R")
    unsign = _add(commands, "unsign", "take a signature back: the claim is open again")
    unsign.add_argument("draft", metavar="D")
    unsign.add_argument("claim", metavar="CLAIM", help="its id, as `jurat verify` prints it")
    unsign.add_argument("--name", required=True, metavar="N")
    unsign.add_argument("--reason", default="", metavar="R")
    export = _add(commands, "export", "write a draft and its verification report")
    export.add_argument("draft", metavar="D")
    export.add_argument("-o", "--output", type=Path, required=True, metavar="FILE.docx|FILE.pdf")
    export.add_argument("--final", action="store_true", help="the clean copy; refused while a claim is open")
    export.add_argument("--force", action="store_true", help="write over files that are there")


def _positive(text: str) -> int:
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is no number from 1 on")
    return int(text)
