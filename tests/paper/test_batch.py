"""Files stamped with no matter: numbers run on, refused files take none, nothing is written over."""

import os
import threading
from pathlib import Path

import pymupdf
import pytest
from PIL import Image

from app.domain.bates import BatesFormat
from app.domain.errors import AppError, Unreadable, WrongUse
from app.paper.batch import stamp_files
from app.paper.files import clear_unfinished, write_atomically
from app.paper.mark import find_mark
from app.paper.picture import picture_pdf


def _pdf(path: Path, pages: int) -> Path:
    with pymupdf.open() as document:
        for _ in range(pages):
            document.new_page().insert_text((72, 72), path.stem)
        document.save(path)
    return path


def test_numbers_run_on_over_files_and_skip_what_is_refused(tmp_path: Path) -> None:
    first, last = _pdf(tmp_path / "one.pdf", 2), _pdf(tmp_path / "two.pdf", 3)
    empty = tmp_path / "empty.pdf"
    empty.write_bytes(b"")
    missing = tmp_path / "missing.pdf"
    photo = tmp_path / "photo.png"
    Image.new("RGB", (300, 200), "white").save(photo, dpi=(100, 100))
    done = stamp_files([first, empty, photo, missing, last], tmp_path / "out", BatesFormat("K", 4, "X"), 9)
    rows = [(row.output and row.output.name, row.first, row.last) for row in done.files]
    assert rows == [
        ("one.pdf", "K0009X", "K0010X"),
        (None, None, None),
        ("photo.pdf", "K0011X", "K0011X"),
        (None, None, None),
        ("two.pdf", "K0012X", "K0014X"),
    ]
    assert "is empty" in done.files[1].reason
    assert "isn't there" in done.files[3].reason
    assert done.next_free == "K0015X"
    with pymupdf.open(tmp_path / "out" / "two.pdf") as document:
        assert [f"K00{n}X" in page.get_text() for n, page in zip((12, 13, 14), document, strict=True)] == [True] * 3
    assert find_mark(tmp_path / "out" / "photo.pdf") is not None


def test_a_dry_run_says_the_same_and_writes_nothing(tmp_path: Path) -> None:
    files = [_pdf(tmp_path / "a.pdf", 2), _pdf(tmp_path / "b.pdf", 1)]
    plan = stamp_files(files, tmp_path / "out", BatesFormat("ACME"), dry_run=True)
    assert not (tmp_path / "out").exists()
    done = stamp_files(files, tmp_path / "out", BatesFormat("ACME"))
    assert [(row.output, row.first, row.last) for row in plan.files] == [
        (row.output, row.first, row.last) for row in done.files
    ]
    assert plan.next_free == done.next_free == "ACME000004"


def test_one_number_a_document(tmp_path: Path) -> None:
    files = [_pdf(tmp_path / "a.pdf", 2), _pdf(tmp_path / "b.pdf", 5)]
    done = stamp_files(files, tmp_path / "out", BatesFormat("ACME"), 41, per_document=True)
    assert [(row.first, row.last) for row in done.files] == [("ACME000041",) * 2, ("ACME000042",) * 2]
    assert done.next_free == "ACME000043"


def test_files_of_one_name_get_copies_of_their_own(tmp_path: Path) -> None:
    for folder in ("x", "y"):
        (tmp_path / folder).mkdir()
        _pdf(tmp_path / folder / "a.pdf", 1)
    done = stamp_files([tmp_path / "x" / "a.pdf", tmp_path / "y" / "a.pdf"], tmp_path / "out", BatesFormat("K"))
    assert [row.output and row.output.name for row in done.files] == ["a.pdf", "a-2.pdf"]


def test_an_original_is_never_written_over(tmp_path: Path) -> None:
    file = _pdf(tmp_path / "a.pdf", 1)
    before = file.read_bytes()
    with pytest.raises(AppError, match="never written over"):
        stamp_files([file], tmp_path, BatesFormat("K"), force=True)
    assert file.read_bytes() == before


def test_nothing_is_written_when_a_copy_is_in_the_way_or_numbers_run_out(tmp_path: Path) -> None:
    files = [_pdf(tmp_path / "a.pdf", 2), _pdf(tmp_path / "b.pdf", 1)]
    out = tmp_path / "out"
    out.mkdir()
    (out / "b.pdf").write_bytes(b"mine")
    with pytest.raises(WrongUse, match="is there already"):
        stamp_files(files, out, BatesFormat("K"))
    with pytest.raises(WrongUse, match="doesn't fit in 1 digits"):
        stamp_files(files, tmp_path / "other", BatesFormat("K", 1), 8)
    assert [path.name for path in out.iterdir()] == ["b.pdf"]
    assert not (tmp_path / "other").exists()
    assert stamp_files(files, tmp_path / "last", BatesFormat("K", 1), 7).next_free == "K10"


