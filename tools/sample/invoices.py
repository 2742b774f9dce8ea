"""Invoices of the seller (born digital, day-first dates) and of the contractor who repaired."""

from pathlib import Path

import pymupdf

from . import facts as f
from .flow import Flow

_BLUE = (0.05, 0.22, 0.42)
_RUST = (0.55, 0.24, 0.08)


def _seller_head(flow: Flow) -> None:
    page = flow.page
    page.draw_rect(pymupdf.Rect(56, 44, 66, 78), color=_BLUE, fill=_BLUE)
    page.draw_rect(pymupdf.Rect(69, 52, 79, 78), color=_BLUE, fill=(0.45, 0.62, 0.8))
    flow.put(88, 66, "VESSENHARDT", "sans-b", 19, _BLUE)
    flow.put(88, 78, "KÄLTETECHNIK", "sans", 8.5, _BLUE)
    for number, text in enumerate((f.SELLER.name, f.SELLER.street, f.SELLER.town, f"Tel. {f.SELLER.phone}")):
        flow.put_right(556, 50 + 10 * number, text, "sans", 8)
    flow.y = 110


def seller_invoice(path: Path, invoice: f.Invoice, lines: list[list[str]], remarks: list[str]) -> None:
    """One page; ``lines`` are position, quantity, text, unit price, amount."""
    flow = Flow("sans", 9.5, margins=(56, 56, 56, 60), on_page=_seller_head)
    flow.lines([f.BUYER.name, "Accounts Payable", f.BUYER.street, f.BUYER.town], size=10.5)
    flow.skip(40)
    top = flow.y
    facts = (
        ("Invoice No.", invoice.number),
        ("Date", f.eu(invoice.issued)),
        ("Due", f.eu(invoice.due)),
        ("Agreement", f.AGREEMENT),
        ("Customer No.", "20418"),
    )
    for number, (label, value) in enumerate(facts):
        flow.put(380, top + 13 * number, label)
        flow.put_right(556, top + 13 * number, value)
    flow.put(56, top + 4, "INVOICE", "sans-b", 20, _BLUE)
    flow.y = top + 78
    flow.table(
        [["Pos.", "Qty", "Description", "Unit price", "Amount"], *lines], [34, 34, 268, 82, 82], right=(3, 4), pad=4
    )
    for label, cents, face in (
        ("Net amount", invoice.net, "sans"),
        ("Sales tax 6 %", invoice.tax, "sans"),
        ("Total due", invoice.gross, "sans-b"),
    ):
        flow.skip(15)
        flow.put_right(468, flow.y, label, face, 10)
        flow.put_right(552, flow.y, f.usd(cents), face, 10)
    flow.skip(30)
    for text in remarks:
        flow.para(text)
    flow.y = 700
    flow.rule(2)
    flow.para(
        f"Please quote {invoice.number} with your payment.   Port Averell Trust, account 0044 0912 77, wire routing on "
        f"request.   billing@{f.SELLER.domain}   Dates are written day/month/year.",
        size=7.5,
    )
    made = f"D:{invoice.issued:%Y%m%d}093000+01'00'"
    flow.save(path, f"Invoice {invoice.number}", f.SELLER.name, "FakturaPlus 4.2", made)


def deposit(path: Path) -> None:
    seller_invoice(
        path,
        f.DEPOSIT,
        [["1", "1", f"{f.DEPOSIT.text} {f.usd(f.PRICE)} (net) under Section 3.2 of the Agreement of "
          f"{f.eu(f.SIGNED)}", f.usd(f.DEPOSIT.net), f.usd(f.DEPOSIT.net)]],
        ["Payable within 14 days after the date of this invoice without deduction. Production of the ventilators "
         "starts on receipt of the deposit."],
    )  # fmt: skip


def balance(path: Path) -> None:
    seller_invoice(
        path,
        f.BALANCE,
        [
            ["1", "10", f"Ventilator {f.MODEL}, delivered {f.eu(f.DELIVERED)}, delivery note 88-2041",
             f.usd(f.UNIT_PRICE), f.usd(10 * f.UNIT_PRICE)],
            ["2", "1", "Controllers, probes, switch panel, cable and frames as per Schedule A",
             f.usd(f.PRICE - 10 * f.UNIT_PRICE - 48_000_00), f.usd(f.PRICE - 10 * f.UNIT_PRICE - 48_000_00)],
            ["3", "1", "Installation and commissioning, lump sum", "$48,000.00", "$48,000.00"],
            ["", "", f"Less deposit invoice {f.DEPOSIT.number} (net)", "", f"-{f.usd(f.DEPOSIT.net)}"],
        ],
        [f"{f.BALANCE.text} {f.usd(f.PRICE)} (net). Payable within 14 days after the date of this invoice.",
         f"Change Order No. 1 is billed separately, see invoice {f.EXTRA.number}."],
    )  # fmt: skip


