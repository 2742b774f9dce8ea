"""True values that the record ties to something else: by a label, a rate, a row, a day from which on, or once only."""

import pytest

from tests.verify.matters import against

CLAIM_FORM = (
    "LOSS REPORT   Policy 88-A   Reported: 06/14/2022\nDate of loss: 06/11/2022. Inspection date: 06/20/2022.\n"
    "Next inspection: 07/05/2022. The barn door was torn off by wind.\n"
)
POST = (
    "The gardener earned $21.50 an hour and lived in the lodge. The bonus was $900.00. His wages for the season came\n"
    "to $7,740.00. The lodge is rented from May 1, 2020. The paper was signed on April 17, 2020.\n"
)
BOATS = (
    "Boat           Launched       Price          Paid on\n"
    "Heron          04/02/2019     $8,400.00      04/30/2019\n"
    "Plover         05/09/2019     $6,150.00      06/01/2019\n"
    "Curlew         07/12/2019     $9,975.00      08/15/2019\n"
)
FALL = "The nurse was called on May 3, 2021. Mr. Orr was moved to a ward on May 9, 2021. The mason charged $640.\n"


@pytest.mark.parametrize(
    ("text", "value", "verdict"),
    [
        ("The loss occurred on {}.", "June 11, 2022", "supported"),
        ("The loss occurred on {}.", "June 14, 2022", "misplaced"),
        ("The barn was inspected on {}.", "June 20, 2022", "supported"),
        ("The barn was inspected on {}.", "July 5, 2022", "misplaced"),
        ("The barn is to be inspected next on {}.", "July 5, 2022", "supported"),
    ],
)
def test_a_label_says_what_a_day_is_the_day_of(text, value, verdict):
    assert against([CLAIM_FORM], f"{text.format(value)} ACME000001.", value).verdict == verdict


@pytest.mark.parametrize(
    ("text", "value", "verdict"),
    [
        ("He was paid {} an hour.", "$21.50", "supported"),
        ("He was paid {} an hour.", "$7,740", "misplaced"),
        ("His hourly pay was {}.", "$900", "misplaced"),
        ("His hourly pay was {}.", "$21.50", "supported"),
        ("The bonus was {}.", "$900", "supported"),
    ],
)
def test_a_rate_is_of_the_sum_that_it_stands_beside(text, value, verdict):
    assert against([POST], f"{text.format(value)} ACME000001.", value).verdict == verdict


@pytest.mark.parametrize(("value", "verdict"), [("May 1, 2020", "supported"), ("April 17, 2020", "misplaced")])
def test_what_begins_on_a_day_begins_on_the_day_that_the_record_begins_it(value, verdict):
    assert against([POST], f"He had the lodge from {value}. ACME000001.", value).verdict == verdict


@pytest.mark.parametrize(
    ("text", "value", "verdict"),
    [
        ("The Plover cost $6,150 and was paid for on {}.", "June 1, 2019", "supported"),
        ("The Plover cost $6,150 and was paid for on {}.", "August 15, 2019", "misplaced"),
        ("The boat launched on July 12, 2019 cost {}.", "$9,975", "supported"),
        ("The boat launched on July 12, 2019 cost {}.", "$8,400", "misplaced"),
    ],
)
def test_the_values_of_a_sentence_stand_in_one_row(text, value, verdict):
    assert against([BOATS], f"{text.format(value)} ACME000001.", value).verdict == verdict


def test_a_value_that_stands_once_is_not_told_of_two_things():
    text = "The nurse was called on May 3, 2021, and the family came on May 3, 2021. ACME000001."
    found = against([FALL], text.replace("on May 3, 2021. A", "on 3 May 2021. A"), "3 May")
    assert found.verdict == "misplaced"
    assert "once" in found.reason
    assert against([FALL], text.replace("on May 3, 2021, and", "on 3 May 2021, and"), "3 May").verdict == "supported"


REPLY = (
    "From: Ida Brandt\nTo: Sam Oakes\nDate: May 14, 2019\n\n"
    "Yes, I got the letter of May 3, 2019. I will pay by June 1, 2019.\n"
)


