"""Asks CourtListener's citation look-up about one citation, when a person said yes to what would be sent."""

import json
import os
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

from app.domain.errors import AppError, MissingOnMachine, WrongUse
from app.egress import Gate, is_loopback

COURTLISTENER = "https://www.courtlistener.com/api/rest/v4/citation-lookup/"
_SECONDS = 30.0
_LARGEST = 16 << 20


@dataclass(frozen=True, slots=True)
class LookupRequest:
    """``citation`` is all that is sent of a draft. ``key_env`` names the variable with the user's key, if any."""

    citation: str
    url: str = COURTLISTENER
    key_env: str | None = None

    @classmethod
    def checked(cls, citation: str, url: str, key_env: str | None) -> "LookupRequest":
        """WrongUse: the address isn't https (http on this machine is). MissingOnMachine: the variable is empty."""
        try:
            parts = urlsplit(url)
        except ValueError as error:
            raise WrongUse(f"{url} is no address.", str(error)) from error
        if not parts.hostname or not (
            parts.scheme == "https" or (parts.scheme == "http" and is_loopback(parts.hostname))
        ):
            raise WrongUse(
                f"{url} can't be asked.", "Others on the way could read what is sent.", "Give an https address."
            )
        if key_env and not os.environ.get(key_env, "").isascii():
            raise MissingOnMachine(f"The key in {key_env} has letters that no key has. Nothing was sent.")
        if key_env and not os.environ.get(key_env):
            raise MissingOnMachine(
                f"The environment variable {key_env} holds no key. Nothing was sent.",
                remedy="Set it to your CourtListener token, or leave `--key-env` out.",
            )
        return cls(citation, url, key_env)

    def shown(self) -> str:
        """Exactly what would leave this machine, and where to."""
        lines = [f"To:    {self.url}", f"Sent:  text={self.citation}"]
        if self.key_env:
            lines.append(f"Key:   the token in {self.key_env}")
        return "\n".join(lines)


@dataclass(frozen=True, slots=True)
class FoundCase:
    """A case that CourtListener has at the citation. ``filed``: ISO 8601. ``address``: its page there."""

    name: str
    filed: str | None
    address: str | None


@dataclass(frozen=True, slots=True)
class LookedUp:
    """``found`` is empty where CourtListener doesn't have the citation, which it then says in ``note``."""

    citation: str
    found: tuple[FoundCase, ...]
    note: str = ""


async def look_up(request: LookupRequest, gate: Gate) -> LookedUp:
    """One POST, for which ``gate`` opens once; no redirects, no proxy. AppError: no answer that is understood."""
    import httpx2

    from app.engines.wire import connect

    headers = {"User-Agent": "jurat", "Accept": "application/json"}
    if request.key_env:
        headers["Authorization"] = f"Token {os.environ[request.key_env]}"
    try:
        with gate.once(urlsplit(request.url).hostname or ""):
            async with (
                connect(request.url, gate=gate) as client,
                client.stream(
                    "POST", request.url, data={"text": request.citation}, headers=headers, timeout=_SECONDS
                ) as response,
            ):
                body = await _body(response)
    except httpx2.HTTPError as error:
        raise AppError(
            f"{request.url} didn't answer.", str(error) or type(error).__name__, "Try again later."
        ) from error
    if response.status_code != 200:
        raise _refusal(request.url, response.status_code)
    return _read(request, body)


async def _body(response: Any) -> bytes:
    pieces, size = [], 0
    async for piece in response.aiter_bytes():
        size += len(piece)
        if size > _LARGEST:
            raise AppError("The answer is longer than any that is expected.", remedy="Look it up in a browser.")
        pieces.append(piece)
    return b"".join(pieces)


def _refusal(url: str, status: int) -> AppError:
    why, remedy = {
        401: ("It wants a key.", "Put your token into a variable and name it with `--key-env`."),
        403: (
            "It wants a key, or doesn't take this one.",
            "Put your token into a variable and name it with `--key-env`.",
        ),
        429: ("It has been asked too often.", "Wait a minute, then try again."),
    }.get(status, ("", "Try again later."))
    return AppError(f"{url} answered with HTTP status {status}.", why, remedy)


def _read(request: LookupRequest, body: bytes) -> LookedUp:
    """The answer is a list with one object for each citation that was seen in the text."""
    unclear = AppError(f"The answer of {request.url} is not understood.", remedy="Look it up in a browser.")
    try:
        answers = json.loads(body)
    except ValueError as error:
        raise unclear from error
    if not isinstance(answers, list) or not all(isinstance(a, dict) for a in answers):
        raise unclear
    found: list[FoundCase] = []
    notes = ["" if answers else "No citation was seen in what was sent."]
    for answer in answers:
        if answer.get("status") == 429:
            raise _refusal(request.url, 429)
        notes.append(str(answer.get("error_message") or ""))
        found += [_case(request.url, c) for c in answer.get("clusters") or () if isinstance(c, dict)]
    return LookedUp(request.citation, tuple(found), " ".join(filter(None, notes)))


def _case(url: str, cluster: dict[str, Any]) -> FoundCase:
    parts = urlsplit(url)
    path = cluster.get("absolute_url")
    address = f"{parts.scheme}://{parts.netloc}{path}" if isinstance(path, str) and path.startswith("/") else None
    filed = cluster.get("date_filed")
    return FoundCase(str(cluster.get("case_name") or ""), filed if isinstance(filed, str) else None, address)
