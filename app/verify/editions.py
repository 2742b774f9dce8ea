"""Reporters in their many spellings."""

from functools import cache

from app.verify.citations import reporter_key


def edition_keys(reporter: str) -> tuple[str, ...]:
    """What a reporter is looked up by, the likeliest first: as written, then the edition that the spelling stands for.

    A spelling that stands for several editions stands for none.
    """
    key = reporter_key(reporter)
    other = _variations().get(key, frozenset())
    return (key, *other) if len(other) == 1 else (key,)


@cache
def _variations() -> dict[str, frozenset[str]]:
    from reporters_db import EDITIONS, VARIATIONS_ONLY

    found: dict[str, set[str]] = {}
    for variation, editions in VARIATIONS_ONLY.items():
        found.setdefault(reporter_key(variation), set()).update(reporter_key(e) for e in editions)
    own = {reporter_key(edition) for edition in EDITIONS}
    return {key: frozenset(to - {key}) for key, to in found.items() if key not in own}
