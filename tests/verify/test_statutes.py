"""Statutes, rules and codes as lawyers cite them: lists, ranges, and codes that are not the one on the shelf."""

import pytest

from app.domain.evidence import Authority, Page, Record
from app.verify import verify
from app.verify.statutes import find_statutes


def statute(cite: str, text: str) -> Authority:
    return Authority((cite,), cite, None, None, None, None, "statute", paginated=False, text=text)


SHELF = (
    statute("14 U.S.C. § 801", "(a) One.\n(b) Two.\n(1) x;\n(2) y\n(A) p; or\n(B) q.\n(c) Three."),
    statute("14 U.S.C. § 802", "(a) One.\n(b) Two."),
    statute("Fed. R. Civ. P. 12", "(a) Time.\n(b) How.\n(1) No power;\n(2) no person;\n(6) no claim."),
    statute("Cal. Civ. Code § 3344", "(a) A person who uses.\n(b) Two."),
)
RECORD = Record((Page("A", 1, "X000001", "A page."),), SHELF)


def told(cite: str) -> list[tuple[str, str]]:
    found = verify(f"The claim rests on {cite} as it stood.", RECORD)
    assert {str(v.claim.kind) for v in found} <= {"statute"}, [(v.claim.kind, v.claim.text) for v in found]
    return [(v.claim.text, str(v.verdict)) for v in found]


@pytest.mark.parametrize(
    ("cite", "expected"),
    [
        ("14 U.S.C. §§ 801(a), (d)", [("14 U.S.C. §§ 801(a)", "supported"), ("(d)", "unsupported")]),
        ("14 U.S.C. § 801(a) and (c)", [("14 U.S.C. § 801(a)", "supported"), ("(c)", "supported")]),
        ("14 U.S.C. § 801(b)(1) and (b)(3)", [("14 U.S.C. § 801(b)(1)", "supported"), ("(b)(3)", "unsupported")]),
        ("14 U.S.C. § 801(b)(2)(A)-(B)", [("14 U.S.C. § 801(b)(2)(A)", "supported"), ("(B)", "supported")]),
        ("14 U.S.C. § 801(b)(2)(A)–(C)", [("14 U.S.C. § 801(b)(2)(A)", "supported"), ("(C)", "unsupported")]),
        ("14 U.S.C. §§ 801, 802(c)", [("14 U.S.C. §§ 801", "supported"), ("802(c)", "unsupported")]),
        ("14 U.S.C. §§ 801 and 803", [("14 U.S.C. §§ 801", "supported"), ("803", "unchecked")]),
        ("14 U.S.C. §§ 801-802", [("14 U.S.C. §§ 801-802", "supported")]),
        ("14 U.S.C. §§ 801–02", [("14 U.S.C. §§ 801–02", "supported")]),
        ("14 U.S.C. §§ 801-804", [("14 U.S.C. §§ 801-804", "unchecked")]),
        ("14 U.S.C. § 801 et seq.", [("14 U.S.C. § 801 et seq.", "supported")]),
        ("14 U.S.C. § 803 et seq.", [("14 U.S.C. § 803 et seq.", "unchecked")]),
        ("Fed. R. Civ. P. 12(b)(6)", [("Fed. R. Civ. P. 12(b)(6)", "supported")]),
        ("Federal Rule of Civil Procedure 12(b)(9)", [("Federal Rule of Civil Procedure 12(b)(9)", "unsupported")]),
        ("Federal Rule of Evidence 12(b)", [("Federal Rule of Evidence 12(b)", "unchecked")]),
        ("Civil Code section 3344(a)", [("Civil Code section 3344(a)", "supported")]),
        ("Cal. Civ. Code, § 3344, subd. (c)", [("Cal. Civ. Code, § 3344, subd. (c)", "unsupported")]),
        ("Labor Code § 3344(a)", [("Labor Code § 3344(a)", "unchecked")]),
        ("Probate Code section 801(a)", [("Probate Code section 801(a)", "unchecked")]),
    ],
)
def test_each_section_and_subsection_of_a_list_stands_on_its_own(cite, expected):
    assert told(cite) == expected


