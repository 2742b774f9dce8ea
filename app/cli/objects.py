"""The objects that ``--json`` prints. Fields may be added, never renamed (CONTRACTS, section 4)."""

from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from app.domain.board import Board
from app.domain.claim import ClaimKind, only_places
from app.domain.draft import Draft
from app.domain.evidence import Authority, Exhibit
from app.domain.run import STAGE_WORDS

if TYPE_CHECKING:
    from app.actions.exhibits import IntakeLine
    from app.actions.matters import MatterSummary
    from app.actions.runs import RunReport
    from app.engines.loads import Load

_GIB = 1 << 30


def matter_object(summary: "MatterSummary") -> dict[str, Any]:
    matter = summary.matter
    return {
        "matter": matter.name,
        "prefix": matter.prefix,
        "caption": asdict(matter.caption),
        "created": matter.created,
        "folder": str(summary.folder),
        "exhibits": summary.exhibits,
        "pages": summary.pages,
        "unread_pages": summary.unread_pages,
        "authorities": summary.authorities,
        "runs": summary.runs,
        "drafts": summary.drafts,
    }


def intake_object(line: "IntakeLine") -> dict[str, Any]:
    return {**asdict(line), "status": line.status.value, "warnings": list(line.warnings)}


def intake_text(line: "IntakeLine") -> str:
    where = f"{line.label}, {line.pages} p." if line.exhibit else ""
    ocr = f", {line.ocr_pages} by OCR" if line.ocr_pages else ""
    text = f"{line.status.value:<10} {line.path}" + (f"  ->  {where}{ocr}" if where else "")
    notes = [line.reason] if line.reason else []
    return "\n".join([text, *(f"           {note}" for note in [*notes, *line.warnings])])


def exhibit_object(exhibit: Exhibit, first: str | None, last: str | None) -> dict[str, Any]:
    return {
        "exhibit": exhibit.id,
        "label": exhibit.label,
        "title": exhibit.title,
        "origin": exhibit.origin.value,
        "kind": exhibit.kind,
        "pages": exhibit.pages,
        "first": first,
        "last": last,
        "parent": exhibit.parent,
        "path": exhibit.path,
        "sha256": exhibit.sha256,
        "warnings": list(exhibit.warnings),
    }


def authority_object(authority: Authority) -> dict[str, Any]:
    fields = ("name", "court", "year", "first_page", "last_page", "type", "paginated")
    return {"citations": list(authority.citations), **{name: getattr(authority, name) for name in fields}}


def board_object(board: Board) -> dict[str, Any]:
    return {
        "board": board.name,
        "engine": board.engine.value if board.engine else None,
        "model": board.model,
        "gpus": list(board.gpus),
        "roles": [role.value for role in board.roles],
        "context": board.context,
        "kv": board.kv.value,
        "url": board.url,
        "remote": board.remote,
    }


def load_object(load: "Load | None") -> dict[str, Any] | None:
    """Bytes of each place (``card`` null: main memory) as reckoned and as measured; ``wrong``: a sentence, or empty."""
    if load is None:
        return None
    places = [{**asdict(place), "measured": place.measured} for place in load.places]
    return {**asdict(load), "places": places, "measured": load.measured, "reckoned": load.reckoned, "wrong": load.wrong}


def load_text(load: "Load") -> str:
    """``loaded: 4.4 GiB reckoned, 4.5 GiB measured``, and what was wrong."""
    took = "not measured" if load.measured is None else f"{load.measured / _GIB:.2f} GiB measured"
    return f"memory: {load.reckoned / _GIB:.2f} GiB reckoned, {took}{f'. {load.wrong}' if load.wrong else ''}"


def run_object(report: "RunReport") -> dict[str, Any]:
    run = report.run
    return {
        "run": run.id,
        "task": run.task.value,
        "request": run.request,
        "state": run.state.value,
        "stages": [
            {"name": s.name.value, "board": s.board, "state": s.state.value, "seconds": s.seconds, "tokens": s.tokens}
            for s in run.stages
        ],
        "pack": {"pages": list(report.pages), "left_out": list(report.left_out)},
        "gate": list(report.gate),
        "attacks": list(report.attacks),
        "draft": run.draft,
        "claims": report.claims,
        "seen": report.seen,
        "open": report.open_claims,
        "error": run.error,
        "created": run.created,
    }


def run_text(report: "RunReport") -> str:
    run = report.run
    lines = [f"{run.id}  {run.task.value}  {run.state.value}"]
    for stage in run.stages:
        board = f"on {stage.board}" if stage.board else ""
        tokens = f", {stage.tokens} tokens" if stage.tokens else ""
        spent = f"{stage.seconds:6.1f} s{tokens}" if stage.seconds else ""
        lines.append(f"  {STAGE_WORDS[stage.name]:<12} {stage.state.value:<8} {board:<8} {spent}".rstrip())
    if report.pages:
        lines.append(f"  evidence: {', '.join(report.pages)}; {len(report.left_out)} pages left out")
    bare = [e["name"] for e in report.gate if not e["pages"]]
    if bare:
        lines.append(f"  the gate found no page for: {', '.join(bare)}")
    if run.draft:
        lines.append(f"  draft {run.draft}: {counts_text(report.claims, report.seen)}")
    if run.error:
        lines.append(f"  failed: {run.error}")
    return "\n".join(lines)


def counts_text(claims: dict[str, int], seen: dict[str, int]) -> str:
    """``38 claims seen (12 dates, ...): 32 supported, 4 unsupported``."""
    total = sum(seen.values())
    kinds = ", ".join(f"{count} {kind}" for kind, count in sorted(seen.items()))
    verdicts = ", ".join(f"{count} {verdict}" for verdict, count in sorted(claims.items(), key=lambda c: -c[1]))
    if not total:
        return "0 claims seen, so nothing was checked"
    told = f"{total} claims seen ({kinds}): {verdicts}"
    cites = only_places({ClaimKind(kind): count for kind, count in seen.items()})
    return f"{told}. {cites.removesuffix('.')}" if cites else told


def draft_object(draft: Draft) -> dict[str, Any]:
    return {
        "draft": draft.id,
        "version": draft.version,
        "task": draft.task,
        "title": draft.title,
        "declarant": draft.declarant,
        "made_by": draft.made_by,
        "created": draft.created,
        "paragraphs": [
            {"number": n, "text": p.text, "cites": list(p.cites)} for n, p in enumerate(draft.paragraphs, start=1)
        ],
        "text": draft.text,
    }
