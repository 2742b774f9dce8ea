"""Who says the words of a quotation: on pages unlike those of the sets."""

import pytest

from app.domain.evidence import Page, Record
from app.verify.checker import verify

LETTER = """Thornbury Mills                                     12 June 2019
Dear Mr. Abelson:
You let the loom run without a guard. I will not pay for the repair.
Rosa Quintero"""
CHAT = """Messages of 4 May 2020
May 4, 2020 7:10 PM  Baptiste: the keys are under the mat
May 4, 2020 7:12 PM  Lorna: nobody told me that they had to be copied"""
FIRM = """From: Elmwood Haulage Ltd
To: Piers Tamblyn
Date: 3 March 2020
The crates left our yard dry. Your porter stacked them in the rain.
Gethin Prosser"""
DEPOSITION = """                              Page 9
 1  Q.  Who locked the gate?
 2  A.  The caretaker has the only key.
 3  Q.  Did you ask him?
 4  A.  He would not talk to me."""


def _verdict(text, shown):
    pages = (
        Page("1", 1, "TM-0001", LETTER),
        Page("2", 1, "TM-0002", CHAT),
        Page("3", 1, "TM-0003", FIRM),
        Page("Osgood Dep.", 9, None, DEPOSITION),
    )
    return next(v for v in verify(text, Record(pages)) if shown in v.claim.text)


@pytest.mark.parametrize(
    ("text", "shown", "verdict"),
    [
        ("Mr. Abelson wrote, “I will not pay for the repair.” TM-0001.", "I will not", "misplaced"),
        ("Ms. Quintero wrote, “I will not pay for the repair.” TM-0001.", "I will not", "supported"),
        ("It was Lorna who said that “the keys are under the mat.” TM-0002.", "the keys", "misplaced"),
        ("It was Baptiste who said that “the keys are under the mat.” TM-0002.", "the keys", "supported"),
        ("Lorna texted: “nobody told me that they had to be copied.” TM-0002.", "nobody", "supported"),
        ("Mr. Tamblyn pointed out that “Your porter stacked them in the rain.” TM-0003.", "Your porter", "misplaced"),
        ("Mr. Prosser pointed out that “Your porter stacked them in the rain.” TM-0003.", "Your porter", "supported"),
        ("Ms. Quintero pointed out that “Your porter stacked them in the rain.” TM-0003.", "Your porter", "misplaced"),
        ("Mr. Osgood was there. He testified, “He would not talk to me.” Osgood Dep. 9:4.", "He would", "supported"),
        ("Mr. Prosser was there. He testified, “He would not talk to me.” Osgood Dep. 9:4.", "He would", "misplaced"),
        ("“The caretaker,” said Mr. Prosser, “has the only key.” Osgood Dep. 9:2.", "has the only", "misplaced"),
        ("Ms. Quintero told Mr. Osgood about it. “He would not talk to me.” Osgood Dep. 9:4.", "He would", "supported"),
    ],
)
def test_words_are_of_the_one_who_speaks_in_the_record(text, shown, verdict):
    assert _verdict(text, shown).verdict == verdict


def test_the_reason_names_who_speaks():
    said = _verdict("Mr. Abelson wrote, “I will not pay for the repair.” TM-0001.", "I will not")
    assert said.reason == "On TM-0001 these are the words of Rosa Quintero."


LIST = "SITE LIST\nForeman: William Tice. Architect: Dora Lindqvist. Night nurse on call: Petra Oyelaran, RN.\n"
NOTE = "From: Robert Haskell\nTo: William Tice\nDate: 4 June 2018\n\nThe beam was cut too short and you knew it.\n"
ANSWER = "From: William Tice\nTo: Robert Haskell\nDate: 5 June 2018\n\nNobody showed me the new drawing.\n"
HEARING = (
    "                    22\n 1  Q.  Detective Amsel, when did you knock?\n 2  A.  I never knocked at all.\n"
    " 3  Q.  Who did?\n 4  A.  My partner, twice.\n"
)