@pytest.mark.parametrize(
    ("cite", "normal"),
    [
        ("N.Y. C.P.L.R. § 3211(a)(7)", "n.y. c.p.l.r. § 3211(a)(7)"),
        ("CPLR 3211(a)(7)", "n.y. c.p.l.r. § 3211(a)(7)"),
        ("RCW 4.16.080", "wash. rev. code § 4.16.080"),
        ("N.J.S.A. 2A:14-2", "n.j. stat. § 2A:14-2"),
        ("O.C.G.A. § 9-3-33", "ga. code § 9-3-33"),
        ("735 ILCS 5/2-615", "735 ilcs § 5/2-615"),
        ("42 Pa. Cons. Stat. § 5524(2)", "42 pa. cons. stat. § 5524(2)"),
        ("M.G.L. c. 93A, § 9", "93a mass. gen. laws § 9"),
        ("Minn. Stat. § 541.05, subd. 1(5)", "minn. stat. § 541.05(1)(5)"),
        ("§ 95.11(3)(a), Fla. Stat.", "fla. stat. § 95.11(3)(a)"),
        ("Pub. L. No. 111-148", "pub. l. no. § 111-148"),
        ("U.S. Const. art. III, § 2, cl. 1", "u.s. const. § III(2)(1)"),
        ("17 CFR 240.10b-5", "17 cfr § 240.10b-5"),
        ("U.S.S.G. § 2B1.1(b)(1)", "u.s.s.g. § 2B1.1(b)(1)"),
        ("42 U.S.C. § 2000e-5(b)", "42 usc § 2000e-5(b)"),
        ("42 U.S.C. § 300aa-10", "42 usc § 300aa-10"),
    ],
)
def test_codes_of_every_form_are_seen_whole(cite, normal):
    found = [v for v in verify(f"It rests on {cite} alone.", RECORD) if str(v.claim.kind) != "case_name"]
    assert [(str(v.claim.kind), v.claim.text, v.claim.value) for v in found] == [("statute", cite, normal)]
    assert found[0].verdict == "unchecked"


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("He moves under Rule 12(b)(6).", 1),
        ("The Court spoke of the mandate of Rule 12(b)(6).", 0),
        ("Under section 2(a) of the Agreement it is due.", 0),
        ("Under section 2(a) of this Lease it is due.", 0),
        ("Under Lease § 2(a) it is due; see Agreement, § 7.2(b).", 0),
        ("(1) under 14 U.S.C. § 801(a), the fee and (2) under the lease, the rent", 1),
        ("14 U.S.C. § 801, 410 U.S. 113", 1),
    ],
)
def test_what_is_no_further_section(text, count):
    spans = {(s, e) for s, e, r in find_statutes(text) if r.code}
    assert len([v for v in verify(text, RECORD) if str(v.claim.kind) == "statute"]) == count, spans


MAINE = Authority(
    ("Me. Rev. Stat. tit. 33, § 480-A",), "Boundaries", None, None, None, None, "statute", paginated=False,
    text="§ 480-A. Boundaries\n(1) A wall.\n(2) A fence.\n(a) of wood;\n(b) of wire.\n",
)  # fmt: skip


@pytest.mark.parametrize(
    ("cite", "verdict"),
    [
        ("Me. Rev. Stat. tit. 33, § 480-A", "supported"),
        ("Me. Rev. Stat. Ann. tit. 33, § 480-A(2)(b)", "supported"),
        ("33 M.R.S. § 480-A(1)", "supported"),
        ("33 M.R.S.A. § 480-A", "supported"),
        ("Maine Revised Statutes, Title 33, section 480-A", "supported"),
        ("Me. Rev. Stat. tit. 33, § 480-A(2)(c)", "unsupported"),
        ("Me. Rev. Stat. tit. 33, § 480", "unchecked"),
        ("Me. Rev. Stat. tit. 33, § 480-B", "unchecked"),
        ("Me. Rev. Stat. tit. 14, § 480-A", "unchecked"),
        ("Vt. Stat. Ann. tit. 33, § 480-A", "unchecked"),
        ("Del. Code Ann. tit. 33, § 480-A(2)", "unchecked"),
    ],
)
def test_a_state_code_by_title_and_section_agrees_down_to_the_last_letter(cite, verdict):
    (found,) = verify(f"The claim rests on {cite} as it stood.", Record((Page("A", 1, None, "A page."),), (MAINE,)))
    assert (found.claim.text, found.verdict) == (cite, verdict)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Vt. Stat. Ann. tit. 12, § 511", "12 V.S.A. § 511"),
        ("Del. Code Ann. tit. 10, § 8106(c)", "10 Del. C. § 8106(c)"),
        ("Okla. Stat. tit. 12A, § 2-725", "12A O.S. § 2-725"),
        ("13 Pa. Cons. Stat. § 2725", "13 Pa.C.S.A. § 2725"),
        ("815 Ill. Comp. Stat. Ann. 505/10a(a)", "815 ILCS 505/10a(a)"),
        ("Mass. Gen. Laws Ann. ch. 93A, § 9", "M.G.L. c. 93A, § 9"),
        ("N.H. Rev. Stat. Ann. § 382-A:2-725", "RSA 382-A:2-725"),
        ("N.J. Stat. Ann. § 12A:2-725", "N.J.S.A. 12A:2-725"),
        ("P.R. Laws Ann. tit. 31, § 5141", "31 L.P.R.A. § 5141"),
        ("Alaska Stat. § 45.02.725", "AS 45.02.725"),
        ("Wash. Rev. Code Ann. § 62A.2-725", "RCW 62A.2-725"),
        ("Ga. Code Ann. § 11-2-725", "O.C.G.A. § 11-2-725"),
    ],
)
def test_the_two_forms_of_a_state_code_are_one(one, other):
    held = Record((Page("A", 1, None, "A page."),), (statute(one.split("(")[0], "(a) One.\n(c) Two."),))
    for cite in (one, other):
        (found,) = verify(f"The claim rests on {cite} as it stood.", held)
        assert (found.claim.text, found.verdict) == (cite, "supported")
