"""Signatures taken back, attacks that stay with their paragraphs, one key for words that look the same."""

import asyncio
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any, TypeVar

import pytest

from app.actions import drafts, exports, matters, review
from app.actions.drafts import check_text
from app.domain.claim import Verdict
from app.domain.draft import Draft, Paragraph
from app.domain.errors import WrongUse
from app.domain.review import Attack, ClaimsOpen
from app.gui.editor_text import EditedText
from app.settings import Settings
from app.store import audit
from app.store import drafts as stored
from app.workbench import Workbench, open_workbench
from tests.gui.small_matter import DRAFT, NAME

pytestmark = pytest.mark.timeout(60)
T = TypeVar("T")


def _in(home: Path, verb: Callable[[Workbench], Coroutine[Any, Any, T]]) -> T:
    async def go() -> T:
        async with open_workbench(Settings(home=home, boards=None)) as bench:
            return await verb(bench)

    return asyncio.run(go())


async def _sign_all(bench: Workbench) -> list[Verdict]:
    open_ = list((await drafts.verify_draft(bench, DRAFT)).open)
    for verdict in open_:
        await drafts.sign(bench, DRAFT, verdict.claim.key, "Dana Cole", f"Known: {verdict.claim.text}.")
    return open_


def test_a_signature_taken_back_opens_the_claim_and_nothing_is_deleted(home: Path, tmp_path: Path) -> None:
    async def go(bench: Workbench) -> None:
        first = (await _sign_all(bench))[0].claim
        await exports.export_draft(bench, DRAFT, tmp_path / "signed.docx", final=True)
        held = await drafts.unsign(bench, DRAFT, first.key, " Ada Counsel ", "The page is in.")
        assert (held.name, held.reason) == ("Dana Cole", f"Known: {first.text}.")
        checked = await drafts.verify_draft(bench, DRAFT)
        assert [v.claim.key for v in checked.open] == [first.key]
        with pytest.raises(ClaimsOpen):
            await exports.export_draft(bench, DRAFT, tmp_path / "open.docx", final=True)
        assert not (tmp_path / "open.docx").exists()
        opened = await bench.matter(NAME)
        log = await opened.store.read(audit.entries)
        assert (log[-1].verb, log[-1].detail["signed_by"]) == ("unsign", "Dana Cole")
        assert (log[-1].detail["name"], log[-1].detail["text"]) == ("Ada Counsel", first.text)
        assert [e.detail["claim"] for e in log if e.verb == "sign"].count(first.key) == 1
        assert (await matters.check_audit(bench, NAME))[0].broken_at is None
        # signed once more, it holds again
        await drafts.sign(bench, DRAFT, first.key, "Ada Counsel", "Seen.")
        again = await drafts.verify_draft(bench, DRAFT)
        assert not again.open
        assert next(d for d in again.decisions if d.claim == first.key).name == "Ada Counsel"

    _in(home, go)


def test_the_report_prints_no_signature_that_was_taken_back(home: Path, tmp_path: Path) -> None:
    from docx import Document

    async def go(bench: Workbench) -> Path:
        first = (await _sign_all(bench))[0]
        await drafts.unsign(bench, DRAFT, first.claim.key, "Dana Cole")
        return (await exports.export_draft(bench, DRAFT, tmp_path / "work.docx")).report

    report = Document(str(_in(home, go)))
    words = "\n".join(cell.text for table in report.tables for row in table.rows for cell in row.cells)
    assert "Known: April 12, 2026." not in words
    assert "Known: ACME000031." in words


def test_what_nobody_signed_or_without_a_name_cannot_be_taken_back(home: Path) -> None:
    async def go(bench: Workbench) -> None:
        key = (await _sign_all(bench))[0].claim.key
        with pytest.raises(WrongUse, match="needs a name"):
            await drafts.unsign(bench, DRAFT, key, "  ")
        await drafts.unsign(bench, DRAFT, key, "Dana Cole")
        with pytest.raises(WrongUse, match="Nobody signed"):
            await drafts.unsign(bench, DRAFT, key, "Dana Cole")

    _in(home, go)


def test_rows_of_signatures_cannot_be_changed_or_deleted(home: Path) -> None:
    from sqlalchemy import text
    from sqlalchemy.exc import IntegrityError

    async def go(bench: Workbench) -> None:
        await _sign_all(bench)
        opened = await bench.matter(NAME)
        for statement in ("DELETE FROM signature", "UPDATE signature SET name = 'x'"):
            with pytest.raises(IntegrityError, match="only added"):
                await opened.store.write(lambda session, said=statement: session.connection().execute(text(said)))

    _in(home, go)


async def _attacks(bench: Workbench) -> tuple[Attack, ...]:
    return (await review.answers(bench, DRAFT))[1]


def test_an_attack_goes_where_its_paragraph_goes(home: Path) -> None:
    async def go(bench: Workbench) -> None:
        draft = await drafts.show_draft(bench, DRAFT)
        words = draft.paragraphs[1].render()
        one, two, three, four = draft.paragraphs
        steps: list[tuple[tuple[Paragraph, ...], int | None]] = [
            ((Paragraph("I am Dana Cole."), one, two, three, four), 3),
            ((Paragraph("I am Dana Cole."), one, Paragraph(two.text + " I kept a copy.", two.cites), three, four), 3),
            ((one, three, four), None),
            ((one, three, four, Paragraph("That is all.")), None),
            ((one, Paragraph(two.text + " I kept a copy.", two.cites), three, four), 2),
        ]
        for paragraphs, expected in steps:
            await review.save_edit(bench, DRAFT, paragraphs)
            (attack,) = await _attacks(bench)
            assert (attack.now, attack.paragraph, attack.version, attack.words) == (expected, 2, 1, words)
        (then,) = (await drafts.verify_draft(bench, f"{DRAFT}@2")).attacks
        assert then.now == 3
        (gone,) = (await drafts.verify_draft(bench, f"{DRAFT}@4")).attacks
        assert gone.now is None

    _in(home, go)


