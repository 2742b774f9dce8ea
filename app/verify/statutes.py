"""Statutes and rules, in the forms of six languages, as code, section and path of subsections."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

_SUBS: Final = r"(?P<subs>(?: ?\([0-9A-Za-z]{1,5}\))*)"
_SECTION: Final = r"(?P<section>\d{1,5}[a-z]{0,3}(?:-\d{1,3}[a-z]?)?(?:\.\d{1,5})?)"
_PATTERNS: Final = tuple(
    re.compile(p)
    for p in (
        rf"\b(?P<title>\d{{1,2}}) ?U\. ?S\. ?C\.?(?: ?A\.)? ?(?:§§?|\$|[Ss]ections?|[Ss]ec\.)? ?{_SECTION}{_SUBS}",
        rf"\b(?P<title>\d{{1,2}}) USCA? ?(?:§§?|[Ss]ections?|[Ss]ec\.)? ?{_SECTION}{_SUBS}",
        rf"\b[Ss]ection {_SECTION}{_SUBS} of [Tt]itle (?P<title>\d{{1,2}})\b(?: of the United States Code)?",
        rf"\b(?P<title>\d{{1,2}}) (?P<code>C\.?F\.?R\.?) ?(?:§§?|[Pp]art)? ?{_SECTION}{_SUBS}",
        rf"(?P<code>\bFed\. ?R\. ?(?:Civ|Crim|App|Bankr)\. ?P\.|\bFed\. ?R\. ?Evid\.|\bFRCP|"
        rf"\bFRE) ?{_SECTION}{_SUBS}",
        rf"(?P<code>\b(?:Cal|N\.Y|Tex|Fla|Ill|Ohio|Del|Mass|N\.J|Pa|Wash|Ariz|Nev|Colo|Va|Ga|Mich|Minn|Or|Md|Conn|"
        rf"Wis|Iowa)\.?"
        rf"(?: (?:[A-Z][a-z]*\.|&|Code|Law|Rev\.|Ann\.|Stat\.|Prac\.)){{1,7}}) ?§§? ?{_SECTION}{_SUBS}",
        rf"(?P<again>\b[Ii]d\.) ?§§? ?{_SECTION}{_SUBS}",
        r"§§? ?(?P<section>\d{1,4}[a-z]?)(?P<de>(?:,? (?:Abs\.|Absatz) ?\d{1,2}[a-z]?)?(?:,? (?:Satz|"
        r"S\.) ?\d{1,2})?(?:,? (?:Nr\.|Nummer) ?\d{1,2}[a-z]?)?)"
        r" (?P<code>[A-ZÄÖÜ][A-Za-zÄÖÜäöü]{1,8}(?:G|B|O|V)B?\b|BGB|HGB|ZPO|StGB|GG|InsO|AktG|GmbHG)",
        r"(?<![\w])(?:[Aa]rt(?:icle|iculo|ículo|igo|"
        r"\.)s?) (?P<section>(?:[LRD]\. ?)?\d{1,5}(?:[-.]\d{1,4}){0,3}(?: (?:bis|ter|"
        r"quater)\b)?(?:-[A-Z]\b)?)(?:\.?[º°])?"
        r"(?P<rom>(?:,? (?:al(?:inéa|\.) ?\d{1,2}|§ ?\d{1,2}[º°]?|inciso [IVXLC]+|apartado \d{1,2}|"
        r"ap\. \d{1,2})){0,3}),?"
        r" (?:(?:du|de la|del|de|do|da|des) )?(?P<code>[Cc]ode (?:civil|de commerce|de procédure civile|du travail|"
        r"pénal|de la consommation)|C\. ?(?:civ|com|trav|pén)\.|"
        r"Código (?:Civil|Penal|de Comercio|de Processo Civil|de Defesa do Consumidor)|CC\b|CPC\b|CDC\b|LEC\b|"
        r"C\.C\.|Constitución|Constituição(?: Federal)?)",
        r"(?P<ru>(?:(?:п|пп|ч|абз)\. ?\d{1,2}(?:\.\d{1,2})? ?){0,3})(?:ст\.|статьи|статья|статье|статьей|"
        r"статьёй) ?(?P<section>\d{1,4}(?:\.\d{1,2})?) (?P<code>ГК РФ|ГК|АПК РФ|АПК|ГПК РФ|ТК РФ|НК РФ|УК РФ|"
        r"КоАП РФ|Гражданского кодекса(?: РФ| Российской Федерации)?)",
        rf"(?<![\w])(?P<bare>§§?|[Ss]ections?) ?{_SECTION}{_SUBS}(?! of the (?:Agreement|Lease|Contract|Note|Plan|"
        rf"Policy|lease|agreement|contract))",
        r"(?P<only>\b[Ss]ubsections?) (?P<subs>(?:\([0-9A-Za-z]{1,5}\))+)",
    )
)
_CODE_NAMES: Final = {
    "cc": "código civil",
    "c.c.": "código civil",
    "c. civ.": "code civil",
    "c.civ.": "code civil",
    "c. com.": "code de commerce",
    "c. trav.": "code du travail",
    "c. pén.": "code pénal",
    "гк": "гк рф",
    "апк": "апк рф",
    "гражданского кодекса": "гк рф",
    "гражданского кодекса рф": "гк рф",
    "гражданского кодекса российской федерации": "гк рф",
    "cpc": "código de processo civil",
    "cdc": "código de defesa do consumidor",
    "frcp": "fed. r. civ. p.",
    "fre": "fed. r. evid.",
}
_STEP: Final = re.compile(
    r"\(([0-9A-Za-z]{1,5})\)|(?:Abs\.|Absatz|п\.|ч\.|§|al\.|alinéa|apartado|ap\.) ?(\d{1,2}[a-z]?)|(?:Satz|"
    r"S\.) ?(?P<satz>\d{1,2})|(?:Nr\.|Nummer) ?(?P<nr>\d{1,2}[a-z]?)"
)


@dataclass(frozen=True, slots=True)
class StatuteRef:
    """``code``: the title of the United States Code (``28 usc``) or a code's name; None where context must give it."""

    code: str | None
    section: str | None
    path: tuple[str, ...]
    again: bool = False
    foreign: bool = False

    def normal(self) -> str:
        tail = "".join(f"({p})" for p in self.path)
        return f"{self.code or ''} § {self.section or ''}{tail}".strip()