def _on_site(text, shown):
    pages = (
        Page("1", 1, "ST-1", LIST),
        Page("2", 1, "ST-2", NOTE),
        Page("3", 1, "ST-3", ANSWER),
        Page("Hr'g Tr.", 22, "ST-4", HEARING),
    )
    return next(v for v in verify(text, Record(pages)) if shown in v.claim.text)


@pytest.mark.parametrize(
    ("text", "shown", "verdict"),
    [
        ("Bob wrote that “[t]he beam was cut too short.” ST-2.", "beam", "supported"),
        ("Bill wrote that “[t]he beam was cut too short.” ST-2.", "beam", "misplaced"),
        ("Bill answered, “Nobody showed me the new drawing.” ST-3.", "Nobody", "supported"),
        ("Rob answered, “Nobody showed me the new drawing.” ST-3.", "Nobody", "misplaced"),
        ("Mr. Haskell told Bill that “[t]he beam was cut too short.” ST-2.", "beam", "supported"),
        ("The foreman said, “Nobody showed me the new drawing.” ST-3.", "Nobody", "supported"),
        ("The foreman wrote that “[t]he beam was cut too short.” ST-2.", "beam", "misplaced"),
        ("The architect said, “Nobody showed me the new drawing.” ST-3.", "Nobody", "misplaced"),
        ("The nurse wrote that “[t]he beam was cut too short.” ST-2.", "beam", "misplaced"),
        ("Mr. Haskell told the foreman that “[t]he beam was cut too short.” ST-2.", "beam", "supported"),
        ("Detective Amsel conceded, “I never knocked at all.” ST-4.", "knocked", "supported"),
        ("Ms. Lindqvist conceded, “I never knocked at all.” ST-4.", "knocked", "misplaced"),
        ("The architect testified, “My partner, twice.” ST-4.", "partner", "misplaced"),
    ],
)
def test_short_names_and_roles_stand_for_those_whom_the_record_calls_so(text, shown, verdict):
    assert _on_site(text, shown).verdict == verdict


def test_anybody_may_speak_for_a_firm():
    pages = (
        Page("1", 1, "LS-1", "LEASE\nLandlord: Corliss Properties Inc. Tenant: Ada Munk.\n"),
        Page("2", 1, "LS-2", "From: Jules Ferrer\nTo: Ada Munk\n\nThe boiler will be mended this week.\n"),
    )
    for who, verdict in (("The landlord", "supported"), ("The tenant", "misplaced")):
        text = f"{who} wrote, “The boiler will be mended this week.” LS-2."
        (found,) = [v for v in verify(text, Record(pages)) if v.claim.kind == "quotation"]
        assert found.verdict == verdict


HIS = (
    "Von: Bodo Remmers\nAn: Silke Voigt\nDatum: 3. Mai 2019\n\n"
    "Ich habe den Zaun selbst gesetzt. Er steht seit Ostern.\n"
)
HERS = "Von: Silke Voigt\nAn: Bodo Remmers\nDatum: 5. Mai 2019\n\nDer Zaun steht auf meinem Grund.\n"
SUIT = (Page("1", 1, "SU-1", HIS), Page("1", 2, "SU-2", HERS))


@pytest.mark.parametrize(
    ("text", "shown", "verdict"),
    [
        ("Der Beklagte schrieb: „Ich habe den Zaun selbst gesetzt.“ Die Klägerin räumte ein: „Er steht seit Ostern.“",
         "Ostern", "misplaced"),
        ("Der Beklagte schrieb: „Ich habe den Zaun selbst gesetzt.“ Der Beklagte räumte ein: „Er steht seit Ostern.“",
         "Ostern", "supported"),
        ("Der Beklagte schrieb: „Ich habe den Zaun selbst gesetzt.“ Die Klägerin erwiderte: „Der Zaun steht auf meinem "
         "Grund.“", "Grund", "supported"),
        ("Die Klägerin erwiderte: „Der Zaun steht auf meinem Grund.“", "Grund", "supported"),
    ],
)  # fmt: skip
def test_the_two_sides_of_a_lawsuit_are_not_one_person(text, shown, verdict):
    found = next(v for v in verify(text, Record(SUIT), language="de") if shown in v.claim.text)
    assert found.verdict == verdict


