"""The verification report: every claim of a draft, what was found for it, and who signed for what wasn't."""

import hashlib
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path

from app.domain.claim import KIND_WORDS, SIGNS, ClaimKind, Source, Verdict, VerdictKind, only_places
from app.domain.draft import MADE_WORDS
from app.domain.matter import Matter
from app.domain.review import Attack, AttackAnswer, CheckedDraft
from app.export.filing import paragraph_spans, title_of
from app.paper.mark import this_program

MEANING = (
    "“Supported” means: this is in that source. For a date, an amount, a quotation or a number it means that it "
    "stands on the page that the sentence cites, or, where it cites none, in the record of this matter; for an "
    "authority, that name, volume, page, year, court and any quotation agree with the text on this matter’s shelf.",
    "“Supported” doesn’t mean that a statement is true, complete or fairly put, that an authority is good law or "
    "fits the point, or that a court will take it. Words that hold no claim of these kinds were not checked at all. "
    "A lawyer reads the draft and its sources before anyone signs it.",
)


@dataclass(frozen=True, slots=True)
class ReportInputs:
    """What a report needs beside the draft. ``made_at``: UTC, ISO 8601; ``audit_head``: the audit log's head as it
    is to be printed; ``labels``: each exhibit's id and the label that it is shown under."""

    made_at: str
    audit_head: str = ""
    labels: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class ReportRow:
    """One claim. ``verdict`` with its sign; ``signed`` is empty where nobody signed."""

    paragraph: int
    kind: str
    text: str
    verdict: str
    found: VerdictKind
    source: str
    reason: str
    suggestion: str
    signed: str
    open: bool


@dataclass(frozen=True, slots=True)
class Report:
    """Everything that the report prints, in its order. ``facts``: name and value, ``counts``: verdict and number;
    ``attacks``: where each stands, and what it says."""

    title: str
    state: str
    open: int
    facts: tuple[tuple[str, str], ...]
    counts: tuple[tuple[str, int], ...]
    seen: tuple[tuple[str, int], ...]
    rows: tuple[ReportRow, ...]
    attacks: tuple[tuple[str, str], ...]
    meaning: tuple[str, ...] = MEANING


def report_path(target: Path) -> Path:
    """Where the report of an export to ``target`` goes: ``motion.docx`` has ``motion.verification.docx``."""
    return target.with_name(f"{target.stem}.verification{target.suffix}")


def build_report(checked: CheckedDraft, matter: Matter, inputs: ReportInputs, *, final: bool) -> Report:
    """The report on ``checked``; ``final`` says whether it goes with a filing or a working copy."""
    verdicts = sorted(checked.verdicts, key=lambda v: (v.claim.start, v.claim.end))
    found = Counter(v.verdict for v in verdicts)
    kinds = Counter(v.claim.kind for v in verdicts)
    still = len(checked.open)
    return Report(
        title=title_of(checked.draft, matter.caption),
        state="Final export" if final else "Working export, not for filing",
        open=still,
        facts=_facts(checked, matter, inputs),
        counts=(
            *((f"{SIGNS[kind]} {kind.value}", found[kind]) for kind in VerdictKind),
            ("signed for by a person", sum(1 for v in verdicts if not v.passes and checked.decision_for(v))),
            ("open", still),
        ),
        seen=tuple((KIND_WORDS[kind], kinds[kind]) for kind in ClaimKind),
        rows=tuple(_row(checked, verdict, inputs) for verdict in verdicts),
        attacks=tuple((_place(attack), _attack(attack)) for attack in checked.attacks),
    )


def _place(attack: Attack) -> str:
    if attack.now is None:
        return f"Paragraph {attack.paragraph} of version {attack.version}, which is gone"
    return f"Paragraph {attack.now}"


def _attack(attack: Attack) -> str:
    """An attack, and what a person answered to it."""
    if attack.answer is AttackAnswer.OPEN:
        return attack.text
    return f"{attack.text} [{attack.answer.value}{f': {attack.reason}' if attack.reason else ''}]"


def _statements(checked: CheckedDraft) -> str:
    """How many statements of fact were seen. Cites alone, all green, say nothing about the sentences before them."""
    kinds = {ClaimKind.DATE, ClaimKind.AMOUNT, ClaimKind.QUOTATION}
    count = sum(verdict.claim.kind in kinds for verdict in checked.verdicts)
    if count:
        return f"{count} dates, amounts and quotations"
    places = only_places(Counter(verdict.claim.kind for verdict in checked.verdicts))
    return f"none: {places.removesuffix('.')}" if places else "none: the draft states no date, amount or quotation"


def _facts(checked: CheckedDraft, matter: Matter, inputs: ReportInputs) -> tuple[tuple[str, str], ...]:
    draft = checked.draft
    program, version = this_program()
    return (
        ("Matter", matter.name),
        ("Docket number", matter.caption.docket_number or "not given"),
        ("Draft", f"{draft.id}, version {draft.version}"),
        ("Draft written", f"{when(draft.created)}, {MADE_WORDS.get(draft.made_by, draft.made_by)}"),
        ("SHA-256 of the checked text", hashlib.sha256(draft.text.encode("utf-8", "surrogatepass")).hexdigest()),
        ("Checked by", f"{program} {version}, without a model"),
        ("Facts seen in it", _statements(checked)),
        ("Report made", when(inputs.made_at)),
        ("Audit log", inputs.audit_head or "not given"),
    )


def _row(checked: CheckedDraft, verdict: Verdict, inputs: ReportInputs) -> ReportRow:
    decision = checked.decision_for(verdict)
    signed = ""
    if decision is not None and not verdict.passes:
        signed = f"Signed by {decision.name}, {when(decision.signed_at)}: {decision.reason}"
    return ReportRow(
        paragraph=_paragraph(checked, verdict),
        kind=KIND_WORDS[verdict.claim.kind],
        text=verdict.claim.text,
        verdict=f"{SIGNS[verdict.verdict]} {verdict.verdict.value}",
        found=verdict.verdict,
        source="; ".join(_source(source, inputs.labels) for source in verdict.sources) or "none",
        reason=verdict.reason,
        suggestion=verdict.suggestion or "",
        signed=signed,
        open=not verdict.passes and decision is None,
    )


def when(written: str) -> str:
    """A time in ISO 8601 as it is printed, in UTC; anything else as it is."""
    try:
        at = datetime.fromisoformat(written)
    except ValueError:
        return written
    at = at.replace(tzinfo=UTC) if at.tzinfo is None else at.astimezone(UTC)
    return at.strftime("%Y-%m-%d %H:%M:%S UTC")


def _paragraph(checked: CheckedDraft, verdict: Verdict) -> int:
    """The number of the paragraph that the claim begins in."""
    ends = [end for _, end in paragraph_spans(checked)]
    return next((n for n, end in enumerate(ends, start=1) if verdict.claim.start < end), len(ends))


def _source(source: Source, labels: Mapping[str, str]) -> str:
    parts = []
    if source.authority is not None:
        parts.append(source.authority)
        if source.pin:
            parts.append(f"at {source.pin}")
    if source.exhibit is not None:
        parts.append(labels.get(source.exhibit, f"Exhibit {source.exhibit}"))
        if source.page is not None:
            parts.append(f"page {source.page}")
    if source.bates is not None:
        parts.append(source.bates)
    return ", ".join(parts)
