"""From paper to box: pages that are read by OCR, in six languages, turned or not, and where their words are shown."""

from pathlib import Path

import pymupdf
import pytest

from app.actions.places import boxes_of
from app.domain.claim import Verdict
from app.domain.evidence import Box, Page, PageRead, Reading, Record
from app.intake.pages import read_page
from app.verify import verify
from app.verify.locate import locate

TESSERACT = {"de": "deu", "en": "eng", "es": "spa", "fr": "fra", "pt": "por", "ru": "rus"}
LETTERS = {
    "de": (
        "Mietvertrag vom 3. Mai 2019.",
        "Die Miete beträgt 1.250,00 EUR monatlich.",
        "Der Mieter hat nicht gezahlt.",
    ),
    "en": ("Lease of May 3, 2019.", "The rent is $1,250.00 a month.", "The tenant has not paid the deposit."),
    "es": (
        "Contrato de 3 de mayo de 2019.",
        "La renta es de 1.250,00 euros al mes.",
        "El inquilino no ha pagado nada.",
    ),
    "fr": (
        "Contrat du 3 mai 2019.",
        "Le loyer est de 1.250,00 euros par mois.",
        "Le locataire n'a pas versé le dépôt.",
    ),
    "pt": ("Contrato de 3 de maio de 2019.", "O aluguel é de R$ 1.250,00 por mês.", "O inquilino não pagou a caução."),
    "ru": ("Договор от 3 мая 2019 г.", "Арендная плата 1 250,00 рублей в месяц.", "Арендатор не внёс залог до срока."),
}
DRAFTS = {
    "de": "Der Vertrag vom {} sieht {} vor (Anlage K1, S. 1). Dort steht „{}“.",
    "en": "The lease of {} sets {} (Ex. K1 at 1). It says “{}”.",
    "es": "El contrato de {} fija {} (documento n.º K1, pág. 1). Dice «{}».",
    "fr": "Le contrat du {} prévoit {} (pièce n° K1, page 1). Il dit « {} ».",
    "pt": "O contrato de {} fixa {} (doc. K1, fl. 1). Diz “{}”.",
    "ru": "Договор от {} устанавливает {} (приложение № K1, л. 1). Там сказано «{}».",
}
TRUE = {
    "de": ("3. Mai 2019", "1.250 EUR", "Der Mieter hat nicht gezahlt"),
    "en": ("3 May 2019", "$1,250", "The tenant has not paid the deposit"),
    "es": ("3/5/2019", "1.250 euros", "El inquilino no ha pagado nada"),
    "fr": ("03/05/2019", "1.250 euros", "Le locataire n'a pas versé le dépôt"),
    "pt": ("03/05/2019", "R$ 1.250", "O inquilino não pagou a caução"),
    "ru": ("03.05.2019", "1 250 рублей", "Арендатор не внёс залог до срока"),
}
FALSE = {
    "de": ("5. Mai 2019", "1.520 EUR", "Der Mieter hat gezahlt"),
    "en": ("5 May 2019", "$1,520", "The tenant has paid the deposit"),
    "es": ("5/5/2019", "1.520 euros", "El inquilino ha pagado nada"),
    "fr": ("05/05/2019", "1.520 euros", "Le locataire a versé le dépôt"),
    "pt": ("05/05/2019", "R$ 1.520", "O inquilino pagou a caução"),
    "ru": ("05.05.2019", "1 520 рублей", "Арендатор внёс залог до срока"),
}
LEFT, TOP, STEP = 72.0, 144.0, 48.0


def written(lines: tuple[str, ...], path: Path, *, turned: int, scanned: bool) -> Path:
    """A page that shows ``lines`` upright, with its /Rotate; as text or as a picture of it."""
    upright = pymupdf.open()
    page = upright.new_page(width=612, height=792)
    writer = pymupdf.TextWriter(page.rect)
    for n, line in enumerate(lines):
        writer.append((LEFT, TOP + STEP * n), line, font=pymupdf.Font("helv"), fontsize=16)
    writer.write_text(page)
    made = pymupdf.open()
    sides = (792, 612) if turned % 180 else (612, 792)
    sheet = made.new_page(width=sides[0], height=sides[1])
    if scanned:
        sheet.insert_image(sheet.rect, pixmap=page.get_pixmap(dpi=300), rotate=turned)
    else:
        sheet.show_pdf_page(sheet.rect, upright, 0, rotate=turned)
    sheet.set_rotation(turned)
    made.save(path)
    return path


def as_page(read: PageRead) -> Page:
    return Page("K1", 1, "AKTE-00001", read.text, read.read, read.confidence)


def boxes(verdict: Verdict, read: PageRead) -> list[Box]:
    spots = locate(verdict, as_page(read))
    return [box for spot in spots for box in boxes_of(read.words, spot.start, spot.end)]


@pytest.mark.timeout(120)
@pytest.mark.parametrize("language", sorted(LETTERS))
def test_scans_in_each_language_are_read_and_checked(language, tmp_path):
    file = written(LETTERS[language], tmp_path / "scan.pdf", turned=0, scanned=True)
    read = read_page(file, 1, tuple(dict.fromkeys((TESSERACT[language], "eng"))))
    assert read.read is Reading.OCR
    record = Record((as_page(read),))
    for words, verdict in ((TRUE[language], "supported"), (FALSE[language], "unsupported")):
        found = verify(DRAFTS[language].format(*words), record, language=language)
        facts = [v for v in found if v.claim.kind != "exhibit"]
        assert [str(v.claim.kind) for v in facts] == ["date", "amount", "quotation"]
        assert [str(v.verdict) for v in facts] == [verdict] * 3, ([v.reason for v in facts], read.text)


@pytest.mark.timeout(120)
@pytest.mark.parametrize("scanned", [False, True])
@pytest.mark.parametrize("turned", [0, 90, 180, 270])
def test_the_words_that_settle_a_claim_are_boxed_where_the_eye_sees_them(turned, scanned, tmp_path):
    read = read_page(written(LETTERS["en"], tmp_path / "page.pdf", turned=turned, scanned=scanned), 1, ("eng",))
    assert (round(read.width), round(read.height)) == (612, 792)
    verdicts = verify(DRAFTS["en"].format(*TRUE["en"]), Record((as_page(read),)))
    facts = [v for v in verdicts if v.claim.kind != "exhibit"]
    assert [str(v.verdict) for v in facts] == ["supported"] * 3, read.text
    for line, verdict in enumerate(facts):
        found = boxes(verdict, read)
        assert len(found) == 1, (verdict.claim.text, found)
        box, baseline = found[0], TOP + STEP * line
        assert box.x0 >= LEFT - 4
        assert baseline - 24 < box.y0 < box.y1 < baseline + 10
        assert box.x1 - box.x0 > 2 * (box.y1 - box.y0)
