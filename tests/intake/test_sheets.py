"""Workbooks: cells as displayed, hidden sheets, and files that claim to be a million rows long."""

import datetime
from pathlib import Path

import openpyxl
import pytest
from openpyxl.worksheet.worksheet import Worksheet

from app.domain.errors import Unreadable
from app.intake.blocks import Paragraph, Table
from app.intake.number_formats import Value, displayed
from app.intake.pages import read_page
from app.intake.prepare import prepare
from app.intake.sheets import read_workbook

DAY = datetime.datetime(2021, 4, 20, 15, 4, 5)  # noqa: DTZ001  a workbook knows no zones

DISPLAYED: list[tuple[Value, str, str]] = [
    (1234.5, "General", "1234.5"),
    (12, "General", "12"),
    (0.1 + 0.2, "General", "0.3"),
    (123456789012, "General", "123456789012"),
    (True, "General", "TRUE"),
    ("text", "General", "text"),
    ("text", "@", "text"),
    ("x", '0;0;0;"<"@">"', "<x>"),
    (1234.5, "0", "1235"),
    (2.5, "0", "3"),
    (1234.5, "0.00", "1234.50"),
    (1234567.891, "#,##0.00", "1,234,567.89"),
    (-1234.56, "#,##0.00", "-1,234.56"),
    (0.5, "#,##0.00", "0.50"),
    (12500, '"$"#,##0.00', "$12,500.00"),
    (12500, "[$$-409]#,##0.00", "$12,500.00"),
    (12500, "#,##0.00 [$€-407]", "12,500.00 €"),
    (-75.1, '"$"#,##0.00;("$"#,##0.00)', "($75.10)"),
    (-75.1, '_($* #,##0.00_);_($* (#,##0.00);_($* "-"??_);_(@_)', "$(75.10)"),
    (0, '_($* #,##0.00_);_($* (#,##0.00);_($* "-"??_);_(@_)', "$-"),
    (-3, "0;[Red]0", "3"),
    (0.075, "0.0%", "7.5%"),
    (0.2, "0%", "20%"),
    (12345678, "0,", "12346"),
    (12345678, '#,##0.0,,"M"', "12.3M"),
    (1234.5, "0.00E+00", "1.23E+03"),
    (123456789, "000-00-0000", "123-45-6789"),
    (7, "000", "007"),
    (1.5, "# ?/?", "1 1/2"),
    (0.0001, "0.00", "0.00"),
    (-0.001, "0.00", "0.00"),
    (5, '"No. "0', "No. 5"),
    (5, ";;;", ""),
    (150, "[>=100]0.0;0.00", "150.0"),
    (50, "[>=100]0.0;0.00", "50.00"),
    (DAY, "mm/dd/yyyy", "04/20/2021"),
    (DAY, "m/d/yy", "4/20/21"),
    (DAY, "mm-dd-yy", "2021-04-20"),
    (DAY, "yyyy\\-mm\\-dd", "2021-04-20"),
    (DAY, "[$-409]mmmm d, yyyy;@", "April 20, 2021"),
    (DAY, "d-mmm-yy", "20-Apr-21"),
    (DAY, "dddd, mmmm dd, yyyy", "Tuesday, April 20, 2021"),
    (DAY, "h:mm AM/PM", "3:04 PM"),
    (DAY, "hh:mm:ss", "15:04:05"),
    (DAY, "m/d/yyyy h:mm", "4/20/2021 15:04"),
    (DAY, "dd.mm.yyyy", "20.04.2021"),
    (datetime.time(9, 5), "h:mm", "9:05"),
    (datetime.timedelta(hours=30, minutes=15), "[h]:mm", "30:15"),
    (None, "0.00", ""),
]


@pytest.mark.parametrize(("value", "code", "shown"), DISPLAYED)
def test_a_value_is_shown_as_its_format_says(value: Value, code: str, shown: str) -> None:
    assert displayed(value, code) == shown


