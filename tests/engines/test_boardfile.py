from pathlib import Path

import pytest

from app.domain.board import Board, Engine, KvType, Role
from app.domain.errors import ExitStatus, MissingOnMachine, WrongUse
from app.engines.boardfile import default_boards, read_boards

ROOT = Path(__file__).parents[2]
URL = "engine = ollama\nmodel = m\n"


def boards_of(tmp_path: Path, text: str):
    path = tmp_path / "boards.ini"
    path.write_text(text, encoding="utf-8")
    return read_boards(path)


def test_the_rig_in_the_repository_is_read_as_written() -> None:
    rig = read_boards(ROOT / "boards.ini")
    home = Path.home()
    assert rig.speed_floor == 40
    assert rig.boards == (
        Board(
            "A",
            str(home / "models/Qwen3.6-35B-A3B-Q8_0.gguf"),
            gpus=("4", "5", "8", "9"),
            roles=(Role.DRAFT,),
            context=65536,
        ),
        Board(
            "B",
            str(home / "models/Qwen3.5-122B-A10B-Q8_0.gguf"),
            gpus=("6", "7", "10", "11"),
            roles=(Role.REASON,),
            context=32768,
        ),
        Board(
            "pair",
            str(home / "models/Qwen3.5-9B-Q8_0.gguf"),
            gpus=("0", "1"),
            roles=(Role.GATE, Role.ROUTE),
            context=32768,
        ),
        Board(
            "mixed",
            str(home / "models/gemma-4-26B-A4B-it-Q8_0.gguf"),
            gpus=("2", "3"),
            roles=(Role.ATTACK,),
            context=32768,
        ),
        Board(
            "epyc",
            "gemma-4-26b-a4b",
            engine=Engine.OLLAMA,
            url="http://epyc.local:11434",
            remote=True,
            roles=(Role.EXTRACT, Role.SUMMARIZE),
            context=32768,
        ),
    )
    assert {role: rig.board_for(role).name for role in Role} == {
        Role.ROUTE: "pair",
        Role.GATE: "pair",
        Role.EXTRACT: "epyc",
        Role.DRAFT: "A",
        Role.REASON: "B",
        Role.ATTACK: "mixed",
        Role.SUMMARIZE: "epyc",
    }


def test_without_a_file_one_cpu_board_has_every_role() -> None:
    only = default_boards()
    assert [b.name for b in only.boards] == ["cpu"]
    assert only.boards[0].engine is Engine.LLAMA_CPP_PYTHON
    assert {only.board_for(role).name for role in Role} == {"cpu"}


def test_the_first_board_wins_a_role_and_a_role_on_none_is_named(tmp_path: Path) -> None:
    file = boards_of(tmp_path, "[board x]\nmodel=embedded\nroles=draft\n[board y]\nmodel=embedded\nroles=gate, draft\n")
    assert file.board_for(Role.DRAFT).name == "x"
    assert file.board_for(Role.GATE).name == "y"
    with pytest.raises(MissingOnMachine, match=r"boards\.ini has the role attack") as error:
        file.board_for(Role.ATTACK)
    assert error.value.exit_status == ExitStatus.MISSING


def test_every_key_is_read(tmp_path: Path) -> None:
    text = """\ufeff[board one]   ; the only one
ENGINE = Llama-Server ; trailing
gpus = GPU-1b2c3d4e-0000-1111-2222-333344445555
model = sub/model.gguf
program = /opt/llama/llama-server
roles = draft , gate
context = 4096
kv = q8_0
resident = no
threads = 6
"""
    (board,) = boards_of(tmp_path, text).boards
    assert board == Board(
        "one",
        str(tmp_path / "sub/model.gguf"),
        engine=Engine.LLAMA_SERVER,
        gpus=("GPU-1b2c3d4e-0000-1111-2222-333344445555",),
        program="/opt/llama/llama-server",
        roles=(Role.DRAFT, Role.GATE),
        context=4096,
        kv=KvType.Q8_0,
        resident=False,
        threads=6,
    )


