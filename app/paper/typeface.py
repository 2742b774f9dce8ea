"""The one font that a stamp is set in."""

from collections.abc import Iterable
from typing import TYPE_CHECKING

from app.domain.errors import WrongUse

if TYPE_CHECKING:
    import pikepdf

# Helvetica-Bold, space to tilde, thousandths of the size (Adobe's metrics for the standard fonts).
_WIDTHS = (
    278, 333, 474, 556, 556, 889, 722, 238, 333, 333, 389, 584, 278, 333, 278, 278, 556, 556, 556, 556, 556, 556, 556,
    556, 556, 556, 333, 333, 584, 584, 584, 611, 975, 722, 722, 722, 722, 667, 611, 778, 722, 278, 556, 722, 611, 833,
    722, 778, 667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 333, 278, 333, 584, 556, 333, 556, 611, 556, 611,
    556, 333, 611, 611, 278, 278, 556, 278, 889, 611, 611, 611, 611, 389, 556, 333, 611, 556, 778, 556, 556, 500, 389,
    280, 389, 584,
)  # fmt: skip
_WIDTH_OF = {chr(code): width for code, width in enumerate(_WIDTHS, start=32)}
_ESCAPED = str.maketrans({"(": r"\(", ")": r"\)", "\\": r"\\"})


class PlainFace:
    """Helvetica Bold as every PDF reader has it; ASCII only, nothing embedded."""

    def width(self, text: str, size: float) -> float:
        """Points."""
        return sum(map(_WIDTH_OF.__getitem__, text)) * size / 1000

    def show(self, text: str) -> bytes:
        """``text`` as a string of a content stream."""
        return f"({text.translate(_ESCAPED)})".encode("ascii")

    def install(self, pdf: "pikepdf.Pdf") -> "pikepdf.Object":
        """The font object, new in ``pdf``."""
        import pikepdf

        return pdf.make_indirect(
            pikepdf.Dictionary(
                Type=pikepdf.Name.Font,
                Subtype=pikepdf.Name.Type1,
                BaseFont=pikepdf.Name("/Helvetica-Bold"),
                Encoding=pikepdf.Name.WinAnsiEncoding,
            )
        )


class WideFace:
    """The like of it, embedded with just the letters of ``texts``, for anything beyond ASCII."""

    def __init__(self, texts: Iterable[str]) -> None:
        import pymupdf

        self._letters = "".join(sorted(set("".join(texts))))
        plain, wide = pymupdf.Font("hebo"), pymupdf.Font("cjk")
        self._font = plain if all(plain.has_glyph(ord(letter)) for letter in self._letters) else wide
        self.missing = "".join(letter for letter in self._letters if not self._font.has_glyph(ord(letter)))

    def width(self, text: str, size: float) -> float:
        """Points."""
        return float(self._font.text_length(text, fontsize=size))

    def show(self, text: str) -> bytes:
        """``text`` as a string of a content stream: two bytes a glyph."""
        return b"<" + "".join(f"{self._font.has_glyph(ord(letter)):04x}" for letter in text).encode() + b">"

    def install(self, pdf: "pikepdf.Pdf") -> "pikepdf.Object":
        """The font object with its subset, copied into ``pdf``."""
        import io

        import pikepdf
        import pymupdf

        with pymupdf.open() as sample:
            page = sample.new_page()
            writer = pymupdf.TextWriter(page.rect)
            writer.append((72, 72), self._letters, font=self._font, fontsize=8)
            writer.write_text(page)
            sample.subset_fonts()
            blob = sample.tobytes(garbage=3, deflate=True)
        with pikepdf.open(io.BytesIO(blob)) as source:
            fonts = source.pages[0].Resources.Font
            return pdf.copy_foreign(next(iter(dict(fonts).values())))


Face = PlainFace | WideFace


def face_for(texts: Iterable[str]) -> Face:
    """The face that can write all of ``texts``; WrongUse names the letters that no face here has."""
    all_texts = list(texts)
    if all(" " <= letter <= "~" for text in all_texts for letter in text):
        return PlainFace()
    wide = WideFace(all_texts)
    if wide.missing:
        letters = ", ".join(f"{letter!r}" for letter in wide.missing)
        raise WrongUse("This can't be stamped.", f"No font here can write {letters}.", "Choose another text.")
    return wide