def workbook(path: Path, rows: list[list[Value]], *, code: str = "General") -> Path:
    book = openpyxl.Workbook()
    sheet = book.active
    assert isinstance(sheet, Worksheet)
    sheet.title = "Ledger"
    for row in rows:
        sheet.append(row)
    for cells in sheet.iter_rows(min_row=2):
        cells[-1].number_format = code
    hidden = book.create_sheet("Notes")
    hidden.append(["kept from view"])
    hidden.sheet_state = "hidden"
    book.save(path)
    return path


def test_rows_come_back_together_as_displayed(tmp_path: Path) -> None:
    day = DAY.date()
    rows: list[list[Value]] = [["Date", "Payee", "Amount"], [day, "Acme", -1234.5], [day, None, 20]]
    path = workbook(tmp_path / "a.xlsx", rows, code="#,##0.00;(#,##0.00)")
    result = prepare(path, "a.xlsx", tmp_path / "a.pdf")
    text = read_page(tmp_path / "a.pdf", 1, ("eng",)).text.splitlines()
    assert text == ["Ledger", "Date   Payee   Amount", "2021-04-20   Acme   (1,234.50)", "2021-04-20   20.00"]
    assert result.pages == 2
    assert any("Notes is hidden" in warning for warning in result.warnings)


def test_a_formula_without_a_result_is_shown_and_said(tmp_path: Path) -> None:
    path = workbook(tmp_path / "a.xlsx", [["n"], [2], ["=A2*2"]])
    blocks, warnings = read_workbook(path)
    (first, *_) = [block for block in blocks if isinstance(block, Table)]
    assert first.rows[2] == ["=A2*2"]
    assert any("1 formulas have no stored result" in warning for warning in warnings)


def test_a_far_away_cell_does_not_make_a_million_rows(tmp_path: Path) -> None:
    book = openpyxl.Workbook()
    sheet = book.active
    assert isinstance(sheet, Worksheet)
    sheet["A1"] = "first"
    sheet["A1048576"].number_format = "0.00"  # formatted, empty
    book.save(tmp_path / "a.xlsx")
    blocks, _ = read_workbook(tmp_path / "a.xlsx")
    assert [list(map(list, block.rows)) for block in blocks if isinstance(block, Table)] == [[["first"]]]


def test_what_is_too_much_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.intake.sheets.MAX_ROWS", 5)
    blocks, warnings = read_workbook(workbook(tmp_path / "a.xlsx", [[n, n] for n in range(9)]))
    assert len(next(block for block in blocks if isinstance(block, Table)).rows) == 5
    assert "Sheet Ledger: rows 6 to 9 were left out" in warnings[0]


def test_an_empty_sheet_is_said_to_be_empty(tmp_path: Path) -> None:
    book = openpyxl.Workbook()
    book.save(tmp_path / "a.xlsx")
    blocks, _ = read_workbook(tmp_path / "a.xlsx")
    assert [block.text for block in blocks if isinstance(block, Paragraph)] == ["Sheet", "(empty sheet)"]


def test_a_damaged_workbook_is_refused(tmp_path: Path) -> None:
    path = workbook(tmp_path / "a.xlsx", [["a"]])
    data = path.read_bytes()
    path.write_bytes(data[: len(data) // 2])
    with pytest.raises(Unreadable, match="damaged"):
        read_workbook(path)


@pytest.mark.parametrize("name", ["payments", "payments.2021", "3f9a"])
def test_a_workbook_needs_no_extension(tmp_path: Path, name: str) -> None:
    file = workbook(tmp_path / "a.xlsx", [["Payee", "Amount"], ["Acme", 20]]).rename(tmp_path / name)
    result = prepare(file, name, tmp_path / "made.pdf")
    assert result.kind == "xlsx"
    assert "Acme   20" in read_page(tmp_path / "made.pdf", 1, ("eng",)).text.replace(".00", "")


def test_a_format_code_that_excel_would_not_take_is_none() -> None:
    assert displayed(4.5, "[" * 100_000) == displayed(4.5, "General") == "4.5"
