"""The review's words: what a verdict, a claim's kind and a count are called to a person."""

import html

from PySide6.QtCore import QCoreApplication

from app.domain.claim import SIGNS, ClaimKind, Verdict, VerdictKind
from app.domain.draft import MADE_WORDS
from app.gui.editor_marks import SIGNED, Mark
from app.gui.tally import Tally

translate = QCoreApplication.translate


def verdict_word(kind: VerdictKind) -> str:
    return {
        VerdictKind.SUPPORTED: translate("Review", "supported"),
        VerdictKind.MISPLACED: translate("Review", "misplaced"),
        VerdictKind.UNSUPPORTED: translate("Review", "unsupported"),
        VerdictKind.AMBIGUOUS: translate("Review", "ambiguous"),
        VerdictKind.UNCHECKED: translate("Review", "could not be checked"),
    }[kind]


def kind_word(kind: ClaimKind) -> str:
    return {
        ClaimKind.CITATION: translate("Review", "case citations"),
        ClaimKind.CASE_NAME: translate("Review", "case names"),
        ClaimKind.STATUTE: translate("Review", "statutes"),
        ClaimKind.QUOTATION: translate("Review", "quotations"),
        ClaimKind.DATE: translate("Review", "dates"),
        ClaimKind.AMOUNT: translate("Review", "amounts"),
        ClaimKind.BATES: translate("Review", "Bates numbers"),
        ClaimKind.EXHIBIT: translate("Review", "exhibits and transcripts"),
        ClaimKind.DOCKET: translate("Review", "docket numbers"),
    }[kind]


def sign_of(mark: Mark) -> str:
    return SIGNED if mark.signed else SIGNS[mark.verdict.verdict]


def short(text: str, most: int = 48) -> str:
    """One line of a claim's words, shortened in the middle of a sentence rather than of a word."""
    line = " ".join(text.split())
    return line if len(line) <= most else line[:most].rsplit(" ", 1)[0].rstrip(",;.") + " …"


def reason(mark: Mark) -> str:
    """One line of why a claim stands as it does; for a signed one who signed, and why."""
    if mark.signed:
        return translate("Review", "signed by {name}: {reason}").format(
            name=mark.signed.name, reason=mark.signed.reason
        )
    return mark.verdict.reason


def brief(mark: Mark) -> str:
    """The reason where the claim's own words stand beside it already: without them, what is useful comes first."""
    return reason(mark) if mark.signed else brief_reason(mark.verdict)


def brief_reason(verdict: Verdict) -> str:
    words = " ".join(verdict.claim.text.split())
    return verdict.reason.removeprefix(f"{words} ").removesuffix(f"; the draft says {words}.")


def tooltip(mark: Mark) -> str:
    word = translate("Review", "signed, was {verdict}") if mark.signed else "{verdict}"
    said = word.format(verdict=verdict_word(mark.verdict.verdict))
    claim = html.escape(short(mark.verdict.claim.text))
    lines = [f"<b>{sign_of(mark)} {claim}</b>: {html.escape(said)}", html.escape(reason(mark))]
    if mark.open and mark.verdict.suggestion:
        lines.append(translate("Review", "Suggestion: {words}").format(words=html.escape(mark.verdict.suggestion)))
    return "<br>".join(line for line in lines if line)


def counts(of: Tally) -> str:
    """``38 seen: 32 supported, 4 blocked, 2 to settle``: what was seen is always said, also where nothing is wrong."""
    if not of.seen:
        return translate("Review", "0 seen: nothing here could be checked")
    parts = [translate("Review", "{n} supported").format(n=f"{of.supported:,}")]
    more = (
        (of.blocked, translate("Review", "{n} blocked")),
        (of.to_settle, translate("Review", "{n} to settle")),
        (of.signed, translate("Review", "{n} signed")),
    )
    parts += [words.format(n=f"{n:,}") for n, words in more if n]
    return translate("Review", "{n} seen: {parts}").format(n=f"{of.seen:,}", parts=", ".join(parts))


def answer_word(answer: str) -> str:
    """What became of an attack, as the log keeps it (``AttackAnswer``)."""
    return {
        "mended": translate("Review", "mended"),
        "accepted": translate("Review", "accepted"),
        "rebutted": translate("Review", "rebutted"),
    }.get(answer, translate("Review", "open"))


def made_word(made_by: str) -> str:
    """Who wrote a version, from what stored it."""
    return translate("Review", MADE_WORDS.get(made_by, made_by))
