"""Paper that came back from a scanner: the delivery note lying on its side, the postal receipts, the bank statement."""

from io import BytesIO
from pathlib import Path

import pymupdf
from PIL import Image, ImageDraw

from . import facts as f
from .flow import LETTER, Flow, sealed
from .scan import STEVE, handwriting, image_pages, jpeg, page_image, photographed, scanned, signature

_SCANNER = "OfficeScan MX-310"
_Q = 42


def _on(page: pymupdf.Page, box: tuple[float, float, float, float], drawn: bytes) -> None:
    page.insert_image(box, stream=drawn)


def _ink(text: list[str], seed: int, size: int = 60, font: Path = STEVE) -> bytes:
    image = handwriting(text, str(font), size, seed, (24, 34, 92))
    out = BytesIO()
    image.crop(image.getbbox()).save(out, "PNG")
    return out.getvalue()


def delivery_note(path: Path) -> None:
    """Two image pages: the first lies on its side in its pixels, the second is turned right by /Rotate only."""
    flow = Flow("sans", 10, margins=(56, 60, 56, 60))
    _delivery_front(flow)
    flow.new_page()
    _delivery_serials(flow)
    front = scanned(page_image(flow.doc[0], 200), 5, skew=0.5).transpose(Image.Transpose.ROTATE_90)
    back = scanned(page_image(flow.doc[1], 200), 6, skew=-0.4).transpose(Image.Transpose.ROTATE_90)
    wide = (LETTER[1], LETTER[0])
    doc = image_pages([(jpeg(front, _Q), wide, 0), (jpeg(back, _Q), wide, 90)])
    path.write_bytes(sealed(doc, "Scan_0403", _SCANNER, _SCANNER, "D:20230403151900-04'00'"))


def _delivery_front(flow: Flow) -> None:
    flow.put(56, 76, "VESSENHARDT", "sans-b", 20)
    flow.put(56, 90, f"{f.SELLER.name}   {f.SELLER.street}   {f.SELLER.town}", "sans", 8)
    flow.put(56, 130, "DELIVERY NOTE", "sans-b", 18)
    facts = (
        ("Delivery note", "88-2041"),
        ("Date", f.eu(f.DELIVERED)),
        ("Agreement", f.AGREEMENT),
        ("Vehicle", "FK 71-208"),
    )
    for number, (label, value) in enumerate(facts):
        flow.put(380, 118 + 14 * number, label)
        flow.put_right(556, 118 + 14 * number, value, "sans-b", 10)
    flow.y = 180
    flow.lines(["Deliver to:", f.BUYER.name, "Cold Store 2, gate B", f.BUYER.street, f.BUYER.town], size=11)
    flow.skip(16)
    flow.table(
        [
            ["Pos.", "Qty", "Article", "Packages"],
            ["1", "12", f"Ventilator {f.MODEL} with protection relay (10 + 2 from Change Order No. 1)", "12 crates"],
            ["2", "3", "Room controller KC 114", "1 carton"],
            ["3", "3", "Temperature probe TP 2 with certificate", "1 carton"],
            ["4", "1", "Switch panel SP-40/3", "1 crate"],
            ["5", "1", "Cable, conduit, frames, heaters", "2 pallets"],
        ],
        [40, 40, 310, 110],
        size=11, pad=5,
    )  # fmt: skip
    flow.para("Serial numbers: see the list overleaf. Please check number and packing before you sign.", size=11)
    flow.skip(10)
    flow.para("Received complete and in outwardly good condition:", size=11, after=44)
    y = flow.y
    _on(flow.page, (72, y - 44, 210, y + 4), signature("L Ferro", 21, str(STEVE)))
    _on(flow.page, (330, y - 30, 500, y - 4), _ink(["4/3/23  10:40 am"], 22))
    flow.put(56, y, "Signature _____________________________")
    flow.put(310, y, "Date, time _________________________")
    _on(flow.page, (80, y + 30, 470, y + 78), _ink(["1 crate scratched (no. 7), inside ok"], 23))
    flow.put(56, y + 20, "Remarks:")


