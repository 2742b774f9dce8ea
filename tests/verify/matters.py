"""Small invented records for the verifier's tests."""

from app.domain.claim import Verdict
from app.domain.evidence import Authority, Page, Record
from app.verify import Checker, verify

BARGE = (
    Page(
        "A",
        1,
        "TIDE000001",
        "CHARTER PARTY\nDated April 20, 2021 between Norwood Marine LLC (Owner) and Pell Dredging Co.\n(Charterer). "
        "The hire is $48,250.00 per month. The barge shall be redelivered\nby October 15, 2021 at Astoria.\n",
    ),
    Page(
        "A",
        2,
        "TIDE000002",
        "7. Insurance. The Charterer shall carry hull insurance of $3,400,000 with a deductible\n"
        "not to exceed two and one-half percent (2.5%).\n8. Off-hire ends when the barge is fit again.\n",
    ),
    Page(
        "B",
        1,
        "TIDE000003",
        "From: Lena Ostrow <lena@norwood.example>\nTo: Karl Pell\nSent: 05/14/2021 7:31 AM\nSubject: Hull damage\n\n"
        "Karl, the survey found a cracked frame near the stern. We did not cause it\nand we will not pay for the "
        "drydock.\n",
    ),
    Page(
        "B",
        2,
        "TIDE000004",
        "From: Karl Pell\nTo: Lena Ostrow\nSent: 05/17/2021 4:02 PM\n\nThe crack was there on delivery and your "
        "own master saw it.\n",
    ),
    Page(
        "C",
        1,
        "TIDE000005",
        "SURVEY REPORT  Marine Surveyor R. Haddad\nInspected May 12, 2021. Report issued May 28, 2021. Repair "
        "estimate 91,775.00.\n"
        "Hull tag RTX 3060 fitted to the plotter.\n",
    ),
    Page(
        "Ostrow Dep.",
        31,
        None,
        " Page 31\n 1  Q.  Did you read the survey?\n 2  A.  I read it the day it came.\n 3  Q.  And you told "
        "Mr. Pell about it?\n"
        " 4  A.  I never told him about the second\n 5      survey.\n",
    ),
    Page(
        "F",
        1,
        None,
        "Case 3:21-cv-00777-ABC   Document 12-3   Filed 08/02/21   Page 5 of 9\nEXHIBIT LIST of Norwood Marine LLC\n",
    ),
)

HARBOR = Authority(
    citations=("512 U.S. 204", "114 S. Ct. 2001"),
    name="Harbor Pilots Association v. Quill Shipping Corp.",
    court="U.S.",
    year=1994,
    first_page=204,
    last_page=231,
    type="opinion",
    paginated=True,
    text="[*204] A charterer who keeps the vessel past redelivery owes hire for every day of delay. "
    "[*205] The duty is not "
    "excused by bad weather alone, and the owner need not prove a loss.",
)
RIVER = Authority(
    citations=("901 F.3d 77",),
    name="In re River Towing",
    court="9th Cir.",
    year=2018,
    first_page=77,
    last_page=95,
    type="opinion",
    paginated=False,
    text="Seaworthiness is judged at the time of delivery.",
)
LIMITATION = Authority(
    citations=("46 U.S.C. § 30505",),
    name="General limit of liability",
    court=None,
    year=None,
    first_page=None,
    last_page=None,
    type="statute",
    paginated=False,
    text="§ 30505. General limit of liability\n(a) In General.\n"
    "The liability of the owner shall not exceed the value of the vessel.\n"
    "(b) Claims Subject to Limitation.\n(1) a claim for loss of goods;\n(2) a claim for injury, if\n(A) the "
    "owner had no privity; or\n"
    "(B) the claim is under $60,000.\n(c) Wages are not limited.",
)

MATTER = Record(BARGE, (HARBOR, RIVER, LIMITATION), (("A", "Exhibit A"), ("B", "Exhibit B")))
CHECKER = Checker(MATTER)


def judged(text: str, *pages: Page) -> tuple[Verdict, ...]:
    """Verdicts on an English draft against these pages alone; an exhibit of one letter is called "Exhibit A"."""
    labels = tuple((e, f"Exhibit {e}") for e in dict.fromkeys(p.exhibit for p in pages) if len(e) == 1)
    return verify(text, Record(pages, (), labels), language="en")


def check(text: str, language: str | None = None) -> tuple[Verdict, ...]:
    """The verdicts on a text against the barge's record."""
    return CHECKER.check(text, language)


def one(text: str, shown: str, language: str | None = None) -> Verdict:
    """The verdict on the claim that shows ``shown``."""
    verdicts = [v for v in check(text, language) if shown in v.claim.text]
    assert len(verdicts) == 1, [(v.claim.text, v.verdict) for v in check(text, language)]
    return verdicts[0]


def against(pages: list[str], text: str, shown: str, language: str | None = None) -> Verdict:
    """The verdict on a claim against pages of one exhibit, numbered from ACME000001."""
    record = Record(tuple(Page("A", n, f"ACME{n:06d}", page) for n, page in enumerate(pages, 1)))
    found = [v for v in verify(text, record, language=language) if shown in v.claim.text]
    assert len(found) == 1, [(v.claim.text, v.verdict) for v in verify(text, record, language=language)]
    return found[0]
