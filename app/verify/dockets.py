"""Numbers of cases and entries on their dockets, in the forms of the courts."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from app.verify.guarded import Guarded

_DASH: Final = r"[-‐‑‒–—−]"
_CASE_NO: Final = (
    r"\d{1,2}:\d{2}-[a-zA-Z]{2,4}-\d{3,6}(?:-[A-Z]{2,4})*(?: ?\([A-Z]{2,4}\))?|"
    r"\d{1,3} [A-Z][A-Za-z]{0,3} \d{1,6}/\d{2,4}"
    r"|\d{7}-\d{2}\.\d{4}\.\d\.\d{2}\.\d{4}|[A-ZА-Я]{0,3}\d{1,4}[-/][A-Z]{0,4}-?\d{2,7}(?:[-/]\d{2,7})?|"
    r"\d{2,7}/\d{2,4}"
)
_COURT_NO: Final = (
    r"\d{2}-[a-zA-Z]{2,4}-\d{1,6}(?:-[A-Z]{2,5})*(?: ?\([A-Z]{2,4}\))*|\d{2} Civ\. \d{1,6}(?: ?\([A-Z]{2,4}\))*|"
    r"\d{2}[A-Z]{2,6}\d{4,7}|[A-Z]{2,4}-\d{2,4}-\d{3,7}(?:-[A-Z]{2,4})*|\d{4}-[A-Z]{2}-\d{3,8}(?:-[A-Z\d]{2,4})*|"
    r"\d{4}-\d{3,6}(?:-[A-Z]{2,4})?|\d{2}-\d{2,6}"
)
"""By court: 21-cv-777, 21 Civ. 777 (ABC), 21STCV01234, CGC-21-591234, 2021-CA-001234, 2021-0123-JTL, 21-1234."""
_CASE_CUE: Final = (
    r"(?:(?:Case|Civil Action|Civ\.|Adv\.(?: Proc\.)?|Index|Docket|Cause|Charge|Claim|Action|Crim\.|"
    r"Bankr\.) ?)?N[o°º]s?\.?:? ?|\bCase |\bAz\.:? ?|\bAktenzeichen:? "
    r"|\bGeschäftszeichen:? |\bRG(?: n°)? ?|\bProcesso(?: n\.?[º°o])? ?|\b[Pp]rocedimiento(?: \w+)? |"
    r"\b[Aa]utos(?: n\.?[º°o])? |\b[Дд]ел[оауе] № ?|\bdossier n° ?"
)
_COURT_CUE: Final = (
    r"\b(?:Case|Civil(?: Action)?|Civ\.(?: A\.)?|C\.A\.|Adv\.(?: Proc\.)?|Adversary(?: Proceeding)?|Index|Docket|Cause|"
    r"Crim(?:inal|\.)?|Bankr\.|MDL|Action|Cas[eo]s?)(?: Nos?\.:?| Nos?:?|:)? ?#?"
)
CASE_NUMBER: Final = Guarded(rf"(?:{_CASE_CUE})(?P<number>{_CASE_NO})(?![\w/])")
_BY_COURT: Final = Guarded(
    rf"(?:{_COURT_CUE}|\bNos?\. (?=\d\d-(?:cv|cr|bk|mc|md|ap|mj)-))(?P<number>{_COURT_NO})(?![\w/]|-\d)"
)
_FEDERAL: Final = re.compile(
    r"(?<![\w])(?P<number>\d:\d{2}-[a-z]{2}-\d{3,6}(?:-[A-Z]{2,4})*(?: ?\([A-Z]{2,4}\))?)(?![\w])"
)
_PAGES: Final = (
    rf"(?:,? ?(?:at|p\.|page)(?: (?:CM/)?ECF)?(?: pp?\.)? ?(?P<page>\d{{1,4}})(?: ?{_DASH} ?(?P<page2>\d{{1,4}}))?)?"
    r"(?:,? (?:at )?Page ?ID(?: ?#:?|\.) ?(?P<id>\d{1,6}))?"
)
FILING: Final = Guarded(
    r"(?<![\w])(?:(?:CM/)?ECF|Dkt\.?|D\.E\.|DE(?= ?#| \d{1,3}(?:-\d{1,3})?(?: at |[\])]))|D\.I\.|Rec\. Doc\.|R\. Doc\.|"
    r"Doc\.|Docket(?: Entry)?|Document|Filing(?= (?:No\.|#)| \d{1,4}(?:-\d{1,3})?,? at )|"
    r"R\.(?= \d{1,4}(?:-\d{1,3})?, Page ?ID))(?: Nos?\.| No|#)? ?#?"
    rf"(?P<entry>\d{{1,4}}(?:-\d{{1,3}})?)(?![\d:/]|-\d|[A-Za-z]){_PAGES}(?:,? ?¶¶? ?\d{{1,4}})?"
)
_BRACKETED: Final = Guarded(r"\[#(?P<entry>\d{1,4}(?:-\d{1,3})?)" + _PAGES + r"\]")
_NEXT: Final = re.compile(
    rf"(?:[,;] (?:and )?| (?:and|&) )(?P<entry>\d{{1,4}}(?:-\d{{1,3}})?)"
    rf"(?![\w:/%$]|-\d|[.,]\d| (?!and\b|at\b|&)[A-Za-z]){_PAGES}"
)
_SEVERAL: Final = re.compile(r"Nos\.|Dkts\.|Docs\.")
_FORM: Final = re.compile(
    r"(?:(?P<office>\d{1,2}):)?(?P<year>\d{2})[- ](?P<kind>[A-Za-z]{2,4})[-. ]+(?P<number>\d{1,6})"
)


@dataclass(frozen=True, slots=True)
class DocketRef:
    """A case number, or an entry on a docket with its pages. ``page_id``: the number of a page in all of the docket."""

    number: str | None
    entry: str | None = None
    page: int | None = None
    last_page: int | None = None
    page_id: int | None = None

    def normal(self) -> str:
        if self.number:
            return self.number
        pages = f" at {self.page}" if self.page else ""
        pages += f"-{self.last_page}" if self.last_page else ""
        return f"ECF No. {self.entry}{pages}" + (f", PageID.{self.page_id}" if self.page_id else "")

    def spellings(self) -> tuple[str, ...]:
        """How the record may write a federal case number: with or without its office, with zeros before the number."""
        form = _FORM.match(self.number or "")
        if not form:
            return ()
        kind = "cv" if form["kind"] == "Civ" else form["kind"].casefold()
        numbers = dict.fromkeys((form["number"], form["number"].zfill(5), form["number"].lstrip("0")))
        office = f"{form['office']}:" if form["office"] else ""
        return tuple(f"{office}{form['year']}{sep}{n}" for n in numbers for sep in (f"-{kind}-", " Civ. "))


def find_dockets(text: str) -> Iterator[tuple[int, int, DocketRef]]:
    """Case numbers and docket entries."""
    for pattern in (CASE_NUMBER, _FEDERAL, _BY_COURT):
        for match in pattern.finditer(text):
            yield match.start("number"), match.end("number"), DocketRef(match["number"])
    for pattern in (FILING, _BRACKETED):
        for match in pattern.finditer(text):
            yield match.start(), match.end(), _filing(match)
            further = _NEXT.match(text, match.end()) if _SEVERAL.search(match[0]) else None
            while further:
                yield further.start("entry"), further.end(), _filing(further)
                further = _NEXT.match(text, further.end())


def _filing(match: re.Match[str]) -> DocketRef:
    page, last, number = (int(match[g]) if match[g] else None for g in ("page", "page2", "id"))
    if page and last and last < page:  # 145-47
        last = int(str(page)[: -len(str(last))] + str(last))
    return DocketRef(None, match["entry"], page, last, number)