def _delivery_serials(flow: Flow) -> None:
    flow.put(56, 76, "Serial numbers to delivery note 88-2041", "sans-b", 14)
    flow.y = 96
    rows = [[str(n), f.serial(n), f.MODEL, f"Room {f.room(n)}", "208/230 V"] for n in range(1, f.UNITS + 1)]
    flow.table([["No.", "Serial number", "Model", "For", "Voltage"], *rows], [50, 150, 110, 90, 100], size=11, pad=5)
    flow.para(f"The serial number is on the nameplate. Packed {f.eu(f.DELIVERED.replace(day=1))}.", size=11)
    _on(flow.page, (80, flow.y + 30, 330, flow.y + 62), _ink(["checked all 12 - LF"], 24))


def postal_receipts(path: Path) -> None:
    """One image page: the receipt for certified mail and the return receipt, laid on the glass together."""
    flow = Flow("sans", 10, margins=(70, 70, 70, 70))
    page = flow.page
    page.draw_rect(pymupdf.Rect(80, 70, 400, 320), width=1.2)
    flow.put(92, 92, "CERTIFIED MAIL RECEIPT", "sans-b", 14)
    flow.put(92, 106, "Domestic mail only. No insurance coverage provided.", "sans", 8)
    flow.put(92, 134, f.CERTIFIED, "mono-b", 14)
    rows = ("Postage                      $0.63", "Certified fee                $4.15",
            "Return receipt fee           $3.35", "Total postage and fees       $8.13")  # fmt: skip
    for number, text in enumerate(rows):
        flow.put(92, 160 + 17 * number, text, "mono", 10)
    flow.put(92, 246, "Sent to: Vessenhardt Kältetechnik, Inc., Service Manager", "sans", 10)
    flow.put(92, 261, f"{f.SELLER.street}, {f.SELLER.town}", "sans", 10)
    page.draw_circle((345, 192), 40, width=1.6)
    page.draw_circle((345, 192), 29, width=0.8)
    flow.put(316, 180, "HARROW FALLS", "sans-b", 7.5)
    flow.put(318, 196, "APR 12 2023", "sans-b", 10)
    flow.put(330, 210, "00418", "sans", 9)
    page.draw_rect(pymupdf.Rect(80, 390, 530, 680), width=1.2)
    flow.put(92, 414, "RETURN RECEIPT - COMPLETE THIS SECTION ON DELIVERY", "sans-b", 12)
    flow.put(92, 446, "1. Article addressed to:", "sans-b", 10)
    for number, text in enumerate((f.SELLER.name, "Service Manager", f.SELLER.street, f.SELLER.town)):
        flow.put(104, 464 + 14 * number, text, "sans", 11)
    flow.put(92, 540, "2. Article number:", "sans-b", 10)
    flow.put(200, 540, f.CERTIFIED, "mono-b", 12)
    flow.put(92, 580, "A. Signature  X ______________________", "sans", 10)
    _on(page, (170, 552, 280, 586), signature("K. Lund", 61))
    flow.put(92, 616, "B. Received by (printed name):  K. LUND, MAILROOM", "sans", 11)
    flow.put(92, 648, "C. Date of delivery:  APRIL 20, 2023", "sans-b", 12)
    page.draw_rect(pymupdf.Rect(366, 622, 518, 672), width=1.5)
    flow.put(378, 642, "VESSENHARDT", "sans-b", 13)
    flow.put(378, 662, "RECEIVED 20/04/2023", "sans-b", 11)
    image = scanned(page_image(page, 200), 9, skew=-0.9)
    doc = image_pages([(jpeg(image, _Q), LETTER, 0)])
    path.write_bytes(sealed(doc, "Scan_0502", _SCANNER, _SCANNER, "D:20230502093100-04'00'"))


