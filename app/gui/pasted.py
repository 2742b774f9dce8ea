"""Words from the clipboard as paragraphs of a draft. No Qt."""

import re
from typing import Final

_NUMBERED: Final = re.compile(r"\(?(\d{1,4})[.)]\s+(?=\S)")
"""A paragraph's number: ``12. ``, ``12) `` or ``(12) ``."""


def pasted(text: str, before: str, after: str) -> str:
    """Lines become paragraphs, empty ones go. Paragraphs that are numbered in their order lose their numbers, since the
    draft has its own, and begin anew where they would run into the words ``before`` and ``after`` them in a paragraph.
    """
    lines = [line for line in map(str.strip, text.splitlines()) if line]
    if len(lines) < 2:
        return text if len(text.splitlines()) < 2 else "".join(lines)
    if not (at := _numbered(lines)):
        return "\n".join(lines)
    lines = [_NUMBERED.sub("", line, count=1) if i in at else line for i, line in enumerate(lines)]
    head = "\n" if before.strip() and 0 in at else ""
    return head + "\n".join(lines) + ("\n" if after.strip() else "")


def _numbered(lines: list[str]) -> frozenset[int]:
    """Which lines bear numbers that go up by one each; none where there is only one, which may be a day's."""
    found = [(i, int(match[1])) for i, line in enumerate(lines) if (match := _NUMBERED.match(line))]
    in_order = all(n == found[0][1] + k for k, (_, n) in enumerate(found))
    return frozenset(i for i, _ in found) if len(found) > 1 and in_order else frozenset()
