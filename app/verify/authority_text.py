"""What an opinion or statute says of itself: its citations, name, court, year and page breaks."""

import re

from app.domain.errors import Unreadable
from app.domain.evidence import Authority
from app.verify.captions import case_name, court_of, docket_of, year_of
from app.verify.codes import sections
from app.verify.statecodes import state_code
from app.verify.statutes import find_statutes

_HEAD = 4000
"""Code points in which a document names itself."""

_STAR_PAGE = re.compile(r"\[\*(\d{1,5})\]")
_NAME = re.compile(r"^[^\n]{2,120}? vs?\. [^\n]{2,120}$|^(?:In re|Ex parte|Matter of) [^\n]{2,120}$", re.MULTILINE)
_STATUTE = re.compile(r"\b(\d{1,3} (?:U\.S\.C\.|C\.F\.R\.)) ?§§? ?(\d[\w.-]*)")
_SECTION = re.compile(r"^(?P<code>[A-Z][\w. ]{2,60}?) ?(?P<section>§ ?\d[\w.:-]*)", re.MULTILINE)
_WHEN = r"[^()\n]{0,60}\(([^()\n]{0,60}?)((?:1[6-9]|20)\d\d)\)"
_DECIDED = re.compile(r"(?:Decided|Filed|Dated):? [A-Z][a-z]{2,8} \d{1,2}, ((?:1[6-9]|20)\d\d)")
_BARE_STAR = re.compile(r"(?<![\w*\[])\*{1,2}(\d{1,5})(?![\w*\]])")
_YEAR = re.compile(r"(?:1[6-9]|20)\d\d")
_LONGEST_OPINION = 400
_OPINION = re.compile(
    r"\bOPINION\b|\bMEMORANDUM (?:AND|&|OPINION)|\b(?:Circuit|District|Chief) Judges?[.,]|(?i:\bper curiam\b)"
)
_OWN_LINES = 25
_LONG_LINE = 200
_PROSE = re.compile(r"[a-z]{3} [a-z]{2,} [a-z]{2,} [a-z]{2}|[a-z]{4}\. [A-Z]")
_FOREIGN = (
    (
        re.compile(r"(?:Aktenzeichen:?\s+|^[^\S\n]*)((?:[IVX]{1,5}|\d{1,2}) [A-Z][A-Za-z]{0,3} \d{1,5}/\d{2})\b", re.M),
        "{0}",
    ),
    (re.compile(r"\bECLI:([A-Z]{2}:[A-Z]+:\d{4}:[\w.]+)"), "ECLI:{0}"),
    (re.compile(r"\b(?:Pourvoi|POURVOI|Arrêt) n[°o] ?([A-Z]? ?\d{2}-\d{2}\.\d{3})"), "n° {0}"),
    (re.compile(r"\b(STS|SAP|STC) (?:núm\. )?(\d{1,5}/\d{4})"), "{0} {1}"),
    (re.compile(r"AÇÃO CÍVEL ORIGINÁRIA (?:N[º°.]* ?)?(\d[\d.]*)"), "ACO {0}"),
    (re.compile(r"RECURSO ESPECIAL (?:N[º°.]* ?)?(\d[\d.]*)"), "REsp {0}"),
    (re.compile(r"RECURSO EXTRAORDINÁRIO (?:N[º°.]* ?)?(\d[\d.]*)"), "RE {0}"),
    (re.compile(r"HABEAS CORPUS (?:N[º°.]* ?)?(\d[\d.]*)"), "HC {0}"),
    (re.compile(r"AÇÃO DIRETA DE INCONSTITUCIONALIDADE (?:N[º°.]* ?)?(\d[\d.]*)"), "ADI {0}"),
    (re.compile(r"[Дд]ело №? ?([\w]{1,4}-?\d{1,6}/\d{2,4})"), "№ {0}"),
)
_SUPREME = re.compile(r"^\d+ (?:U\. ?S\.|S\. ?Ct\.|L\. ?Ed\.)")


def read_authorities(text: str, title: str) -> list[Authority]:
    """The authorities of a file: the sections of a code, else the one opinion or section that it is."""
    return sections(text) or [read_authority(text, title)]


def read_authority(text: str, title: str) -> Authority:
    """An authority from its own text. ``title`` is used where the text gives no name.

    Unreadable: the text names neither a citation of its own nor a section, so that nothing could be held against it.
    """
    head = text[:_HEAD]
    citations, first_page = _reporter_citations(_own_head(head))
    if citations:
        return _opinion(_starred(text, first_page), head, citations, first_page, title)
    foreign = _foreign_citation(head)
    if foreign:
        return Authority((foreign,), foreign, None, None, None, None, "opinion", paginated=False, text=text)
    statutes = _statutes(head[:400])
    if not statutes:
        slip = _slip_opinion(text, head, title)
        if slip:
            return slip
        raise Unreadable(
            "It names no citation of itself.",
            "Neither a reporter citation (530 U.S. 238) nor a section (28 U.S.C. § 1746) stands at its beginning.",
            "Write its citation on the first line of a text copy, and add that.",
        )
    first_line = next((line.strip() for line in text.splitlines() if line.strip()), title)
    return Authority(
        citations=(statutes[0],),
        name=first_line[:200],
        court=None,
        year=None,
        first_page=None,
        last_page=None,
        type="statute",
        paginated=False,
        text=text,
    )


