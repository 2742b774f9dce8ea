"""The figures on the set of other matters, as floors: what is caught there must not be lost again."""

from collections import Counter

import pytest

from app.actions.verify_files import verify_batch
from tests.verify.record_set import write


@pytest.fixture(scope="module")
def counts(tmp_path_factory):
    """For each kind of claim: true, blocked, false, caught, all, seen with its kind."""
    folder = tmp_path_factory.mktemp("record_set")
    drafts = write(folder)
    said = {}
    for line in verify_batch(folder):
        if "draft" in line:
            said.setdefault(line["draft"], []).append(line)
    made = Counter()
    for draft in drafts:
        for claim in draft["claims"]:
            here = [v for v in said[draft["id"]] if v["start"] < claim["end"] and claim["start"] < v["end"]]
            flagged = any(v["verdict"] != "supported" for v in here)
            false = claim["label"] == "unsupported"
            made[claim["kind"], "false" if false else "true"] += 1
            made[claim["kind"], "caught" if false else "blocked"] += flagged
            made["all", "all"] += 1
            kinds = {claim["base_kind"]} | ({"citation", "case_name"} if claim["base_kind"] == "case_name" else set())
            made["all", "seen"] += any(v["kind"] in kinds for v in here)
    return made


def test_the_set_is_as_large_as_it_was_made(counts):
    assert counts["all", "all"] == 720
    assert sum(n for (_, what), n in counts.items() if what == "false") == 209


def test_false_claims_of_other_matters_are_caught(counts):
    plain = [k for k, what in counts if what == "false" and k != "misattributed"]
    caught = sum(counts[k, "caught"] for k in plain) / sum(counts[k, "false"] for k in plain)
    assert caught >= 0.98
    assert counts["misattributed", "caught"] / counts["misattributed", "false"] >= 0.7


@pytest.mark.parametrize("kind", ["amount", "bates", "citation", "docket", "exhibit", "statute", "date"])
def test_each_false_claim_of_these_kinds_is_caught(counts, kind):
    assert counts[kind, "caught"] == counts[kind, "false"]


def test_true_claims_of_other_matters_pass(counts):
    blocked = sum(n for (_, what), n in counts.items() if what == "blocked")
    assert blocked / sum(n for (_, what), n in counts.items() if what == "true") <= 0.01


def test_nearly_every_claim_of_other_matters_is_seen(counts):
    assert counts["all", "seen"] / counts["all", "all"] >= 0.99
