"""Processors on which llama.cpp crashes where it packs the weights anew."""

import subprocess
import sys
from pathlib import Path

import pytest

from app.domain.board import Board
from app.engines import llama_bench, native_options
from app.engines.llama_bench import bench_arguments
from app.engines.processor import has_amx
from tests.engines.test_bench import fit, share
from tests.engines.test_flags import NEWER, command

SAPPHIRE = "processor\t: 0\nflags\t\t: fpu sse4_2 avx512f amx_bf16 avx512_fp16 amx_tile amx_int8\nbugs\t\t: x\n"
OLDER = "processor\t: 0\nflags\t\t: fpu sse4_2 avx2 f16c fma\nbugs\t\t: x\n"
# what the server is built from: the module of its defaults, after our start of it and before its own
ASKED = """
import runpy, sys
from app.engines import processor
processor.repacking_crashes = lambda: {crashes}
runpy.run_module = lambda name, **_: None
exec(compile(open({file!r}).read(), "started", "exec"), {{"__name__": "__main__"}})
from llama_cpp import llama_cpp
print(llama_cpp.llama_model_default_params().use_extra_bufts)
"""


def test_amx_is_read_from_the_flags_of_a_processor():
    assert has_amx(SAPPHIRE)
    assert not has_amx(OLDER)
    assert not has_amx("")


@pytest.mark.parametrize("crashes", [True, False])
def test_every_way_to_start_a_model_keeps_its_weights_as_they_are_there(crashes, monkeypatch):
    for module in (native_options, llama_bench):
        monkeypatch.setattr(module, "repacking_crashes", lambda: crashes)
    newer = f"{NEWER}\n-nr,   --repack, --no-repack             whether to enable weight repacking\n"
    assert ("--no-repack" in command(newer, Board("cpu", "m"))) is crashes
    assert "--no-repack" not in command(NEWER, Board("cpu", "m"))  # a build that doesn't know it
    words = bench_arguments(Board("cpu", "m.gguf"), Path("m.gguf"), fit(share(None, 30)), 512, 3)
    assert (words[-2:] == ["--repack", "0"]) is crashes
    file = Path(native_options.__file__).with_name("python_program.py")
    code = ASKED.format(crashes=crashes, file=str(file))
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60)
    assert done.stdout.strip() == str(not crashes), done.stderr
