"""Opens connections to model servers: the only place that makes an HTTP client for them."""

from pathlib import Path

import httpx2

_CALL = 600.0


def connect(address: str, *, key: str | None = None, socket: Path | None = None) -> httpx2.AsyncClient:
    """A client for ``address``, through the Unix socket ``socket`` where there is one; ``key`` goes into each request.

    No proxy, no redirect, nothing of the environment. Answers may take ten minutes; a stream has its own limit.
    """
    headers = {} if key is None else {"Authorization": f"Bearer {key}"}
    return httpx2.AsyncClient(
        base_url=address,
        headers=headers,
        transport=httpx2.AsyncHTTPTransport(uds=str(socket), trust_env=False) if socket else None,
        trust_env=False,
        follow_redirects=False,
        timeout=httpx2.Timeout(_CALL, connect=10, pool=None),
    )