def bank_statement(path: Path) -> None:
    """Three image pages, slightly skewed: the buyer's account for April 2023."""
    flow = Flow("sans", 9.5, margins=(60, 120, 60, 70), on_page=_bank_head)
    _summary(flow)
    flow.table(
        [["Date", "Description", "Withdrawals", "Deposits", "Balance"], *_entries()],
        [50, 232, 72, 70, 72],
        right=(2, 3, 4),
        size=9,
        grid=False,
        pad=4.4,
    )
    flow.para("Items marked WIRE OUT carry a fee, which is posted on the last business day of the month.", size=9)
    flow.new_page()
    _checks_and_balances(flow)
    _notes(flow)
    total = flow.doc.page_count
    for number, page in enumerate(flow.doc, start=1):
        page.insert_text((60, 756), f"Account ending 4471     April 2023     Page {number} of {total}", fontsize=8)
    skews = (1.1, -0.7, 0.8)
    images = [scanned(page_image(page, 200), 40 + n, skew=skews[n % 3]) for n, page in enumerate(flow.doc)]
    doc = image_pages([(jpeg(image, _Q), LETTER, 0) for image in images])
    path.write_bytes(sealed(doc, "Scan_0509", _SCANNER, _SCANNER, "D:20230509140200-04'00'"))


def _bank_head(flow: Flow) -> None:
    flow.put(60, 70, f.BANK.name, "serif-b", 19)
    flow.put(60, 84, f"{f.BANK.street}, {f.BANK.town}   {f.BANK.phone}", "sans", 8)
    flow.put_right(552, 66, "Business Checking Statement", "sans-b", 11)
    flow.put_right(552, 82, "April 1, 2023 through April 30, 2023", "sans", 9)
    flow.page.draw_line((60, 94), (552, 94), width=1.4)
    flow.y = 108


def _summary(flow: Flow) -> None:
    flow.lines([f.BUYER.name, f.BUYER.street, f.BUYER.town, "", "Account ending 4471"], size=10.5)
    flow.skip(10)
    flow.table(
        [
            ["Balance on April 1", "Deposits", "Withdrawals", "Balance on April 30"],
            [f.usd(_OPENING), f.usd(_DEPOSITS), f.usd(_WITHDRAWN), f.usd(_OPENING + _DEPOSITS - _WITHDRAWN)],
        ],
        [123, 123, 123, 123],
        right=(0, 1, 2, 3),
        size=10,
        pad=5,
    )


def _checks_and_balances(flow: Flow) -> None:
    flow.para("Checks paid, in order of number", face="sans-b", size=10.5)
    checks = [(text.split()[1].rstrip(","), day, -cents) for day, text, cents in _MOVES if text.startswith("Check")]
    rows = [[number, f"04/{day:02d}", f.usd(cents)] for number, day, cents in sorted(checks)]
    flow.table([["Check", "Date", "Amount"], *rows], [80, 80, 100], right=(2,), size=9, pad=3.4)
    flow.para("Balance at the end of the day", face="sans-b", size=10.5)
    days: dict[int, int] = {}
    balance = _OPENING
    for day, _, cents in _MOVES:
        balance += cents
        days[day] = balance
    ends = [[f"04/{day:02d}", f.usd(cents)] for day, cents in days.items()]
    half = (len(ends) + 1) // 2
    pairs = [left + (ends[half + n] if half + n < len(ends) else ["", ""]) for n, left in enumerate(ends[:half])]
    flow.table([["Date", "Balance", "Date", "Balance"], *pairs], [80, 110, 80, 110], right=(1, 3), size=9, pad=3.4)


def _notes(flow: Flow) -> None:
    flow.skip(10)
    flow.para("In case of errors or questions about this statement", face="sans-b")
    flow.para(
        "Write to us or call within thirty days after you receive the statement on which the error appears. Tell us "
        "your name and account number, the amount of the suspected error, and why you believe that it is one. We will "
        "look into it and correct an error promptly."
    )


