"""The buyer's purchase order, the two change orders, and the minutes of the site meeting."""

from pathlib import Path

from . import facts as f
from .flow import Flow, small
from .scan import BREIP, signature

_TAXED = f.EXTRA.gross


def write(path: Path) -> None:
    """Three pages: purchase order 2214, Change Orders No. 1 and 2, all on the buyer's forms (month first)."""
    flow = Flow("cond", 9.5, margins=(60, 56, 60, 60))
    _purchase_order(flow)
    _change_order(
        flow, 1, f.us(f.CHANGE_1),
        [f"Add two (2) ventilators model {f.MODEL} to item 1 of Schedule A, for Room 2, so that each of the three "
         f"rooms has four (twelve in all).",
         f"Unit price {f.usd(f.UNIT_PRICE)}. Added to the Contract Price: {f.usd(f.CHANGE_PRICE)} before tax; with "
         f"sales tax at 6 %: {f.usd(_TAXED)}.",
         "Delivery together with the rest of the Equipment. No change to the Delivery Date."],
        f"Contract Price before this change {f.usd(f.PRICE)}; after this change {f.usd(f.PRICE + f.CHANGE_PRICE)} "
        "(both net).",
        41,
    )  # fmt: skip
    _change_order(
        flow, 2, f.us(f.CHANGE_2),
        [f"The Delivery Date is moved from {f.us(f.OLD_DELIVERY)} to {f.us(f.DELIVERED)} because the two ventilators "
         "of Change Order No. 1 were not ready at the works.",
         "Seller bears the cost of one more week of the rented chiller ($1,150.00) and credits it to Buyer’s next "
         "service invoice. No deduction under Section 4.3 for this week."],
        "Contract Price unchanged.",
        51,
    )  # fmt: skip
    flow.save(path, "PO 2214 and Change Orders", f.BUYER.name, "TradeBooks 2023", "D:20230320171000-04'00'")


def _head(flow: Flow, title: str, facts: tuple[tuple[str, str], ...]) -> None:
    flow.put(60, 70, f.BUYER.name, "cond-b", 14)
    flow.put(60, 84, f"{f.BUYER.street}, {f.BUYER.town}   {f.BUYER.phone}", "cond", 8)
    flow.put_right(552, 72, title, "cond-b", 15)
    for number, (label, value) in enumerate(facts):
        flow.put(392, 92 + 13 * number, label, "cond", 9)
        flow.put_right(552, 92 + 13 * number, value, "cond-b", 9)
    flow.y = 150


def _purchase_order(flow: Flow) -> None:
    _head(flow, "PURCHASE ORDER", (("PO number", "2214"), ("Date", f.us(f.SIGNED)), ("Buyer’s contact", f.DECLARANT)))
    flow.lines(["Vendor:", f.SELLER.name, f.SELLER.street, f.SELLER.town])
    flow.skip(8)
    flow.lines(["Ship to:", "Cold Store 2, gate B", f.BUYER.street, f.BUYER.town])
    flow.skip(12)
    flow.table(
        [
            ["Line", "Qty", "Item", "Amount"],
            ["1", "1", f"Equipment and Works under Agreement {f.AGREEMENT}: ten ventilators {f.MODEL}, three "
             "controllers KC 114, probes, switch panel, cable, installation, commissioning", f.usd(f.PRICE)],
            ["", "", "Sales tax 6 %", f.usd(f.DEPOSIT.tax + f.BALANCE.tax)],
            ["", "", "Total", f.usd(f.PRICE + f.DEPOSIT.tax + f.BALANCE.tax)],
        ],
        [40, 40, 312, 100],
        right=(3,), pad=5,
    )  # fmt: skip
    flow.para(f"Terms: Agreement {f.AGREEMENT} of {f.us(f.SIGNED)}. Need on site: {f.us(f.OLD_DELIVERY)}.")
    flow.para("Send invoices in duplicate with the PO number to ap@coleridge.example.")
    flow.para(
        "Unload at gate B only. Call the foreman’s telephone, (555) 555-0148, half an hour before arrival.", after=36
    )
    flow.page.insert_image((70, flow.y - 28, 190, flow.y + 8), stream=signature("Dana Cole", 36, str(BREIP)))
    flow.para("Approved: ______________________________   Operations Manager")


