"""What the named paths stand for: files in order, and everything that is left out, with its reason."""

import os
import socket
import stat
from pathlib import Path

import pytest

from app.domain.errors import WrongUse
from app.intake.walk import IN_HOME, shown, walk


def reasons(folder: Path, home: Path | None = None) -> dict[str, str]:
    entries = walk([folder], home).entries
    return {str(entry.path.relative_to(folder)): entry.refused for entry in entries if entry.refused}


def test_files_are_walked_in_order_without_those_of_the_system(tmp_path: Path) -> None:
    for name in ("b/2.txt", "b/1.txt", "a.txt", "b/.DS_Store", "b/Thumbs.db", "b/~$x.docx", ".git/config", "c/z.txt"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).touch()
    walked = walk([tmp_path, tmp_path / "a.txt"])
    assert [str(path.relative_to(tmp_path)) for path in walked.files] == ["a.txt", "b/1.txt", "b/2.txt", "c/z.txt"]
    assert walked.hidden == 4
    assert walked.empty == ()


def test_links_are_refused_where_they_lead_nowhere_or_to_a_folder(tmp_path: Path) -> None:
    outside, folder = tmp_path / "outside", tmp_path / "folder"
    outside.mkdir()
    folder.mkdir()
    (outside / "secret.txt").touch()
    (folder / "loop").symlink_to(folder)
    (folder / "out").symlink_to(outside)
    (folder / "broken").symlink_to(tmp_path / "nowhere")
    (folder / "circle").symlink_to(folder / "circle")
    (folder / "file.txt").symlink_to(outside / "secret.txt")
    found = reasons(folder)
    assert set(found) == {"loop", "out", "broken", "circle"}
    assert all("link to a folder" in found[name] for name in ("loop", "out"))
    assert "leads nowhere" in found["broken"]
    assert walk([folder]).files == [folder / "file.txt"]
    assert walk([folder / "out"]).files == [folder / "out" / "secret.txt"], "a link that is named is followed"


def test_only_regular_files_are_taken_whether_named_or_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    os.mkfifo(tmp_path / "pipe.pdf")
    (tmp_path / "zero").symlink_to("/dev/zero")
    monkeypatch.chdir(tmp_path)  # a socket's path may only be short
    with socket.socket(socket.AF_UNIX) as server:
        server.bind("sock")
        expected = {"pipe.pdf": "a pipe", "sock": "a socket", "zero": "a device"}
        assert reasons(tmp_path) == {name: f"This is {kind}, not a file." for name, kind in expected.items()}
        for name, kind in expected.items():
            (entry,) = walk([tmp_path / name]).entries
            assert entry.refused == f"This is {kind}, not a file."


def test_a_folder_that_cant_be_read_stops_nothing(tmp_path: Path) -> None:
    """Deeper than the system's longest path: nobody can list it by name, not even root."""
    (tmp_path / "z.txt").touch()
    here = os.open(tmp_path, os.O_RDONLY)
    for _ in range(20):
        os.mkdir("d" * 240, dir_fd=here)
        below = os.open("d" * 240, os.O_RDONLY, dir_fd=here)
        os.close(here)
        here = below
    os.close(here)
    walked = walk([tmp_path])
    assert walked.files == [tmp_path / "z.txt"]
    assert [entry.refused for entry in walked.entries if entry.refused] == ["This can't be read: File name too long."]


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_a_folder_without_permission_stops_nothing(tmp_path: Path) -> None:
    (tmp_path / "locked").mkdir()
    (tmp_path / "z.txt").touch()
    (tmp_path / "locked").chmod(0)
    try:
        assert reasons(tmp_path) == {"locked": "This can't be read: Permission denied."}
        assert walk([tmp_path]).files == [tmp_path / "z.txt"]
    finally:
        (tmp_path / "locked").chmod(stat.S_IRWXU)


def test_the_programs_own_folder_isnt_entered(tmp_path: Path) -> None:
    home = tmp_path / "home"
    for name in ("matters/m/out/stamped.pdf", "matters/m/vault/abc", "matters/m/derived/abc.pdf", "home.db"):
        (home / name).parent.mkdir(parents=True, exist_ok=True)
        (home / name).touch()
    client = tmp_path / "client"
    client.mkdir()
    (client / "link.txt").symlink_to(home / "matters/m/vault/abc")
    assert reasons(tmp_path, home) == {"home": IN_HOME, "client/link.txt": IN_HOME}
    assert walk([tmp_path], home).files == []
    for inside in (home, home / "matters", home / "matters/m/vault", home / "matters/m/vault/abc"):
        assert [entry.refused for entry in walk([inside], home).entries] == [IN_HOME]
    assert walk([home / "matters/m/out"], home).files == [home / "matters/m/out/stamped.pdf"]
    (tmp_path / "other").symlink_to(home)
    assert [entry.refused for entry in walk([tmp_path / "other"], home).entries] == [IN_HOME]


def test_a_hidden_file_that_is_named_is_taken(tmp_path: Path) -> None:
    (tmp_path / ".note.txt").touch()
    assert walk([tmp_path / ".note.txt"]).files == [tmp_path / ".note.txt"]


def test_an_empty_folder_is_named(tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    assert walk([tmp_path / "empty"]).empty == (tmp_path / "empty",)


def test_a_missing_path_is_wrong_use(tmp_path: Path) -> None:
    with pytest.raises(WrongUse, match="There is no file or folder"):
        walk([tmp_path / "nowhere"])
    (tmp_path / "broken").symlink_to(tmp_path / "nowhere")
    (entry,) = walk([tmp_path / "broken"]).entries
    assert entry.refused == "This is a link that leads nowhere."


def test_a_name_that_isnt_utf8_is_shown_with_its_bytes() -> None:
    assert shown(Path(os.fsdecode(b"bad\xff\xfename.txt"))) == "bad\\xff\\xfename.txt"
    assert shown(Path("Müller.txt")) == "Müller.txt"
