"""The seller's terms of sale: two columns of small print, which say that notice counts when it is received."""

from pathlib import Path

from . import facts as f
from .flow import GREY, Flow, small
from .small_print import SECTIONS


class _Columns(Flow):
    """Two columns a page; ``new_page`` goes to the right-hand column first."""

    def new_page(self) -> None:
        if self.doc.page_count and self.left < 200:
            self.left, self.right, self.y = 316, 48, self.top
            return
        self.left, self.right = 48, 316
        super().new_page()


def write(path: Path) -> None:
    flow = _Columns("narrow", 9.2, margins=(48, 74, 316, 56))
    for number, (title, text) in enumerate(SECTIONS, start=1):
        flow.need(24)
        flow.para(f"{number}. {title}", face="narrow-b", after=1, leading=1.2)
        for part in text:
            flow.para(part, after=4, leading=1.2)
        flow.skip(5)
    flow.footers(_frame)
    flow.save(path, "Terms and Conditions of Sale, Rev. 7", f.SELLER.name, "PrintShop 9", "D:20220701080000+02'00'")


def _frame(flow: Flow, page: object, number: int, total: int) -> None:
    small(page, 48, 44, f"{f.SELLER.name}   TERMS AND CONDITIONS OF SALE", "sans-b", 11)
    small(
        page,
        48,
        58,
        "Rev. 7, July 2022. These terms apply to all deliveries unless otherwise agreed in writing.",
        "narrow",
        8,
    )
    small(page, 48, 764, f"VK-TC-07      Page {number} of {total}", "narrow", 7)
    page.draw_line((306, 70), (306, 744), color=GREY, width=0.3)  # type: ignore[attr-defined]
