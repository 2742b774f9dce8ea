"""The figures on the shared benchmark, where it lies beside the repository; and on the citations of real sanctions."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from app.actions.verify_files import verify_batch

SHARED = Path(__file__).parents[3] / "shared"
BENCH = SHARED / "vbench"

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


def test_more_false_claims_are_caught_and_fewer_true_ones_blocked_than_by_the_baseline(scores):
    assert share(scores, "all/all", "caught", "uns") > 0.687
    assert share(scores, "all/all", "fb", "sup") < 0.05


KINDS = ["amount", "bates", "case_name", "citation", "date", "docket", "exhibit", "quotation", "statute"]


@pytest.mark.parametrize("kind", KINDS)
def test_nearly_every_claim_of_each_kind_is_seen(scores, kind):
    assert share(scores, f"base_kind/{kind}", "ext_kind", "n") >= 0.98


def test_the_right_source_is_named_with_no_wrong_page_beside_it(scores):
    assert share(scores, "all/all", "src_ok", "pos") >= 0.98
    assert share(scores, "all/all", "src_exact", "pos") >= 0.95