def _change_order(flow: Flow, number: int, day: str, items: list[str], price: str, seed: int) -> None:
    flow.new_page()
    _head(flow, f"CHANGE ORDER NO. {number}", (("Agreement", f.AGREEMENT), ("Date", day), ("PO number", "2214")))
    flow.para("Under Section 2.4 of the Agreement the parties change the Works as follows:", after=8)
    for position, text in enumerate(items, start=1):
        flow.para(text, hang=f"{position}.", indent=26)
    flow.skip(4)
    flow.para(price, face="cond-b")
    flow.para("All other terms of the Agreement stay as they are.", after=40)
    top = flow.y
    for x, who, written, shift, font in (
        (60, f"{f.BUYER.short}: {f.DECLARANT}, Operations Manager", "Dana Cole", 0, str(BREIP)),
        (320, f"{f.SELLER.short}: {f.SALES}, Vice President, Sales", "P. Ostrander", 1, None),
    ):
        drawn = signature(written, seed + shift, font) if font else signature(written, seed + shift)
        flow.page.insert_image((x + 16, top - 26, x + 150, top + 10), stream=drawn)
        flow.put(x, top + 8, "______________________________")
        flow.put(x, top + 22, who, "cond", 8.5)
        flow.put(x, top + 34, f"Date: {day}", "cond", 8.5)


def minutes(path: Path) -> None:
    """Two pages of minutes of the site meeting of March 15."""
    flow = Flow("sans", 10.5, margins=(76, 70, 76, 84))
    flow.para("Minutes of site meeting no. 3", face="sans-b", size=15, after=2)
    flow.para(f"Cold Store 2, {f.long(f.MEETING)}, 9:00 to 10:20 a.m.   Taken by: {f.DECLARANT}", after=8)
    flow.table(
        [
            ["Present", "For", "Sent to"],
            [f"{f.DECLARANT}, operations manager", f.BUYER.short, "yes"],
            [f"{f.FOREMAN}, night foreman", f.BUYER.short, "yes"],
            [f"{f.SERVICE}, service manager", f.SELLER.short, "yes"],
            ["Tobias Aldous, technician", f.SELLER.short, "yes"],
            [f"{f.SALES} (excused)", f.SELLER.short, "yes"],
        ],
        [230, 130, 100],
    )
    for number, (title, text, action) in enumerate(_MINUTES, start=1):
        flow.need(70)
        flow.para(f"{number}.  {title}", face="sans-b", after=3)
        for part in text:
            flow.para(part, indent=20, after=6, leading=1.4)
        flow.para(f"Action: {action}", indent=20, face="sans-b", size=9, after=16)
    flow.para(
        "Objections to these minutes within five working days, otherwise they are taken as agreed. Next meeting: on "
        "the day of delivery.",
        size=9,
    )
    flow.footers(lambda _f, page, number, total: small(page, 70, 756, f"CS2 site meeting 3, page {number} of {total}"))
    flow.save(path, "Minutes of site meeting no. 3", f.DECLARANT, "DocuWord 11", "D:20230316083000-04'00'")


_MINUTES = (
    ("Progress", (
        "Old ventilators in Rooms 1 and 3 are out, the ducts are cleaned. Room 2 is still in service until the fruit "
        "of the early lots has been moved, planned for March 22.",
        "The sub-distribution board of Room 2 is older than the others. Mr. Aldous measured 209 V to 212 V between "
        "phases, which is within the range of Section 8.3 of the Agreement.",
    ), "Ferro empties Room 2 by March 22."),
    ("Change Order No. 1", (
        f"The two additional {f.MODEL} for Room 2 (signed {f.long(f.CHANGE_1)}) are not yet built. Mr. Reinholt "
        "expects them at the end of the month. Cole Ridge prefers one delivery of all twelve to two deliveries.",
        f"If the whole delivery moves to {f.long(f.DELIVERED)}, Vessenhardt will prepare a second change order.",
    ), "Reinholt confirms the date by March 18; Cole prepares Change Order No. 2."),
    ("Motor protection", (
        "Mr. Ferro asked whether the relays come set from the works. Mr. Reinholt: they come at the lowest value and "
        "are set on site to the rated current, 6.1 A, then sealed. The settings go into the commissioning protocol.",
    ), "Aldous hands over one protocol for each room."),
    ("Alarm and service line", (
        "The alarm contact of each controller will call the foreman’s telephone. The service line is answered day and "
        "night. Ms. Cole asked about Easter (April 9, 2023). Mr. Reinholt: “There is always somebody.”",
    ), "Vessenhardt sends the number of the service line on a sticker for each room."),
    ("Fruit", (
        "Room 2 will be filled again on April 6 and 7 with late-keeping varieties, about 390 bins: Honeycrisp, Gala "
        "and Fuji. They are sold to two packers for delivery in May and June.",
    ), "none"),
    ("Safety", (
        "Lock-out tags are to be used whenever a panel is open. One of the ladders of Vessenhardt has been withdrawn.",
    ), "Aldous replaces the ladder."),
)  # fmt: skip
