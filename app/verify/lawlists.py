"""Several sections under one code, as German, French, Spanish, Portuguese and Russian drafts cite them."""

import re
from collections.abc import Iterator
from typing import Final

from app.verify.guarded import Guarded
from app.verify.statuteforms import code_of

_DE: Final = r"(?:[A-ZÄÖÜ][A-Za-zÄÖÜäöü]{1,8}(?:G|B|O|V)B?\b|BGB|HGB|ZPO|StGB|GG|InsO|AktG|GmbHG|AEUV|DSGVO|EGBGB)"
_FR: Final = (
    r"(?:[Cc]ode (?:civil|de commerce|de procédure civile|du travail|pénal|de la consommation)|"
    r"C\. ?(?:civ|com|trav|pén)\.)"
)
_ES: Final = r"(?:Código (?:Civil|Penal|de Comercio)|CC\b|C\.C\.|LEC\b|Constitución)"
_PT: Final = (
    r"(?:Código (?:Civil|Penal|de Processo Civil|de Defesa do Consumidor)|CC\b|CPC\b|CDC\b|CF\b|"
    r"Constituição(?: Federal)?)"
)
_RU: Final = (
    r"(?:(?:ГПК|АПК|УПК|ГК|ТК|НК|УК|СК|ЖК|КоАП)(?: РФ| РСФСР)?|"
    r"Гражданского кодекса(?: РФ| Российской Федерации)?)"
)
_ABS: Final = r"(?:(?:Abs\.|Absatz) ?\d{1,2}[a-z]?)"
_FINER: Final = r"(?: (?:Satz|S\.) ?\d{1,2}| (?:Nr\.|Nummer) ?\d{1,2}[a-z]?)*"
_GERMAN: Final = rf"\d{{1,4}}[a-z]?(?: {_ABS}{_FINER})?(?: ff?\.)?"
_FRENCH: Final = r"(?:[LRD]\. ?)?\d{1,5}(?:-\d{1,4})*"
_NO: Final = r"\d{1,4}(?:\.\d)?"
_FORMS: Final = tuple(
    Guarded(p)
    for p in (
        rf"§§ ?(?P<list>{_GERMAN}(?:(?:,| und| oder| bis|,? i\. ?V\. ?m\.| ?[-–]) ?(?:§ ?)?{_GERMAN})*) "
        rf"(?P<code>{_DE})",
        rf"\b[Aa]rt(?:icles?|s?\.) (?P<list>{_FRENCH}(?:(?:,| et| à) {_FRENCH})+)(?: et s(?:uiv)?\.)? (?:du )?"
        rf"(?P<code>{_FR})",
        rf"\b[Aa]rt(?:ículos?|s?\.) (?P<list>{_NO}(?:(?:,| y| a) {_NO})+) (?:del? (?:la )?)?(?P<code>{_ES})",
        rf"\b[Aa]rt(?:igos?|s?\.) (?P<list>\d{{1,4}}[º°]?(?:(?:,| e| a) \d{{1,4}}[º°]?)+),? (?:do |da )?"
        rf"(?P<code>{_PT})",
        rf"(?<!\w)(?:ст\. ?ст\.|ст\.|стать(?:ям|ях|и|ями)|статей) ?(?P<list>{_NO}(?:(?:,| и| по|[-–]) ?{_NO})+) "
        rf"(?P<code>{_RU})",
    )
)
_PARAGRAPHS: Final = Guarded(
    r"§ ?(?P<section>\d{1,4}[a-z]?) (?:Abs\.|Absatz) ?(?P<list>\d{1,2}(?:(?:,| und| oder) (?:Abs\. ?)?\d{1,2})+) "
    rf"(?P<code>{_DE})"
)
_ROMAN: Final = Guarded(
    r"(?:§|Art\.) ?(?P<section>\d{1,4}[a-z]?) (?P<roman>[IVX]{1,4})(?: \d{1,2})?(?: Nr\. ?\d{1,2})? "
    rf"(?P<code>{_DE})"
)
_ARTICLE: Final = Guarded(
    rf"\b(?:Art\.|Artikel) ?(?P<section>\d{{1,3}}[a-z]?)(?: (?:Abs\.|Absatz) ?(?P<para>\d{{1,2}}))?{_FINER} "
    r"(?P<code>GG|AEUV|DSGVO|EGBGB|EMRK)\b"
)
_SIMPLE: Final = tuple(
    Guarded(p)
    for p in (
        rf"\b[Aa]rt(?:icle|\.) (?P<section>[LRD]\.? ?\d{{1,5}}(?:-\d{{1,4}})*) (?:du )?(?P<code>{_FR})",
        r"\b[Aa]rt(?:igo|\.) (?P<section>\d{1,4})[º°]?, (?:[IVXLC]+|parágrafo único|caput)(?:, [\"“]?[a-z][\"”]?)?,? "
        rf"(?:do |da )?(?P<code>{_PT})",
        r"(?<!\w)(?:пункт(?:у|а|ом|е)?|част(?:ь|и|ью)) (?P<para>\d{1,2}) стать(?:и|е|ёй|ей) "
        rf"(?P<section>{_NO}) (?P<code>{_RU})",
    )
)
_ITEM: Final = re.compile(
    rf"{_FRENCH}[a-z]?(?:\.\d)?(?: (?:Abs\.|Absatz) ?\d{{1,2}}[a-z]?)?(?: (?:Satz|S\.|Nr\.) ?\d{{1,2}})*"
)
_ROMANS: Final = {numeral: str(n) for n, numeral in enumerate("I II III IV V VI VII VIII IX X".split(), 1)}  # noqa: SIM905

Item = tuple[int, int, str, str, tuple[str, ...]]
"""Start, end, code, section, path."""


def listed_sections(text: str) -> Iterator[Item]:
    """Each section of such lists, and single sections in forms that name their paragraph in another way."""
    for form in _FORMS:
        for match in form.finditer(text):
            yield from _items(text, match)
    for match in _PARAGRAPHS.finditer(text):
        numbers = list(re.finditer(r"\d{1,2}", match["list"]))
        base = match.start("list")
        for n, number in enumerate(numbers):
            start = match.start() if n == 0 else base + number.start()
            end = match.end() if n == len(numbers) - 1 else base + number.end()
            yield start, end, code_of(match["code"]), match["section"], (number[0],)
    for match in _ROMAN.finditer(text):
        if match["roman"] in _ROMANS:
            yield *match.span(), code_of(match["code"]), match["section"], (_ROMANS[match["roman"]],)
    for pattern in (_ARTICLE, *_SIMPLE):
        for match in pattern.finditer(text):
            para = match.groupdict().get("para")
            section = re.sub(r"^([LRD])\.? ?", r"\1. ", match["section"])
            yield *match.span(), code_of(match["code"]), section, (para,) if para else ()


def _items(text: str, match: re.Match[str]) -> Iterator[Item]:
    low = match.start("list")
    found = list(_ITEM.finditer(match["list"]))
    for n, item in enumerate(found):
        start = match.start() if n == 0 else low + item.start()
        end = match.end() if n == len(found) - 1 else low + item.end()
        section, _, rest = item[0].partition(" Abs")
        number = re.search(r"\d{1,2}[a-z]?", rest)
        yield start, end, code_of(match["code"]), section.split(" Satz")[0], (number[0],) if number else ()
