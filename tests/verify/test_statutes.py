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
        ("CPLR 3211(a)(7)", "cplr § 3211(a)(7)"),
        ("RCW 4.16.080", "rcw § 4.16.080"),
        ("N.J.S.A. 2A:14-2", "n.j.s.a. § 2A:14-2"),
        ("O.C.G.A. § 9-3-33", "o.c.g.a. § 9-3-33"),
        ("735 ILCS 5/2-615", "735 ilcs § 5/2-615"),
        ("42 Pa. Cons. Stat. § 5524(2)", "42 pa. cons. stat. § 5524(2)"),
        ("M.G.L. c. 93A, § 9", "m.g.l. c. 93a § 9"),
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
