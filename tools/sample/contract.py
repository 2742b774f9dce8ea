"""The Supply and Installation Agreement: a born-digital PDF with drawn signatures."""

from pathlib import Path

import pymupdf

from . import facts as f
from .clauses import ARTICLES
from .flow import Flow, small
from .scan import BREIP, signature

_RIGHT = 540


def write(path: Path) -> None:
    flow = Flow("serif", 12, margins=(80, 84, 80, 92))
    _cover(flow)
    _articles(flow)
    _signatures(flow)
    signed = flow.doc.page_count
    _schedule_a(flow)
    _schedule_b(flow)
    flow.footers(lambda flow, page, number, total: _footer(flow, page, number, total, signed))
    flow.save(
        path,
        f"Supply and Installation Agreement {f.AGREEMENT}",
        f.SELLER.short,
        "DocuWord 11",
        "D:20230120161200-05'00'",
    )


def _footer(flow: Flow, page: pymupdf.Page, number: int, total: int, signed: int) -> None:
    small(page, 72, 744, f"Supply and Installation Agreement No. {f.AGREEMENT}", "serif", 8.5)
    text = f"Page {number} of {total}"
    small(page, _RIGHT - flow.length(text, "serif", 8.5), 744, text, "serif", 8.5)
    small(page, 280, 744, "Initials: _____ / _____", "serif", 8.5)
    if number != signed:
        page.insert_image((316, 731, 336, 747), stream=signature("HC", 70 + number, str(BREIP)))
        page.insert_image((345, 731, 365, 747), stream=signature("PO", 90 + number))


def _cover(flow: Flow) -> None:
    flow.skip(30)
    flow.para("SUPPLY AND INSTALLATION AGREEMENT", face="serif-b", size=17, align="center", after=4)
    flow.para(f"No. {f.AGREEMENT}", size=12, align="center", after=26)
    flow.para(
        f"This Supply and Installation Agreement (the “Agreement”) is made on {f.long(f.SIGNED)} (the “Effective "
        f"Date”) between {f.SELLER.name}, a Franklin corporation with its principal office at {f.SELLER.street}, "
        f"{f.SELLER.town} (“Seller”), and {f.BUYER.name}, a limited liability company with its place of business at "
        f"{f.BUYER.street}, {f.BUYER.town} (“Buyer”)."
    )
    flow.para("BACKGROUND", face="serif-b", after=4)
    flow.para(
        "Buyer grows apples and keeps them in three refrigerated rooms of the building known as Cold Store 2. The "
        "exhaust and circulation ventilators of Cold Store 2 are to be replaced before the rooms are closed for the "
        "late-keeping varieties.",
        hang="A.", indent=28,
    )  # fmt: skip
    flow.para(
        "Seller makes and installs refrigeration ventilation and has inspected the site on January 11, 2023.",
        hang="B.", indent=28,
    )  # fmt: skip
    flow.para(
        "The parties wish to set out the terms on which Seller will supply, install and commission the Equipment.",
        hang="C.", indent=28,
    )  # fmt: skip
    flow.para("The parties therefore agree as follows:", after=10)


def _articles(flow: Flow) -> None:
    for number, (title, clauses) in enumerate(ARTICLES, start=1):
        flow.need(60)
        flow.para(f"{number}.  {title.upper()}", face="serif-b", after=4)
        for clause, text in enumerate(clauses, start=1):
            flow.para(text, hang=f"{number}.{clause}", indent=34, after=8, leading=1.36)
        flow.skip(6)


def _signatures(flow: Flow) -> None:
    flow.need(230)
    flow.para("The parties have signed this Agreement through their authorized officers.", after=16)
    top = flow.y
    blocks = (
        (72, "SELLER", f.SELLER.name, f.SALES, "Vice President, Sales", "P. Ostrander", 11, None),
        (318, "BUYER", f.BUYER.name, f.OWNER, "Managing Member", "Helen R Cole", 12, str(BREIP)),
    )
    for x, side, company, name, title, written, seed, font in blocks:
        for line, text in enumerate((side, company)):
            flow.put(x, top + 14 + 15 * line, text, "serif-b")
        drawn = signature(written, seed, font) if font else signature(written, seed)
        flow.page.insert_image((x + 24, top + 48, x + 176, top + 88), stream=drawn)
        flow.put(x, top + 84, "By: ______________________________")
        for line, text in enumerate((f"Name: {name}", f"Title: {title}", f"Date: {f.long(f.SIGNED)}")):
            flow.put(x, top + 104 + 16 * line, text)
    flow.y = top + 160


def _schedule_a(flow: Flow) -> None:
    flow.new_page()
    flow.para("SCHEDULE A", face="serif-b", size=13, align="center", after=2)
    flow.para("Equipment", face="serif-b", align="center", after=12)
    flow.table(
        [
            ["Item", "Qty", "Description", "Model"],
            ["1", "10", "Axial exhaust and circulation ventilator, 208/230 V, three-phase, motor protection relay "
             "adjustable 3.5 to 8.0 A, rated current 6.1 A", f.MODEL],
            ["2", "3", "Room controller with alarm contact and data logging at one-minute intervals", "KC 114"],
            ["3", "3", "Temperature probe, Class A, with certificate", "TP 2"],
            ["4", "1", "Switch panel with sub-distribution, enclosure NEMA 4X", "SP-40/3"],
            ["5", "1 lot", "Cable, conduit, mounting frames and anti-condensation heaters", "—"],
        ],
        [40, 46, 292, 90],
        size=10,
    )  # fmt: skip
    flow.para("Design conditions", face="serif-b", after=4)
    flow.para(
        "Room set point 33.0 °F. Maximum deviation 2.0 °F, measured at the return air, with the room filled to "
        "rated capacity. Outdoor design temperature 95 °F dry bulb."
    )
    flow.para(
        f"Each ventilator {f.MODEL} carries a serial number of the form VKS followed by six digits on its nameplate. "
        "Seller will hand over a list of serial numbers by room with the delivery note."
    )


def _schedule_b(flow: Flow) -> None:
    flow.skip(16)
    flow.para("SCHEDULE B", face="serif-b", size=13, align="center", after=2)
    flow.para("Contract Price and milestones", face="serif-b", align="center", after=12)
    tax = f.DEPOSIT.tax + f.BALANCE.tax
    flow.table(
        [
            ["Milestone", "When", "Net", "Sales tax 6 %", "Payable"],
            ["Deposit, 30 %", "on signature", *_money(f.DEPOSIT)],
            ["Balance, 70 %", "on delivery", *_money(f.BALANCE)],
            ["Contract Price", "", f.usd(f.PRICE), f.usd(tax), f.usd(f.PRICE + tax)],
        ],
        [120, 96, 84, 84, 84],
        right=(2, 3, 4),
        size=10,
    )
    flow.para("The Contract Price stated in Section 3.1 is net of sales tax.", face="serif-i", size=10)


def _money(invoice: f.Invoice) -> tuple[str, str, str]:
    return f.usd(invoice.net), f.usd(invoice.tax), f.usd(invoice.gross)