def extra(path: Path) -> None:
    seller_invoice(
        path,
        f.EXTRA,
        [["1", "2", f"Ventilator {f.MODEL}, additional, for Room 2, delivered {f.eu(f.DELIVERED)}, delivery note "
          f"88-2041; serial numbers {f.ROOM_2[0]} and {f.ROOM_2[1]}", f.usd(f.UNIT_PRICE), f.usd(f.EXTRA.net)]],
        [f"Change Order No. 1, signed {f.eu(f.CHANGE_1)}. Payable within 14 days after the date of this invoice."],
    )  # fmt: skip


def _repairer_head(flow: Flow) -> None:
    flow.put(54, 66, "Tamarack Falls Mechanical", "cond-b", 17, _RUST)
    flow.put(54, 80, "Refrigeration · Electrical · Controls      License FK-MC 20871", "cond", 8)
    flow.page.draw_line((54, 88), (558, 88), color=_RUST, width=1.6)
    flow.put_right(558, 66, "INVOICE", "cond-b", 15)
    flow.y = 104


def repair(path: Path) -> None:
    """Two pages: the work with its parts, then the hours."""
    flow = Flow("cond", 9, margins=(54, 104, 54, 60), on_page=_repairer_head)
    right = (
        f"Invoice no. {f.REPAIR.number}",
        f"Invoice date {f.us(f.REPAIR.issued)}",
        f"Due {f.us(f.REPAIR.due)}",
        "Job no. 23-0418",
    )
    for number, text in enumerate(right):
        flow.put_right(558, flow.y + 12 + 12 * number, text)
    flow.lines(["Bill to:", f.BUYER.name, f.BUYER.street, f.BUYER.town, "Job site: Cold Store 2"], size=10)
    flow.skip(8)
    flow.para(
        f"Work done May 8 to May 17, 2023 after the report of {f.ENGINEER.name} of {f.long(f.REPORTED)}: motor "
        f"protection relays of all {f.UNITS} ventilators {f.MODEL} set and sealed at 6.1 A, phase monitors fitted, "
        "alarm dialer connected, sub-distribution of Room 2 re-wired, four-hour run in each room with records."
    )
    parts = [
        ("12", "Motor protection relay 3.5-8.0 A, sealed", 38_500), ("3", "Phase monitor", 41_200),
        ("1", "Alarm dialer, two lines, battery", 189_000), ("420", "Cable 4 x AWG 10, per foot", 385),
        ("1", "Terminal blocks, glands, ducts, lot", 148_600), ("4", "Motor bearing set", 21_750),
        ("1", "Panel door and interlock", 166_000), ("2", "Temperature probe", 24_900),
    ]  # fmt: skip
    amounts = [int(quantity) * price for quantity, _, price in parts]
    flow.table(
        [["Qty", "Part", "Each", "Amount"]]
        + [[q, text, f.usd(p), f.usd(a)] for (q, text, p), a in zip(parts, amounts, strict=True)]
        + [["", "Parts", "", f.usd(sum(amounts))]],
        [44, 300, 80, 80],
        right=(2, 3),
    )
    flow.para("Labor: see page 2.")
    flow.new_page()
    _hours(flow, f.REPAIR.net - sum(amounts))
    flow.save(path, f"Invoice {f.REPAIR.number}", f.REPAIRER.name, "TradeBooks 2023", "D:20230519154100-05'00'")


def _hours(flow: Flow, labor: int) -> None:
    days = [("May 8", 4, 36), ("May 9", 4, 36), ("May 10", 4, 34), ("May 11", 3, 27), ("May 12", 3, 27),
            ("May 15", 3, 26), ("May 16", 2, 18), ("May 17", 2, 14)]  # fmt: skip
    hours = sum(count for _, _, count in days)
    rate = 112_00
    rest = [["Permit, lift hire, disposal", "", "", "", f.usd(labor - hours * rate)]]
    flow.table(
        [["Day", "Crew", "Hours", "Rate", "Amount"]]
        + [[f"{day}, 2023", str(crew), str(count), f.usd(rate), f.usd(count * rate)] for day, crew, count in days]
        + [["Labor", "", str(hours), "", f.usd(hours * rate)], *rest],
        [150, 60, 60, 100, 134],
        right=(1, 2, 3, 4),
    )  # fmt: skip
    for label, cents, face in (
        ("Subtotal (before tax)", f.REPAIR.net, "cond"),
        ("Franklin sales tax 6 %", f.REPAIR.tax, "cond"),
        ("AMOUNT DUE", f.REPAIR.gross, "cond-b"),
    ):
        flow.skip(14)
        flow.put_right(450, flow.y, label, face, 10)
        flow.put_right(555, flow.y, f.usd(cents), face, 10)
    flow.skip(24)
    flow.para("Payment net 30 days. Work carries a one-year warranty on labor. Thank you for your business.")
