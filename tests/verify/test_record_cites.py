"""Record cites as lawyers write them: lists, ranges, parts, declarations, printed pages, dockets by court."""

import pytest

from app.domain.claim import Verdict
from app.domain.evidence import Authority, Page, Record
from app.verify import verify
from app.verify.locate import locate
from app.verify.transcripts import printed_lines

BESIDE = """Page 81                              Page 83
 1  Q.  Did the siren sound?          1  Q.  And the gate?
 2  A.  It did not sound once.        2  A.  The gate was shut.
 3  Q.  Are you sure?                 3  Q.  By whom?
 4  A.  I am.                         4  A.  By Mr. Orr.
Page 82                              Page 84
 1  Q.  Who was there?                1  Q.  When?
 2  A.  The night crew.               2  A.  On June 3, 2019.
 3  Q.  All of it?                    3  Q.  Before noon?
 4  A.  All of it.                    4  A.  After noon.
"""
BELOW = "\n".join(
    f"Page {page}\n" + "\n".join(f"{n} {line}" for n, line in enumerate(lines, 1))
    for page, lines in (
        (81, ["Q. Did the siren sound?", "A. It did not sound once."]),
        (82, ["Q. Who was there?", "A. The night crew."]),
        (83, ["Q. And the gate?", "A. The gate was shut."]),
        (84, ["Q. When?", "A. On June 3, 2019."]),
    )
)
PLAIN = "Page {n}\n 1  Q.  What then?\n 2  A.  {said}\n 3  Q.  Why?\n 4  A.  I forget.\n"
ORDER = "Case 2:19-cv-00431-KLM   Document 40-2   Filed 09/10/19   Page {n} of 3  PageID #: {i}\n"


def record(sheet: str = BESIDE) -> Record:
    pages = [Page("A", n, f"ORR{n:05d}", f"The lease, page {n}.") for n in range(1, 5)]
    pages += [Page("B", 1, "ORR00005", "DECLARATION OF MARA VOSS\n1. I live in Hull.\n2. The gate was painted.\n")]
    pages += [Page("B", 2, "ORR00006", "3. I paid $410.00 on May 6, 2019.\n")]
    pages += [Page("C-1", 1, "ORR00007", "A photograph of the gate.")]
    pages += [Page("Orr Dep.", 1, None, sheet)]
    pages += [Page("Lund Dep.", n, None, PLAIN.format(n=n + 30, said=f"He came on day {n}.")) for n in (1, 2)]
    pages += [Page("F", n, None, ORDER.format(n=n, i=700 + n) + f"ORDER, part {n}.") for n in (1, 2, 3)]
    return Record(tuple(pages))


def told(text: str, sheet: str = BESIDE) -> list[tuple[str, str]]:
    return [(v.claim.text, str(v.verdict)) for v in verify(text, record(sheet))]


def cite(text: str, sheet: str = BESIDE) -> Verdict:
    return next(v for v in verify(text, record(sheet)) if "Dep." in v.claim.text)


@pytest.mark.parametrize("sheet", [BESIDE, BELOW])
@pytest.mark.parametrize(
    ("text", "verdict", "right"),
    [
        ("“The gate was shut.” Orr Dep. 83:2.", "supported", None),
        ("“The gate was shut.” Orr Dep. 82:2.", "misplaced", "83:2"),
        ("“It did not sound once.” Orr Dep. 81:1-2.", "supported", None),
        ("“It did not sound once.” Orr Dep. 81:1.", "misplaced", "81:2"),
        ("It was on June 3, 2019. Orr Dep. 84:2.", "supported", None),
        ("It was on June 3, 2019. Orr Dep. 81:2.", "misplaced", "84:2"),
        ("“The night crew.” Orr Dep. 81:2-82:2.", "supported", None),
        ("He came. Orr Dep. 85:1.", "unsupported", None),
    ],
)
def test_four_pages_on_one_sheet_are_told_apart(sheet, text, verdict, right):
    found = cite(text, sheet)
    assert (found.verdict, found.suggestion) == (verdict, right), found.reason


def test_lines_of_a_condensed_sheet_are_those_of_their_own_page():
    lines = {(line.page, line.number): BESIDE[line.start : line.end] for line in printed_lines(BESIDE)}
    assert lines[83, 2].endswith("The gate was shut.")
    assert lines[82, 4].endswith("All of it.")
    assert len(lines) == 16
    assert cite("He came. Orr Dep. 83:9.").verdict == "unsupported"
    sheet = record().pages[7]
    spots = locate(cite("It was shut. Orr Dep. 83:2."), sheet)
    assert [BESIDE[s.start : s.end].split()[-1] for s in spots] == ["shut."]


@pytest.mark.parametrize(
    ("text", "verdict"),
    [
        ("“He came on day 2.” Lund Dep. 32:2.", "supported"),
        ("“He came on day 2.” Lund Dep. 31:2.", "misplaced"),
        ("He came. Lund Dep. 2:1.", "unsupported"),
        ("He came. Deposition of Per Lund at 31:2.", "supported"),
        ("He came. Lund Dep. at 31, lines 2-4.", "supported"),
        ("He came. Lund Tr. 31:2.", "supported"),
    ],
)
def test_a_transcript_is_cited_by_the_page_numbers_printed_in_it(text, verdict):
    found = [v for v in verify(text, record()) if str(v.claim.kind) == "exhibit"]
    assert [str(v.verdict) for v in found] == [verdict]