def _statutes(head: str) -> list[str]:
    """What the sections that the head names are cited as; of a state's code that begins a line, as it stands there."""
    federal = [f"{code} § {section.rstrip('.-')}" for code, section in _STATUTE.findall(head)]
    if federal:
        return federal
    for start, end, ref in find_statutes(head):
        begins = not head[head.rfind("\n", 0, start) + 1 : start].strip("# \t§")
        if begins and ref.code and ref.section and state_code(ref.code):
            return [" ".join(head[start:end].split()).removesuffix("".join(f"({step})" for step in ref.path))]
    return [f"{m['code'].strip()} {m['section'].rstrip('.-:')}" for m in _SECTION.finditer(head)]


def _opinion(text: str, head: str, citations: list[str], first_page: int | None, title: str) -> Authority:
    cite = re.escape(citations[0])
    named = re.search(rf"^([^\n]{{2,120}} v\. [^\n]{{2,120}}?), {cite}", head, re.MULTILINE) or _NAME.search(
        head[:1200]
    )
    when = re.search(cite + _WHEN, head)
    decided = [int(year) for year in _DECIDED.findall(head)]
    court = (when[1].strip(" ,") or None) if when else None
    stars = [int(n) for n in _STAR_PAGE.findall(text)]
    name = " ".join((named[1] if named.lastindex else named[0]).split()) if named else case_name(head)
    return Authority(
        citations=tuple(citations),
        name=name or title,
        court=court or ("U.S." if _SUPREME.match(citations[0]) else court_of(head[:1500])),
        year=int(when[2]) if when else max(decided, default=None) or year_of(head[:1500]),
        first_page=first_page,
        last_page=max(stars) if stars else None,
        type="opinion",
        paginated=bool(stars),
        text=text,
    )


def _slip_opinion(text: str, head: str, title: str) -> Authority | None:
    """An opinion that no reporter has printed yet: it goes by its docket number."""
    docket, court, name = docket_of(head), court_of(head[:1500]), case_name(head)
    if not (docket and court and name and _OPINION.search(text)):
        return None
    year = max((int(y) for y in _DECIDED.findall(head)), default=None) or year_of(head)
    return Authority((f"No. {docket}",), name or title, court, year, None, None, "opinion", paginated=False, text=text)


def _own_head(head: str) -> str:
    """The lines above an opinion's first sentences: a citation further down is of a case that it speaks of."""
    kept = []
    for line in head.splitlines()[:_OWN_LINES]:
        if len(line) > _LONG_LINE or _PROSE.search(line):
            break
        kept.append(line)
    return "\n".join(kept)


def _starred(text: str, first_page: int | None) -> str:
    """The text with page marks as ``[*570]``, where it has them as ``*570`` (as the pages of CourtListener do)."""
    marks = [int(m[1]) for m in _BARE_STAR.finditer(text)]
    inside = [n for n in marks if first_page is not None and first_page <= n <= first_page + _LONGEST_OPINION]
    if len(inside) < 2 or inside != sorted(inside) or _STAR_PAGE.search(text):
        return text
    return _BARE_STAR.sub(lambda m: f"[*{m[1]}]" if int(m[1]) in inside else m[0], text)


def _foreign_citation(head: str) -> str | None:
    """What a decision of another country goes by: its file number, as its courts give it."""
    for pattern, shape in _FOREIGN:
        match = pattern.search(head)
        if match:
            return shape.format(*("" if g is None else g for g in match.groups()))
    return None


def _reporter_citations(head: str) -> tuple[list[str], int | None]:
    """The first citation of the head and those parallel to it; the page that it begins on."""
    from eyecite import get_citations
    from eyecite.models import FullCaseCitation

    found = [c for c in (get_citations(head) if head.strip() else ()) if isinstance(c, FullCaseCitation)]
    if not found:
        return [], None
    first = found[0]
    own = [first.corrected_citation()]
    end = first.span()[1]
    for citation in found[1:]:
        # parallel cites stand beside each other; anything further down is an opinion that this one cites
        if citation.span()[0] - end > 8 and citation.corrected_citation() not in own:
            break
        own.append(citation.corrected_citation())
        end = citation.span()[1]
    return list(dict.fromkeys(own)), _first_page(dict(first.groups))


def _first_page(groups: dict[str, str | None]) -> int | None:
    """``T.C. Memo. 2020-26`` and ``2020 WL 1234567`` number the opinions of a year, whose pages each begin with 1."""
    page = groups.get("page") or ""
    if not page.isdigit():
        return None
    return 1 if _YEAR.fullmatch(groups.get("volume") or "") else int(page)
