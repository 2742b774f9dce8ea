"""Office files: the seller's letter (Word), the ledger (Excel) and the controller's alarm log (text)."""

import re
import zipfile
from datetime import UTC, date, datetime, timedelta
from io import BytesIO
from itertools import pairwise
from pathlib import Path
from typing import Any

import docx
import openpyxl
from docx.shared import Pt
from openpyxl.styles import Font, PatternFill

from . import facts as f

_ZIP_TIME = (2023, 4, 24, 12, 0, 0)


def _repacked(data: bytes, edit: dict[str, list[tuple[str, str]]]) -> bytes:
    """The zip with fixed times; ``edit`` replaces (pattern, text) in the named members."""
    out = BytesIO()
    with zipfile.ZipFile(BytesIO(data)) as old, zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as new:
        for name in old.namelist():
            body = old.read(name)
            for pattern, text in edit.get(name, []):
                body = re.sub(pattern, text, body.decode()).encode()
            info = zipfile.ZipInfo(name, _ZIP_TIME)
            info.compress_type = zipfile.ZIP_DEFLATED
            new.writestr(info, body)
    return out.getvalue()


def letter(path: Path) -> None:
    """The seller's letter of April 24, in which it rejects the notice as late."""
    document = docx.Document()
    style = document.styles["Normal"]
    style.font.name, style.font.size = "Calibri", Pt(11)
    header = document.sections[0].header.paragraphs[0]
    header.text = f"{f.SELLER.name} · {f.SELLER.street} · {f.SELLER.town} · {f.SELLER.phone}"
    for text in (
        f"{f.BUYER.name}\nMs. {f.DECLARANT}, Operations Manager\n{f.BUYER.street}\n{f.BUYER.town}",
        f.long(f.REJECTED),
    ):
        document.add_paragraph(text)
    document.add_paragraph().add_run(f"Agreement {f.AGREEMENT} / your letter of {f.long(f.NOTICE_SENT)}").bold = True
    for text in _LETTER:
        document.add_paragraph(text)
    table = document.add_table(rows=1, cols=3)
    table.style = "Table Grid"
    rows = [("Event", "Date", "Days after delivery")]
    rows += [(what, f.long(day), str((day - f.DELIVERED).days)) for what, day in _EVENTS]
    for number, row in enumerate(rows):
        cells = table.rows[0].cells if number == 0 else table.add_row().cells
        for cell, text in zip(cells, row, strict=True):
            cell.text = text
    document.add_paragraph()
    document.add_paragraph("We therefore reject your claim. Our offer to look at the relays at our usual rates stands.")
    document.add_paragraph(f"Sincerely,\n\n{f.SALES}\nVice President, Sales")
    document.sections[0].footer.paragraphs[0].text = "Our Terms and Conditions of Sale, Rev. 7, apply."
    core = document.core_properties
    core.author, core.last_modified_by, core.title, core.comments = f.SALES, f.SALES, "Cole Ridge", ""
    core.created = core.modified = datetime(2023, 4, 24, 9, 12, tzinfo=UTC)
    core.last_printed, core.revision = datetime(2023, 4, 24, 9, 20, tzinfo=UTC), 3
    out = BytesIO()
    document.save(out)
    path.write_bytes(_repacked(out.getvalue(), {}))


_EVENTS = (
    ("Delivery", f.DELIVERED),
    ("End of the fourteen days", f.NOTICE_LIMIT),
    ("Receipt of your letter, mailroom stamp", f.NOTICE_RECEIVED),
)
_LETTER = (
    "Dear Ms. Cole,",
    f"Your letter, which bears the date {f.long(f.NOTICE_SENT)}, was received by our mailroom on "
    f"{f.long(f.NOTICE_RECEIVED)}. The ventilators were delivered on {f.long(f.DELIVERED)}. Notice of defects had to "
    f"be given within fourteen days after delivery, that is by {f.long(f.NOTICE_LIMIT)}. It came three days too late.",
    "Section 11 of our Terms and Conditions of Sale says that a notice takes effect only when it has been received and "
    "that the date of our receipt stamp is decisive. It also says that notice by e-mail is not sufficient. It is of no "
    "importance on which day the letter was written or put into the mail.",
    "Apart from that, the settings of motor relays are a matter of adjustment and not a defect of the ventilators "
    f"{f.MODEL}. We note that our invoices {f.BALANCE.number} ({f.usd(f.BALANCE.gross)} including tax) and "
    f"{f.EXTRA.number} ({f.usd(f.EXTRA.gross)} including tax) were paid without reservation.",
    "The dates are these:",
)


