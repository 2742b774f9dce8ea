"""Transcripts that only their first page calls the witness's, and mails in which an older one is quoted."""

import pytest

from app.domain.evidence import Page, Record
from app.verify.checker import verify

COVER = "{head}\nSorel v. Tarn Ferries\nTaken on 9 May 2019"
SHEET = """                    Page {page}
1  Q. Who rang the bell?
2  A. {answer}
3  Q. And then?
4  A. We cast off at once."""
CHAIN = """From: Osric Vane <ov@tarn.example>
To: Beth Amory <ba@tarn.example>
Date: Thu, 9 May 2019 07:10:00 +0000
Subject: RE: Ramp
Beth,
The ramp is cracked and I will not load lorries on it.
Osric
From: Beth Amory
Sent: Wednesday, May 8, 2019 6:02 PM
To: Osric Vane
Subject: Ramp
Load the lorries first, we need the deck clear by nine.
Beth"""
REPLY = """From: Osric Vane <ov@tarn.example>
To: Beth Amory <ba@tarn.example>
Subject: RE: Ramp
I have the keys with me.

On Wed, May 8, 2019 at 6:02 PM Beth Amory <ba@tarn.example> wrote:
> Who took the keys of the ramp?"""


def _transcript(exhibit, head, page, answer):
    return (
        Page(exhibit, 1, None, COVER.format(head=head)),
        Page(exhibit, 2, None, SHEET.format(page=page, answer=answer)),
    )


def _verdicts(text, *pages):
    return {v.claim.text: v for v in verify(text, Record(pages))}


@pytest.mark.parametrize(
    "head",
    [
        "DEPOSITION OF IDA M. KESTREL",
        "VIDEOTAPED DEPOSITION OF\nIDA KESTREL\nVOLUME I",
        "TRANSCRIPT OF THE DEPOSITION OF: MS. IDA KESTREL",
        "Deposition of Ida Kestrel, Volume I",
    ],
)
def test_a_transcript_is_found_by_the_witness_that_its_first_page_names(head):
    pages = _transcript("D", head, 12, "The mate rang it.")
    for name in ("Kestrel Dep.", "Ida Kestrel Dep.", "Kestrel Deposition"):
        cite = f"{name} 12:2"
        assert _verdicts(f"The mate rang the bell. {cite}.", *pages)[cite].verdict == "supported"
    beyond = _verdicts("The mate rang the bell. Kestrel Dep. 19:2.", *pages)["Kestrel Dep. 19:2"]
    assert beyond.reason == "Exhibit D has pages 12 to 12; the draft cites page 19."


def test_a_notice_of_deposition_is_no_transcript():
    notice = Page("N", 1, None, "NOTICE OF DEPOSITION OF IDA KESTREL\nPlease take notice.")
    assert _verdicts("It rang. Kestrel Dep. 12:2.", notice)["Kestrel Dep. 12:2"].verdict == "unsupported"


def test_of_several_volumes_the_one_that_has_the_page_is_meant():
    first = _transcript("D", "DEPOSITION OF IDA KESTREL\nVOLUME I", 12, "The mate rang it.")
    second = _transcript("E", "DEPOSITION OF IDA KESTREL\nVOLUME II", 80, "The cook rang it.")
    said = _verdicts("She said, “The cook rang it.” Kestrel Dep. 80:2.", *first, *second)
    assert said["Kestrel Dep. 80:2"].sources[0].exhibit == "E"
    unsure = _verdicts("The cook rang it. Kestrel Dep. 300:2.", *first, *second)["Kestrel Dep. 300:2"]
    assert unsure.verdict == "unchecked"


def test_the_witness_of_a_headed_transcript_is_who_answers():
    pages = _transcript("D", "DEPOSITION OF IDA KESTREL", 12, "The mate rang it.")
    said = _verdicts("Mr. Vane testified, “The mate rang it.” Kestrel Dep. 12:2.", *pages)["“The mate rang it.”"]
    assert (said.verdict, said.reason) == ("misplaced", "On Exhibit D at 2 these are the words of Kestrel.")
    said = _verdicts("Ms. Kestrel testified, “The mate rang it.” Kestrel Dep. 12:2.", *pages)["“The mate rang it.”"]
    assert said.verdict == "supported"


@pytest.mark.parametrize(
    ("who", "words", "verdict"),
    [
        ("Ms. Amory", "we need the deck clear by nine.", "supported"),
        ("Mr. Vane", "we need the deck clear by nine.", "misplaced"),
        ("Mr. Vane", "I will not load lorries on it.", "supported"),
        ("Ms. Amory", "I will not load lorries on it.", "misplaced"),
    ],
)
def test_an_older_mail_below_a_newer_one_has_its_own_sender(who, words, verdict):
    page = Page("F", 1, "TF-0001", CHAIN)
    assert _verdicts(f"{who} wrote, “{words}” TF-0001.", page)[f"“{words}”"].verdict == verdict


@pytest.mark.parametrize(("who", "verdict"), [("Ms. Amory", "supported"), ("Mr. Vane", "misplaced")])
def test_the_one_who_wrote_what_a_reply_quotes(who, verdict):
    page = Page("F", 1, "TF-0002", REPLY)
    words = "“Who took the keys of the ramp?”"
    assert _verdicts(f"{who} wrote, {words} TF-0002.", page)[words].verdict == verdict
