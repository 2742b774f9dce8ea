"""The figures on the shared benchmark, where it lies beside the repository; and on the citations of real sanctions."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from app.actions.verify_files import verify_batch

SHARED = Path(__file__).parents[3] / "shared"
BENCH = SHARED / "vbench"

KINDS = ["amount", "bates", "case_name", "citation", "date", "docket", "exhibit", "quotation", "statute"]

pytestmark = pytest.mark.skipif(not BENCH.is_dir(), reason="the shared benchmark is not here")


@pytest.fixture(scope="module")
def scores(tmp_path_factory):
    folder = tmp_path_factory.mktemp("vbench")
    predictions, result = folder / "preds.jsonl", folder / "scores.json"
    with predictions.open("w", encoding="utf-8") as out:
        for line in verify_batch(BENCH / "dev"):
            out.write(json.dumps(line, ensure_ascii=False) + "\n")
    command = [sys.executable, str(BENCH / "score.py"), "dev", str(predictions), "--json", str(result)]
    subprocess.run(command, check=True, capture_output=True)
    return json.loads(result.read_text())


def share(scores, group, part, whole):
    return scores[group].get(part, 0) / scores[group][whole]


def test_false_claims_are_caught_and_true_ones_pass(scores):
    """The floors of the project; a baseline of known libraries has 0.687 and 0.050."""
    caught = sum(scores[f"kind/{k}"].get("caught", 0) for k in KINDS)
    assert caught / sum(scores[f"kind/{k}"]["uns"] for k in KINDS) >= 0.97
    assert share(scores, "kind/misattributed", "caught", "uns") >= 0.65
    assert share(scores, "all/all", "fb", "sup") <= 0.02
    assert scores["all/all"].get("clean_blocked", 0) <= 1


@pytest.mark.parametrize("kind", KINDS)
def test_nearly_every_claim_of_each_kind_is_seen(scores, kind):
    assert share(scores, f"base_kind/{kind}", "ext_kind", "n") >= 0.98


def test_the_right_source_is_named_with_no_wrong_page_beside_it(scores):
    assert share(scores, "all/all", "src_ok", "pos") >= 0.98
    assert share(scores, "all/all", "src_exact", "pos") >= 0.95
