"""Marks on a long draft: ours against QPlainTextEdit.setExtraSelections, the usual way to mark spans in Qt.

    python -m bench.window_marks [--pages 60] [--claims 2000]

For each: milliseconds to put all marks on and draw the view, to type one letter in the middle (marks moved along),
and to scroll by a page; the median and the worst of each. Ours also: to open the draft, until it can be typed in.
"""

import argparse
import os
import statistics
import time
from collections.abc import Callable, Sequence

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtGui import QColor, QTextCharFormat, QTextCursor
from PySide6.QtWidgets import QApplication, QPlainTextEdit, QTextEdit

from app.domain.claim import Claim, ClaimKind, Verdict, VerdictKind
from app.gui.editor import DraftEditor
from app.gui.editor_marks import marks_of
from app.gui.theme import LIGHT, apply_theme, reading_font

_SENTENCE = "On April {day}, 2026 I wrote to Acme about {n} leaks in its roof. "
_PAGE = 2_200
"""Characters on a page of a filing."""
_KINDS = tuple(VerdictKind)


def paragraphs(pages: int) -> list[str]:
    made, length = [], 0
    while length < pages * _PAGE:
        n = len(made)
        made.append("".join(_SENTENCE.format(day=1 + (n + i) % 28, n=n * 5 + i) for i in range(5)).strip())
        length += len(made[-1])
    return made


def verdicts(text: str, claims: int) -> list[Verdict]:
    """Every so many a date of the text, so that there are ``claims`` of them or as many as it has."""
    starts = []
    at = text.find("April")
    while at >= 0:
        starts.append(at)
        at = text.find("April", at + 1)
    step = max(1, len(starts) // claims)
    made = []
    for n, start in enumerate(starts[::step][:claims]):
        end = text.index("2026", start) + 4
        claim = Claim(str(n), start, end, ClaimKind.DATE, text[start:end], text[start:end])
        made.append(Verdict(claim, _KINDS[n % len(_KINDS)], reason="for the measure"))
    return made


def timed(app: QApplication, work: Sequence[Callable[[], object]]) -> str:
    spans = []
    for one in work:
        began = time.perf_counter()
        one()
        app.processEvents()
        spans.append((time.perf_counter() - began) * 1000)
    return f"{statistics.median(spans):8.2f} {max(spans):8.2f}"


def measure(app: QApplication, name: str, edit: QTextEdit | QPlainTextEdit, mark: Callable[[], object]) -> None:
    app.processEvents()
    print(f"{name:>18}  marks  {timed(app, [mark] * 9)} ms (median, worst)")
    cursor = edit.textCursor()
    cursor.setPosition(edit.document().characterCount() // 2)
    edit.setTextCursor(cursor)
    app.processEvents()
    print(f"{name:>18}  type   {timed(app, [lambda: cursor.insertText('x')] * 30)} ms")
    bar = edit.verticalScrollBar()
    step = max(1, bar.pageStep())
    print(f"{name:>18}  scroll {timed(app, [lambda n=n: bar.setValue(n * step) for n in range(40)])} ms")  # type: ignore[misc]


def ours(app: QApplication, raw: str, claims: int) -> None:
    edit = DraftEditor(LIGHT)
    edit.resize(800, 900)
    edit.show()
    app.processEvents()
    ready: list[bool] = []
    edit.filled.connect(lambda: ready.append(True))
    began, worst = time.perf_counter(), 0.0
    edit.fill(raw)
    worst = time.perf_counter() - began
    while not ready:
        turn = time.perf_counter()
        app.processEvents()
        worst = max(worst, time.perf_counter() - turn)
    spent = (time.perf_counter() - began) * 1000
    print(f"{'ours':>18}  open   {spent:8.2f} ms, longest turn of the loop {worst * 1000:.2f} ms")
    found = verdicts(edit.now.text, claims)
    print(f"{'ours':>18}  {len(found)} claims")
    measure(app, "ours", edit, lambda: edit.set_marks(marks_of(edit.now, found, {})))


def peer(app: QApplication, raw: str, claims: int) -> None:
    edit = QPlainTextEdit(raw)
    edit.setFont(reading_font())
    edit.resize(800, 900)
    edit.show()
    found = verdicts(raw, claims)

    def mark() -> None:
        selections = []
        for verdict in found:
            one = QTextEdit.ExtraSelection()
            cursor = QTextCursor(edit.document())
            cursor.setPosition(verdict.claim.start)
            cursor.setPosition(verdict.claim.end, QTextCursor.MoveMode.KeepAnchor)
            form = QTextCharFormat()
            form.setUnderlineStyle(QTextCharFormat.UnderlineStyle.WaveUnderline)
            form.setBackground(QColor(LIGHT.red_ground))
            one.cursor, one.format = cursor, form
            selections.append(one)
        edit.setExtraSelections(selections)

    measure(app, "setExtraSelections", edit, mark)


def main() -> None:
    parser = argparse.ArgumentParser(description="Marks on a long draft, ours against setExtraSelections.")
    parser.add_argument("--pages", type=int, default=60)
    parser.add_argument("--claims", type=int, default=2000)
    args = parser.parse_args()
    app = QApplication([])
    apply_theme(app, LIGHT)
    raw = "\n".join(paragraphs(args.pages))
    print(f"{args.pages} pages, {len(raw):,} characters")
    ours(app, raw, args.claims)
    peer(app, raw, args.claims)


if __name__ == "__main__":
    main()
