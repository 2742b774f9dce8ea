"""What a page's content leaves open, so that a stamp after it starts from a clean state."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

# One step over a content stream: a plain string, what begins something longer, or an operator that opens or closes.
_STEP = re.compile(
    rb"\((?:[^()\\]++|\\[\s\S])*+\)"
    rb"|(?P<string>\()"
    rb"|<[0-9A-Fa-f\s]*+>"
    rb"|%[^\r\n]*+"
    rb"|/[^\s()<>\[\]{}/%]*+"
    rb"|(?<![^\s()<>\[\]{}/%])(?P<op>q|Q|BT|ET|BMC|BDC|EMC|BI)(?![^\s()<>\[\]{}/%])"
)
_PLAIN_STRING = re.compile(rb"\([^()\\]*+\)")
_OPERATORS = frozenset((b"q", b"Q", b"BT", b"ET", b"BMC", b"BDC", b"EMC"))
_BLANKS = bytes(32 if code in b"\0<>[]{}" else code for code in range(256))
"""Makes blanks of the signs that part words beside blanks; what stands between them is a word of its own."""
_IN_STRING = re.compile(rb"[()]|\\[\s\S]?")
_IMAGE_DATA = re.compile(rb"\sID\s")
_IMAGE_END = re.compile(rb"\sEI(?=\s|$)")


@dataclass(frozen=True, slots=True)
class Openings:
    """What a content stream leaves open: states that are restored but never saved (``missing``), saved but never
    restored (``extra``), a text object, marked content."""

    missing: int = 0
    extra: int = 0
    text: bool = False
    marked: int = 0

    @property
    def before(self) -> bytes:
        """What to write before the content so that it can't reach the state around it."""
        return b"q " * (1 + self.missing)

    @property
    def after(self) -> bytes:
        """What to write after the content to be back where ``before`` began."""
        closing = b"\nET " if self.text else b"\n"
        return closing + b"EMC " * self.marked + b"Q " * (1 + self.extra)


def openings(content: bytes) -> Openings:
    """Count what ``content`` (decoded) leaves open, in time linear in its length."""
    depth = lowest = marked = 0
    text = False
    quick = _quick(content)
    for operator in _operators(content) if quick is None else quick:
        if operator == b"q":
            depth += 1
        elif operator == b"Q":
            depth -= 1
            lowest = min(lowest, depth)
        elif operator in (b"BT", b"ET"):
            text = operator == b"BT"
        else:
            marked = max(0, marked + (-1 if operator == b"EMC" else 1))
    return Openings(missing=-lowest, extra=depth - lowest, text=text, marked=marked)


def _quick(content: bytes) -> list[bytes] | None:
    """The operators where they can be had by splitting at blanks: no comment, inline image or odd string. None where
    that isn't so."""
    if b"%" in content or b"BI" in content or b"<BDC>" in content:  # the last is a hex string
        return None
    if b"(" in content:
        content = _PLAIN_STRING.sub(b" ", content)
        if b"(" in content or b")" in content:
            return None
    return list(filter(_OPERATORS.__contains__, content.translate(_BLANKS).replace(b"/", b" /").split()))


def _operators(content: bytes) -> Iterator[bytes]:
    at, images = 0, True
    while True:
        for found in _STEP.finditer(content, at):
            kind = found.lastgroup
            if kind is None:
                continue
            if kind == "string":
                at = _after_string(content, found.end())
                break
            if found["op"] != b"BI":
                yield found["op"]
            elif images:
                end = _after_image(content, found.end())
                images = end is not None
                if end is not None:
                    at = end
                    break
        else:
            return


def _after_string(content: bytes, at: int) -> int:
    """Where the string ends whose opening parenthesis stands before ``at``."""
    depth = 1
    for found in _IN_STRING.finditer(content, at):
        if found[0] == b"(":
            depth += 1
        elif found[0] == b")":
            depth -= 1
            if depth == 0:
                return found.end()
    return len(content)


def _after_image(content: bytes, at: int) -> int | None:
    data = _IMAGE_DATA.search(content, at)
    end = _IMAGE_END.search(content, data.end() - 1) if data else None
    return end.end() if end else None
