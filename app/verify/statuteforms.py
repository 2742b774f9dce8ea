"""How statutes, rules and constitutions are cited, in the forms of six languages, and what their codes are called."""

import re
from typing import Final

from app.verify.guarded import Guarded
from app.verify.statecodes import TITLED, state_code

SUBS: Final = r"(?P<subs>(?:(?:,? subds?\. ?)?(?:(?<=\. )\d{1,2})?(?: ?\([0-9A-Za-z]{1,5}\))+)*)"
SECTION: Final = (
    r"(?P<section>\d{1,5}(?:[A-Za-z]{1,2}\d{0,2})?"
    r"(?:[.:\-]\d{1,4}[A-Za-z]{0,2}\d{0,2}|(?<=\d)-[A-Z]{1,2}(?![A-Za-z])){0,4}(?:/\d{1,4}[a-z]?(?:-\d{1,4}[A-Za-z]?)?)?)"
)
_TITLED: Final = r"(?P<section>\d{1,5}(?:[A-Za-z]{1,3}(?:-\d{1,3}[a-z]{0,2})?)?)"
"""In the United States Code a dash between two numbers makes a range, one after a letter is part of the number."""
_PART: Final = r"(?P<section>\d{1,5}(?:\.\d{1,5}[a-z]{0,2}(?:-\d{1,3}[a-z]?)?)?)"
_SIGN: Final = r"(?:(?P<many>§§|[Ss]ections|[Ss]ecs\.)|§|\$|[Ss]ection|[Ss]ec\.)"
_WORDS: Final = r"(?:[A-Z][\w.'’&]*,? |& |and |of |\((?:First|Second|Third)\) ){1,7}"
_STATES: Final = (
    r"Cal|N\.Y|Tex|Fla|Ill|Ohio|Del|Mass|N\.J|Pa|Wash|Ariz|Nev|Colo|Va|Ga|Mich|Minn|Or|Md|Conn|Wis|Iowa|Ala|Ark|"
    r"Haw|Idaho|Ind|Kan|Ky|La|Me|Miss|Mo|Mont|Neb|N\.H|N\.M|N\.C|N\.D|Okla|R\.I|S\.C|S\.D|Tenn|Utah|Vt|W\. Va|Wyo"
)
_INITIALS: Final = (
    r"C\.?P\.?L\.?R\.?|R\.?C\.?W\.?|N\.?R\.?S\.?|K\.S\.A\.|N\.J\.S\.A\.|O\.R\.C\.|R\.C\.|A\.R\.S\.|O\.C\.G\.A\.|O\.R\.S\.|"
    r"C\.R\.S\.|F\.S\.|M\.C\.L\.|U\.?C\.?C\.?|U\.S\.S\.G\.|I\.R\.C\.|HRS|KRS|ORS|MCL"
)
_RULES: Final = (
    r"Fed\. ?R\. ?(?:Civ|Crim|App|Bankr)\. ?P\.|Fed\. ?R\. ?Evid\.|FRCP|FRE|FRAP|"
    r"(?:Federal|Fed\.) Rules? of (?:Civil|Criminal|Appellate|Bankruptcy) Procedure|"
    r"(?:Federal|Fed\.) Rules? of Evidence"
)
PATTERNS: Final = tuple(
    Guarded(p)
    for p in (
        *(f"{titled}{SECTION}{SUBS}" for titled in TITLED),
        rf"\b(?P<title>\d{{1,2}}) ?U\. ?S\. ?C\.?(?: ?A\.)? ?{_SIGN}? ?{_TITLED}{SUBS}",
        rf"\b(?P<title>\d{{1,2}}) USCA? ?{_SIGN}? ?{_TITLED}{SUBS}",
        rf"\b[Ss]ection {_TITLED}{SUBS} of [Tt]itle (?P<title>\d{{1,2}})\b(?: of the United States Code)?",
        rf"\b(?P<title>\d{{1,2}}) (?P<code>C\.?F\.?R\.?) ?(?:(?P<many>§§)|§|[Pp]arts?)? ?{_PART}{SUBS}",
        rf"(?P<code>\b(?:{_RULES})) ?{SECTION}{SUBS}",
        rf"(?P<code>\b\d{{1,3}} (?:ILCS|Pa\. ?C\.?S\.?(?: ?A\.)?|Pa\. Cons\. Stat\.)) ?§? ?"
        rf"(?P<section>\d{{1,5}}(?:/\d{{1,3}}[a-z]{{0,2}}(?![a-z]))?"
        rf"(?:-\d{{1,4}})?){SUBS}",
        rf"(?P<code>\b(?:{_STATES})\.?,?"
        rf"(?: (?:[A-Z][a-z]*\.|&|and|Code|Law|Rev\.|Ann\.|Stat\.|Prac\.|[A-Z][a-z]+)){{1,7}}"
        rf"),? ?{_SIGN} ?{SECTION}{SUBS}",
        r"(?P<code>\b(?:M\.?G\.?L\.?|Mass\. Gen\. Laws),? (?:c|ch)\. ?\d{1,3}[A-Z]?),? ?§§? ?" + SECTION + SUBS,
        rf"(?P<code>(?:\b[A-Z]{{1,2}}\.[A-Z]?\.? ?)?(?<![\w.])(?:{_INITIALS})),? ?"
        rf"(?:§§?|[Ss]ections?)? ?{SECTION}{SUBS}",
        r"(?P<code>\bPub\. ?L\.(?: No\.)?|\bPublic Law(?: No\.)?) ?(?P<section>\d{2,3}[-–]\d{1,4})" + SUBS,
        r"(?P<code>\bU\. ?S\. Const\.,?) (?:amends?|arts?)\. ?(?P<section>[IVXL]{1,6})"
        r"(?P<subs>(?:, § ?\d{1,2}(?:, cl\. ?\d{1,2})?)?)",
        rf"§§? ?{SECTION}{SUBS}, (?P<code>(?:{_STATES})\.? Stat\.)",
        rf"(?P<again>\b[Ii]d\.) ?§§? ?{SECTION}{SUBS}",
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
        r"статьёй) ?(?P<section>\d{1,4}(?:\.\d{1,2})?) (?P<code>(?:ГПК|АПК|УПК|ГК|ТК|НК|УК|СК|ЖК|КоАП)(?: РФ| РСФСР)?|"
        r"Гражданского кодекса(?: РФ| Российской Федерации)?)",
        rf"(?P<code>(?<![\w.]){_WORDS})(?:(?P<many>§§|[Ss]ections)|§|[Ss]ection) ?{SECTION}{SUBS}"
        r"(?![\w(]| of (?:the|this) )",
        rf"(?<![\w])(?P<bare>§§?|[Ss]ections?) ?{SECTION}{SUBS}(?![\w(]| of (?:the |this )?(?:"
        rf"Agreement|Lease|Contract|Note|Plan|"
        rf"Policy|lease|agreement|contract))",
        rf"\b(?:[Uu]nder|[Pp]ursuant to|[Ss]ee|[Pp]er) (?P<rule>Rule) {SECTION}(?P<subs>(?:\([0-9A-Za-z]{{1,5}}\))+)",
        r"(?P<only>\b[Ss]ubsections?) (?P<subs>(?:\([0-9A-Za-z]{1,5}\))+)",
    )
)
LEAD: Final = re.compile(
    r"^(?:(?:Vgl\.|Siehe|Nach|Gemäß|Aus|Laut|Zu|Under|See|In|Per|By|The|Both|And|Pursuant|To|Of|Cf\.|Accord|But|Also|Unlike|Because|Since|Where|That|This|"
    r"With|For|At|On|As|If|Violates?|Violated|Plaintiffs?|Defendants?|and|of),? )+"
)
"""Words of the sentence that a code's name seems to begin with."""
CODE_NAMES: Final = {
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
    "cf": "constituição federal",
    "constituição": "constituição federal",
    "cpc": "código de processo civil",
    "cdc": "código de defesa do consumidor",
    "frcp": "fed. r. civ. p.",
    "fre": "fed. r. evid.",
    "frap": "fed. r. app. p.",
    "bankruptcy code": "11 usc",
    "internal revenue code": "26 usc",
    "i.r.c.": "26 usc",
}
_RULE_OF: Final = re.compile(
    r"(federal|fed\.) rules? of (civil|criminal|appellate|bankruptcy) procedure|.* of evidence"
)


def code_of(name: str) -> str:
    """A code's name in one form."""
    plain = " ".join(name.casefold().split()).rstrip(" ,")
    rule = _RULE_OF.fullmatch(plain)
    if rule:
        short = {"civil": "civ", "criminal": "crim", "appellate": "app", "bankruptcy": "bankr"}
        return f"fed. r. {short[rule[2]]}. p." if rule[2] else "fed. r. evid."
    return CODE_NAMES.get(plain) or state_code(plain) or plain
