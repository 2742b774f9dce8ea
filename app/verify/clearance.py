"""The only place where a draft is cleared for final export."""

from app.domain.review import CheckedDraft, ClearedDraft


def clear(checked: CheckedDraft) -> ClearedDraft:
    """The draft as one that may be filed; ``ClaimsOpen`` while a claim neither passes nor is signed for."""
    return ClearedDraft(checked)
