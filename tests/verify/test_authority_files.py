"""Authorities from files: what an opinion, a slip opinion or a whole code says of itself."""

from pathlib import Path

import pytest

from app.domain.errors import Unreadable
from app.domain.evidence import Page, Record
from app.verify import verify
from app.verify.authority_text import read_authorities, read_authority

SHARED = Path(__file__).parents[3] / "shared" / "cases"
SLIP = (
    "United States Court of Appeals\nFor the Ninth Circuit\n\nNo. 19-15974\n\nMARLIN BAY LLC,\nPlaintiff, Appellant,\n"
    "v.\nPETER ORR, in his official capacity as Harbor Master,\nDefendant, Appellee.\n\nDecember 2, 2020\n\n"
    "ORR, Circuit Judge. The district court denied relief. Marlin Bay LLC v. Orr, 459 F. Supp. 3d 273 (N.D. Cal. 2020)."
)
WEB = (
    "512 U.S. 204 (1994)\nHARBOR PILOTS ASSOCIATION\nv.\nQUILL SHIPPING CORP.\nNo. 93-1121.\n"
    "Supreme Court of the United States.\nDecided June 3, 1994.\n\n*204 A charterer who keeps the vessel past "
    "redelivery owes hire for every day. *205 The duty is not excused by bad weather alone. *206 We reverse.\n"
)
CODE = "Hafengesetz (HafG)\n\n" + "\n".join(
    f"§ {n}\n(1) Der Hafen Nr. {n} ist offen.\n(2) Er schließt nachts.\n" for n in range(1, 9)
)


def test_a_slip_opinion_is_not_the_decision_that_it_reviews():
    found = read_authority(SLIP, "scan")
    assert found.citations == ("No. 19-15974",)
    assert (found.name, found.court, found.year) == ("Marlin Bay LLC v. Peter Orr", "9th Cir.", 2020)
    cites = verify("See Marlin Bay LLC v. Orr, 459 F. Supp. 3d 273 (N.D. Cal. 2020).", Record((), (found,)))
    assert [str(v.verdict) for v in cites] != ["supported"]
    by_number = verify("See Marlin Bay LLC v. Orr, No. 19-15974 (9th Cir. 2020).", Record((), (found,)))
    assert {str(v.verdict) for v in by_number} == {"supported"}
    brief = SLIP.replace("ORR, Circuit Judge. The district", "Counsel says: The district")
    with pytest.raises(Unreadable):
        read_authority(brief, "brief")


def test_star_pages_of_a_web_page_are_mapped():
    found = read_authority(WEB, "page")
    assert found.citations == ("512 U.S. 204",)
    assert (found.name, found.court, found.year) == ("Harbor Pilots Association v. Quill Shipping Corp.", "U.S.", 1994)
    assert (found.paginated, found.first_page, found.last_page) == (True, 204, 206)
    assert "[*205] The duty" in found.text
    text = "“The duty is not excused by bad weather alone.” Harbor Pilots v. Quill Shipping, 512 U.S. 204, {} (1994)."
    right, wrong = (verify(text.format(pin), Record((), (found,)))[1] for pin in (205, 206))
    assert (right.verdict, wrong.verdict, wrong.suggestion) == ("supported", "misplaced", "205")


def test_footnote_stars_are_no_pages():
    text = "901 F.3d 77 (9th Cir. 2018)\nCole v. Dunn\n\nThe rule* is old.\n* See note.\n**4 stars."
    assert not read_authority(text, "x").paginated


def test_a_whole_code_becomes_its_sections():
    found = read_authorities(CODE, "hafg")
    assert [a.citations[0] for a in found][:3] == ["§ 1 HafG", "§ 2 HafG", "§ 3 HafG"]
    record = Record((Page("A", 1, None, "Ein Blatt."),), tuple(found))
    cites = ("§ 3 Abs. 2 HafG", "§ 3 Abs. 3 HafG", "§ 11 HafG")
    told = [str(v.verdict) for cite in cites for v in verify(f"Vgl. {cite}.", record, language="de")]
    assert told == ["supported", "unsupported", "unchecked"]


@pytest.mark.parametrize(
    ("text", "first"),
    [
        ("КОДЕКС\nТРУДОВОЙ КОДЕКС\n" + "\n".join(f"Статья {n}. Общее\nТекст." for n in range(1, 8)), "статья 1 ТК РФ"),
        ("Code civil\n" + "\n".join(f"Article {n}\nTexte." for n in range(1, 8)), "article 1 du Code civil"),
        ("CÓDIGO CIVIL\n" + "\n".join(f"Artículo {n}.\nTexto." for n in range(1, 8)), "artículo 1 del Código Civil"),
        ("Código Civil\n" + "\n".join(f"Art. {n}. Texto." for n in range(1, 8)), "art. 1 do Código Civil"),
    ],
)
def test_codes_of_other_countries(text, first):
    found = read_authorities(text, "code")
    assert (found[0].citations[0], len(found)) == (first, 7)
    told = verify(f"Vgl. {first}, {first.replace('1', '9')}.", Record((), tuple(found)))
    assert [str(v.verdict) for v in told] == ["supported", "unchecked"]


