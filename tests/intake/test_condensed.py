"""Condensed transcripts: four pages on a sheet are read page by page, and their lines can be cited."""

from pathlib import Path

import pymupdf
import pytest

from app.domain.evidence import Page, Record
from app.intake.pages import read_page
from app.verify import verify

SAID = (
    (
        "Q.  Did you hear the siren on that",
        "    night of the storm?",
        "A.  It did not sound once, and we",
        "    stood outside.",
    ),
    ("Q.  Who was there with you?", "A.  The whole night crew and the", "    cook.", "Q.  Thank you."),
    ("Q.  And the harbour gate?", "A.  The gate was shut before the", "    tide came in.", "Q.  By whom?"),
    ("Q.  Who paid for the gate?", "A.  Nobody paid a cent for it as", "    far as I know.", "Q.  Go on."),
)
CORNERS = ((50, 60), (50, 420), (320, 60), (320, 420))


def sheet(path: Path, *, across: bool) -> Path:
    """Pages 81 to 84, drawn page by page or ``across`` the sheet, row by row."""
    document = pymupdf.open()
    page = document.new_page(width=612, height=792)
    drawn = [(200.0, 40.0, "ORR DEPOSITION, CONDENSED")]
    for number, ((x, y), lines) in enumerate(zip(CORNERS, SAID, strict=True), 81):
        drawn.append((x + 80, y, f"Page {number}"))
        for n, line in enumerate(lines, 1):
            drawn += [(x, y + 18 * n, f"{n:2d}"), (x + 20, y + 18 * n, line)]
    for x, y, text in sorted(drawn, key=lambda d: (d[1], d[0])) if across else drawn:
        page.insert_text((x, y), text, fontsize=10)
    document.save(path)
    return path


@pytest.mark.parametrize("across", [False, True])
def test_four_pages_on_a_sheet_are_read_one_after_the_other(across: bool, tmp_path: Path) -> None:
    read = read_page(sheet(tmp_path / "sheet.pdf", across=across), 1, ("eng",))
    heads = [read.text.index(f"Page {n}") for n in (81, 82, 83, 84)]
    assert heads == sorted(heads)
    assert read.text.index("CONDENSED") < heads[0]
    assert all(read.text[w.start :].startswith(w.text) for w in read.words)
    record = Record((Page("Orr Dep.", 1, None, read.text),))
    text = "“It did not sound once, and we stood outside.” Orr Dep. {}."
    for cite, verdict in (("81:3-4", "supported"), ("83:3-4", "misplaced"), ("81:9", "unsupported")):
        quotation, found = verify(text.format(cite), record)
        assert (quotation.verdict, found.verdict) == ("supported", verdict), (quotation.reason, found.reason)


def test_two_columns_of_prose_are_no_printed_pages(tmp_path: Path) -> None:
    document = pymupdf.open()
    page = document.new_page(width=612, height=792)
    for x, words in ((50, "See Page 4 of the annex."), (320, "It is on Page 9 too.")):
        page.insert_text((x, 80), words, fontsize=10)
    document.save(tmp_path / "prose.pdf")
    read = read_page(tmp_path / "prose.pdf", 1, ("eng",))
    assert read.text.split() == ["See", "Page", "4", "of", "the", "annex.", "It", "is", "on", "Page", "9", "too."]


def test_one_page_number_twice_makes_no_condensed_sheet(tmp_path: Path) -> None:
    """The header of a filing and the page itself both say "Page 3": each at its place, and nothing is taken apart."""
    document = pymupdf.open()
    page = document.new_page(width=612, height=792)
    for x, y, text in ((420, 20, "Page 3 of 9"), (72, 100, "The roof was finished in April."), (280, 770, "Page 3")):
        page.insert_text((x, y), text, fontsize=10)
    document.save(tmp_path / "twice.pdf")
    assert read_page(tmp_path / "twice.pdf", 1, ("eng",)).text.split("\n")[1] == "The roof was finished in April."
