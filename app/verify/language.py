"""Which of the six languages a text is in: by its script, else by its small words."""

import re

from app.verify.tables import STOPWORDS

_WORD = re.compile(r"[^\W\d_]+")


def guess_language(text: str, default: str = "en") -> str:
    """``en de fr es pt ru``; ``default`` where the text has too few small words to tell."""
    words = [w.casefold() for w in _WORD.findall(text[:20000])]
    if sum(c >= "\u0400" and c <= "\u04ff" for c in text[:2000]) > 0.3 * sum(c.isalpha() for c in text[:2000]) > 0:
        return "ru"
    counts = {language: sum(w in small for w in words) for language, small in STOPWORDS.items()}
    best = max(counts, key=lambda language: (counts[language], language == default))
    return best if counts[best] >= 2 else default
