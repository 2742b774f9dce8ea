"""The verifier on the sample matter as it came through intake, scans and photographs read by OCR."""

import asyncio
from pathlib import Path

import pytest

from app.actions.drafts import check_text
from app.settings import Settings
from app.workbench import open_workbench
from tests.flow.jurat import Said, jurat

pytestmark = pytest.mark.timeout(600)

Demo = tuple[Path, Said]

PLANTED = {
    "April 6, 2023": ("misplaced", "April 5, 2023"),
    "RTX003060": ("unsupported", None),
    "April 12, 2023": ("misplaced", "April 20, 2023"),
    "$129,150.00": ("misplaced", None),
    "COLE000058": ("unsupported", None),
}
"""What is blocked in the practice draft beside a quotation and a citation, and what is offered instead."""

TRUE = """\
The ventilators were delivered on April 3, 2023. COLE000047.
Change Order No. 2 moved the delivery from March 27, 2023 to April 3, 2023. COLE000011.
Change Order No. 1 raised the Contract Price to $194,100.00. COLE000010.
The deposit invoice of January 25, 2023 was for $58,671.00. COLE000016.
On April 6, 2023 we wired $136,899.00 and $10,176.00 to Vessenhardt. COLE000027.
The deposit invoice V-10437 was paid on January 30, 2023. COLE000043.
At the end of April 6, 2023 the balance stood at $123,197.09. COLE000029.
At the site meeting of March 15, 2023 the parties discussed the delivery date. COLE000012.
The certified letter was delivered on April 20, 2023. COLE000025.
My letter of April 12, 2023 was received by Vessenhardt's mailroom on April 20, 2023. COLE000026.
In her letter of April 24, 2023 Ms. Ostrander rejected our claim. COLE000026.
Mr. Reinholt wrote on April 21, 2023 that he had been out of the office until the 20th. COLE000022.
From April 8 through April 19, 2023 he was at a trade fair. COLE000046.
Mr. Reinholt was deposed on February 8, 2024. COLE000046.
Bexley Thorne inspected the ventilators on April 26, 2023. COLE000032.
Tamarack Falls repaired the system between May 8 and May 17, 2023. COLE000038.
Tamarack's labor cost $24,416.00. COLE000039.
We claim $115,052.40 in all. COLE000043.
On June 2, 2023 Ms. Ostrander offered $9,600.00. COLE000044.
Mr. Reinholt admitted: “It was in the mailbox. It was not read.” COLE000048.
"""
FALSE = {
    "The ventilators were delivered on April 5, 2023. COLE000023.": ("April 5, 2023", "April 3, 2023"),
    "The certified letter was received on April 12, 2023. COLE000025.": ("April 12, 2023", "April 20, 2023"),
    "Bexley Thorne inspected the ventilators on May 3, 2023. COLE000032.": ("May 3, 2023", "April 26, 2023"),
    "Cole Ridge paid invoice V-10473 in the amount of $10,176.00. COLE000027.": ("$10,176.00", "$136,899.00"),
    "The deposit invoice V-10437 was paid on January 25, 2023. COLE000043.": ("January 25, 2023", "January 30, 2023"),
    "The loss on lot GA-087 is $7,080.00. COLE000041.": ("$7,080.00", "$8,732.00"),
    "Invoice V-10473 was due on April 3, 2023. COLE000017.": ("April 3, 2023", "April 17, 2023"),
}


def test_exactly_the_planted_mistakes_of_the_practice_draft_are_blocked(demo: Demo) -> None:
    home, said = demo
    verdicts = jurat(home, "verify", said.one["practice"], expect=None).lines
    blocked = {v["text"]: (v["verdict"], v["suggestion"]) for v in verdicts if v["verdict"] != "supported"}
    quoted = next(text for text in blocked if text.startswith("“Notice is given when it is received"))
    assert blocked.pop(quoted)[1].startswith("“Notice is given when it is sent by e-mail")
    cited = next(text for text in blocked if text.startswith("Marlow Refrigeration"))
    assert blocked.pop(cited)[0] == "unsupported"
    assert blocked == PLANTED
    assert len(verdicts) > 20


def test_what_the_sample_says_passes_and_what_it_does_not_say_is_blocked(home: Path) -> None:
    asyncio.run(_judge_all(home))


async def _judge_all(home: Path) -> None:
    async with open_workbench(Settings(home=home, boards=None)) as bench:
        for text in TRUE.splitlines():
            found = await check_text(bench, "sample", f"1. {text}")
            assert {v.verdict for v in found} == {"supported"}, [(v.claim.text, v.reason) for v in found]
        for text, (claim, instead) in FALSE.items():
            found = await check_text(bench, "sample", f"1. {text}")
            verdict = next(v for v in found if v.claim.text == claim)
            assert (verdict.verdict, verdict.suggestion) == ("misplaced", instead), verdict.reason