def test_a_board_named_cpu_has_every_role_unless_it_says_so(tmp_path: Path) -> None:
    file = boards_of(tmp_path, "[board cpu]\nmodel=embedded\n[board b]\nmodel=embedded\n")
    assert [board.roles for board in file.boards] == [tuple(Role), ()]


@pytest.mark.parametrize(
    "url", ["http://127.0.0.1:11434", "http://localhost:1", "http://[::1]:8080", "http://127.9.9.9"]
)
def test_this_machine_is_not_remote(tmp_path: Path, url: str) -> None:
    assert boards_of(tmp_path, f"[board o]\n{URL}url={url}\n").boards[0].url == url


@pytest.mark.parametrize(
    ("text", "line", "says"),
    [
        ("[jurat]\nspeed_flor = 3\n", 2, "Did you mean `speed_floor`"),
        ("[jurat]\nspeed_floor = fast\n", 2, "Allowed: a number above 0"),
        ("[jurat]\nspeed_floor = -1\n", 2, "Allowed: a number above 0"),
        ("[jurat]\nspeed_floor = nan\n", 2, "Allowed: a number above 0"),
        ("[bord A]\nmodel=embedded\n", 1, "Did you mean [board A]? Allowed: [jurat] and [board NAME]"),
        ("[A]\nmodel=embedded\n", 1, "Did you mean [board A]"),
        ("[Jurat]\nspeed_floor=3\n", 1, "Did you mean [jurat]"),
        ("[board:A]\nmodel=embedded\n", 1, "Did you mean [board A]"),
        ("[DEFAULT]\nmodel=embedded\n", 1, "no section [DEFAULT]"),
        ("[board ../x]\nmodel=embedded\n", 1, "no section"),
        ("model=embedded\n", 1, "before the first section"),
        ("[board A]\nmodel=embedded\njust words\n", 3, "no `key = value`"),
        ("[board A]\nmodel=embedded\n\n[board A]\nmodel=x\n", 4, "first is in line 1"),
        ("[board A]\nmodel=embedded\nkv=f16\nKV=q8_0\n", 4, "first is in line 3"),
        ("[board A]\nmodel=embedded\nmodell=x\n", 3, "Did you mean `model`"),
        ("[board A]\nroles=draft\n", 1, "has no `model`"),
        ("[board A]\nmodel=\n", 2, "`model` is empty"),
        ("[board A]\nmodel=embedded\nengine=lama-server\n", 3, "Did you mean `llama-server`"),
        ("[board A]\nmodel=embedded\nroles=draft, drafting\n", 3, "Did you mean `draft`"),
        ("[board A]\nmodel=embedded\nroles=draft,,gate\n", 3, "empty place"),
        ("[board A]\nmodel=embedded\nroles=draft, draft\n", 3, "names draft twice"),
        ("[board A]\nmodel=embedded\ncontext=32k\n", 3, "whole number from 512"),
        ("[board A]\nmodel=embedded\ncontext=-5\n", 3, "whole number from 512"),
        ("[board A]\nmodel=embedded\ncontext=٣٢٧٦٨\n", 3, "whole number from 512"),
        ("[board A]\nmodel=embedded\nthreads=0\n", 3, "whole number from 1"),
        ("[board A]\nmodel=embedded\nkv=q4\n", 3, "Allowed: auto, f16, q8_0, q4_0"),
        ("[board A]\nmodel=embedded\nresident=perhaps\n", 3, "Allowed: yes or no"),
        ("[board A]\nmodel=embedded\ngpus=0 ;1\n[board B]\nmodel=embedded\ngpus=0\n", 6, "[board A] has already"),
        ("[board A]\nmodel=embedded\ngpus=1,01\n", 3, "a card twice"),
        ("[board A]\nmodel=embedded\ngpus=GPU-aaaaaaaa,2\n", 3, "mixes numbers and UUIDs"),
        ("[board A]\nmodel=embedded\ngpus=all\n", 3, "no card"),
        ("[board A]\nmodel=x.gguf\ngpus=1\n[board B]\nmodel=y.gguf\ngpus=GPU-aaaaaaaa\n", 6, "for every board"),
        ("[board A]\nmodel=x.gguf\ngpus=GPU-AAAAAAAA\n[board B]\nmodel=y.gguf\ngpus=GPU-aaaaaaaa\n", 6, "already"),
        ("[board A]\nmodel=embedded\nurl=http://127.0.0.1\n", 3, "Add `engine = ollama`"),
        ("[board A]\nmodel=embedded\nremote=yes\n", 3, "for a board with a `url`"),
        ("[board A]\nmodel=m\nengine=ollama\n", 3, "needs a `url`"),
        ("[board A]\nmodel=m\nengine=openai\n", 3, "needs a `url`"),
        ("[board A]\nmodel=x.gguf\n[board B]\nkv=f16\nmodel=./x.gguf\n", 5, "A model lives on one board"),
        (
            f"[board A]\n{URL}url=http://127.0.0.1\n[board B]\n{URL}url=http://127.0.0.1\n",
            7,
            "which [board A] has already",
        ),
        (f"[board A]\n{URL}url=http://epyc.local:11434\n", 4, "Write `remote = yes`"),
        (f"[board A]\n{URL}url=http://127.0.0.1.evil.example\n", 4, "another machine"),
        (f"[board A]\n{URL}url=ftp://127.0.0.1\n", 4, "no server's address"),
        (f"[board A]\n{URL}url=http://127.0.0.1:99999\n", 4, "can't be read"),
        (f"[board A]\n{URL}url=http://me:pw@127.0.0.1\n", 4, "name or password"),
        (f"[board A]\n{URL}url=http://127.0.0.1\ngpus=1\n", 5, "no effect"),
        ("[board A]\nengine=ollama\nmodel=embedded\nurl=http://127.0.0.1\n", 3, "can't be used with engine ollama"),
        (f"[board A]\n{URL}url=http://127.0.0.1\nkey_env=sk-abc 123\n", 5, "never stands in this file"),
        ("[jurat]\nspeed_floor=30\n", 0, "names no board"),
    ],
)
def test_what_is_wrong_is_refused_with_its_line(tmp_path: Path, text: str, line: int, says: str) -> None:
    with pytest.raises(WrongUse) as error:
        boards_of(tmp_path, text)
    assert says in str(error.value)
    assert str(tmp_path / "boards.ini") in str(error.value)
    assert (f", line {line}:" in error.value.what) == (line > 0)
    assert error.value.exit_status == ExitStatus.WRONG_USE


def test_a_model_s_name_on_two_servers_is_two_models(tmp_path: Path) -> None:
    text = f"[board A]\n{URL}url=http://127.0.0.1:1\n[board B]\n{URL}url=http://127.0.0.1:2\n"
    assert len(boards_of(tmp_path, text).boards) == 2


def test_a_key_written_into_the_file_is_not_repeated(tmp_path: Path) -> None:
    with pytest.raises(WrongUse) as error:
        boards_of(tmp_path, f"[board A]\n{URL}url=http://127.0.0.1\nkey_env=sk-hidden-4711\n")
    assert "4711" not in str(error.value)


def test_a_file_that_is_not_there_or_no_text(tmp_path: Path) -> None:
    with pytest.raises(WrongUse, match="No such file"):
        read_boards(tmp_path / "none.ini")
    (tmp_path / "bytes.ini").write_bytes(b"[board A]\nmodel=\xff\xfe")
    with pytest.raises(WrongUse, match="UTF-8"):
        read_boards(tmp_path / "bytes.ini")
