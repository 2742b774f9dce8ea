"""Numbers stand upright in the corner as shown, on every kind of page, and the rest of the page stays as it was."""

import hashlib
import itertools
import stat
import zlib
from pathlib import Path

import pikepdf
import pymupdf
import pytest
from PIL import Image, ImageChops

from app.domain.errors import Unreadable, WrongUse
from app.paper.geometry import Position
from app.paper.lettering import SIZE
from app.paper.mark import find_mark
from app.paper.places import MARGIN
from app.paper.stamp import stamp_pdf

CONTENTS = {
    "balanced": b"q 1 0 0 1 0 0 cm %s Q",
    "scaled and open": b"0.24 0 0 -0.24 0 792 cm q 4.1666 0 0 -4.1666 0 3300 cm %s Q",
    "saved and never restored": b"q 2 0 0 2 10 10 cm q 0.5 0 0 0.5 -5 -5 cm 1 0 0 rg %s",
    "restored and never saved": b"%s Q Q Q",
    "text left open": b"%s BT /F1 12 Tf 3 Tr",
    "hidden layer left open": b"/OC /Hidden BDC %s",
    "clipped away": b"%s 0 0 1 1 re W n",
}
SHAPE = b"0.8 g 250 380 90 60 re f"


def _page(pdf: pikepdf.Pdf, content: bytes, rotation: int, crop: bool, offset: bool, unit: float) -> None:
    x, y = (100, -200) if offset else (0, 0)
    page = pikepdf.Dictionary(
        Type=pikepdf.Name.Page,
        MediaBox=[x, y, x + 612, y + 792],
        Rotate=rotation,
        Resources=pikepdf.Dictionary(
            Properties=pikepdf.Dictionary(Hidden=pdf.Root.OCProperties.OCGs[0]), Font=pikepdf.Dictionary()
        ),
        Contents=pdf.make_stream(content % (b"1 0 0 1 %d %d cm " % (x, y) + SHAPE)),
    )
    if crop:
        page.CropBox = [x + 72, y + 36, x + 540, y + 700]
    if unit != 1:
        page.UserUnit = unit
    pdf.pages.append(pikepdf.Page(pdf.make_indirect(page)))


def _matrix(path: Path) -> list[tuple[str, int, bool, bool, float]]:
    """One page for each rotation, crop, offset, kind of content and unit."""
    cases = list(itertools.product(CONTENTS, (0, 90, 180, 270), (False, True), (False, True), (1.0, 2.0)))
    pdf = pikepdf.new()
    hidden = pdf.make_indirect(pikepdf.Dictionary(Type=pikepdf.Name.OCG, Name="Hidden"))
    pdf.Root.OCProperties = pikepdf.Dictionary(OCGs=[hidden], D=pikepdf.Dictionary(OFF=[hidden]))
    for kind, rotation, crop, offset, unit in cases:
        _page(pdf, CONTENTS[kind], rotation, crop, offset, unit)
    pdf.save(path)
    return cases


def _numbers(count: int) -> list[str]:
    return [f"ACME{n:06d}" for n in range(1, count + 1)]


def _turn(page: pymupdf.Page) -> pymupdf.Matrix:
    """From text coordinates, which know nothing of /Rotate, to the page as shown; `rotation_matrix` forgets units."""
    width, height = page.rect.width, page.rect.height
    return {
        0: pymupdf.Matrix(1, 0, 0, 1, 0, 0),
        90: pymupdf.Matrix(0, 1, -1, 0, width, 0),
        180: pymupdf.Matrix(-1, 0, 0, -1, width, height),
        270: pymupdf.Matrix(0, -1, 1, 0, 0, height),
    }[page.rotation]


