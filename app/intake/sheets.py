"""Excel workbooks (.xlsx): every sheet as a table, its cells as displayed."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Any

from app.domain.errors import Unreadable
from app.intake.blocks import Block, PageBreak, Paragraph, Table
from app.intake.number_formats import displayed
from app.intake.package import BROKEN_ZIP, Package

MAX_ROWS = 50_000
MAX_COLUMNS = 200
MAX_CELLS = 1_000_000
EXCEL_ROWS = 1_048_576


_BROKEN = (*BROKEN_ZIP, KeyError, TypeError, AttributeError, SyntaxError)
"""What openpyxl raises for a workbook that isn't one; a damaged part of it (ParseError) is a SyntaxError."""


def read_workbook(path: Path) -> tuple[list[Block], tuple[str, ...]]:
    """Blocks and warnings of the .xlsx at `path`. Unreadable where it is damaged or a bomb."""
    with Package(path) as package:
        warnings = list(_extras(package))
    blocks: list[Block] = []
    for title, state, rows in _sheets(path, warnings):
        if state != "visible":
            warnings.append(f"The sheet {title} is hidden in the workbook; it is shown here.")
        if blocks:
            blocks.append(PageBreak())
        blocks.append(Paragraph(title, size=12, bold=True))
        blocks.append(Table(rows, widen=True) if rows else Paragraph("(empty sheet)"))
    return blocks, tuple(warnings)


def _extras(package: Package) -> Iterator[str]:
    for part, what in (("xl/comments", "Notes on cells"), ("xl/media/", "Pictures"), ("xl/charts/", "Charts")):
        if any(name.startswith(part) for name in package.names):
            yield f"{what} in the workbook aren't shown."


def _sheets(path: Path, warnings: list[str]) -> Iterator[tuple[str, str, list[list[str]]]]:
    # open files, not names: openpyxl refuses a workbook whose name has another extension, or none
    with path.open("rb") as first, path.open("rb") as second:
        values, formulas = _opened(first, data_only=True), _opened(second, data_only=False)
        try:
            yield from _tables(values, formulas, warnings)
        except _BROKEN as error:
            raise _damaged() from error
        finally:
            values.close()
            formulas.close()


def _opened(file: IO[bytes], *, data_only: bool) -> Any:
    import openpyxl  # slow to import

    try:
        return openpyxl.load_workbook(file, read_only=True, data_only=data_only)
    except _BROKEN as error:
        raise _damaged() from error


def _tables(values: Any, formulas: Any, warnings: list[str]) -> Iterator[tuple[str, str, list[list[str]]]]:
    budget = MAX_CELLS
    for sheet in values.worksheets:
        rows, columns = _extent(formulas[sheet.title])
        fits = _fit(sheet.title, rows, columns, budget, warnings)
        budget -= fits[0] * fits[1]
        table = _table(sheet, formulas[sheet.title], fits, warnings) if fits[0] and fits[1] else []
        yield sheet.title, sheet.sheet_state, table


def _fit(title: str, rows: int, columns: int, budget: int, warnings: list[str]) -> tuple[int, int]:
    """How much of a sheet is shown; what isn't is named."""
    wide = min(columns, MAX_COLUMNS)
    long = min(rows, MAX_ROWS, budget // max(wide, 1))
    if long < rows:
        warnings.append(f"Sheet {title}: rows {long + 1} to {rows} were left out, as there are too many.")
    if wide < columns:
        warnings.append(f"Sheet {title}: columns {wide + 1} to {columns} were left out, as there are too many.")
    return long, wide


def _extent(sheet: Any) -> tuple[int, int]:
    """How many rows and columns hold something; what the file itself says may be inflated."""
    rows = columns = 0
    sheet.reset_dimensions()
    for number, row in enumerate(sheet.iter_rows(), start=1):
        if number > EXCEL_ROWS:
            break
        filled = next((n for n in range(len(row), 0, -1) if row[n - 1].value is not None), 0)
        if filled:
            rows, columns = number, max(columns, filled)
    return rows, columns


def _table(values: Any, formulas: Any, extent: tuple[int, int], warnings: list[str]) -> list[list[str]]:
    rows, columns = extent
    table: list[list[str]] = []
    unsolved = 0
    for shown, written in zip(_cells(values, rows, columns), _cells(formulas, rows, columns), strict=False):
        row = []
        for cell, formula in zip(shown, written, strict=False):
            text = displayed(cell.value, cell.number_format or "General")
            if cell.value is None and isinstance(formula.value, str) and formula.value.startswith("="):
                unsolved += 1
                text = formula.value
            row.append(_tidy(text))
        table.append(row)
    if unsolved:
        warnings.append(
            f"Sheet {values.title}: {unsolved} formulas have no stored result; the formulas themselves are shown."
        )
    return _trimmed(table)


def _cells(sheet: Any, rows: int, columns: int) -> Any:
    sheet.reset_dimensions()
    return sheet.iter_rows(min_row=1, max_row=rows, min_col=1, max_col=columns)


def _tidy(text: str) -> str:
    return re.sub(r"\n{2,}", "\n", text.replace("\r\n", "\n").replace("_x000D_", "")).strip("\n")


def _trimmed(table: list[list[str]]) -> list[list[str]]:
    """Without the empty rows at the end and the empty columns on the right."""
    while table and not any(table[-1]):
        table.pop()
    width = max((n + 1 for row in table for n, cell in enumerate(row) if cell), default=0)
    return [row[:width] for row in table]


def _damaged() -> Unreadable:
    return Unreadable("The workbook is damaged and can't be opened.", "", "Ask for another copy.")