def ledger(path: Path) -> None:
    """Two sheets: bins lost by lot, and the costs; formulas keep the values that they had when the book was saved."""
    book = openpyxl.Workbook()
    bins = book.active
    bins.title = "Room 2 bins"
    values: dict[str, dict[str, float]] = {"sheet1": _bins(bins), "sheet2": _costs(book.create_sheet("Costs"))}
    book.properties.creator = f.DECLARANT
    book.properties.created = datetime(2023, 5, 24, 15, 2, tzinfo=UTC).replace(tzinfo=None)
    out = BytesIO()
    book.save(out)
    edit = {
        f"xl/worksheets/{name}.xml": [
            (rf'(<c r="{cell}"[^>]*><f>[^<]*</f>)<v\s*(/>|></v>)', rf"\g<1><v>{value:.2f}</v>")
            for cell, value in cells.items()
        ]
        for name, cells in values.items()
    }
    stamp = r"(<dcterms:modified[^>]*>)[^<]*"
    edit["docProps/core.xml"] = [(stamp, r"\g<1>2023-05-24T15:40:00Z")]
    path.write_bytes(_repacked(out.getvalue(), edit))


def _head(sheet: Any, row: int, titles: tuple[str, ...]) -> None:
    for column, title in enumerate(titles, start=1):
        cell = sheet.cell(row, column, title)
        cell.font, cell.fill = Font(bold=True), PatternFill("solid", fgColor="DDE6DD")


def _bins(sheet: Any) -> dict[str, float]:
    sheet["A1"] = f"Cold Store 2, Room 2: bins lost on {f.long(f.FAILED)}"
    sheet["A1"].font = Font(bold=True, size=13)
    sheet["A2"] = "Price: contract with packer. Salvage: paid by Merrow Cider Works."
    _head(sheet, 4, ("Lot", "Variety", "Stored", "Bins", "Price / bin", "Salvage / bin", "Loss"))
    values: dict[str, float] = {}
    for row, lot in enumerate(f.LOTS, start=5):
        stored = date(2023, 4, 6) + timedelta(days=row % 2)
        cells = (lot.lot, lot.variety, stored, lot.bins, lot.price / 100, lot.salvage / 100, f"=D{row}*(E{row}-F{row})")
        for column, value in enumerate(cells, start=1):
            sheet.cell(row, column, value)
        sheet.cell(row, 3).number_format = "mm/dd/yyyy"
        values[f"G{row}"] = lot.loss / 100
    last = 4 + len(f.LOTS)
    sheet.cell(last + 1, 1, "Total").font = Font(bold=True)
    sheet.cell(last + 1, 4, f"=SUM(D5:D{last})")
    sheet.cell(last + 1, 7, f"=SUM(G5:G{last})")
    values |= {f"D{last + 1}": f.BINS, f"G{last + 1}": f.CROP_LOSS / 100}
    for row in range(5, last + 2):
        for column in (5, 6, 7):
            sheet.cell(row, column).number_format = '"$"#,##0.00'
    for column, width in zip("ABCDEFG", (10, 14, 13, 8, 13, 15, 15), strict=True):
        sheet.column_dimensions[column].width = width
    return values


