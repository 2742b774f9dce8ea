"""What is remembered of a draft never changes what is said of it."""

import gc
import random
import weakref

from app.verify import Checker
from tests.verify.matters import CHECKER, MATTER

PARTS = [
    "The charter is dated April 20, 2021 (TIDE000001).",
    "The hire was $48,250.00. Id. at 1.",
    "Id.",
    "See Harbor Pilots Association v. Quill Shipping Corp., 512 U.S. 204, 205 (1994).",
    "Id. at 205; the owner “need not prove a loss.”",
    "46 U.S.C. § 30505(b)(2)(B) governs. Section 30505(c) does not.",
    "Ms. Ostrow wrote on 05/14/2021: “We did not cause it.” TIDE000003.",
    "    The crack was there on delivery and your own master saw it, and that is all\n    there is to say of it today.",
    "He answered on 17/05/2021.",
    "1. The survey is Exhibit C at 1.\n2. It was issued on May 28, 2021.",
    "Ostrow Dep. 31:2.",
]


def test_an_edited_draft_is_judged_as_if_it_were_new():
    rng = random.Random(1994)
    kept = Checker(MATTER)
    parts = [rng.choice(PARTS) for _ in range(12)]
    for _ in range(60):
        change = rng.randrange(3)
        at = rng.randrange(len(parts))
        if change == 0:
            parts[at] = rng.choice(PARTS)
        elif change == 1:
            parts.insert(at, rng.choice(PARTS))
        elif len(parts) > 3:
            del parts[at]
        text = rng.choice(["\n\n", "\n \n\n"]).join(parts)
        closing = rng.random() < 0.5
        assert kept.check(text, closing_cites=closing) == Checker(MATTER).check(text, closing_cites=closing)


def test_claims_that_read_the_same_have_keys_of_their_own():
    text = "\n\n".join(["The charter is dated April 20, 2021 (TIDE000001)."] * 3)
    verdicts = Checker(MATTER).check(text)
    assert len(verdicts) == 6
    assert len({v.claim.key for v in verdicts}) == 6
    assert [text[v.claim.start : v.claim.end] for v in verdicts] == ["April 20, 2021", "TIDE000001"] * 3


def test_a_checker_that_is_let_go_is_gone_at_once():
    """No part of it holds itself in a circle, which only a full collection of garbage would find."""
    checker = Checker(MATTER)
    checker.check("\n\n".join(PARTS))
    index = weakref.ref(checker.index)
    gc.disable()
    try:
        del checker
        assert index() is None
    finally:
        gc.enable()


def test_garbage_is_collected_again_after_a_check_and_not_where_somebody_has_switched_it_off():
    CHECKER.check(PARTS[0])
    assert gc.isenabled()
    gc.disable()
    try:
        CHECKER.check(PARTS[0])
        assert not gc.isenabled()
    finally:
        gc.enable()