def _spans(page: pymupdf.Page, text: str) -> list[tuple[pymupdf.Rect, tuple[float, float], float]]:
    """Where ``text`` stands on the page as shown, which way it runs, and its size."""
    turn, found = _turn(page), []
    for block in page.get_text("dict")["blocks"]:
        for line in block.get("lines", []):
            for span in line["spans"]:
                if span["text"] == text:
                    x, y = line["dir"]
                    direction = (round(x * turn.a + y * turn.c, 3), round(x * turn.b + y * turn.d, 3))
                    found.append((pymupdf.Rect(span["bbox"]) * turn, direction, span["size"]))
    return found


def _changed(before: pymupdf.Page, after: pymupdf.Page) -> pymupdf.Rect | None:
    """The part of the page, in points, in which the two look different."""
    one, other = _grey(before, 36), _grey(after, 36)
    assert one.size == other.size
    box = ImageChops.difference(one, other).point(lambda level: 255 if level > 8 else 0).getbbox()
    return pymupdf.Rect(box) * 2 if box else None


def _grey(page: pymupdf.Page, dpi: int) -> Image.Image:
    pixels = page.get_pixmap(dpi=dpi, colorspace="gray")
    return Image.frombytes("L", (pixels.width, pixels.height), pixels.samples)


@pytest.mark.parametrize("look", [True, False])
def test_every_page_shape_has_its_number_upright_in_the_corner_as_shown(tmp_path: Path, look: bool) -> None:
    source, target = tmp_path / "in.pdf", tmp_path / "out.pdf"
    cases = _matrix(source)
    numbers = _numbers(len(cases))
    report = stamp_pdf(source, target, numbers, look=look)
    assert report.pages == len(cases) == 224
    assert [note.text for note in report.notes if note.page] == []
    with pymupdf.open(source) as before, pymupdf.open(target) as after:
        for n, case in enumerate(cases):
            page = after[n]
            [(box, direction, size)] = _spans(page, numbers[n])
            assert direction == (1.0, 0.0), case
            assert size == pytest.approx(SIZE, abs=0.05), case
            assert box.x1 == pytest.approx(page.rect.width - MARGIN, abs=1), case
            assert page.rect.height - MARGIN - 14 < box.y0 < box.y1 < page.rect.height - MARGIN + 3, case
            changed = _changed(before[n], page)
            assert changed is not None, case
            assert changed in pymupdf.Rect(box.x0 - 4, box.y0 - 4, box.x1 + 4, box.y1 + 4), case


def test_the_report_says_where_each_number_stands(tmp_path: Path) -> None:
    source, target = tmp_path / "in.pdf", tmp_path / "out.pdf"
    numbers = _numbers(len(_matrix(source)))
    report = stamp_pdf(source, target, numbers, look=False)
    with pymupdf.open(target) as after:
        for n, box in enumerate(report.boxes):
            [(found, _, _)] = _spans(after[n], numbers[n])
            centre = (found.tl + found.br) / 2
            assert centre in pymupdf.Rect(box.x0, box.y0, box.x1, box.y1)


@pytest.mark.parametrize("position", list(Position))
def test_each_position(tmp_path: Path, position: Position) -> None:
    source, target = tmp_path / "in.pdf", tmp_path / "out.pdf"
    with pymupdf.open() as document:
        document.new_page().insert_text((200, 400), "The middle of the page.")
        document.save(source)
    stamp_pdf(source, target, ["K-1"], position=position, legend="CONFIDENTIAL")
    with pymupdf.open(target) as after:
        page = after[0]
        [(number, _, _)], [(legend, _, _)] = _spans(page, "K-1"), _spans(page, "CONFIDENTIAL")
        assert (number.y1 > page.rect.height - 40) is position.at_foot
        assert (number.y0 > legend.y0) is position.at_foot  # the number is the line nearest to the edge
        side = position.side
        near = {"left": number.x0 - MARGIN, "right": page.rect.width - MARGIN - number.x1}
        near["center"] = (number.x0 + number.x1 - page.rect.width) / 2
        assert near[side] == pytest.approx(0, abs=1)


