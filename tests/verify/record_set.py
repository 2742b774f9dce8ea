"""A second set of labelled drafts on other matters, all invented; read from texts with the labels set into the drafts.

    python -m tests.verify.record_set FOLDER

writes it as ``FOLDER/matters/ID/pages.jsonl``, ``authorities.jsonl`` and ``FOLDER/drafts/ID.json``.

In ``tests/files/record_set/*.txt`` a line ``# matter ID`` begins a matter, ``## page EXHIBIT|PAGE|BATES`` a page of
it (``-``: no number), ``## authority {fields}`` an authority, ``## draft ID LANGUAGE STYLE`` a draft. A claim in it is
``<<text|KIND SOURCES>>`` where true and ``<<text|KIND !SUBTYPE SOURCES>>`` where false; KIND is one letter, SOURCES are
``EXHIBIT:PAGE`` or ``@CITATION``, with commas between.
"""

import json
import re
import sys
from pathlib import Path

TEXTS = Path(__file__).parents[1] / "files" / "record_set"
KINDS = {
    "d": "date",
    "a": "amount",
    "b": "bates",
    "q": "quotation",
    "c": "citation",
    "n": "case_name",
    "e": "exhibit",
    "s": "statute",
    "k": "docket",
}
ELSEWHERE = {"other_event", "other_amount", "off_by_one", "wrong_speaker", "wrong_exhibit"}
CLAIM = re.compile(r"<<(.+?)\|([a-z]) (?:!(\w+) ?)?([^<>]*)>>", re.S)


def source(text):
    if text.startswith("@"):
        return {"authority": text[1:]}
    exhibit, _, page = text.rpartition(":")
    return {"exhibit": exhibit, "page": int(page)}


def draft(matter, head, marked):
    name, language, style = head.split()
    text, claims, at = "", [], 0
    for match in CLAIM.finditer(marked):
        text += marked[at : match.start()]
        shown, kind, subtype, places = match.groups()
        other = subtype in ELSEWHERE and places
        claims.append(
            {
                "start": len(text),
                "end": len(text) + len(shown),
                "text": shown,
                "kind": "misattributed" if other else KINDS[kind],
                "base_kind": KINDS[kind],
                "label": "unsupported" if subtype else "supported",
                "tier": "hard" if other else "medium",
                "subtype": subtype,
                "sources": [source(p) for p in re.split(r",(?! )", places) if p],
                "why": subtype or "",
            }
        )
        text += shown
        at = match.end()
    text += marked[at:]
    assert not re.search("<<|>>", text), (name, text)
    return {"id": name, "matter": matter, "language": language, "style": style, "text": text, "claims": claims}


def read(texts=TEXTS):
    """Matters as ``{id: (pages, authorities)}`` and drafts."""
    matters, drafts = {}, []
    for path in sorted(texts.glob("*.txt")):
        for block in re.split(r"^# matter ", path.read_text("utf-8"), flags=re.M)[1:]:
            matter, _, rest = block.partition("\n")
            pages, authorities = matters.setdefault(matter.strip(), ([], []))
            for part in re.split(r"^## ", rest, flags=re.M)[1:]:
                head, _, body = part.partition("\n")
                kind, _, fields = head.partition(" ")
                body = body.strip("\n")
                if kind == "page":
                    exhibit, page, bates = fields.split("|")
                    pages.append(
                        {
                            "exhibit": exhibit,
                            "page": int(page),
                            "bates": None if bates == "-" else bates,
                            "text": body if bates == "-" else f"{body}\n{bates:>60}",
                        }
                    )
                elif kind == "authority":
                    authorities.append(json.loads(fields) | {"text": body})
                else:
                    drafts.append(draft(matter.strip(), fields, body))
    return matters, drafts


def write(folder, texts=TEXTS):
    """Writes the set into ``folder`` in the form that ``jurat`` checks in batches."""
    matters, drafts = read(texts)
    for matter, (pages, authorities) in matters.items():
        place = folder / "matters" / matter
        place.mkdir(parents=True, exist_ok=True)
        for name, rows in (("pages", pages), ("authorities", authorities)):
            lines = "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)
            (place / f"{name}.jsonl").write_text(lines, "utf-8")
    (folder / "drafts").mkdir(exist_ok=True)
    for made in drafts:
        (folder / "drafts" / f"{made['id']}.json").write_text(json.dumps(made, ensure_ascii=False), "utf-8")
    return drafts


if __name__ == "__main__":
    write(Path(sys.argv[1]))