def find_statutes(text: str) -> Iterator[tuple[int, int, StatuteRef]]:
    """Statute cites; a bare "section 362(a)" is one only where subsections follow or the sign § stands."""
    for pattern in _PATTERNS:
        for match in pattern.finditer(text):
            parts = match.groupdict()
            if parts.get("bare") and not (parts.get("subs") or parts["bare"].startswith("§")):
                continue
            yield match.start(), match.end(), _ref(parts)


def _ref(parts: dict[str, str | None]) -> StatuteRef:
    path_text = parts.get("subs") or parts.get("de") or parts.get("rom") or parts.get("ru") or ""
    steps = tuple(m[1] or m[2] for m in _STEP.finditer(path_text) if m[1] or m[2])
    code: str | None = None
    if parts.get("title"):
        code = f"{parts['title']} {'cfr' if parts.get('code') else 'usc'}"
    elif parts.get("code"):
        code = code_name(parts["code"] or "")
    foreign = any(parts.get(k) is not None for k in ("de", "rom", "ru"))
    return StatuteRef(code, (parts.get("section") or "").strip() or None, steps, bool(parts.get("again")), foreign)


def code_name(name: str) -> str:
    """A code's name in one form."""
    plain = " ".join(name.casefold().split())
    return _CODE_NAMES.get(plain, plain)


def statute_key(code: str, section: str) -> str:
    """What is compared of a statute: its code and section without spaces and points."""
    return re.sub(r"[\s.]", "", f"{code}|{section}").casefold()