def _entries() -> list[list[str]]:
    rows, balance = [["04/01", "Balance brought forward", "", "", f.plain(_OPENING)]], _OPENING
    for day, text, cents in _MOVES:
        balance += cents
        amount = f.plain(abs(cents))
        rows.append([f"04/{day:02d}", text, amount if cents < 0 else "", amount if cents > 0 else "", f.plain(balance)])
    return rows


_OPENING = 241_306_18
_MOVES: tuple[tuple[int, str, int], ...] = (
    (3, "Deposit, Grafton Packing Co-op", 38_412_50), (3, "Check 5518, Dunmore Crates", -2_940_00),
    (4, "ACH, Franklin Electric", -6_118_42), (5, "Card, Harrow Farm Supply", -388_17),
    (6, f"WIRE OUT Vessenhardt Kältetechnik INV {f.BALANCE.number}", -f.BALANCE.gross),
    (6, f"WIRE OUT Vessenhardt Kältetechnik INV {f.EXTRA.number}", -f.EXTRA.gross),
    (7, "Payroll", -19_204_66), (7, "Check 5521, Ames Trucking", -1_275_00), (7, "Deposit, farm stand", 1_907_25),
    (10, "Check 5522, Harrow Falls water", -412_09), (10, "Card, Route 9 Diner", -64_80),
    (11, "WIRE OUT Polar Relay Transport, trailers Apr 10-14", -f.TRUCKS),
    (12, "Card, Post Office Harrow Falls", -8_13),
    (12, "Deposit, Grafton Packing Co-op", 41_220_00), (13, "ACH, Orchard Mutual insurance", -3_310_00),
    (14, "Payroll", -18_977_31), (14, "Deposit, farm stand", 2_113_40), (17, "Check 5525, Lindley Ladders", -719_00),
    (18, "Card, Harrow Farm Supply", -1_044_96), (19, "Deposit, Merrow Cider Works, culls", 12_906_00),
    (20, "ACH, telephone", -287_55), (20, "Check 5526, Brewster Spray", -4_480_00), (21, "Payroll", -19_310_08),
    (24, "Deposit, Merrow Cider Works, culls", 5_230_00), (25, "Check 5529, county assessor", -2_205_70),
    (26, "Card, Bexley Bakery, lunch for inspection", -71_40), (27, "ACH, Franklin Fuel", -2_884_19),
    (28, "Payroll", -19_122_74), (28, "Deposit, Grafton Packing Co-op", 36_804_75),
    (28, "Wire fees, three items", -75_00),
)  # fmt: skip
_DEPOSITS = sum(cents for _, _, cents in _MOVES if cents > 0)
_WITHDRAWN = -sum(cents for _, _, cents in _MOVES if cents < 0)


def foreman_note(path: Path) -> None:
    """The night foreman's note on a sheet from a ruled pad, photographed on a workbench."""
    sheet = Image.new("RGB", (1500, 1950), (250, 246, 222))
    draw = ImageDraw.Draw(sheet)
    for y in range(230, 1930, 98):
        draw.line((0, y, 1500, y), fill=(168, 190, 214), width=2)
    draw.line((150, 0, 150, 1950), fill=(214, 140, 140), width=3)
    for x in range(60, 1500, 120):
        draw.ellipse((x, 22, x + 34, 56), fill=(92, 74, 58))
    text = handwriting(_NOTE, str(STEVE), 69, 77, (22, 28, 70))
    sheet.paste(text, (120, 124), text)
    image = photographed(sheet, 78, (1500, 2000), (118, 86, 58))
    path.write_bytes(jpeg(image, 70, 72))


_NOTE = (
    "Mon 4/10  night shift", "", "2:14 alarm Room 2. All 4 fans", "off (RTX 3060). Reset no good",
    "2:40 called Vessenhardt",
    "3:15 again - nobody", "4:05 again, mailbox full", "4:30 woke Dana", "9:40 Room 2 at 51.3 F",
    "10:05 first trailer here",
    "14:05 all bins out = 386", "", "Did not touch the relays!", "                     L. Ferro",
)  # fmt: skip
