"""What a content stream leaves open is counted right, and in linear time."""

import time
from pathlib import Path

import pikepdf
import pytest

from app.paper.content import Openings, openings

CASES = Path(__file__).parents[2].parent / "shared" / "cases"


@pytest.mark.parametrize(
    ("content", "found"),
    [
        (b"", Openings()),
        (b"q Q q Q", Openings()),
        (b"q q Q", Openings(extra=1)),
        (b"Q Q q", Openings(missing=2, extra=1)),
        (b"q(a q Q b)Tj Q", Openings()),
        (b"q (nested (q) \\) q \\\\) Tj", Openings(extra=1)),
        (b"(a line\\\n q Q Q", Openings()),
        (b"% q q q\nq", Openings(extra=1)),
        (b"/q gs /Q Do q", Openings(extra=1)),
        (b"<71 51> Tj [(q)-20(Q)]TJ q", Openings(extra=1)),
        (b"q\nBI /W 8 /H 1 /BPC 1 /CS /G ID q Q q\x00Q EI\nQ", Openings()),
        (b"BT /F 9 Tf (q) Tj", Openings(text=True)),
        (b"BT ET", Openings()),
        (b"/OC /L BDC /A BMC EMC q", Openings(extra=1, marked=1)),
        (b"EMC EMC BT ET", Openings()),
        (b"1 0 0 rg[]0 d q{", Openings(extra=1)),
        (b"q/F1 gs/q gs Q", Openings()),
        (b"/P<</MCID 1>>BDC q[1]0 d\0Q EMC", Openings()),
        (b"/F1 9 Tf <BDC>Tj q", Openings(extra=1)),
        (b"q\r\nBT(q)Tj ET\tQ", Openings()),
    ],
)
def test_counts(content: bytes, found: Openings) -> None:
    assert openings(content) == found


def test_before_and_after_close_what_is_open() -> None:
    content = b"Q Q q BT /OC /L BDC"
    left = openings(content)
    assert openings(left.before + content + left.after) == Openings()


@pytest.mark.parametrize(
    "hostile", [b"(" * 400_000, b"BI " * 200_000, b"BI ID " * 100_000, b"(\\" * 200_000, b"(a" * 200_000]
)
def test_hostile_content_takes_no_longer_than_its_length(hostile: bytes) -> None:
    began = time.process_time()
    openings(hostile)
    assert time.process_time() - began < 2


@pytest.mark.skipif(not CASES.is_dir(), reason="the folder of real cases isn't here")
def test_agrees_with_a_whole_parser_on_real_files() -> None:
    pages = 0
    for path in sorted(CASES.glob("court_pdf/*.pdf")) + sorted(CASES.glob("page_geometry/*.pdf")):
        with pikepdf.open(path) as pdf:
            for page in list(pdf.pages)[:8]:
                depth = lowest = 0
                for instruction in pikepdf.parse_content_stream(page):
                    operator = str(instruction.operator)
                    depth += (operator == "q") - (operator == "Q")
                    lowest = min(lowest, depth)
                page.contents_coalesce()
                found = openings(page.Contents.read_bytes())
                assert (found.missing, found.extra) == (-lowest, depth - lowest), path.name
                pages += 1
    assert pages > 50