def test_the_report_says_that_an_attacked_paragraph_is_gone(home: Path, tmp_path: Path) -> None:
    from docx import Document

    async def go(bench: Workbench) -> Path:
        draft = await drafts.show_draft(bench, DRAFT)
        await review.save_edit(bench, DRAFT, (draft.paragraphs[0], *draft.paragraphs[2:]))
        return (await exports.export_draft(bench, DRAFT, tmp_path / "work.docx")).report

    words = [paragraph.text for paragraph in Document(str(_in(home, go))).paragraphs]
    assert "Paragraph 2 of version 1, which is gone: The mail shows no address of Acme." in words


ODD: dict[str, Callable[[str], str]] = {
    "a double space": lambda t: t.replace("April 12", "April  12"),
    "spaces at the ends": lambda t: "\n\n".join(f"{p}  " for p in t.split("\n\n")),
    "a no-break space": lambda t: t.replace("April 12, 2026", "April\u00a012,\u202f2026"),
    "a tab": lambda t: t.replace("April 12", "April\t12"),
    "a soft hyphen": lambda t: t.replace("April 12", "Ap\u00adril 12"),
    "a zero-width space": lambda t: t.replace("April 12", "April\u200b 12"),
    "a zero-width space between spaces": lambda t: t.replace("April 12", "April \u200b 12"),
    "a mark of direction": lambda t: t.replace("$12,500.00", "\u200e$12,500.00\u200f"),
    "line ends of Windows": lambda t: t.replace("\n", "\r\n"),
    "a line break": lambda t: t.replace("April 12", "April\n12"),
    "letters taken apart": lambda t: t.replace("é", "e\u0301"),
}
"""Differences that no reader sees, and what they do to a text."""


async def _with_accents(bench: Workbench) -> str:
    draft = await drafts.show_draft(bench, DRAFT)
    accented = draft.text.replace("I wrote to Acme", "I wrote to Acmé")
    assert accented != draft.text
    return (await review.save_text(bench, DRAFT, accented)).text


def _told(verdicts: tuple[Verdict, ...]) -> list[tuple[str, str, str, str]]:
    return [(v.claim.key, v.verdict.value, v.claim.value, v.reason) for v in verdicts]


@pytest.mark.parametrize("kind", ODD)
def test_a_signature_holds_whatever_no_reader_sees(home: Path, kind: str) -> None:
    async def go(bench: Workbench) -> None:
        text = await _with_accents(bench)
        assert ODD[kind](text) != text
        signed = await _sign_all(bench)
        assert len(signed) >= 3
        before = await drafts.verify_draft(bench, DRAFT)
        saved = await review.save_text(bench, DRAFT, ODD[kind](text))
        after = await drafts.verify_draft(bench, DRAFT)
        assert not after.open
        assert _told(after.verdicts) == _told(before.verdicts)
        assert saved.version == 2 or saved.text != text

    _in(home, go)


@pytest.mark.parametrize("kind", [k for k in ODD if k not in ("line ends of Windows", "a line break")])
def test_the_verdict_while_one_types_is_that_of_the_stored_words(home: Path, kind: str) -> None:
    async def go(bench: Workbench) -> None:
        draft = await drafts.show_draft(bench, DRAFT)
        await _with_accents(bench)
        lines = [paragraph.render().replace("to Acme", "to Acmé") for paragraph in draft.paragraphs]
        edited = EditedText("\n".join(ODD[kind](line) for line in lines))
        live = await check_text(bench, NAME, edited.text)
        saved = await review.save_text(bench, DRAFT, edited.text)
        assert saved.text == edited.text
        assert _told(live) == _told((await drafts.verify_draft(bench, DRAFT)).verdicts)
        for verdict in live:
            low, high = edited.to_raw(verdict.claim.start), edited.to_raw(verdict.claim.end)
            words = EditedText(edited.raw[low:high]).paragraphs
            assert words == [edited.text[verdict.claim.start : verdict.claim.end]]

    _in(home, go)


def test_what_a_stage_stored_with_odd_spaces_has_the_keys_of_the_same_words_without(home: Path) -> None:
    async def go(bench: Workbench) -> None:
        opened = await bench.matter(NAME)
        last = await drafts.show_draft(bench, DRAFT)
        odd = tuple(Paragraph(p.text.replace(" ", " \n"), p.cites) for p in last.paragraphs)

        def save(session: Any) -> tuple[None, dict[str, Any]]:
            made = Draft(DRAFT, 2, last.task, last.title, last.declarant, odd, "revise", audit.now())
            stored.add_version(session, made, 1, None)
            return None, {"draft": DRAFT, "version": 2, "stage": "revise"}

        before = _told((await drafts.verify_draft(bench, DRAFT)).verdicts)
        await opened.change("draft", save)
        assert _told((await drafts.verify_draft(bench, DRAFT)).verdicts) == before

    _in(home, go)
