"""How citations look that eyecite does not know, and where a case name before a citation begins."""

import re
from typing import Final

from app.verify.guarded import Guarded

DASH: Final = r"[-‐‑‒–—−]"
FOREIGN: Final = Guarded(
    r"(?:\b(?:BGH|BVerfG|BAG|BFH|BSG|BVerwG|OLG|LG|AG|KG|EuGH|VGH|OVG)(?: [A-ZÄÖÜ][\wäöüß\-]+)?,? (?:Urteil|Urt\.|"
    r"Beschluss|Beschl\.|Versäumnisurteil) (?:v\.|vom) (?:[\d. ]{6,12}|"
    r"\d{1,2}\. \w{3,9} \d{4})(?:[^\n;()]{0,60}?(?:\d+/\d{2,4}|ECLI:[\w:]+))?"
    r"|\b(?:Cass|CA|CE|Cons\. const|Conseil d['’]État|Cour de cassation|TJ|"
    r"TGI)\b\.?(?:[^\n;()«»]{0,60}?)n° ?[\d\-./]{4,14}"
    r"|\b(?:STS|SAP|STC|ATS|SAN|STSJ)(?: [A-ZÁÉÍÓÚ][\wáéíóúñ]+)?(?: (?:núm\.|"
    r"n\.º))? \d{1,5}/\d{4}(?:, de \d{1,2} de \w+(?: de \d{4})?)?"
    r"|\b(?:STJ|STF|TJ[A-Z]{2}|TST|TRF\d?)\b,? (?:[A-Z][\w.]{0,6} ){1,3}(?:n\.?[º°] ?)?\d[\d.\-]{2,14}(?:/[A-Z]{2})?"
    r"|(?:Постановлени[ея]|Определени[ея]|Решени[ея])(?: [А-ЯЁа-яё]+){1,6} от \d{1,2}[.\d]{6,8}(?: (?:г\.|"
    r"года))?(?: (?:№|N) ?[\w\-/А-Яа-я]+)?"
    r")"
)
GLUED: Final = Guarded(
    r"(?<![\w.])(?P<volume>\d{1,4}) ?(?P<reporter>U\.? ?S\.?|S\. ?Ct\.|L\. ?Ed\. ?2d|F\. ?(?:2d|3d|4th)|"
    r"F\. ?Supp\.(?: ?(?:2d|3d))?|F\. ?App['’]x|F\.R\.D\.|B\.R\.|WL|"
    r"A\.(?:2d|3d)|P\.(?:2d|3d)|N\.E\.(?:2d|3d)|N\.W\.2d|S\.E\.2d|S\.W\.(?:2d|3d)|So\. ?(?:2d|3d)|A\.D\.(?:2d|3d)|"
    r"Cal\. ?(?:2d|3d|4th|5th))"
    r" ?(?P<page>\d{1,8})(?!\d)"
    rf"(?:, (?P<pin>\d{{1,5}})(?: ?{DASH} ?\d{{1,5}})?(?! [A-Z]))?(?: ?\((?P<paren>[^()\n]{{2,60}})\))?"
)
NEUTRAL: Final = Guarded(
    r"\[(?P<bracketed>(?:19|20)\d\d)\] (?P<series>(?:\d+ )?(?:EWHC|EWCA|UKSC|UKHL|UKPC|AC|QB|WLR|All ER|Ch)"
    r"(?: (?:Civ|Crim))?) (?P<number>\d{1,5})(?: \([A-Za-z]+\))?"
    r"|(?P<year>(?:19|20)\d\d) (?P<reporter>IL App \(\d\w\w\)|UT App|UT|OK|ND|SD|WY|MT|NM|CO|VT|ME|WI(?: App)?|AZ|"
    r"Ohio) (?P<page>\d{1,7}(?:-U)?)\b"
)
_NAME_CUT: Final = re.compile(r"(?P<word>[\w'’]{1,20})\. (?=[A-Z\d])|; |\n|[”\"] | \((?!No\.)(?=[a-z])")
_SHORT_WORDS: Final = frozenset(
    [
        "v",
        "vs",
        "Co",
        "No",
        "Mr",
        "Dr",
        "St",
        "Ry",
        "Am",
        "Inc",
        "Ltd",
        "Atl",
        "Sys",
        "Min",
        "Mfg",
        "Ins",
        "Int",
        "Corp",
        "Bros",
        "Univ",
        "Hosp",
        "Dist",
        "Educ",
        "Int'l",
        "Ass'n",
        "Dep't",
        "Servs",
        "Nat'l",
        "Indus",
        "Hous",
        "Comm'n",
        "Cent",
        "Serv",
        "Gen",
        "Elec",
        "Tel",
        "Transp",
        "Ctr",
        "Cnty",
        "Dev",
        "Constr",
        "Coll",
        "Sch",
        "Bd",
        "Auth",
        "Sec",
        "Pac",
        "Fin",
        "Grp",
        "Mgmt",
        "Props",
    ]
)
_NAME_BEFORE: Final = re.compile(
    r"(?:^|(?<=[\s(“\"«;]))(?P<name>(?:(?:In re|Ex parte|Matter of|Estate of|United States|State|People|"
    r"Commonwealth|The|R) )?"
    r"(?:(?:(?:[A-Z]|e[A-Z])[\w.'’&\-]*|\([A-Za-z ]+\)|&|of|the|de|la|van|von|ex rel\.|et al\.|and|for|"
    r"\d{4}),? ){0,12}"
    r"(?:v|vs|V|VS)\.? "
    r"(?:(?:[A-Z\d][\w.'’&\-]*+|\([A-Za-z. ]+\)|&|of|the|de|la|van|von|ex rel\.|et al\.|and|for|in),? ?){1,14}"
    r"|(?:In re|Ex parte|Matter of|Estate of) (?:(?:[A-Z\d][\w.'’&\-]*+|&|of|the|and|"
    r"Near),? ?){1,10})(?: ?\(No\. [\w:\-]{3,20}\))?,? ?$"
)
SIGNALS: Final = re.compile(
    r"^(?:(?:See|see|and|or|with|but|citing|quoting|Cf\.|But see|Accord|accord|E\.g\.,?|Compare|But|And|In|Under|"
    r"also|generally|Also|Contra|Citing|"
    r"Quoting|Both|Nor|Vgl\.|Voir),? )+"
)


def _abbreviates(word: str | None) -> bool:
    """Whether a point after the word need not end a sentence: it is part of a name."""
    return word is not None and (len(word) == 1 or word.replace("’", "'") in _SHORT_WORDS)


def name_before(text: str, end: int) -> tuple[int, str | None]:
    """The case name that stands right before a citation, and where the whole begins."""
    low = max(0, end - 160)
    window = text[low:end]
    cuts = [m.end() for m in _NAME_CUT.finditer(window) if not _abbreviates(m["word"])]
    at = cuts[-1] if cuts else 0
    low, window = low + at, window[at:]
    match = _NAME_BEFORE.search(window)
    if not match:
        return end, None
    name = match["name"]
    signal = SIGNALS.match(name)
    skip = signal.end() if signal and not name.startswith("In re") else 0
    return low + match.start("name") + skip, name[skip:].strip(" ,")