def _with_text(path: Path, *places: tuple[float, float], fill: float | None = None) -> None:
    with pymupdf.open() as document:
        page = document.new_page(width=612, height=792)
        if fill is not None:
            page.draw_rect(page.rect, color=None, fill=(fill, fill, fill))
        for place in places:
            for above in (0, -12, -24):
                page.insert_text((place[0], place[1] + above), "Case 1:21-cv-00917 Filed 04/20/2021", fontsize=9)
        document.save(path)


FOOT = [(30, 775), (230, 775), (440, 775)]
HEAD = [(30, 49), (230, 49), (440, 49)]


def _original_pixels_kept(source: Path, target: Path) -> bool:
    """Every dark pixel of the original is dark in the copy, and outside the number nothing is new."""
    with pymupdf.open(source) as before, pymupdf.open(target) as after:
        one = before[0].get_pixmap(dpi=72, colorspace="gray")
        other = after[0].get_pixmap(dpi=72, colorspace="gray")
        kept = other.samples[: len(one.samples)]  # a longer page has its new rows at the foot
        return all(abs(a - b) < 60 for a, b in zip(one.samples, kept, strict=True) if a < 128)


@pytest.mark.parametrize("unit", [1, 2])
@pytest.mark.parametrize("rotation", [0, 90, 180, 270])
def test_a_taken_corner_gives_way_to_a_free_one(tmp_path: Path, rotation: int, unit: int) -> None:
    source, target = tmp_path / "in.pdf", tmp_path / "out.pdf"
    place = FOOT[2] if unit == 1 else (450, 783)
    _with_text(source, place)
    _turn_and_crop(source, rotation, unit)
    report = stamp_pdf(source, target, ["ACME000001"])
    assert [(note.page, note.text) for note in report.notes] == [
        (1, "The usual place at bottom-right isn't free; the number stands at bottom-center.")
    ]
    assert _original_pixels_kept(source, target)


def test_with_the_foot_full_the_number_goes_to_the_head(tmp_path: Path) -> None:
    source, target = tmp_path / "in.pdf", tmp_path / "out.pdf"
    _with_text(source, *FOOT)
    report = stamp_pdf(source, target, ["ACME000001"])
    assert "top-right" in report.notes[0].text
    assert report.boxes[0].y1 < 40


def _turn_and_crop(path: Path, rotation: int, unit: int = 1) -> None:
    """Draw the page turned, with /Rotate to show it upright, and black outside a crop that hides it."""
    with pikepdf.open(path, allow_overwriting_input=True) as pdf:
        page = pdf.pages[0]
        turn = {0: b"1 0 0 1 0 0", 90: b"0 1 -1 0 792 0", 180: b"-1 0 0 -1 612 792", 270: b"0 -1 1 0 0 612"}[rotation]
        page.contents_add(b"q " + turn + b" cm", prepend=True)
        page.contents_add(b"Q", prepend=False)
        width, height = (612, 792) if rotation % 180 == 0 else (792, 612)
        page.cropbox = [0, 0, width, height]
        page.mediabox = [-200, -200, width + 200, height + 200]
        page.Rotate, page.UserUnit = rotation, unit
        black = "0 g -200 -200 1400 195 re f -200 -200 195 1400 re f "
        black += f"0 {height + 5} 900 190 re f {width + 5} 0 190 900 re f"
        page.contents_add(black.encode(), prepend=True)
        pdf.save(path)


@pytest.mark.parametrize("rotation", [0, 90, 180, 270])
def test_with_no_free_corner_the_page_grows_and_hides_nothing(tmp_path: Path, rotation: int) -> None:
    source, target = tmp_path / "in.pdf", tmp_path / "out.pdf"
    _with_text(source, *FOOT, *HEAD)
    _turn_and_crop(source, rotation)
    report = stamp_pdf(source, target, ["ACME000001"], position=Position.BOTTOM_RIGHT)
    assert "made 0.25 in longer" in report.notes[0].text
    assert _original_pixels_kept(source, target)
    with pymupdf.open(source) as before, pymupdf.open(target) as after:
        assert after[0].rect.height == pytest.approx(before[0].rect.height + 18, abs=0.1)
        assert after[0].rect.width == before[0].rect.width
        [(box, direction, _)] = _spans(after[0], "ACME000001")
        assert direction == (1.0, 0.0)
        assert box.y0 > before[0].rect.height - 3
        strip = pymupdf.Rect(0, before[0].rect.height + 0.5, box.x0 - 6, after[0].rect.height)
        assert set(after[0].get_pixmap(clip=strip, dpi=72, colorspace="gray").samples) == {255}