def _costs(sheet: Any) -> dict[str, float]:
    sheet["A1"] = "Costs, Cold Store 2"
    sheet["A1"].font = Font(bold=True, size=13)
    _head(sheet, 3, ("Date", "Payee", "Reference", "Net", "Sales tax", "Total", "Paid", "Claimed"))
    rows = (
        (f.DEPOSIT.issued, f.SELLER.short, f.DEPOSIT.number, f.DEPOSIT.net, f.DEPOSIT.tax, f.PAID_DEPOSIT, "no"),
        (f.BALANCE.issued, f.SELLER.short, f.BALANCE.number, f.BALANCE.net, f.BALANCE.tax, f.PAID_BALANCE, "no"),
        (f.EXTRA.issued, f.SELLER.short, f.EXTRA.number, f.EXTRA.net, f.EXTRA.tax, f.PAID_BALANCE, "no"),
        (f.FAILED, "Polar Relay Transport", "trailers Apr 10-14", f.TRUCKS, 0, date(2023, 4, 11), "yes"),
        (f.REPORTED, f.ENGINEER.short, "report 23-117", f.INSPECTION_FEE, 0, date(2023, 5, 12), "yes"),
        (f.REPAIR.issued, f.REPAIRER.short, f.REPAIR.number, f.REPAIR.net, f.REPAIR.tax, date(2023, 5, 24), "yes"),
    )
    values: dict[str, float] = {}
    for row, (day, payee, reference, net, tax, paid, claimed) in enumerate(rows, start=4):
        cells = (day, payee, reference, net / 100, tax / 100, f"=D{row}+E{row}", paid, claimed)
        for column, value in enumerate(cells, start=1):
            sheet.cell(row, column, value)
        sheet.cell(row, 1).number_format = sheet.cell(row, 7).number_format = "mm/dd/yyyy"
        values[f"F{row}"] = (net + tax) / 100
    sheet["A11"], sheet["F11"] = "Claimed costs", '=SUMIF(H4:H9,"yes",F4:F9)'
    sheet["A12"], sheet["F12"] = "Loss of fruit", "='Room 2 bins'!G10"
    sheet["A13"], sheet["F13"] = "Claim in all", "=F11+F12"
    values |= {"F11": (f.DAMAGES - f.CROP_LOSS) / 100, "F12": f.CROP_LOSS / 100, "F13": f.DAMAGES / 100}
    for row in (*range(4, 10), 11, 12, 13):
        for column in (4, 5, 6):
            sheet.cell(row, column).number_format = '"$"#,##0.00'
    for column, width in zip("ABCDEFGH", (14, 24, 20, 14, 12, 14, 13, 10), strict=True):
        sheet.column_dimensions[column].width = width
    return values


def alarm_log(path: Path) -> None:
    """What controller KC 114 of Room 2 wrote in the night of April 9 to 10: text, CRLF lines."""
    lines = [
        "KC114 V2.3  UNIT CS2-R2  EXPORT 2023-04-11 07:58:10  TZ UTC-4",
        f"SETPOINT 33.0F  BAND 2.0F  FANS 4 x {f.MODEL}  SN {' '.join(f.ROOM_2)}",
        "DATE       TIME  RET-AIR  AMP-1 AMP-2 AMP-3 AMP-4  EVENT",
    ]
    for minute, air, amps, event in _log_rows():
        moment = datetime(2023, 4, 9, 23, 30, tzinfo=UTC) + timedelta(minutes=minute)
        currents = " ".join(f"{amp:5.1f}" for amp in amps)
        lines.append(f"{moment:%Y-%m-%d %H:%M} {air:6.1f}F  {currents}  {event}".rstrip())
    lines.append("END OF EXPORT  CRC 5A1E")
    path.write_bytes(("\r\n".join(lines) + "\r\n").encode("ascii"))


_EVENTS_BY_MINUTE = {
    164: "FAULT 21 OVERLOAD FAN 1 FAN 3; FAULT 21 OVERLOAD FAN 2 FAN 4; ALARM CONTACT CLOSED",
    166: "MANUAL RESET", 168: "FAULT 21 OVERLOAD ALL", 171: "MANUAL RESET", 173: "FAULT 21 OVERLOAD ALL",
    176: "MANUAL RESET", 177: "FAULT 21 OVERLOAD ALL", 181: "MANUAL RESET", 184: "FAULT 21 OVERLOAD ALL",
    245: "HIGH TEMP > 38.0F", 610: "HIGH TEMP MAX 51.3F", 635: "DOOR OPEN", 875: "DOOR CLOSED",
}  # fmt: skip
_CURVE = ((0, 33.1), (90, 33.1), (164, 33.4), (210, 36.2), (270, 39.5), (330, 42.4), (390, 45.0), (450, 47.3),
          (510, 49.4), (610, 51.3), (690, 48.8), (875, 38.1), (1110, 34.0))  # fmt: skip


def _air(minute: int) -> float:
    for (start, low), (end, high) in pairwise(_CURVE):
        if start <= minute <= end:
            return low + (high - low) * (minute - start) / (end - start)
    return _CURVE[-1][1]


def _log_rows() -> list[tuple[int, float, tuple[float, ...], str]]:
    steps = (*range(0, 150, 30), *range(150, 186), *range(186, 640, 30), 690, 750, 1110)
    minutes = sorted({*steps, *_EVENTS_BY_MINUTE})
    rows = []
    for minute in minutes:
        running = minute < 164 or minute in (166, 167, 171, 172, 176, 181, 182, 183)
        rise = min(minute, 164) / 164 * 0.8
        amps = tuple(round(5.2 + rise + shift, 1) if running else 0.0 for shift in (0.0, -0.1, 0.1, -0.1))
        rows.append((minute, _air(minute), amps, _EVENTS_BY_MINUTE.get(minute, "")))
    return rows
