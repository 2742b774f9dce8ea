"""Texts in plain files: the contract's objects, and clear words for files that can't be read."""

import json

import pytest

from app.actions.verify_files import read_authorities, read_record, verdict_object, verify_batch, verify_file
from app.domain.errors import WrongUse
from tests.verify.matters import one

PAGES = [
    {
        "exhibit": "A",
        "page": 1,
        "bates": "ACME000001",
        "text": "The pump was sold on May 4, 2020 for $900.00.",
        "read": "text",
        "confidence": None,
    },
    {"exhibit": "A", "page": 2, "bates": None, "text": "", "read": "none"},
]
SHELF = [
    {
        "citations": ["512 U.S. 204"],
        "name": "Harbor v. Quill",
        "court": "U.S.",
        "year": 1994,
        "first_page": 204,
        "last_page": 231,
        "type": "opinion",
        "paginated": True,
        "text": "[*204] Hire is owed.",
    }
]
FIELDS = ["claim", "start", "end", "kind", "text", "value", "verdict", "sources", "reason", "suggestion", "signed"]


def lines(path, rows):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return path


def test_a_text_against_pages_and_authorities(tmp_path):
    text = tmp_path / "draft.txt"
    text.write_text(
        "\ufeffIt was sold on May 4, 2020 (ACME000001). Harbor v. Quill, 512 U.S. 204, 210 (1994).", encoding="utf-8"
    )
    found = list(verify_file(text, lines(tmp_path / "p.jsonl", PAGES), lines(tmp_path / "a.jsonl", SHELF)))
    assert [f["kind"] for f in found] == ["date", "bates", "citation"]
    assert [list(f)[:11] for f in found] == [FIELDS] * 3
    assert found[0]["sources"] == [{"exhibit": "A", "page": 1, "bates": "ACME000001"}]
    assert found[2]["sources"] == [{"authority": "512 U.S. 204"}]
    assert found[2]["pin"] == "210"
    assert found[0]["value"] == "2020-05-04"
    assert found[0]["signed"] is None


def test_a_signature_is_shown():
    verdict = one("The hire is $48,251.00.", "$48,251.00")
    assert verdict_object(verdict, {"name": "R. Vale", "reason": "client's books"})["signed"]["name"] == "R. Vale"


def test_a_batch_reads_four_fields_of_a_draft_only(tmp_path):
    lines(tmp_path / "matters" / "m1" / "pages.jsonl", PAGES)
    draft = {
        "id": "d1",
        "matter": "m1",
        "language": "en",
        "text": "Sold on May 4, 2020.",
        "claims": "not to be read",
        "why": 7,
    }
    (tmp_path / "drafts").mkdir()
    (tmp_path / "drafts" / "d1.json").write_text(json.dumps(draft))
    (tmp_path / "matters" / "m1" / "meta.json").write_text("{ broken")
    *found, last = verify_batch(tmp_path)
    assert [(f["draft"], f["verdict"]) for f in found] == [("d1", "supported")]
    assert last["wall_seconds"] >= 0


@pytest.mark.parametrize(
    ("row", "told"),
    [
        ("{", "not JSON"),
        ("[1]", "not a JSON object"),
        ('{"exhibit": "A"}', "a page needs"),
        ('{"exhibit": "A", "page": 1, "text": "x", "read": "guessed"}', "read is guessed"),
        ('{"exhibit": 3, "page": 1, "text": "x"}', "a page needs"),
    ],
)
def test_a_line_that_is_no_page_is_named(tmp_path, row, told):
    path = tmp_path / "p.jsonl"
    path.write_text(f"\n{row}\n")
    with pytest.raises(WrongUse, match=told) as error:
        read_record(path)
    assert "p.jsonl, line 2" in str(error.value)


@pytest.mark.parametrize(
    "draft",
    [{"id": "x", "matter": "../m1", "text": "y"}, {"id": "x", "matter": "m1"}, {"id": 4, "matter": "m1", "text": "y"}],
)
def test_a_draft_that_is_no_draft_is_refused(tmp_path, draft):
    lines(tmp_path / "matters" / "m1" / "pages.jsonl", PAGES)
    (tmp_path / "drafts").mkdir()
    (tmp_path / "drafts" / "x.json").write_text(json.dumps(draft))
    with pytest.raises(WrongUse, match=r"x\.json"):
        list(verify_batch(tmp_path))


def test_a_folder_without_drafts_and_a_file_that_is_not_there_are_told(tmp_path):
    with pytest.raises(WrongUse, match="holds no drafts"):
        list(verify_batch(tmp_path))
    with pytest.raises(WrongUse, match="can't be read"):
        read_record(tmp_path / "none.jsonl")


@pytest.mark.parametrize(
    ("field", "value"), [("bates", 5), ("read", ["x"]), ("confidence", "x"), ("confidence", 10**40), ("read", 7)]
)
def test_a_page_with_a_field_of_another_kind_is_named_with_its_line(tmp_path, field, value):
    pages = tmp_path / "pages.jsonl"
    pages.write_text(json.dumps({"exhibit": "A", "page": 1, "text": "On May 2, 2019 it rained.", field: value}))
    with pytest.raises(WrongUse, match=f"line 1: {field}"):
        read_record(pages)


@pytest.mark.parametrize(
    ("field", "value"), [("name", ["l"]), ("year", "MMXX"), ("year", 10**30), ("first_page", "12")]
)
def test_an_authority_with_a_field_of_another_kind_is_named_with_its_line(tmp_path, field, value):
    shelf = tmp_path / "shelf.jsonl"
    shelf.write_text(json.dumps({"citations": ["1 U.S. 1"], "text": "An opinion.", field: value}))
    with pytest.raises(WrongUse, match=f"line 1: {field}"):
        read_authorities(shelf)
