"""What a command says: JSON or text on standard output, progress and complaints on standard error."""

import json
import os
import sys
from pathlib import Path
from typing import Any

from tqdm import tqdm

from app.domain.errors import AppError
from app.domain.run import STAGE_WORDS, StageName
from app.events import BoardChanged, Fact, Noted, Progress, StageChanged


class Printer:
    """``emit`` prints one thing: an object with ``--json``, else its text. Nothing else goes to standard output."""

    def __init__(self, *, as_json: bool) -> None:
        self.as_json = as_json
        self._gone = False

    def emit(self, thing: dict[str, Any], text: str) -> None:
        self._print(json.dumps(thing, ensure_ascii=False) if self.as_json else text)

    def say(self, text: str) -> None:
        """A line for a person only."""
        if not self.as_json:
            self._print(text)

    def remark(self, text: str) -> None:
        """A line beside the things that are printed: on standard error with ``--json``."""
        if self.as_json:
            print(text, file=sys.stderr)
        else:
            self._print(text)

    def _print(self, line: str) -> None:
        if self._gone:
            return
        try:
            print(line, flush=True)
        except BrokenPipeError:
            # `jurat bates assign M | head -1`: the work goes on and its status is true, only nobody reads any more
            self._gone = True
            sys.stdout = Path(os.devnull).open("w", encoding="utf-8")  # noqa: SIM115


def complain(error: AppError) -> None:
    """An error's three sentences, on standard error."""
    print(f"jurat: {error.what}", file=sys.stderr)
    for sentence in (error.why, error.remedy):
        if sentence:
            print(f"  {sentence}", file=sys.stderr)


_WORDS = {"intake": "taking in", "read": "reading pages", "stamp": "stamping", "index": "indexing"}


class Bar:
    """Progress on standard error: a bar on a terminal, and what a person should know in any case."""

    def __init__(self) -> None:
        self._bar: tqdm[Any] | None = None
        self._job = ""

    def hear(self, fact: Fact) -> None:
        if isinstance(fact, Noted):
            self._note(f"jurat: {fact.text}")
        if not sys.stderr.isatty():
            return
        match fact:
            case Progress():
                self._advance(fact)
            case StageChanged(state="running"):
                stage = STAGE_WORDS[StageName(fact.stage)]
                self._note(f"{stage} on {fact.board} ..." if fact.board else f"{stage} ...")
            case StageChanged(state="done"):
                self._note(f"{STAGE_WORDS[StageName(fact.stage)]} done in {fact.seconds:.0f} s")
            case BoardChanged():
                self._note(f"board {fact.board}: {fact.state}")
            case _:
                return

    def close(self) -> None:
        if self._bar is not None:
            self._bar.close()
            self._bar = None

    def _advance(self, fact: Progress) -> None:
        if self._bar is None or self._job != fact.job:
            self.close()
            self._job = fact.job
            self._bar = tqdm(
                total=fact.total or None, desc=_WORDS.get(fact.job, fact.job), file=sys.stderr, disable=None
            )
        self._bar.n = fact.done
        self._bar.set_postfix_str(fact.note, refresh=True)
        if fact.done >= fact.total:
            self.close()

    def _note(self, text: str) -> None:
        self.close()
        print(text, file=sys.stderr)
