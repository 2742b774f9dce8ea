"""What goes with the exhibits: caption, request, and the opinion on the shelf of authorities."""

from pathlib import Path

from . import facts as f


def caption(path: Path) -> None:
    path.write_text(
        f'''\
# The caption of the sample matter. All names are invented.
prefix = "COLE"
court = "{f.COURT}"
docket_number = "{f.DOCKET}"
title = "Declaration of {f.DECLARANT}"
declarant = "{f.DECLARANT}"
place = "Harrow Falls, Franklin"
counsel = [
    "{f.OUR_LAWYER} (Franklin Bar No. 00417)",
    "TOLLAND & QUAY PLLC",
    "310 Market Square",
    "Harrow Falls, Franklin 00418",
    "(555) 555-0131",
    "mtolland@tollandquay.example",
    "Attorneys for Plaintiff",
]

[[parties]]
name = "{f.BUYER.name}"
role = "Plaintiff"

[[parties]]
name = "{f.SELLER.name}"
role = "Defendant"
''',
        encoding="utf-8",
    )


def request(path: Path) -> None:
    path.write_text(
        f"Declaration of {f.DECLARANT}, operations manager of {f.BUYER.name}, about the notice of defects: when the "
        "ventilators were delivered, that all four in Room 2 tripped and nobody answered the service line, when the "
        "notice was sent by e-mail and certified mail and when it was received. She should also say that invoices "
        f"{f.BALANCE.number} and {f.EXTRA.number} were paid on April {f.PAID_BALANCE.day}, and in what amount.\n",
        encoding="utf-8",
    )


def opinion(path: Path) -> None:
    path.write_text(_OPINION, encoding="utf-8")


_OPINION = """\
FICTIONAL OPINION. WRITTEN FOR THE SAMPLE MATTER. NOT LAW. No such case, court or volume exists.

NORTHGATE COLD STORAGE, INC. v. HALVERSEN MECHANICAL CO.

9001 F.3d 401

United States Court of Appeals for the Thirteenth Circuit (fictional)

No. 15-1187

Argued November 4, 2015. Decided March 9, 2016.

Northgate Cold Storage, Inc. v. Halversen Mechanical Co., 9001 F.3d 401 (13th Cir. 2016)

Before DRUMMOND, ISLEY and OKAFOR-LUND, Circuit Judges.

ISLEY, Circuit Judge.

[*401] A compressor failed in a warehouse full of frozen fish, and the buyer of the compressor wrote a letter about \
it. The letter was mailed on the eleventh day after delivery and reached the seller on the seventeenth. The contract \
allowed fourteen. The district court held that the notice was late, because the seller did not have it in hand \
within fourteen days, and gave judgment for the seller. We reverse.

[*402] The contract required the buyer to "give written notice within fourteen days after delivery." It said that a \
notice sent by certified mail is given when it is deposited. The seller's printed terms, which were attached to its \
invoice, said that a notice takes effect only when it is received. The contract provided that it prevails over the \
printed terms. None of these facts is disputed.

[*405] A buyer who has accepted goods must notify the seller of a breach within a reasonable time after he discovers \
it or should have discovered it. Franklin Commercial Code § 2-607(3). The parties may fix that time, so long as it \
is not manifestly unreasonable. Fourteen days for machinery that shows its faults only under load is short, but \
Northgate does not say that it is unreasonable, and we need not decide the question.

[*408] What the parties did not leave open is how notice is given. Where a contract says that notice is given on \
dispatch, the date of dispatch governs, and the date of receipt does not matter. To hold otherwise would let the \
seller choose the date by leaving its letters unopened.

[*411] Halversen answers that its printed terms called for receipt. They did, but the printed terms apply only where \
the contract is silent, and on this point the contract speaks. A term that the parties ranked below their agreement \
cannot take away what the agreement gives.

[*412] We add a word about proof. A notice is proved like any other fact. A witness who mailed the letter may say \
so, and may attach the receipt. "The sender's own declaration, made on personal knowledge and supported by the \
postal record, is sufficient evidence of dispatch." The seller who has only its own mailroom stamp has evidence of \
receipt, which is a different fact on a different day.

[*413] Nor was the notice deficient in content. It named the machine, described the failure and asked for a \
technician. A notice need not be a pleading. It is enough that it "lets the seller know that the transaction is \
still troublesome and must be watched."

[*415] The judgment is REVERSED and the case is REMANDED for a trial on damages.

OKAFOR-LUND, Circuit Judge, concurring. I join the opinion but would hold as well that a seller who does not read \
its own mailbox receives an e-mail when it arrives there. [*416] The contract in this case was made before e-mail \
was common and does not mention it. The next one will.
"""
