"""Whether the text layer of a page is what is printed there, judged by its words alone."""

import re
from collections.abc import Iterable, Sequence

_COMMON: dict[str, str] = {
    "eng": (
        "the of and to in a that is for on by with as be was at or this from it not are have has which an any all"
        " such will shall you your we our he she his her their they been were if may no but would other"
    ),
    "deu": (
        "der die das und in zu den von mit sich des auf für ist im dem nicht ein eine als auch es an werden aus er"
        " hat dass sie nach wird bei einer um am sind noch wie einem über einen so zum haben nur oder aber vor zur"
        " bis mehr durch man sein wurde wenn ich kann"
    ),
    "fra": (
        "le la les de des du et en un une que qui est dans pour pas par sur au aux avec il elle ne se ce cette son sa"
        " ses plus ou à où été sont nous vous je mais comme leur dont"
    ),
    "spa": (
        "el la los las de del y en un una que es por con para se no su al lo como más o pero sus le ha este esta si"
        " sobre entre cuando muy sin ser también fue"
    ),
    "por": (
        "o a os as de do da dos das e em um uma que é por com para se não no na nos nas ao ou seu sua mais como foi"
        " pelo pela são à às este esta entre"
    ),
    "rus": (
        "и в не на я что он с как это по но они к у из за от о же для до вы бы так или при если его её их был была"
        " были также который настоящего"
    ),
}

_FUNCTION_WORDS = {language: frozenset(words.split()) for language, words in _COMMON.items()}

_EDGES = "".join(map(chr, range(33, 48))) + ":;<=>?@[\\]^_`{|}~«»„“”‘’‚–—…§¶•·©®™°"
_WORD = re.compile(r"[^\W\d_]+(?:['’\-–/.&][^\W\d_]+)*")
_VOWEL = re.compile(r"[aeiouyäöüàâæéèêëîïôœùûáíóúãõìòåаеёиоуыэюяαεηιουω]", re.I)
_INNER_CAPITAL = re.compile(r"[a-zß-ÿа-я]{2}[A-ZА-Я]|^[A-Z][a-z][A-Z][a-z][A-Z]")
_TRIPLE = re.compile(r"([^\W\d_])\1\1", re.I)
_MIN_WORDS = 12


def odd_share(words: Iterable[str]) -> float | None:
    """Share of the words that no language here would write, 0 to 1; None where there are too few to tell."""
    seen = odd = 0
    for word in words:
        core = word.strip(_EDGES)
        if sum(c.isalpha() for c in core) < 3:
            continue
        seen += 1
        odd += _is_odd(core)
    return odd / seen if seen >= _MIN_WORDS else None


def _is_odd(word: str) -> bool:
    if any(ord(c) > 0x2FFF or c == "\ufffd" for c in word):
        return True
    if "@" in word or "://" in word or "www." in word or any(c.isdigit() for c in word):
        return False
    if not _WORD.fullmatch(word):
        return True
    if _TRIPLE.search(word) or _INNER_CAPITAL.search(word):
        return True
    return word.islower() and len(word) > 3 and not _VOWEL.search(word)


def foreign_share(text: str) -> float:
    """Share of letters that aren't Latin, Greek, Cyrillic, Hebrew or Arabic, or that are no letters at all."""
    marks = [c for c in text if not c.isspace() and (c.isalpha() or ord(c) > 0x2FFF or c == "\ufffd")]
    if not marks:
        return 0.0
    return sum(ord(c) > 0x1FFF or 0x0700 <= ord(c) < 0x1E00 for c in marks) / len(marks)


def function_word_share(words: Sequence[str], language: str) -> float:
    """Share of the words that are among a language's commonest (some 0.3 to 0.5 in running text)."""
    known = _FUNCTION_WORDS.get(language, frozenset())
    tokens = [token for word in words if (token := word.strip(_EDGES).lower())]
    return sum(token in known for token in tokens) / len(tokens) if tokens else 0.0


def is_cyrillic(words: Iterable[str]) -> bool:
    """Whether most letters are Cyrillic; a few alone are Latin letters mistaken for those that look alike."""
    letters = [c for word in words for c in word if c.isalpha()]
    return sum("\u0400" <= c <= "\u04ff" for c in letters) > 0.6 * len(letters)


def likely_language(words: Sequence[str], among: Sequence[str]) -> str | None:
    """The language whose commonest words are most frequent, where there are enough to tell."""
    if len(words) < _MIN_WORDS:
        return None
    shares = {language: function_word_share(words, language) for language in among}
    best = max(among, key=lambda language: shares[language], default=None)
    return best if best is not None and shares[best] >= 0.08 else None
