"""A short run of the fuzzer over the extractors, always the same; a longer one is a command of its own (see there)."""

import importlib.util
import subprocess
import sys
from pathlib import Path

import pytest

from tests.verify.matters import CHECKER

SEEDS = Path(__file__).parents[1] / "files" / "fuzz"
RUNS = 2_000
ODD = [
    "\ud800 On May 5, 2020 \udfff he paid $5.00.",
    "\u202eOn May 5, 2020\u202c he paid \u2067$1,250.00\u2069.",
    "M\u0301a\u0301y 5, 2020; “a\u0301\u0301\u0301b c d e f g”",
    "On\x00 May\x00 5,\x00 2020 \x00$1,250.00\x00",
    "May 5,\u20282020\u2028$1,250.00\u2029",
    "𝟝 May 𝟚𝟘𝟚𝟘, $𝟙,𝟚𝟝𝟘.00, ２０２０年５月５日 ٥ May ٢٠٢٠",
    "😀" * 50 + "May 5, 2020" + "👨‍👩‍👧‍👦",
    "ǅ ŉ ẞ ﬁ İ ı ſ K May 5, 2020",
]


@pytest.mark.parametrize("text", ODD)
def test_odd_texts_are_read_and_spans_are_code_points(text):
    for verdict in CHECKER.check(text):
        claim = verdict.claim
        assert 0 <= claim.start < claim.end <= len(text)
        assert text[claim.start : claim.end].strip()


@pytest.mark.skipif(importlib.util.find_spec("atheris") is None, reason="atheris has no wheel for this Python")
@pytest.mark.timeout(300)
def test_a_short_run_of_the_fuzzer_finds_nothing(tmp_path):
    options = [f"-runs={RUNS}", "-seed=20210420", "-max_len=400", "-timeout=60", f"-artifact_prefix={tmp_path}/"]
    command = [sys.executable, "-m", "tests.verify.fuzz.extractors", *options, str(tmp_path), str(SEEDS)]
    done = subprocess.run(command, capture_output=True, text=True, errors="replace", cwd=Path(__file__).parents[2])
    assert done.returncode == 0, done.stderr[-3000:]