def test_a_picture_with_many_frames_and_a_turned_photo(tmp_path: Path) -> None:
    frames = [Image.new("1", (850, 1100), 1) for _ in range(3)]
    frames[0].save(tmp_path / "fax.tif", save_all=True, append_images=frames[1:], dpi=(100, 100))
    photo = Image.new("RGB", (400, 200), "white")
    photo.paste((200, 0, 0), (0, 0, 50, 50))  # red at the top left as stored
    exif = Image.Exif()
    exif[0x0112] = 6  # to be turned by 90 degrees clockwise
    photo.save(tmp_path / "photo.jpg", exif=exif, quality=95)
    with pymupdf.open(stream=picture_pdf(tmp_path / "fax.tif")) as document:
        assert [tuple(page.rect)[2:] for page in document] == [(612, 792)] * 3
    with pymupdf.open(stream=picture_pdf(tmp_path / "photo.jpg")) as document:
        page = document[0]
        assert page.rect.width < page.rect.height
        red = page.get_pixmap().pixel(int(page.rect.width) - 10, 10)
        assert red[0] > 150 > 60 > red[1]


def test_a_see_through_picture_lies_on_white_and_a_plain_jpeg_goes_in_as_it_is(tmp_path: Path) -> None:
    Image.new("RGBA", (100, 100), (0, 0, 0, 0)).save(tmp_path / "clear.png")
    Image.effect_noise((300, 300), 60).convert("RGB").save(tmp_path / "photo.jpg", quality=80, dpi=(10, 10))
    with pymupdf.open(stream=picture_pdf(tmp_path / "clear.png")) as document:
        assert document[0].get_pixmap().pixel(20, 20) == (255, 255, 255)
    with pymupdf.open(stream=picture_pdf(tmp_path / "photo.jpg")) as document:
        image = document.extract_image(document[0].get_images()[0][0])
        assert image["image"] == (tmp_path / "photo.jpg").read_bytes()
        assert document[0].rect.width == 225  # 96 dpi: what the file says is no size of a page


def test_no_picture_is_refused(tmp_path: Path) -> None:
    for name, blob in (("a.png", b"\x89PNG\r\n\x1a\nrubbish"), ("b.heic", b"....ftypheic"), ("c.jpg", b"text")):
        (tmp_path / name).write_bytes(blob)
        with pytest.raises(Unreadable, match="can't be read as a picture"):
            picture_pdf(tmp_path / name)


def test_a_write_that_fails_leaves_what_was_there(tmp_path: Path) -> None:
    target = tmp_path / "a.txt"
    target.write_text("before")

    def fail(part: Path) -> None:
        part.write_text("half")
        raise OSError("disk full")

    with pytest.raises(OSError, match="disk full"):
        write_atomically(target, fail, force=True)
    assert target.read_text() == "before"
    assert [path.name for path in tmp_path.iterdir()] == ["a.txt"]


def test_what_a_killed_program_left_is_cleared_away(tmp_path: Path) -> None:
    old, young = tmp_path / ".a.txt.x1.part", tmp_path / ".a.txt.x2.part"
    for left in (old, young):
        left.write_text("half")
    os.utime(old, (0, 0))
    write_atomically(tmp_path / "a.txt", lambda part: part.write_text("whole") and None)
    assert sorted(path.name for path in tmp_path.iterdir()) == [".a.txt.x2.part", "a.txt"]


def test_of_two_writers_of_one_file_only_one_wins(tmp_path: Path) -> None:
    target, barrier, results = tmp_path / "a.txt", threading.Barrier(4), []

    def write(text: str) -> None:
        def fill(part: Path) -> None:
            part.write_text(text)
            barrier.wait()

        try:
            write_atomically(target, fill)
            results.append(text)
        except WrongUse:
            results.append("")

    threads = [threading.Thread(target=write, args=(str(n),)) for n in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    won = [text for text in results if text]
    assert len(results) == 4
    assert won == [target.read_text()]


def test_what_a_kill_left_is_cleared_where_nobody_else_writes(tmp_path: Path) -> None:
    for name in (".A1.pdf.b691_jy5.part", ".pikepdf..A1.pdf.b691_jy5.partpvk2mzu7", "A2.pdf", ".hidden", "a.part"):
        (tmp_path / name).write_text("x")
    clear_unfinished(tmp_path)
    clear_unfinished(tmp_path / "nowhere")
    assert sorted(path.name for path in tmp_path.iterdir()) == [".hidden", "A2.pdf", "a.part"]