@pytest.mark.parametrize(
    ("text", "day", "verdict"),
    [
        ("Ms. Brandt received the letter on {}.", "May 3, 2019", "misplaced"),
        ("Ms. Brandt received the letter of {}.", "May 3, 2019", "supported"),
        ("Mr. Oakes wrote to her on {}.", "May 3, 2019", "supported"),
        ("Ms. Brandt answered on {}.", "May 14, 2019", "supported"),
        ("Ms. Brandt answered on {}.", "May 3, 2019", "misplaced"),
    ],
)
def test_the_day_of_a_letter_is_not_that_of_its_coming_or_its_answer(text, day, verdict):
    assert against([REPLY], f"{text.format(day)} ACME000001.", day).verdict == verdict


LOCATION = (
    "CONTRAT DE LOCATION DU HANGAR                      Nantes, le 12 mars 2018\n"
    "Entre M. Kerouedan et la société Voilerie. La location court du 1er avril 2018 au 31 mars 2021.\n"
)
MONTHS = (
    "Month            Milk due      Milk paid     Paid on\n"
    "May 2021         $412.00       $412.00       06/14/2021\n"
    "June 2021        $398.50       $200.00       07/19/2021\n"
    "July 2021        $421.75       $421.75       08/23/2021\n"
)


@pytest.mark.parametrize(
    ("language", "text", "day", "verdict"),
    [
        ("en", "The hangar was let by a contract signed on {}", "March 12, 2018", "supported"),
        ("en", "The hangar was let by a contract signed on {}", "April 1, 2018", "misplaced"),
        ("fr", "Le contrat a été signé le {}", "1er avril 2018", "misplaced"),
        ("fr", "La location court du {}", "1er avril 2018", "supported"),
    ],
)
def test_a_contract_is_not_signed_on_the_day_from_which_on_it_runs(language, text, day, verdict):
    assert against([LOCATION], f"{text.format(day)} (ACME000001).", day, language=language).verdict == verdict


@pytest.mark.parametrize(
    ("text", "day", "verdict"),
    [
        ("For June 2021 the dairy got $200 on {}", "July 19, 2021", "supported"),
        ("For June 2021 the dairy got $200 on {}", "August 23, 2021", "misplaced"),
    ],
)
def test_a_month_that_names_a_row_holds_its_values_together(text, day, verdict):
    assert against([MONTHS], f"{text.format(day)} (ACME000001).", day).verdict == verdict


def test_what_fell_due_is_not_of_the_verb_before():
    page = "The levy was adopted after the study of April 15, 2022 came. It is due June 1, 2022."
    assert against([page], "The board adopted a levy, due on June 1, 2022 (ACME000001).", "June").verdict == "supported"


NOTE_OF_MAY = (
    "From: Odile Bauer\nTo: Karl Stamm\nDate: May 20, 2020\n\n"
    "The parcel reached me on May 18, 2020. I have put it in the cellar.\n"
)
BILLED = "INVOICE 77   Elm Joinery     Date: July 22, 2020     Due: August 21, 2020\nStairs $1,400.00\n"


@pytest.mark.parametrize(
    ("text", "day", "verdict"),
    [
        ("Ms. Bauer received the parcel on {}", "May 18, 2020", "supported"),
        ("Ms. Bauer received the parcel on {}", "May 20, 2020", "misplaced"),
        ("Ms. Bauer wrote of the parcel on {}", "May 20, 2020", "supported"),
    ],
)
def test_a_message_that_tells_the_day_of_an_act_is_not_of_that_day(text, day, verdict):
    assert against([NOTE_OF_MAY], f"{text.format(day)} (ACME000001).", day).verdict == verdict


@pytest.mark.parametrize(("day", "verdict"), [("July 22, 2020", "supported"), ("August 21, 2020", "misplaced")])
def test_a_bill_is_not_of_the_day_on_which_it_falls_due(day, verdict):
    assert against([BILLED], f"The bill for the stairs is of {day} (ACME000001).", day).verdict == verdict