@pytest.mark.parametrize(("shade", "boxed"), [(0.95, False), (0.1, True)])
def test_on_an_even_ground_the_number_can_be_read(tmp_path: Path, shade: float, boxed: bool) -> None:
    source, target = tmp_path / "in.pdf", tmp_path / "out.pdf"
    _with_text(source, fill=shade)
    report = stamp_pdf(source, target, ["ACME000001"])
    box = report.boxes[0]
    with pymupdf.open(target) as after:
        clip = pymupdf.Rect(box.x0, box.y0, box.x1, box.y1)
        levels = after[0].get_pixmap(clip=clip, dpi=100, colorspace="gray").samples
    assert report.notes == ()
    assert min(levels) < 60
    assert (max(levels) > 250) is boxed
    assert max(levels) - min(levels) > 150


def test_an_annotation_in_the_corner_counts_as_ink(tmp_path: Path) -> None:
    source, target = tmp_path / "in.pdf", tmp_path / "out.pdf"
    with pymupdf.open() as document:
        page = document.new_page(width=612, height=792)
        note = page.add_freetext_annot(pymupdf.Rect(480, 755, 605, 785), "Initialled by D.C.", fontsize=11)
        note.update()
        document.save(source)
    report = stamp_pdf(source, target, ["ACME000001"])
    assert "bottom-center" in report.notes[0].text


def test_a_number_wider_than_the_page_is_set_smaller(tmp_path: Path) -> None:
    source, target = tmp_path / "in.pdf", tmp_path / "out.pdf"
    with pymupdf.open() as document:
        document.new_page(width=60, height=40)
        document.save(source)
    stamp_pdf(source, target, ["ACME-PRODUCTION-000000001"], legend="ATTORNEYS’ EYES ONLY — PRIVILEGIÉ")
    with pymupdf.open(target) as after:
        [(box, _, _)] = _spans(after[0], "ACME-PRODUCTION-000000001")
        assert box in after[0].rect


def test_letters_beyond_ascii_are_embedded_once(tmp_path: Path) -> None:
    source, target = tmp_path / "in.pdf", tmp_path / "out.pdf"
    with pymupdf.open() as document:
        for _ in range(50):
            document.new_page()
        document.save(source)
    legend = "КОНФИДЕНЦИАЛЬНО – § 12 „geheim“"
    stamp_pdf(source, target, _numbers(50), legend=legend)
    assert target.stat().st_size < source.stat().st_size + 40_000
    with pymupdf.open(target) as after:
        assert legend in after[49].get_text()
        assert "ACME000050" in after[49].get_text()
        assert len({font[0] for n in range(50) for font in after.get_page_fonts(n)}) == 1


def test_letters_that_no_font_has_are_refused_by_name(tmp_path: Path) -> None:
    source = tmp_path / "in.pdf"
    _with_text(source)
    with pytest.raises(WrongUse, match="No font here"):
        stamp_pdf(source, tmp_path / "out.pdf", ["A1"], legend="\U0001f512")


def test_one_number_for_the_whole_document(tmp_path: Path) -> None:
    source, target = tmp_path / "in.pdf", tmp_path / "out.pdf"
    with pymupdf.open() as document:
        for _ in range(3):
            document.new_page()
        document.save(source)
    stamp_pdf(source, target, ["ACME000007"], per_document=True)
    with pymupdf.open(target) as after:
        assert ["ACME000007" in page.get_text() for page in after] == [True] * 3
    with pytest.raises(Unreadable, match="3 pages, but 1 numbers"):
        stamp_pdf(source, tmp_path / "other.pdf", ["ACME000007"])


