"""Words that a page has, and yet not as the draft gives them: after a "not", or of another speaker."""

from app.domain.claim import VerdictKind
from app.verify.found import Finding, Place
from app.verify.negation import cut_negation
from app.verify.record import Index
from app.verify.scope import Unit, masked
from app.verify.speakers import other_speaker, other_than_role


def judge_words(text: str, unit: Unit, span: tuple[int, int], place: Place, index: Index) -> Finding | None:
    """What speaks against a quotation (``span`` of the draft) whose words stand at ``place``; None where nothing."""
    there = index.show(place.page)
    page = index.pages[place.page].page.text
    cut = cut_negation(masked(text, unit, unit.sentence.start, span[0]), page, place)
    if cut:
        why = f"On {there} “{cut}” stands right before these words; the draft omits it."
        return Finding(VerdictKind.UNSUPPORTED, why, (place,))
    other = other_speaker(text, unit, span, place, index) or other_than_role(text, unit, span, place, index)
    if other is None:
        return None
    return Finding(VerdictKind.MISPLACED, f"On {there} these are the words of {other}.", (place,))