@pytest.mark.parametrize(
    ("text", "cite"),
    [
        (
            "BUNDESGERICHTSHOF\nURTEIL\nVIII ZR 91/15\nVerkündet am 3. Mai 2016\n",
            "BGH, Urteil vom 3. Mai 2016 – VIII ZR 91/15",
        ),
        ("COUR DE CASSATION\nPourvoi n° 17-11.222\n", "Cass. civ. 3e, 4 févr. 2018, n° 17-11.222"),
        ("TRIBUNAL SUPREMO\nSTS 412/2018\n", "STS 412/2018, de 3 de julio"),
        ("RECURSO ESPECIAL Nº 1.871.204 - SP\n", "STJ, REsp 1.871.204/SP"),
    ],
)
def test_decisions_of_other_countries_are_found_on_the_shelf(text, cite):
    held = read_authority(text, "decision")
    assert [str(v.verdict) for v in verify(f"Vgl. {cite}.", Record((), (held,)))] == ["supported"]


def test_a_text_that_names_no_citation_is_refused():
    with pytest.raises(Unreadable):
        read_authority("A letter of no authority. See 410 U.S. 113 (1973) for more.", "letter")


@pytest.mark.skipif(not SHARED.exists(), reason="the shared cases are not here")
def test_real_files():
    import pymupdf

    text = "\n".join(page.get_text() for page in pymupdf.open(SHARED / "court_pdf" / "ca1_00117684624.pdf"))
    slip = read_authority(text, "x")
    assert (slip.citations, slip.court, slip.year) == (("No. 20-1507",), "1st Cir.", 2020)
    text = "\n".join(page.get_text() for page in pymupdf.open(SHARED / "court_pdf" / "opinion_tax.pdf"))
    tax = read_authority(text, "x")
    assert (tax.citations, tax.court, tax.year) == (("T.C. Memo. 2020-26",), "T.C.", 2020)
    assert tax.name.endswith("v. Commissioner of Internal Revenue")
    code = read_authorities((SHARED / "non_english" / "index.md").read_text(encoding="utf-8"), "x")
    assert len(code) > 150
    record = Record((), tuple(code))
    told = [str(v.verdict) for c in ("§ 42 Abs. 2 VwGO", "§ 42 Abs. 7 VwGO") for v in verify(f"Vgl. {c}.", record)]
    assert told == ["supported", "unsupported"]
    decision = read_authority((SHARED / "non_english" / "ACO2821STF.txt").read_text(encoding="utf-8"), "x")
    assert decision.citations == ("ACO 2.821",)


@pytest.mark.parametrize(
    ("text", "cite"),
    [
        ("46 U.S.C. § 30505. General limit\n(a) In General.\n(b) Claims.\n", "46 U.S.C. § 30505"),
        ("Cal. Civ. Code § 1714.\n(a) Everyone.\n(b) Two.\n", "Cal. Civ. Code § 1714"),
        ("29 C.F.R. § 1910.134 Respiratory protection\n(a) Practice.\n(b) Terms.\n", "29 C.F.R. § 1910.134"),
        ("Me. Rev. Stat. tit. 33, § 480-A\n(a) A wall.\n(b) A fence.\n", "Me. Rev. Stat. tit. 33, § 480-A"),
        ("# Vt. Stat. Ann. tit. 9A, § 2-105. Goods\n(a) One.\n(b) Two.\n", "Vt. Stat. Ann. tit. 9A, § 2-105"),
        ("Maine Revised Statutes\nTitle 33, § 480\n(a) One.\n(b) Two.\n", "Maine Revised Statutes Title 33, § 480"),
        ("815 ILCS 505/2 Practices\n(a) One.\n(b) Two.\n", "815 ILCS 505/2"),
        ("Mass. Gen. Laws ch. 93A, § 9\n(a) One.\n(b) Two.\n", "Mass. Gen. Laws ch. 93A, § 9"),
        ("La. Civ. Code Ann. art. 2315\n(a) One.\n(b) Two.\n", "La. Civ. Code Ann. art. 2315"),
    ],
)
def test_a_section_of_a_statute_names_itself(text, cite):
    held = read_authority(text, "x")
    assert held.citations == (cite,)
    told = [str(v.verdict) for c in (f"{cite}(b)", f"{cite}(c)") for v in verify(f"It is in {c}.", Record((), (held,)))]
    assert told == ["supported", "unsupported"]


@pytest.mark.parametrize(
    ("cite", "first"),
    [
        ("T.C. Memo. 2021-318", 1),
        ("2022 WL 4471210", 1),
        ("2019 U.S. Dist. LEXIS 55120", 1),
        ("2016 UT 41", 1),
        ("530 U.S. 238", 238),
        ("155 T.C. 10", 10),
    ],
)
def test_the_number_of_an_opinion_in_its_year_is_no_page(cite, first):
    found = read_authority(
        f"Orr v. Quill\n{cite}\n\nThe pilot [*{first + 1}] was late. [*{first + 6}] Affirmed.", "scan"
    )
    assert found.citations == (cite,)
    assert (found.first_page, found.last_page) == (first, first + 6)
    pinned = [v.verdict for v in verify(f"Orr v. Quill, {cite}, at *{first + 3} (2021).", Record((), (found,)))]
    assert set(map(str, pinned)) == {"supported"}
