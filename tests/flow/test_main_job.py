"""The main job on the sample matter, from files to export, by command, with a real model."""

import asyncio
import zipfile
from pathlib import Path

import docx
import pymupdf
import pytest

from app.actions.drafts import show_draft
from app.actions.review import save_edit
from app.domain.draft import Paragraph
from app.settings import Settings
from app.workbench import open_workbench
from tests.flow.jurat import ROOT, SAMPLE, Said, jurat, quoted_in_logs

pytestmark = pytest.mark.timeout(600)

Demo = tuple[Path, Said]


def test_the_demo_drafts_checks_and_exports(demo: Demo) -> None:
    result = demo[1].one
    assert result["state"] == "done"
    assert [stage["name"] for stage in result["stages"]] == [
        "pack", "gate", "draft", "verify", "attack", "revise", "reverify",
    ]  # fmt: skip
    assert all(stage["state"] == "done" for stage in result["stages"])
    assert sum(result["seen"].values()) == sum(result["claims"].values()) > 0
    assert len(result["files"]) == 4
    assert all(Path(file).stat().st_size > 2000 for file in result["files"])


def test_every_cite_that_the_model_chose_is_a_page_of_its_pack(demo: Demo) -> None:
    home, said = demo
    draft = jurat(home, "draft", "show", said.one["draft"]).one
    pack = set(said.one["pack"]["pages"])
    assert draft["paragraphs"]
    assert all(set(paragraph["cites"]) <= pack for paragraph in draft["paragraphs"])
    assert all(paragraph["cites"] for paragraph in draft["paragraphs"])


def test_every_page_is_in_the_pack_or_left_out_by_name(demo: Demo) -> None:
    home, said = demo
    pack = said.one["pack"]
    numbered = {page["bates"] for page in jurat(home, "pages", "sample").lines}
    left_out = {page["bates"] for page in pack["left_out"]}
    assert set(pack["pages"]) | left_out == numbered
    assert not set(pack["pages"]) & left_out
    assert all(page["reason"] for page in pack["left_out"])


def test_each_verdict_names_claim_place_and_reason(demo: Demo) -> None:
    home, said = demo
    draft = jurat(home, "draft", "show", said.one["draft"]).one
    verdicts = jurat(home, "verify", said.one["draft"], expect=None).lines
    assert verdicts
    for verdict in verdicts:
        assert draft["text"][verdict["start"] : verdict["end"]] == verdict["text"]
        assert verdict["reason"]
        if verdict["verdict"] == "supported":
            assert verdict["sources"]


def test_final_export_is_refused_until_each_claim_is_signed_for(home: Path, demo: Demo, tmp_path: Path) -> None:
    draft = demo[1].one["draft"]
    add_paragraph(home, draft, "I sent the notice on March 13, 2019. It went to see RTX 3060. COLE000022.")
    open_ = [v for v in jurat(home, "verify", draft, expect=1).lines if v["verdict"] != "supported"]
    assert {"March 13, 2019", "RTX 3060"} <= {v["text"] for v in open_}
    target = tmp_path / "final.docx"
    refused = jurat(home, "export", draft, "-o", target, "--final", expect=1)
    assert [line["claim"] for line in refused.lines] == [v["claim"] for v in open_]
    assert list(tmp_path.glob("final*")) == []
    for verdict in {v["claim"]: v for v in open_}.values():
        jurat(home, "sign", draft, verdict["claim"], "--name", "Miriam Tolland", "--reason", "known to the witness")
    written = jurat(home, "export", draft, "-o", target, "--final").one
    assert written["final"] is True
    assert "NOT FOR FILING" not in _docx_text(target)
    report = _docx_text(Path(written["report"]))
    assert report.count("Miriam Tolland") >= len(open_)
    assert "known to the witness" in report


def test_the_filing_is_one_that_a_clerk_can_read(home: Path, demo: Demo, tmp_path: Path) -> None:
    draft = demo[1].one["draft"]
    for ending in ("docx", "pdf"):
        target = tmp_path / f"working.{ending}"
        jurat(home, "export", draft, "-o", target)
        text = _docx_text(target) if ending == "docx" else _pdf_text(target)
        flat = " ".join(text.split()).lower()
        for expected in (
            "united states district court for the district of franklin",
            "cole ridge orchards llc",
            "3:23-cv-00417-hrb",
            "i declare under penalty of perjury",
            "dana cole",
            "not for filing",
        ):
            assert expected in flat, (ending, expected)


def test_no_log_quotes_the_record_the_draft_or_what_was_asked(home: Path, demo: Demo) -> None:
    letters = [file.read_text(errors="replace") for file in (SAMPLE / "exhibits").rglob("*.eml")]
    asked = [prompt.read_text() for prompt in (ROOT / "resources" / "prompts").iterdir()]
    draft = jurat(home, "draft", "show", demo[1].one["draft"]).one["text"]
    assert quoted_in_logs(home, *letters, *asked, draft) == set()


