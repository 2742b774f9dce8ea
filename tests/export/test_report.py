"""The report lists every claim with its verdict, source and who signed; export writes both files or none."""

import dataclasses
import hashlib
from pathlib import Path

import docx
import pymupdf
import pytest

from app.domain.claim import ClaimKind, Source, VerdictKind
from app.domain.errors import WrongUse
from app.domain.review import Attack, AttackAnswer, CheckedDraft, ClearedDraft
from app.export.report import MEANING, build_report, report_path, when
from app.export.write import export
from app.paper.mark import find_mark, this_program
from tests.export.material import ALL_SIGNED, DRAFT, INPUTS, MATTER, OPEN, VERDICTS, WORKING, verdict

ENDINGS = ("pdf", "docx")


def _read(path: Path) -> str:
    """All text of a PDF or Word file, in its order, tables and headers included, blanks made even."""
    if path.suffix == ".pdf":
        with pymupdf.open(path) as document:
            text = " ".join(page.get_text() for page in document)
    else:
        document = docx.Document(str(path))
        text = " ".join(node.text or "" for node in document.element.body.iter() if node.tag.endswith("}t"))
    return " ".join(text.split())


@pytest.mark.parametrize("ending", ENDINGS)
def test_every_claim_stands_in_the_report(tmp_path: Path, ending: str) -> None:
    done = export(WORKING, MATTER, tmp_path / f"motion.{ending}", report_inputs=INPUTS)
    assert done.report.path == tmp_path / f"motion.verification.{ending}" == report_path(done.filing.path)
    text = _read(done.report.path).replace("- ", "-")
    for found in VERDICTS:
        squeezed = text.replace(" ", "")
        assert found.claim.text.replace(" ", "") in squeezed
        assert found.reason.replace(" ", "") in squeezed
    for fact in ("Exhibit A, page 3, COLE000003", "Exhibit B, page 1, COLE000009", "cole/d1, version 2", "entry 41"):
        assert fact in text
    assert hashlib.sha256(DRAFT.text.encode()).hexdigest() in text.replace(" ", "")
    assert " ".join(this_program()) in text
    assert "Signed by Maria Estévez, 2026-11-30 10:10:00 UTC: Compared with the paper by hand." in text
    assert "Working export, not for filing. Claims open: 4." in text
    assert "It doesn’t say who signed for Harbor Supply." in text
    assert all(sentence.split(".")[0] in text for sentence in MEANING)


def test_counts_by_verdict_and_by_kind_with_zeros_said() -> None:
    report = build_report(WORKING, MATTER, INPUTS, final=False)
    assert dict(report.counts) == {
        "✓ supported": 3,
        "⇄ misplaced": 1,
        "✕ unsupported": 2,
        "? ambiguous": 1,
        "– unchecked": 1,
        "signed for by a person": 1,
        "open": 4,
    }
    seen = dict(report.seen)
    assert len(seen) == len(ClaimKind)
    kinds = ("date", "amount", "quotation", "case citation", "docket number")
    assert tuple(seen[kind] for kind in kinds) == (2, 2, 1, 0, 0)
    assert "Bates number" in seen
    assert dict(report.facts)["Draft written"].endswith(", revised by the model")
    assert [(row.paragraph, row.text) for row in report.rows if row.open] == list(zip((2, 3, 3, 4), OPEN, strict=True))


def test_rows_follow_the_draft_and_name_authorities_and_missing_labels() -> None:
    opinion = verdict(
        "RTX 3060", ClaimKind.CITATION, VerdictKind.SUPPORTED, "r", Source(authority="550 U.S. 544", pin="555")
    )
    page = verdict("Exhibit A", ClaimKind.EXHIBIT, VerdictKind.SUPPORTED, "r", Source("K-1", 2, None))
    report = build_report(CheckedDraft(DRAFT, (opinion, page)), MATTER, INPUTS, final=False)
    assert [(row.paragraph, row.source) for row in report.rows] == [
        (2, "Exhibit K-1, page 2"),
        (4, "550 U.S. 544, at 555"),
    ]


def test_a_signature_on_a_claim_that_passes_is_not_printed_as_one() -> None:
    needless = dataclasses.replace(WORKING.decisions[0], claim=VERDICTS[0].claim.key)
    report = build_report(dataclasses.replace(WORKING, decisions=(needless,)), MATTER, INPUTS, final=False)
    assert report.rows[0].signed == ""
    assert dict(report.counts)["signed for by a person"] == 0


@pytest.mark.parametrize("ending", ENDINGS)
def test_an_empty_draft_is_reported_too(tmp_path: Path, ending: str) -> None:
    empty = CheckedDraft(dataclasses.replace(DRAFT, paragraphs=()), ())
    done = export(ClearedDraft(empty), MATTER, tmp_path / f"a.{ending}", report_inputs=INPUTS)
    assert "Final export. Claims open: 0." in _read(done.report.path)


