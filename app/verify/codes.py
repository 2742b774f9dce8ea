"""A whole code in one file: cut into its sections, each an authority of its own."""

import re
from dataclasses import dataclass
from typing import Final

from app.domain.evidence import Authority

_FEWEST: Final = 5
"""Sections from which on a text is a code and not one section that names others."""


@dataclass(frozen=True, slots=True)
class _Form:
    """How the codes of one language are set: the heading of a section, the code's name, and how it is cited."""

    heading: re.Pattern[str]
    name: re.Pattern[str]
    cite: str


_FORMS: Final = (
    _Form(
        re.compile(r"^#{0,6}[ \t]*§[ \t]?(\d{1,4}[a-z]?)\b(?![ \t]*(?:Abs|Satz|\d))", re.M),
        re.compile(r"^jurabk:[ \t]*(\S+)|\(([A-ZÄÖÜ][A-Za-zÄÖÜäöü]{1,8}(?:G|B|O|V)B?)\)", re.M),
        "§ {n} {code}",
    ),
    _Form(
        re.compile(r"\bСтатья\s+(\d{1,4}(?:\.\d{1,2})?)\.(?=\s+[А-ЯЁ(])"),
        re.compile(
            r"(ГРАЖДАНСКИЙ ПРОЦЕССУАЛЬНЫЙ|АРБИТРАЖНЫЙ ПРОЦЕССУАЛЬНЫЙ|ГРАЖДАНСКИЙ|ТРУДОВОЙ|НАЛОГОВЫЙ|УГОЛОВНЫЙ|"
            r"СЕМЕЙНЫЙ|ЖИЛИЩНЫЙ)\s+КОДЕКС(?:\s+(РСФСР))?",
            re.I,
        ),
        "статья {n} {code}",
    ),
    _Form(
        re.compile(r"^[ \t]*Article[ \t]+((?:[LRD]\.?[ \t]?)?\d{1,5}(?:-\d{1,4})*)(?=[. \t\n])", re.M),
        re.compile(r"\b(Code (?:civil|de commerce|de procédure civile|du travail|pénal|de la consommation))\b", re.I),
        "article {n} du {code}",
    ),
    _Form(
        re.compile(r"^[ \t]*Art[íi]culo[ \t]+(\d{1,4})(?=[.º°ª \t\n])", re.M),
        re.compile(r"\b(Código (?:Civil|Penal|de Comercio))\b", re.I),
        "artículo {n} del {code}",
    ),
    _Form(
        re.compile(r"^[ \t]*Art\.[ \t]+(\d{1,4}(?:-[A-Z])?)(?=[.º°o \t\n])", re.M),
        re.compile(
            r"\b(Código (?:Civil|Penal|de Processo Civil|de Defesa do Consumidor)|Constituição(?: Federal)?)", re.I
        ),
        "art. {n} do {code}",
    ),
)
_RUSSIAN: Final = {
    "гражданский процессуальный": "ГПК", "арбитражный процессуальный": "АПК", "гражданский": "ГК", "трудовой": "ТК",
    "налоговый": "НК", "уголовный": "УК", "семейный": "СК", "жилищный": "ЖК",
}  # fmt: skip


def sections(text: str) -> list[Authority]:
    """The sections of a code, each in its longest setting (not that of a table of contents); none of any other text."""
    for form in _FORMS:
        heads = list(form.heading.finditer(text))
        code = _code(form, text[:4000])
        if code and len({m[1] for m in heads}) >= _FEWEST:
            return _cut(text, heads, form, code)
    return []


def _code(form: _Form, head: str) -> str | None:
    name = form.name.search(head)
    if not name:
        return None
    words = " ".join((name[1] or name[2]).split())
    short = _RUSSIAN.get(words.casefold())
    if short:
        return f"{short} {'РСФСР' if name[2] else 'РФ'}"
    if not words.isupper() or form.cite.startswith("§"):
        return words
    small = words.casefold().split()
    keep = small[1:] if small[0] == "code" else [w for w in small if len(w) < 4]
    return " ".join(w if w in keep else w.capitalize() for w in small)


def _cut(text: str, heads: list[re.Match[str]], form: _Form, code: str) -> list[Authority]:
    longest: dict[str, str] = {}
    for head, following in zip(heads, [*heads[1:], None], strict=True):
        part = text[head.start() : following.start() if following else len(text)].strip()
        number = " ".join(head[1].split())
        if len(part) > len(longest.get(number, "")):
            longest[number] = part
    made = []
    for number, part in longest.items():
        cite = form.cite.format(n=number, code=code)
        made.append(Authority((cite,), cite, None, None, None, None, "statute", paginated=False, text=part))
    return made