@pytest.mark.parametrize(
    ("cites", "expected"),
    [
        ("Exs. A and B", ["supported", "supported"]),
        ("Exs. A, B, and Z", ["supported", "supported", "unsupported"]),
        ("Exs. A-B", ["supported"]),
        ("Exhibits A through C", ["unsupported"]),
        ("Ex. A at 1, 3", ["supported", "supported"]),
        ("Ex. A at 1-2, 9", ["supported", "unsupported"]),
        ("Ex. A, pp. 1 & 4", ["supported", "supported"]),
        ("Ex A at 2", ["supported"]),
        ("EX. A at 2", ["supported"]),
        ("exhibit A at 9", ["unsupported"]),
        ("Ex. C, Part 1", ["supported"]),
        ("Ex. C (Part 1 of 2)", ["supported"]),
        ("Ex. A, Part 2", ["unsupported"]),
        ("Voss Decl. ¶ 3", ["supported"]),
        ("Voss Decl. at 2", ["supported"]),
        ("Voss Decl. ¶ 9", ["unsupported"]),
        ("Pell Decl. ¶ 3", ["unsupported"]),
        ("Voss Decl. Ex. B ¶ 3", ["supported"]),
        ("Voss Decl. ¶ 3, Ex. A", ["supported", "supported"]),
        ("Orr Dep. 81:2-4, 83:1-3", ["supported", "supported"]),
        ("Orr Dep. 81:2-4; 91:1-3", ["supported", "unsupported"]),
        ("ECF No. 40-2 at 2", ["supported"]),
        ("ECF No. 40-2 at 2-3", ["supported"]),
        ("ECF No. 40-2 at 3-4", ["unsupported"]),
        ("ECF Nos. 40-2, 41", ["supported", "unsupported"]),
        ("Dkt. 40-2 at 9", ["unsupported"]),
        ("Filing No. 40-2 at CM/ECF p. 2", ["supported"]),
        ("Rec. Doc. 40-2 at 2", ["supported"]),
        ("[#40-2 at 2]", ["supported"]),
        ("R. 40-2, Page ID # 702", ["supported"]),
        ("ECF No. 40-2, PageID.703", ["supported"]),
        ("ECF No. 40-2, PageID.755", ["unsupported"]),
    ],
)
def test_each_cite_of_a_list_stands_on_its_own(cites, expected):
    assert [verdict for _, verdict in told(f"It is so ({cites}).")] == expected


@pytest.mark.parametrize(
    ("number", "verdict"),
    [
        ("Case No. 2:19-cv-00431-KLM", "supported"),
        ("No. 19-cv-431", "supported"),
        ("Case 19-cv-00431 (KLM)", "supported"),
        ("Case No. 19 Civ. 431 (KLM)", "supported"),
        ("Case No. 19-cv-00413", "unsupported"),
        ("Case No. 21STCV01234", "unsupported"),
        ("Case No. CGC-21-591234", "unsupported"),
        ("Case No. 2021-CA-001234", "unsupported"),
        ("C.A. No. 2021-0123-JTL", "unsupported"),
        ("Index No. 650123/2021", "unsupported"),
        ("Civil Action No. 21-777", "unsupported"),
        ("Adv. Proc. No. 21-01234", "unsupported"),
    ],
)
def test_case_numbers_in_the_forms_of_the_courts(number, verdict):
    found = [v for v in verify(f"This is {number}, now closed.", record()) if str(v.claim.kind) == "docket"]
    assert [str(v.verdict) for v in found] == [verdict]


def test_a_value_on_the_right_paragraph_of_a_declaration_is_supported():
    assert told("She paid $410.00 on May 6, 2019 (Voss Decl. ¶ 3).") == [
        ("$410.00", "supported"),
        ("May 6, 2019", "supported"),
        ("Voss Decl. ¶ 3", "supported"),
    ]


ABLE = Authority(("512 U.S. 204",), "Able v. Baker", "U.S.", 1994, 204, 231, "opinion", paginated=False, text="Able.")
COLE = Authority(("901 F.3d 77",), "Cole v. Dunn", "9th Cir.", 2018, 77, 95, "opinion", paginated=False, text="Cole.")
STRING = "Able v. Baker, 512 U.S. 204 (1994); Cole v. Dunn, 901 F.3d 77 (9th Cir. 2018). It is so. {}"


@pytest.mark.parametrize(
    ("text", "verdict", "source"),
    [
        (STRING.format("Id. at 206."), "supported", "512 U.S. 204"),
        (STRING.format("See id. at 80."), "supported", "901 F.3d 77"),
        (STRING.format("Id."), "unchecked", None),
        (STRING.format("Id. at 300."), "unchecked", None),
        ("Able v. Baker, 512 U.S. 204 (1994). It is so. Id. at 300.", "unsupported", "512 U.S. 204"),
        ("It is so (Ex. A at 1). It goes on (id. at 3).", "supported", "A"),
        ("It is so (Ex. A at 1). See also id. at 9.", "unsupported", None),
        ("It is so (Ex. A at 1; Ex. B at 1). It goes on. Id. at 2.", "unchecked", None),
        ("It is so (Ex. A at 1, 3). It goes on. Id. at 2.", "supported", "A"),
        ("It is so. Id. at 2.", "unchecked", None),
    ],
)
def test_id_is_what_stood_before_it_or_unsure(text, verdict, source):
    held = record()
    found = [v for v in verify(text, Record(held.pages, (ABLE, COLE))) if v.claim.text.lower().startswith("id.")]
    assert [str(v.verdict) for v in found] == [verdict], [v.reason for v in found]
    sources = [s.authority or s.exhibit for v in found for s in v.sources]
    assert source is None or source in sources


@pytest.mark.parametrize(
    "text",
    ["He lives in Dover, DE 198.", "Filing 2021 returns was hard.", "Ex ante it was clear.", "An exhibit of art."],
)
def test_what_is_no_record_cite(text):
    assert told(text) == []
