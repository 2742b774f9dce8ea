"""A draft with claims of every verdict, for the tests of export."""

from app.domain.claim import Claim, ClaimKind, Source, Verdict, VerdictKind
from app.domain.draft import Draft, Paragraph
from app.domain.matter import Caption, Matter, Party
from app.domain.review import Attack, CheckedDraft, Decision
from app.export.report import ReportInputs

MADE_AT = "2026-11-30T10:10:00+00:00"
INPUTS = ReportInputs(MADE_AT, "entry 41, 9f2c77d0", {"A": "Exhibit A", "B": "Exhibit B", "C": "Exhibit C"})

PARAGRAPHS = (
    Paragraph(
        "I am the owner of Cole Machine Works. I make this declaration from personal knowledge.", ("COLE000001",)
    ),
    Paragraph(
        "On April 12, 2021, I signed the Purchase and Supply Agreement for 40 units at a price of $12,500.00. A true "
        "copy is attached as Exhibit A.",
        ("COLE000003", "COLE000004"),
    ),
    Paragraph(
        "Mr. O’Brien wrote to me that “we will not ship the second lot until the price is adjusted,” and — naïve, as "
        "Größe and Жуков show — he said so again on May 3, 2021.",
        ("COLE000009",),
    ),
    Paragraph("I paid the deposit of $3,750.00 on April 14, 2021. The unit was an RTX 3060.", ("COLE000011",)),
)

CAPTION = Caption(
    court="UNITED STATES DISTRICT COURT\nEASTERN DISTRICT OF CALIFORNIA",
    parties=(
        Party("Dana Cole", "Plaintiff"),
        Party("Harbor Supply, Inc.", "Defendant"),
        Party("Nils Harbor", "Defendant"),
    ),
    docket_number="2:24-cv-00917-JAM-KJN",
    title="Declaration of Dana Cole in Support of Plaintiff’s Motion for Summary Judgment",
    declarant="Dana Cole",
    place="Sacramento, California",
    counsel=("Maria Estévez (SBN 123456)", "Estévez & Long LLP", "Attorneys for Plaintiff"),
)
MATTER = Matter("cole", "COLE", CAPTION)
BARE = Matter("bare", "BARE")

DRAFT = Draft("cole/d1", 2, "declaration", "Declaration of Dana Cole", "Dana Cole", PARAGRAPHS, "revise", MADE_AT)


def verdict(
    text: str,
    kind: ClaimKind,
    found: VerdictKind,
    reason: str,
    source: Source | None = None,
    suggestion: str | None = None,
    draft: Draft = DRAFT,
) -> Verdict:
    start = draft.text.index(text)
    claim = Claim(f"{kind.value}:{text}", start, start + len(text), kind, text, text)
    return Verdict(claim, found, (source,) if source else (), reason, suggestion)


VERDICTS = (
    verdict("COLE000001", ClaimKind.BATES, VerdictKind.SUPPORTED, "It is in the ledger.", Source("A", 1, "COLE000001")),
    verdict(
        "April 12, 2021",
        ClaimKind.DATE,
        VerdictKind.UNSUPPORTED,
        "COLE000003 says April 20, 2021; the draft says April 12, 2021.",
        Source("A", 3, "COLE000003"),
        "April 20, 2021",
    ),
    verdict("$12,500.00", ClaimKind.AMOUNT, VerdictKind.SUPPORTED, "It stands there.", Source("A", 4, "COLE000004")),
    verdict("Exhibit A", ClaimKind.EXHIBIT, VerdictKind.SUPPORTED, "It is in the record.", Source("A")),
    verdict(
        "“we will not ship the second lot until the price is adjusted,”",
        ClaimKind.QUOTATION,
        VerdictKind.AMBIGUOUS,
        "Two pages say nearly this.",
        Source("B", 1, "COLE000009"),
    ),
    verdict(
        "May 3, 2021", ClaimKind.DATE, VerdictKind.MISPLACED, "It stands on COLE000012.", Source("C", 2, "COLE000012")
    ),
    verdict("$3,750.00", ClaimKind.AMOUNT, VerdictKind.UNCHECKED, "COLE000011 could not be read."),
    verdict("RTX 3060", ClaimKind.BATES, VerdictKind.UNSUPPORTED, "The ledger holds no such number."),
)
OPEN = ("April 12, 2021", "“we will not ship the second lot until the price is adjusted,”", "May 3, 2021", "$3,750.00")


def signed(*texts: str) -> tuple[Decision, ...]:
    """Decisions for the claims with these texts."""
    keys = [v.claim.key for v in VERDICTS if v.claim.text in texts]
    assert len(keys) == len(texts)
    return tuple(Decision(key, "Maria Estévez", "Compared with the paper by hand.", MADE_AT) for key in keys)


ATTACKS = (Attack(2, "It doesn’t say who signed for Harbor Supply.", now=2),)
WORKING = CheckedDraft(DRAFT, VERDICTS, signed("RTX 3060"), ATTACKS)
ALL_SIGNED = CheckedDraft(DRAFT, VERDICTS, signed("RTX 3060", *OPEN), ATTACKS)