def test_shared_and_inherited_parts_are_stamped_once_each(tmp_path: Path) -> None:
    """Pages that share one resource dictionary and one content stream, inherited from the page tree."""
    source, target = tmp_path / "in.pdf", tmp_path / "out.pdf"
    pdf = pikepdf.new()
    content = pdf.make_stream(b"q 0 0 1 rg 100 100 50 50 re f")
    for _ in range(4):
        page = pikepdf.Dictionary(Type=pikepdf.Name.Page, Contents=pikepdf.Array([content, content]))
        pdf.pages.append(pikepdf.Page(pdf.make_indirect(page)))
    tree = pdf.Root.Pages
    tree.MediaBox, tree.Rotate = [0, 0, 400, 300], 90
    tree.Resources = pdf.make_indirect(pikepdf.Dictionary())
    for page in pdf.pages:
        for key in ("/MediaBox", "/Resources", "/Rotate"):
            if key in page:
                del page[key]
    pdf.save(source)
    stamp_pdf(source, target, _numbers(4))
    with pymupdf.open(target) as after:
        for n, page in enumerate(after):
            [(box, direction, _)] = _spans(page, f"ACME{n + 1:06d}")
            assert (page.rect.width, page.rect.height, direction) == (300, 400, (1.0, 0.0))
            assert box.x1 == pytest.approx(300 - MARGIN, abs=1)


def test_the_same_input_gives_the_same_bytes_and_the_source_stays(tmp_path: Path) -> None:
    source = tmp_path / "in.pdf"
    _with_text(source, FOOT[2])
    source.chmod(stat.S_IRUSR)
    digest, times = hashlib.sha256(source.read_bytes()).hexdigest(), source.stat().st_mtime_ns
    stamp_pdf(source, tmp_path / "one.pdf", ["A1"])
    stamp_pdf(source, tmp_path / "two.pdf", ["A1"])
    assert (tmp_path / "one.pdf").read_bytes() == (tmp_path / "two.pdf").read_bytes()
    assert hashlib.sha256(source.read_bytes()).hexdigest() == digest
    assert source.stat().st_mtime_ns == times
    assert sorted(path.name for path in tmp_path.iterdir()) == ["in.pdf", "one.pdf", "two.pdf"]


def test_no_file_is_overwritten_unless_told(tmp_path: Path) -> None:
    source, target = tmp_path / "in.pdf", tmp_path / "out.pdf"
    _with_text(source)
    target.write_bytes(b"mine")
    with pytest.raises(WrongUse, match="is there already"):
        stamp_pdf(source, target, ["A1"])
    assert target.read_bytes() == b"mine"
    stamp_pdf(source, target, ["A1"], force=True)
    assert target.read_bytes().startswith(b"%PDF-")


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"", "is empty"),
        (b"MZ\x90\x00 a program", "isn't a PDF"),
        (b"%PDF-1.4\nnothing more", "is damaged"),
    ],
)
def test_what_cannot_be_read_says_why(tmp_path: Path, content: bytes, sentence: str) -> None:
    source = tmp_path / "in.pdf"
    source.write_bytes(content)
    with pytest.raises(Unreadable, match=sentence):
        stamp_pdf(source, tmp_path / "out.pdf", ["A1"])
    assert list(tmp_path.iterdir()) == [source]


def test_a_pdf_without_pages_says_so(tmp_path: Path) -> None:
    source = tmp_path / "in.pdf"
    pikepdf.new().save(source)
    with pytest.raises(Unreadable, match="has no pages"):
        stamp_pdf(source, tmp_path / "out.pdf", ["A1"])


