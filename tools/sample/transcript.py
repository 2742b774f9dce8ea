"""An excerpt of the deposition of the seller's service manager: 25 numbered lines a page."""

from pathlib import Path

import pymupdf

from . import facts as f
from .flow import Flow, small
from .testimony import PAGES


def write(path: Path) -> None:
    flow = Flow("mono", 11, margins=(0, 0, 0, 0))
    _cover(flow)
    for number, lines in PAGES:
        flow.new_page()
        _frame(flow.page)
        small(flow.page, 470, 58, f"Page {number}", "mono", 10)
        for line in range(25):
            base = 92 + line * 25.2
            flow.put_right(104, base, str(line + 1), "mono", 10)
            flow.put(122, base, lines[line] if line < len(lines) else "", "mono", 10.6)
        small(
            flow.page,
            116,
            748,
            f"{f.SERVICE} - {f.us(f.DEPOSED)}      Pelham & Strand Reporting  (555) 555-0188",
            "mono",
            8,
        )
    flow.save(path, f"{f.SERVICE}, excerpt", "Pelham & Strand Reporting", "e-Script 6", "D:20240222110000-05'00'")


def _frame(page: pymupdf.Page) -> None:
    for x in (110, 113, 540):
        page.draw_line((x, 66), (x, 730), width=0.6)
    page.draw_line((110, 66), (540, 66), width=0.6)
    page.draw_line((110, 730), (540, 730), width=0.6)


def _cover(flow: Flow) -> None:
    _frame(flow.page)
    text = (
        "IN THE UNITED STATES DISTRICT COURT", "FOR THE DISTRICT OF FRANKLIN", "", "COLE RIDGE ORCHARDS LLC,", "",
        "          Plaintiff,", "", f"   v.                     No. {f.DOCKET}", "",
        "VESSENHARDT KÄLTETECHNIK, INC.,", "", "          Defendant.", "",
        "VIDEOTAPED DEPOSITION OF MARKUS REINHOLT", "",
        "     (Rule 30(b)(6) and individually)", "", f"          {f.long(f.DEPOSED)}", "          10:02 a.m.", "",
        "Offices of Tolland & Quay PLLC", "310 Market Square, Harrow Falls, Franklin", "",
        "        EXCERPT: PAGES 44 - 49",
    )  # fmt: skip
    for number, line in enumerate(text):
        flow.put(130, 100 + number * 25, line, "mono", 11)
    small(flow.page, 130, 722, "Reported by: Joan Pelletier-Marsh, CSR (Franklin No. 0417)", "mono", 9)
