"""What an opinion or statute says of itself: its citations, name, court, year and page breaks."""

import re

from app.domain.errors import Unreadable
from app.domain.evidence import Authority

_HEAD = 4000
"""Code points in which a document names itself."""

_STAR_PAGE = re.compile(r"\[\*(\d{1,5})\]")
_NAME = re.compile(r"^[^\n]{2,120}? vs?\. [^\n]{2,120}$|^(?:In re|Ex parte|Matter of) [^\n]{2,120}$", re.MULTILINE)
_STATUTE = re.compile(r"\b(\d{1,3} (?:U\.S\.C\.|C\.F\.R\.)) ?§§? ?(\d[\w.-]*)")
_SECTION = re.compile(r"^(?P<code>[A-Z][\w. ]{2,60}?) ?(?P<section>§ ?\d[\w.:-]*)", re.MULTILINE)
_WHEN = r"[^()\n]{0,60}\(([^()\n]{0,60}?)((?:1[6-9]|20)\d\d)\)"
_DECIDED = re.compile(r"(?:Decided|Filed|Dated):? [A-Z][a-z]{2,8} \d{1,2}, ((?:1[6-9]|20)\d\d)")
_SUPREME = re.compile(r"^\d+ (?:U\. ?S\.|S\. ?Ct\.|L\. ?Ed\.)")


def read_authority(text: str, title: str) -> Authority:
    """An authority from its own text. ``title`` is used where the text gives no name.

    Unreadable: the text names neither a reporter citation nor a section, so that nothing could be held against it.
    """
    head = text[:_HEAD]
    citations, first_page = _reporter_citations(head)
    if citations:
        return _opinion(text, head, citations, first_page, title)
    statutes = [f"{code} § {section}" for code, section in _STATUTE.findall(head[:400])]
    statutes += [f"{m['code'].strip()} {m['section']}" for m in _SECTION.finditer(head[:400]) if not statutes]
    if not statutes:
        raise Unreadable(
            "It names no citation of itself.",
            "Neither a reporter citation (530 U.S. 238) nor a section (28 U.S.C. § 1746) stands at its beginning.",
            "Write its citation on the first line of a text copy, or give it as JSON Lines with its fields.",
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


def _opinion(text: str, head: str, citations: list[str], first_page: int | None, title: str) -> Authority:
    cite = re.escape(citations[0])
    named = re.search(rf"^([^\n]{{2,120}} v\. [^\n]{{2,120}}?), {cite}", head, re.MULTILINE) or _NAME.search(head)
    when = re.search(cite + _WHEN, head)
    decided = [int(year) for year in _DECIDED.findall(head)]
    court = (when[1].strip(" ,") or None) if when else None
    stars = [int(n) for n in _STAR_PAGE.findall(text)]
    return Authority(
        citations=tuple(citations),
        name=" ".join((named[1] if named.lastindex else named[0]).split()) if named else title,
        court=court or ("U.S." if _SUPREME.match(citations[0]) else None),
        year=int(when[2]) if when else max(decided, default=None),
        first_page=first_page,
        last_page=max(stars) if stars else None,
        type="opinion",
        paginated=bool(stars),
        text=text,
    )


def _reporter_citations(head: str) -> tuple[list[str], int | None]:
    """The first citation of the head and those parallel to it; the page that it begins on."""
    from eyecite import get_citations
    from eyecite.models import FullCaseCitation

    found = [c for c in get_citations(head) if isinstance(c, FullCaseCitation)]
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
    page = first.groups.get("page") or ""
    return list(dict.fromkeys(own)), int(page) if page.isdigit() else None