def test_locked_files(tmp_path: Path) -> None:
    source, target = tmp_path / "in.pdf", tmp_path / "out.pdf"
    _with_text(source, FOOT[2])
    for name, password in (("owner.pdf", ""), ("user.pdf", "secret")):
        with pikepdf.open(source) as pdf:
            pdf.save(tmp_path / name, encryption=pikepdf.Encryption(owner="boss", user=password))
    report = stamp_pdf(tmp_path / "owner.pdf", target, ["ACME000001"])
    assert report.notes[0].text.startswith("The original forbids changes")
    assert "bottom-center" in report.notes[1].text
    with pymupdf.open(target) as after:
        assert not after.is_encrypted
        assert "ACME000001" in after[0].get_text()
    with pytest.raises(Unreadable, match="locked with a password"):
        stamp_pdf(tmp_path / "user.pdf", tmp_path / "no.pdf", ["A1"])


def test_a_file_stamped_before_keeps_its_first_number(tmp_path: Path) -> None:
    source, first, second = (tmp_path / name for name in ("in.pdf", "1.pdf", "2.pdf"))
    with pymupdf.open() as document:
        document.new_page()
        document.save(source)
    stamp_pdf(source, first, ["ACME000001"], legend="КОНФИДЕНЦИАЛЬНО")
    stamp_pdf(first, second, ["PROD-77"])
    with pymupdf.open(second) as after:
        for text in ("ACME000001", "КОНФИДЕНЦИАЛЬНО", "PROD-77"):
            assert text in after[0].get_text()
        [(old, _, _)], [(new, _, _)] = _spans(after[0], "ACME000001"), _spans(after[0], "PROD-77")
        assert not old.intersects(new)


@pytest.mark.parametrize("damage", ["cut short", "overwritten", "no stream at all"])
def test_a_page_whose_content_is_damaged_shows_its_number_and_what_it_showed(tmp_path: Path, damage: str) -> None:
    source, target = tmp_path / "in.pdf", tmp_path / "out.pdf"
    body = b"0.24 0 0 -0.24 0 792 cm q q " + b"".join(
        b"%d %d 20 20 re f " % (n * 37 % 1999, n * 91 % 2003) for n in range(400)
    )
    packed = zlib.compress(body)
    half = len(packed) // 2
    blob = {
        "cut short": packed[:half],
        "overwritten": packed[:half] + bytes(range(60)) + packed[half + 60 :],
        "no stream at all": b"this was never packed" * 9,
    }[damage]
    pdf = pikepdf.new()
    pdf.add_blank_page(page_size=(612, 792))
    broken = pikepdf.Stream(pdf, b"")
    broken.write(blob, filter=pikepdf.Name.FlateDecode)
    pdf.pages[0].Contents = pdf.make_indirect(broken)
    pdf.save(source, stream_decode_level=pikepdf.StreamDecodeLevel.none, compress_streams=False)
    report = stamp_pdf(source, target, ["ACME000001"])
    assert bool(report.notes) is (damage != "cut short")
    with pymupdf.open(source) as before, pymupdf.open(target) as after:
        assert len(after[0].get_drawings()) == len(before[0].get_drawings())
        assert len(_spans(after[0], "ACME000001")) == 1


def test_growth(tmp_path: Path) -> None:
    """250 bytes a page at most, though nothing else in these files can be packed better."""
    source, target = tmp_path / "in.pdf", tmp_path / "out.pdf"
    with pymupdf.open() as document:
        for _ in range(200):
            document.new_page().insert_text((72, 72), "A page of a long exhibit.")
        document.save(source, garbage=3, deflate=True, use_objstms=1)
    stamp_pdf(source, target, _numbers(200))
    assert (target.stat().st_size - source.stat().st_size) / 200 < 250


def test_a_stamped_copy_carries_its_mark(tmp_path: Path) -> None:
    source, target = tmp_path / "in.pdf", tmp_path / "out.pdf"
    _with_text(source)
    stamp_pdf(source, target, ["A1"])
    mark = find_mark(target)
    assert mark is not None
    assert (mark.program, mark.kind, mark.matter) == ("Jurat", "stamped copy", "")
    assert find_mark(source) is None