def test_nothing_is_overwritten_without_force(home: Path, demo: Demo, tmp_path: Path) -> None:
    target = tmp_path / "d.pdf"
    target.write_bytes(b"mine")
    assert "--force" in jurat(home, "export", demo[1].one["draft"], "-o", target, expect=2).err
    assert target.read_bytes() == b"mine"
    jurat(home, "export", demo[1].one["draft"], "-o", target, "--force")
    assert target.read_bytes().startswith(b"%PDF")


def test_nothing_is_written_into_the_vault(home: Path, demo: Demo) -> None:
    inside = home / "matters" / "sample" / "vault" / "x.pdf"
    jurat(home, "export", demo[1].one["draft"], "-o", inside, expect=2)
    assert not inside.exists()


def test_originals_are_what_came_in(demo: Demo) -> None:
    """Promise 1: same bytes, read-only, under their SHA-256."""
    import hashlib

    vault = demo[0] / "matters" / "sample" / "vault"
    files = {path.name: path for path in vault.iterdir()}
    for original in (SAMPLE / "exhibits").iterdir():
        digest = hashlib.sha256(original.read_bytes()).hexdigest()
        assert files[digest].read_bytes() == original.read_bytes()
    assert all(hashlib.sha256(path.read_bytes()).hexdigest() == name for name, path in files.items())
    assert all(path.stat().st_mode & 0o222 == 0 for path in files.values())


def test_own_work_never_comes_back_as_evidence(home: Path, demo: Demo, tmp_path: Path) -> None:
    """Promise 2, for files as they are and for renamed ones, in this home and in one that never wrote them."""
    bag = tmp_path / "bag"
    bag.mkdir()
    stamped = next((home / "matters" / "sample" / "out" / "stamped").iterdir())
    for number, file in enumerate([*map(Path, demo[1].one["files"]), stamped]):
        (bag / f"client upload {number}{file.suffix}").write_bytes(file.read_bytes())
    for place in (home, tmp_path / "elsewhere"):
        jurat(place, "matter", "new", "other")
        lines = jurat(place, "intake", "other", bag, expect=1).lines
        assert [line["status"] for line in lines] == ["own-work"] * 5
        assert all("Jurat" in line["reason"] for line in lines)
        assert jurat(place, "exhibits", "other").lines == []


def test_the_whole_output_folder_taken_in_adds_nothing(home: Path) -> None:
    before = jurat(home, "exhibits", "sample").lines
    lines = jurat(home, "intake", "sample", home / "matters" / "sample" / "out", expect=1).lines
    assert {line["status"] for line in lines} == {"own-work"}
    assert jurat(home, "exhibits", "sample").lines == before


def test_the_log_is_whole_and_its_end_cant_be_cut_off(home: Path) -> None:
    from sqlcipher3 import dbapi2

    checked = jurat(home, "audit", "sample").one
    assert checked["whole"]
    verbs = {entry["verb"] for entry in checked["log"]}
    assert {"matter new", "intake", "bates assign", "run", "draft", "stage done", "write"} <= verbs
    connection = dbapi2.connect(str(home / "matters" / "sample" / "matter.db"))
    connection.execute("DROP TRIGGER audit_kept")
    connection.execute("DELETE FROM audit WHERE n > 5")
    connection.commit()
    connection.close()
    cut = jurat(home, "audit", "sample", expect=1).one
    assert not cut["whole"]
    assert cut["broken_at"] == 6


def test_a_second_demo_adds_a_run_and_no_exhibit(home: Path) -> None:
    before = len(jurat(home, "exhibits", "sample").lines)
    again = jurat(home, "demo", "--no-window").one
    assert again["run"] == "sample/r2"
    assert len(jurat(home, "exhibits", "sample").lines) == before
    assert [run["run"] for run in jurat(home, "runs", "sample").lines] == ["sample/r1", "sample/r2"]


def add_paragraph(home: Path, draft: str, text: str) -> None:
    """A person's edit: one more paragraph at the end."""

    async def go() -> None:
        async with open_workbench(Settings(home, None)) as bench:
            shown = await show_draft(bench, draft)
            await save_edit(bench, draft, (*shown.paragraphs, Paragraph(text)))

    asyncio.run(go())


def _docx_text(path: Path) -> str:
    assert zipfile.is_zipfile(path)
    document = docx.Document(str(path))
    tables = [cell.text for table in document.tables for row in table.rows for cell in row.cells]
    headers = [p.text for section in document.sections for p in section.header.paragraphs]
    return "\n".join([*headers, *(p.text for p in document.paragraphs), *tables])


def _pdf_text(path: Path) -> str:
    with pymupdf.open(path) as document:
        return "\n".join(page.get_text() for page in document)
