"""The stages that a model does. Each sends one prompt and gives a checked value, or raises StageFailed."""

import json
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from app.domain.claim import Verdict
from app.domain.draft import Draft, Paragraph
from app.domain.errors import StageFailed
from app.domain.review import Attack
from app.drafting.prompts import Brief, messages
from app.engines.answers import Answer, Message, Schema
from app.engines.client import ModelServer

OnText = Callable[[str], None]

_ELEMENTS = {
    "declarant": "who the declarant is, and how the declarant knows",
    "agreement": "what was agreed, with whom, and when",
    "performance": "what was done, delivered or paid, with dates and amounts",
    "breach": "what went wrong, and when it was found",
    "notice": "what the parties wrote to each other about it",
    "damage": "what it cost",
}
_NUMBERING = re.compile(r"^\s*(?:¶\s*)?\d{1,3}[.)]\s+")


@dataclass(frozen=True, slots=True)
class Limits:
    """How long an answer may be: ``characters`` for each text. Bounds the grammar, so that no answer is cut.

    ``temperature`` and ``seed`` of the sampling: the same ones give the same answer.
    """

    paragraphs: int = 14
    characters: int = 480
    temperature: float = 0.2
    seed: int = 0

    def paragraph_tokens(self, paragraphs: int) -> int:
        """Tokens that suffice for so many paragraphs, even of figures, where each character is a token."""
        return paragraphs * (self.characters + 80)

    @property
    def draft_tokens(self) -> int:
        return self.paragraph_tokens(self.paragraphs)

    def within(self, context: int) -> "Limits":
        """As many paragraphs as may be written in two fifths of a context (tokens), so that evidence has the rest."""
        most = max(1, context * 2 // 5 // self.paragraph_tokens(1))
        return replace(self, paragraphs=min(self.paragraphs, most))


@dataclass(frozen=True, slots=True)
class Element:
    """What the gate found for one element: Bates numbers that support it, and what is missing."""

    name: str
    pages: tuple[str, ...]
    missing: str


async def gate(server: ModelServer, brief: Brief, limits: Limits, on_text: OnText) -> tuple[list[Element], Answer]:
    """Are there grounds? It reports; a person decides."""
    pages = {"type": "array", "items": _cite(brief), "minItems": 0, "maxItems": 4}
    schema = _object({name: _object({"pages": pages, "missing": _text(0, 120)}) for name in _ELEMENTS})
    listed = "\n".join(f"- {name}: {meaning}" for name, meaning in _ELEMENTS.items())
    prompt = messages(brief, "gate", elements=listed)
    # a decision, not prose: no chance in it, but on another attempt
    steady = replace(limits, temperature=0.0 if limits.seed <= 1 else limits.temperature)
    answer = await _ask(server, prompt, schema, 220 * len(_ELEMENTS), steady, on_text)
    found = _parse(answer, "gate")
    elements = [
        Element(name, _cites(found[name]["pages"], brief), _clean(found[name]["missing"])) for name in _ELEMENTS
    ]
    return elements, answer


async def draft(
    server: ModelServer, brief: Brief, limits: Limits, on_text: OnText
) -> tuple[tuple[Paragraph, ...], Answer]:
    """Numbered paragraphs. Cites can only be numbers of the pack; what the text says is for the verifier."""
    least = min(4, limits.paragraphs)  # a small model is done too soon where it may be
    paragraphs = {"type": "array", "items": _paragraph(brief, limits), "minItems": least, "maxItems": limits.paragraphs}
    prompt = messages(brief, "draft", most=str(limits.paragraphs))
    schema = _object({"paragraphs": paragraphs})
    answer = await _ask(server, prompt, schema, limits.draft_tokens, limits, on_text)
    return _without_repeats(_read_paragraph(p, brief) for p in _parse(answer, "draft")["paragraphs"]), answer


async def attack(
    server: ModelServer, brief: Brief, current: Draft, limits: Limits, on_text: OnText
) -> tuple[tuple[Attack, ...], Answer]:
    """What the other side would say, by paragraph."""
    number = {"type": "integer", "enum": list(range(1, len(current.paragraphs) + 1))}
    item = _object({"paragraph": number, "attack": _text(20, limits.characters // 2)})
    most = min(len(current.paragraphs), 8)
    schema = _object({"attacks": {"type": "array", "items": item, "minItems": 1, "maxItems": most}})
    prompt = messages(brief, "attack", draft=current.text)
    answer = await server.chat(prompt, schema=schema, max_tokens=most * (limits.characters // 2 + 60), on_text=on_text)
    found = _parse(answer, "attack")["attacks"]
    said = ((int(a["paragraph"]), _clean(a["attack"])) for a in found)
    return tuple(Attack(number, text) for number, text in said if _is_sentence(text)), answer


async def revise(
    server: ModelServer,
    brief: Brief,
    current: Draft,
    objections: dict[int, list[str]],
    limits: Limits,
    on_text: OnText,
) -> tuple[tuple[Paragraph, ...], Answer | None]:
    """Only the paragraphs with objections are written anew; the others stay as they are, word for word."""
    numbers = sorted(objections)
    if not numbers:
        return current.paragraphs, None
    schema = _object({str(n): _paragraph(brief, limits) for n in numbers})
    listed = "\n\n".join(_objection(n, current.paragraphs[n - 1], objections[n]) for n in numbers)
    prompt = messages(brief, "revise", objections=listed)
    answer = await _ask(server, prompt, schema, limits.paragraph_tokens(len(numbers)), limits, on_text)
    found = _parse(answer, "revision")
    anew = {n: _read_paragraph(found[str(n)], brief) for n in numbers}
    return tuple(anew.get(n, p) for n, p in enumerate(current.paragraphs, start=1)), answer


def objections_to(current: Draft, attacks: Sequence[Attack], open_: Sequence[Verdict]) -> dict[int, list[str]]:
    """What a revision must answer, by paragraph: attacks, and the reasons of open verdicts."""
    found: dict[int, list[str]] = {}
    for one in attacks:
        found.setdefault(one.paragraph, []).append(one.text)
    starts, position = [], 0
    for n, paragraph in enumerate(current.paragraphs, start=1):
        starts.append(position)
        position += len(f"{n}. {paragraph.render()}") + 2
    for verdict in open_:
        number = sum(start <= verdict.claim.start for start in starts)
        found.setdefault(number, []).append(f"{verdict.claim.text}: {verdict.reason}")
    return found


async def _ask(
    server: ModelServer, prompt: Sequence[Message], schema: Schema, most: int, limits: Limits, on_text: OnText
) -> Answer:
    return await server.chat(
        prompt,
        schema=schema,
        max_tokens=most,
        temperature=limits.temperature,
        seed=limits.seed,
        repeat_penalty=1.1,  # without one, small models loop into their limit
        on_text=on_text,
    )


def _without_repeats(paragraphs: Iterable[Paragraph]) -> tuple[Paragraph, ...]:
    """A paragraph said twice in the same words stands once, with the cites of both."""
    kept: dict[str, Paragraph] = {}
    for paragraph in paragraphs:
        before = kept.get(paragraph.text)
        cites = (*before.cites, *paragraph.cites) if before else paragraph.cites
        kept[paragraph.text] = Paragraph(paragraph.text, tuple(dict.fromkeys(cites)))
    return tuple(kept.values())


def _objection(number: int, paragraph: Paragraph, against: Sequence[str]) -> str:
    return "\n".join([f"Paragraph {number} says: {paragraph.text}", *(f"Against it: {text}" for text in against)])


def _paragraph(brief: Brief, limits: Limits) -> dict[str, Any]:
    # the evidence is chosen before the words: `cites` stands first
    cites = {"type": "array", "items": _cite(brief), "minItems": 1, "maxItems": 3}
    return _object({"cites": cites, "text": _text(40, limits.characters)})


def _cite(brief: Brief) -> dict[str, Any]:
    return {"type": "string", "enum": [page.bates for page in brief.pack.pages]}


def _text(least: int, most: int) -> dict[str, Any]:
    return {"type": "string", "minLength": least, "maxLength": most}


def _object(properties: dict[str, Any]) -> dict[str, Any]:
    return {"type": "object", "properties": properties, "required": list(properties), "additionalProperties": False}


def _parse(answer: Answer, stage: str) -> Any:
    try:
        return json.loads(answer.text, strict=False)
    except ValueError as error:
        raise StageFailed(
            f"The model's answer at the {stage} can't be read.",
            f"It was asked for JSON by a schema and gave something else ({error}).",
            "`jurat resume` tries the stage again; a larger model obeys more often.",
        ) from error


def _read_paragraph(found: dict[str, Any], brief: Brief) -> Paragraph:
    return Paragraph(_NUMBERING.sub("", _clean(found["text"])), _cites(found["cites"], brief))


def _cites(found: list[str], brief: Brief) -> tuple[str, ...]:
    """The cites without repeats. A number that the pack doesn't hold means that the server ignored the schema."""
    known = {page.bates for page in brief.pack.pages}
    strangers = [cite for cite in found if cite not in known]
    if strangers:
        raise StageFailed(
            f"The model cites {strangers[0]}, which isn't in its evidence.",
            "Its server let it leave the list of page numbers that it was given.",
            "`jurat resume` tries the stage again.",
        )
    return tuple(dict.fromkeys(found))


def _is_sentence(text: str) -> bool:
    """Whether there are words in it: a small model may fill the form with brackets and figures."""
    return len(re.findall(r"[^\W\d_]{2,}", text)) >= 3


def _clean(text: str) -> str:
    return " ".join(text.split())
