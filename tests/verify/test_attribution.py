"""A true value on the wrong fact: rules that a lawyer would use, each on a text of its own."""

import pytest

from app.domain.evidence import Page, Record
from app.verify import verify
from tests.verify.matters import against

KENNEL = [
    "BOARDING RECORD\nDate: May 4, 2021\nThe dog was admitted on May 1, 2021. It was vaccinated on May 3, 2021.\n"
    "Next examination: June 15, 2021\nThe kennel was closed from July 2, 2021 to July 20, 2021.\n"
]


@pytest.mark.parametrize(
    ("sentence", "day", "verdict"),
    [
        ("The dog was vaccinated on {}", "May 3, 2021", "supported"),
        ("The dog was vaccinated on {}", "May 1, 2021", "misplaced"),
        ("Its next examination was set for {}", "June 15, 2021", "supported"),
        ("The boarding record was made on {}", "June 15, 2021", "misplaced"),
        ("The kennel began to be closed on {}", "July 2, 2021", "supported"),
        ("The kennel began to be closed on {}", "July 20, 2021", "misplaced"),
    ],
)
def test_a_date_belongs_to_the_words_beside_it(sentence, day, verdict):
    assert against(KENNEL, f"{sentence.format(day)} (ACME000001).", day).verdict == verdict


BILL = [
    "Deposit for the hall      $1,200.00\nCatering, forty guests    $3,350.00\nBalance due on delivery   $2,150.00\n"
]


@pytest.mark.parametrize(
    ("sentence", "sum_", "verdict"),
    [
        ("The balance due was {}", "$2,150.00", "supported"),
        ("The balance due was {}", "$1,200.00", "misplaced"),
        ("The catering came to {}", "$3,350.00", "supported"),
        ("The client paid {}", "$1,200.00", "supported"),
    ],
)
def test_a_sum_belongs_to_the_row_that_it_stands_in(sentence, sum_, verdict):
    assert against(BILL, f"{sentence.format(sum_)} (ACME000001).", sum_).verdict == verdict


WALK = ["The path was swept by the porter at noon.", "A guest slipped on the wet stairs near the boiler room."]


@pytest.mark.parametrize(("cite", "verdict"), [("ACME000002", "supported"), ("ACME000001", "misplaced")])
def test_a_cite_over_words_alone_must_be_the_page_that_has_them(cite, verdict):
    assert against(WALK, f"A guest slipped on the wet stairs ({cite}).", cite).verdict == verdict


DENIAL = ["I did not open the gate that night. Nobody told me to wait."]


@pytest.mark.parametrize(
    ("text", "verdict"),
    [
        ("He admits that he did “open the gate that night” (ACME000001).", "unsupported"),
        ("He denies that he did “open the gate that night” (ACME000001).", "supported"),
        ("He did not “open the gate that night” (ACME000001).", "supported"),
    ],
)
def test_a_negation_right_before_the_words_must_not_be_left_out(text, verdict):
    found = against(DENIAL, text, "open the gate")
    assert found.verdict == verdict
    assert verdict == "supported" or "not" in found.reason


SWORN = Page("A", 1, "ACME000001", "AFFIDAVIT OF LENA OSTROW\n1. I saw the crane fall on the shed.\n")
TOLD = Page(
    "Pell Dep.", 9, None, " 1  Q.  Did she object?\n 2  A.  Ms. Ostrow told me the crane would fall.\n 3  Q.  When?\n"
)


@pytest.mark.parametrize(
    ("text", "verdict"),
    [
        ("Ms. Ostrow swore that she “saw the crane fall” (ACME000001).", "supported"),
        ("Mr. Pell swore that he “saw the crane fall” (ACME000001).", "misplaced"),
        ("The surveyor wrote: “I saw the crane fall” (ACME000001).", "misplaced"),
        ("Ms. Ostrow told him “the crane would fall.” Pell Dep. 9:2.", "supported"),
    ],
)
def test_words_belong_to_who_says_them(text, verdict):
    (found,) = [v for v in verify(text, Record((SWORN, TOLD))) if v.claim.kind == "quotation"]
    assert found.verdict == verdict


def test_a_part_of_a_sentence_that_the_cite_does_not_cover_stands_on_its_own_page():
    pages = ["The lessee shall vacate the barn by March 31, 2020.", "KEYS returned on April 9, 2020 to the gate."]
    text = "The lessee was to vacate the barn by March 31, 2020, but the keys came back on April 9, 2020 (ACME000002)."
    assert against(pages, text, "March 31").verdict == "supported"
    assert against(pages, text, "April 9").verdict == "supported"


@pytest.mark.parametrize(
    ("pages", "day", "verdict"),
    [
        (["Hearing 03/04/2021. The lease of December 9, 2020 was read."], "March 4, 2021", "supported"),
        (["Hearing 03/04/2021. The lease of 9 December 2020 was read."], "3 April 2021", "supported"),
        (["Hearing 03/04/2021. The lease was read."], "5 April 2021", "unsupported"),
    ],
)
def test_the_custom_of_the_pages_settles_a_numeric_date(pages, day, verdict):
    assert against(pages, f"The hearing was on {day} (ACME000001).", day).verdict == verdict


def test_exhibits_are_found_by_the_names_that_the_record_gives_them():
    pages = (
        Page("Tab 4", 1, None, "one"),
        Page("AG 1", 1, None, "zwei"),
        Page("GX-1", 1, None, "three"),
        Page("Hr'g Tr.", 22, None, "            22\n 1 Q. Who?\n 2 A. I.\n 3 Q. When?\n"),
    )
    text = "See Tab 4 at 1; Tab 9 at 1; Anlage AG 1; GX-1 at 1; GX-8 at 1; Hr'g Tr. 22:2; Hr'g Tr. 22:16."
    shown = {v.claim.text: str(v.verdict) for v in verify(text, Record(pages)) if v.claim.kind == "exhibit"}
    assert shown == {
        "Tab 4 at 1": "supported",
        "Tab 9 at 1": "unsupported",
        "Anlage AG 1": "supported",
        "GX-1 at 1": "supported",
        "GX-8 at 1": "unsupported",
        "Hr'g Tr. 22:2": "supported",
        "Hr'g Tr. 22:16": "unsupported",
    }


def test_bates_numbers_with_a_dot_and_cents_in_words():
    record = Record((Page("A", 1, "QB.04410", "Final pay $5,569.23\n"),))
    text = "He was paid five thousand five hundred sixty-nine dollars and twenty-three cents. QB.04410."
    assert [str(v.verdict) for v in verify(text, record)] == ["supported", "supported"]


@pytest.mark.parametrize(
    ("shown", "reason"),
    [
        ("May 3, 2021", "ACME000001 says May 3, 2021."),
        ("the 3rd of May, 2021", "ACME000001 says May 3, 2021; the draft's the 3rd of May, 2021 is the same."),
        ("June 16, 2021", "ACME000001 says June 15, 2021; the draft says June 16, 2021."),
    ],
)
def test_a_reason_says_what_the_draft_and_the_source_say(shown, reason):
    deed = "The next examination was on" if "June" in shown else "The dog was vaccinated on"
    assert against(KENNEL, f"{deed} {shown} (ACME000001).", shown).reason == reason
