"""What stands in a declaration as it is filed, whatever the format: caption, numbered paragraphs, closing."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

from app.domain.claim import Verdict, VerdictKind
from app.domain.draft import Draft
from app.domain.matter import Caption, Matter, Party
from app.domain.review import CheckedDraft, ClearedDraft

BLANK = "____________________"
"""Where something is to be filled in by hand; nothing is ever invented for it."""

RED = frozenset({VerdictKind.MISPLACED, VerdictKind.UNSUPPORTED})
"""Verdicts shown in red; the others that don't pass are amber (CONTRACTS, section 3)."""

_STATES = (
    "|alabama|alaska|arizona|arkansas|california|colorado|connecticut|delaware|florida|hawaii|idaho|illinois|indiana"
    "|iowa|kansas|kentucky|louisiana|maine|maryland|massachusetts|michigan|minnesota|mississippi|missouri|montana"
    "|nebraska|nevada|new hampshire|new jersey|new mexico|new york|north carolina|north dakota|ohio|oklahoma|oregon"
    "|pennsylvania|rhode island|south carolina|south dakota|tennessee|texas|utah|vermont|virginia|washington"
    "|west virginia|wisconsin|wyoming|district of columbia|d.c|puerto rico|guam|usa|u.s.a|united states|"
)
"""Without Georgia, which is also a country: there the longer form is printed, which is good in both."""


@dataclass(frozen=True, slots=True)
class OpenMark:
    """An open claim inside a paragraph: ``start`` and ``end`` in its text, ``note`` counts from 1 in the draft."""

    start: int
    end: int
    note: int
    verdict: Verdict

    @property
    def red(self) -> bool:
        return self.verdict.verdict in RED


@dataclass(frozen=True, slots=True)
class NumberedParagraph:
    text: str
    marks: tuple[OpenMark, ...] = ()


@dataclass(frozen=True, slots=True)
class Side:
    """Parties of one role in the caption: their names as printed, the role with its number, the word before it."""

    names: str
    role: str
    link: str


@dataclass(frozen=True, slots=True)
class Filing:
    """A declaration ready to be set. ``banner`` is empty in a final one; blanks stand for what isn't known."""

    banner: str
    counsel: tuple[str, ...]
    court: str
    sides: tuple[Side, ...]
    docket: str
    title: str
    opening: str
    paragraphs: tuple[NumberedParagraph, ...]
    closing: str
    executed: str
    signatory: str

    @property
    def final(self) -> bool:
        return not self.banner

    @property
    def marks(self) -> tuple[OpenMark, ...]:
        return tuple(mark for paragraph in self.paragraphs for mark in paragraph.marks)


def working_filing(checked: CheckedDraft, matter: Matter) -> Filing:
    """A working copy: open claims are marked, and every page says that it isn't for filing."""
    count = len(checked.open)
    banner = f"DRAFT - NOT FOR FILING - {count} {'claim' if count == 1 else 'claims'} open"
    return _filing(checked, matter, banner)


def final_filing(cleared: ClearedDraft, matter: Matter) -> Filing:
    """The clean copy; only a cleared draft can become one."""
    return _filing(cleared.checked, matter, "")


def _filing(checked: CheckedDraft, matter: Matter, banner: str) -> Filing:
    caption, draft = matter.caption, checked.draft
    declarant = draft.declarant or caption.declarant or BLANK
    return Filing(
        banner=banner,
        counsel=caption.counsel or (f"{BLANK} [attorney]", f"{BLANK} [address]", f"{BLANK} [attorney for]"),
        court=caption.court or f"{BLANK} [court]",
        sides=_sides(caption.parties),
        docket=_docket(caption),
        title=title_of(draft, caption) or f"{BLANK} [title]",
        opening=f"I, {declarant}, declare:",
        paragraphs=_paragraphs(checked, mark_open=bool(banner)),
        closing=_closing(caption.place),
        executed=f"Executed on {BLANK} at {caption.place or BLANK}.",
        signatory=declarant if declarant != BLANK else "[declarant]",
    )


def title_of(draft: Draft, caption: Caption) -> str:
    """The caption's title, but the draft's own where somebody else declares."""
    another = draft.declarant not in ("", caption.declarant)
    return draft.title if another or not caption.title else caption.title


def _closing(place: str) -> str:
    """28 U.S.C. § 1746: form (2) inside the United States, form (1) outside or where the place isn't certain."""
    where = "" if within_states(place) else " under the laws of the United States of America"
    return f"I declare under penalty of perjury{where} that the foregoing is true and correct."


def within_states(place: str) -> bool:
    """True only where ``place`` (``Sacramento, California``) names a state or territory beyond doubt."""
    last = place.rsplit(",", 1)[-1].strip().rstrip(".").lower()
    return bool(last) and f"|{last}|" in _STATES


def _docket(caption: Caption) -> str:
    written = caption.docket_number
    if not written:
        return f"Case No. {BLANK}"
    return written if written.lower().startswith(("case", "no.", "nos.", "docket", "civil")) else f"Case No. {written}"


def _sides(parties: Sequence[Party]) -> tuple[Side, ...]:
    if not parties:
        return (Side(BLANK, "Plaintiff", ""), Side(BLANK, "Defendant", "v."))
    sides: list[Side] = []
    for role, group in groupby(parties, key=lambda party: party.role):
        names = [party.name or BLANK for party in group]
        plural = len(names) > 1 and role and not role.endswith("s")
        shown = f"{role}s" if plural else role
        opposed = len(sides) == 1 or role.lower().endswith(("defendant", "respondent", "appellee"))
        link = "" if not sides else ("v." if opposed else "and")
        sides.append(Side(_listed(names), shown, link))
    return tuple(sides)


def _listed(names: Sequence[str]) -> str:
    if len(names) < 3:
        return " and ".join(names)
    return "; ".join(names[:-1]) + f"; and {names[-1]}"


def _paragraphs(checked: CheckedDraft, *, mark_open: bool) -> tuple[NumberedParagraph, ...]:
    spans = paragraph_spans(checked)
    notes = sorted(checked.open, key=lambda v: (v.claim.start, v.claim.end)) if mark_open else []
    out = []
    for paragraph, (start, end) in zip(checked.draft.paragraphs, spans, strict=True):
        marks = [
            OpenMark(max(verdict.claim.start, start) - start, min(verdict.claim.end, end) - start, note, verdict)
            for note, verdict in enumerate(notes, start=1)
            if max(verdict.claim.start, start) < min(verdict.claim.end, end)
        ]
        out.append(NumberedParagraph(paragraph.render(), tuple(marks)))
    return tuple(out)


def paragraph_spans(checked: CheckedDraft) -> list[tuple[int, int]]:
    """Where each paragraph's own words, without number, stand in the draft's text (code points)."""
    spans, at = [], 0
    for n, paragraph in enumerate(checked.draft.paragraphs, start=1):
        at += len(f"{n}. ")
        spans.append((at, at + len(paragraph.render())))
        at = spans[-1][1] + len("\n\n")
    return spans
