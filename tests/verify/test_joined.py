"""What takes more than one place to check: totals, quotations over a page break, lists of numbers, pins."""

import pytest

from app.domain.evidence import Authority, Page, Record
from app.verify import verify
from app.verify.dates import find_dates
from tests.verify.matters import against

INVOICES = ["Mats  $14,285.00\nLabor  $11,520.00\nStandby  $18,400.00\n"]


@pytest.mark.parametrize(("total", "verdict"), [("$44,205.00", "supported"), ("$44,250.00", "unsupported")])
def test_a_total_is_added_up_from_its_parts(total, verdict):
    text = f"Mats of $14,285, labor of $11,520 and standby of $18,400 come to a total of {total} (ACME000001)."
    found = against(INVOICES, text, total)
    assert found.verdict == verdict
    assert "come to" in found.reason


def test_a_sum_beside_others_that_is_called_no_total_is_not_added_up():
    text = "Mats cost $14,285.00, labor $11,520.00, and the crane $25,805.00 (ACME000001)."
    assert against(INVOICES, text, "$25,805.00").verdict == "unsupported"


LETTER = (
    Page("A", 1, "ACME000001", "Dear Sir,\nthe boiler was never inspected and the owner\n     1 of 2\n   ACME000001\n"),
    Page("A", 2, "ACME000002", "knew about it since the spring.\nYours, P. Imre\n   ACME000002\n"),
    Page("A", 3, "ACME000003", "Enclosure: the boiler's book.\n"),
)


@pytest.mark.parametrize(
    ("words", "verdict"),
    [
        ("never inspected and the owner knew about it since the spring", "supported"),
        ("never inspected and the owner knew about it since the summer", "unsupported"),
        ("never inspected and the owner knew of it since the spring", "unsupported"),
    ],
)
def test_a_quotation_can_run_over_a_page_break(words, verdict):
    (found,) = [
        v for v in verify(f"He wrote: “{words}” (ACME000001-02).", Record(LETTER)) if v.claim.kind == "quotation"
    ]
    assert found.verdict == verdict


def test_each_number_of_a_list_is_checked():
    text = "The letter and its enclosure are ACME000001, -02 and -07."
    shown = [(v.claim.text, str(v.verdict)) for v in verify(text, Record(LETTER))]
    assert shown == [("ACME000001", "supported"), ("-02", "supported"), ("-07", "unsupported")]


def test_what_follows_a_number_is_no_part_of_a_list():
    text = "See ACME000001, 12 of the pages. It ends at ACME000002, 2019 being the last year."
    assert [v.claim.text for v in verify(text, Record(LETTER)) if v.claim.kind == "bates"] == [
        "ACME000001",
        "ACME000002",
    ]


OPINION = Authority(
    citations=("640 F.3d 12",),
    name="Finch v. Vale Cable Co.",
    court="1st Cir.",
    year=2011,
    first_page=12,
    last_page=20,
    type="opinion",
    paginated=True,
    text="[*12] A cable laid without leave is a trespass. [*13] The owner may cut it at once. [*14] He need not give "
    "notice to anyone. [*18] Costs follow.",
)


@pytest.mark.parametrize(("pin", "verdict"), [(13, "supported"), (14, "misplaced"), (12, "misplaced")])
def test_a_pin_beside_a_quotation_must_be_its_page(pin, verdict):
    text = f"The owner “may cut it at once.” Finch v. Vale Cable Co., 640 F.3d 12, {pin} (1st Cir. 2011)."
    found = verify(text, Record((), (OPINION,)))
    assert [(str(v.claim.kind), str(v.verdict)) for v in found] == [("quotation", "supported"), ("citation", verdict)]


def test_pages_that_an_excerpt_leaves_out_are_not_held_against_a_pin():
    text = "He “need not give notice to anyone.” Finch v. Vale Cable Co., 640 F.3d 12, 16 (1st Cir. 2011)."
    assert {str(v.verdict) for v in verify(text, Record((), (OPINION,)))} == {"supported"}


@pytest.mark.parametrize(
    ("text", "shown"),
    [("He came on April 25. She left.", "April 25"), ("Er kam am 25. April. Sie ging.", "25. April")],
)
def test_a_date_leaves_the_sentence_its_dot(text, shown):
    (found,) = find_dates(text)
    assert text[found.start : found.end] == shown