CHAT_OF_HANDLES = (
    "#shop export\n[2020-03-04 08:01] tpelham: the lathe is down again\n"
    "[2020-03-04 08:03] okruger: who left the guard off\n"
)


@pytest.mark.parametrize(
    ("text", "shown", "verdict"),
    [
        ("Pelham wrote, “the lathe is down again.” HB-1.", "lathe", "supported"),
        ("Kruger wrote, “the lathe is down again.” HB-1.", "lathe", "misplaced"),
        ("Kruger asked, “who left the guard off.” HB-1.", "guard", "supported"),
        ("Pelham asked, “who left the guard off.” HB-1.", "guard", "misplaced"),
    ],
)
def test_those_who_chat_go_by_their_handles(text, shown, verdict):
    found = next(v for v in verify(text, Record((Page("1", 1, "HB-1", CHAT_OF_HANDLES),))) if shown in v.claim.text)
    assert found.verdict == verdict


FAMILY = "FILE\nAstrid Lund (daughter), Per Thorsen (son). Landlord: Corliss Homes Inc. Tenant: Astrid Lund.\n"
SONS = "From: Per Thorsen\nTo: Astrid Lund\nDate: 2 July 2020\n\nThe clock is mine and the keys are with the notary.\n"
HERS_TOO = "From: Astrid Lund\nTo: Corliss Homes Inc.\nDate: 4 July 2020\n\nThe stove smokes and nobody has come.\n"


@pytest.mark.parametrize(
    ("text", "shown", "verdict"),
    [
        ("The daughter wrote that “[t]he clock is mine.” FL-2.", "clock", "misplaced"),
        ("The son wrote that “[t]he clock is mine.” FL-2.", "clock", "supported"),
        ("The landlord wrote that “[t]he stove smokes.” FL-3.", "stove", "misplaced"),
        ("The tenant wrote that “[t]he stove smokes.” FL-3.", "stove", "supported"),
        ("Ms. Lund came late. He wrote, “The stove smokes and nobody has come.” FL-3.", "stove", "misplaced"),
        ("Ms. Lund came late. She wrote, “The stove smokes and nobody has come.” FL-3.", "stove", "supported"),
    ],
)
def test_a_role_and_a_pronoun_are_of_those_whom_the_record_and_the_draft_call_so(text, shown, verdict):
    pages = (Page("1", 1, "FL-1", FAMILY), Page("2", 1, "FL-2", SONS), Page("3", 1, "FL-3", HERS_TOO))
    found = next(v for v in verify(text, Record(pages)) if shown in v.claim.text)
    assert found.verdict == verdict


ROOF = (
    Page("1", 1, "RF-1", "WERKVERTRAG\nBestellerin: Jutta Kern. Unternehmer: Dachbau Lohse e.K.\n"),
    Page("2", 1, "RF-2", "Von: Jan Lohse\nAn: Jutta Kern\nDatum: 4. Mai 2020\n\nDie Plane war lang genug.\n"),
    Page("2", 2, "RF-3", "Von: Jutta Kern\nAn: Jan Lohse\nDatum: 6. Mai 2020\n\nDas Bett ist nass geworden.\n"),
)


@pytest.mark.parametrize(
    ("text", "shown", "verdict"),
    [
        ("Die Bestellerin schreibt: „Die Plane war lang genug.“ RF-2.", "Plane", "misplaced"),
        ("Der Unternehmer schreibt: „Die Plane war lang genug.“ RF-2.", "Plane", "supported"),
        ("Der Unternehmer räumte ein: „Das Bett ist nass geworden.“ RF-3.", "Bett", "misplaced"),
        ("Die Bestellerin sagt: „Das Bett ist nass geworden.“ RF-3.", "Bett", "supported"),
    ],
)
def test_parties_to_a_contract_for_work(text, shown, verdict):
    found = next(v for v in verify(text, Record(ROOF), language="de") if shown in v.claim.text)
    assert found.verdict == verdict