@pytest.mark.parametrize("ending", ENDINGS)
def test_a_very_long_report_loses_nothing(tmp_path: Path, ending: str) -> None:
    long = dataclasses.replace(VERDICTS[1], reason="word " * 1500 + "end of the reason.")
    many = tuple(
        dataclasses.replace(VERDICTS[0], claim=dataclasses.replace(VERDICTS[0].claim, key=f"k{n}", text=f"TEXT{n:04d}"))
        for n in range(300)
    )
    done = export(CheckedDraft(DRAFT, (*many, long)), MATTER, tmp_path / f"a.{ending}", report_inputs=INPUTS)
    text = _read(done.report.path)
    assert all(f"TEXT{n:04d}" in text for n in range(300))
    assert text.count("word") >= 1500
    assert "end of the reason." in text
    if ending == "pdf":  # the head of the table is on every page that the table runs over
        with pymupdf.open(done.report.path) as document:
            tables = [page.get_text() for page in document if "TEXT0" in page.get_text()]
        assert len(tables) > 8
        assert all("Source and reason" in page for page in tables)


@pytest.mark.parametrize("ending", ENDINGS)
def test_both_files_carry_a_mark_and_come_out_the_same(tmp_path: Path, ending: str) -> None:
    done = export(WORKING, MATTER, tmp_path / f"a.{ending}", report_inputs=INPUTS)
    again = export(WORKING, MATTER, tmp_path / f"b.{ending}", report_inputs=INPUTS)
    for one, two in zip(done.files, again.files, strict=True):
        assert one.path.read_bytes() == two.path.read_bytes()
        assert find_mark(one.path) == one.mark
    assert [file.mark.kind for file in done.files] == ["draft", "report"]
    assert [file.mark.matter for file in done.files] == ["cole", "cole"]


def test_a_filing_does_not_tell_the_name_of_the_matter(tmp_path: Path) -> None:
    done = export(ClearedDraft(ALL_SIGNED), MATTER, tmp_path / "a.docx", report_inputs=INPUTS)
    assert done.filing.mark.kind == "filing"
    assert done.filing.mark.matter == ""


@pytest.mark.parametrize("there", ["a.pdf", "a.verification.pdf"])
def test_nothing_is_written_where_either_file_is_in_the_way(tmp_path: Path, there: str) -> None:
    (tmp_path / there).write_bytes(b"mine")
    with pytest.raises(WrongUse, match="is there already"):
        export(WORKING, MATTER, tmp_path / "a.pdf", report_inputs=INPUTS)
    assert [path.name for path in tmp_path.iterdir()] == [there]
    assert (tmp_path / there).read_bytes() == b"mine"
    export(WORKING, MATTER, tmp_path / "a.pdf", report_inputs=INPUTS, force=True)
    assert {path.name for path in tmp_path.iterdir()} == {"a.pdf", "a.verification.pdf"}


@pytest.mark.parametrize("name", ["a.txt", "a", "a.doc"])
def test_only_word_and_pdf(tmp_path: Path, name: str) -> None:
    with pytest.raises(WrongUse, match=r"\.docx or \.pdf"):
        export(WORKING, MATTER, tmp_path / name, report_inputs=INPUTS)
    assert list(tmp_path.iterdir()) == []


def test_times_are_printed_in_utc() -> None:
    assert when("2026-11-30T12:10:00+02:00") == "2026-11-30 10:10:00 UTC"
    assert when("2026-11-30T10:10:00") == "2026-11-30 10:10:00 UTC"
    assert when("yesterday") == "yesterday"


def test_cites_alone_are_said_to_be_no_facts() -> None:
    cites_only = CheckedDraft(DRAFT, tuple(v for v in WORKING.verdicts if v.claim.kind is ClaimKind.BATES))
    facts = dict(build_report(cites_only, MATTER, INPUTS, final=False).facts)
    count = len(cites_only.verdicts)
    were = "1 page number was" if count == 1 else f"{count} page numbers were"
    assert facts["Facts seen in it"] == f"none: {were} checked; no date, sum or quotation was seen"
    nothing = dict(build_report(CheckedDraft(DRAFT, ()), MATTER, INPUTS, final=False).facts)
    assert nothing["Facts seen in it"] == "none: the draft states no date, amount or quotation"


def test_an_answered_attack_is_printed_with_its_answer() -> None:
    attack = Attack(1, "hearsay", 1, AttackAnswer.REBUTTED, "the witness was there", now=1)
    report = build_report(dataclasses.replace(WORKING, attacks=(attack,)), MATTER, INPUTS, final=False)
    assert report.attacks == (("Paragraph 1", "hearsay [rebutted: the witness was there]"),)
