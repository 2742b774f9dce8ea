"""Opens connections to model servers: the only place that makes an HTTP client for them, and all through the gate."""
# ruff: noqa: ASYNC109  httpcore2's interface has the time limits as parameters

import asyncio
import ssl
from collections.abc import AsyncIterator, Iterable
from pathlib import Path
from typing import Any

import httpcore2
import httpx2
from httpcore2 import AnyIOBackend, AsyncNetworkBackend, AsyncNetworkStream

from app.egress import Gate, is_here

_CALL = 600.0
_MOST = 64 << 20
"""Bytes of one answer; the longest that a model writes has some hundred thousand."""


def connect(
    address: str, *, key: str | None = None, socket: Path | None = None, gate: Gate | None = None
) -> httpx2.AsyncClient:
    """A client for ``address``, through the Unix socket ``socket`` where there is one; ``key`` goes into each request.

    ``gate``: who may be reached; left out, this machine only. No proxy, no redirect, nothing of the environment.
    Answers may take ten minutes; a stream has its own limit.
    """
    headers = {"Accept-Encoding": "identity"} | ({} if key is None else {"Authorization": f"Bearer {key}"})
    return httpx2.AsyncClient(
        base_url=address,
        headers=headers,
        transport=_Transport(gate or Gate(), socket),
        trust_env=False,
        follow_redirects=False,
        timeout=httpx2.Timeout(_CALL, connect=10, pool=None),
    )


class _Transport(httpx2.AsyncHTTPTransport):
    """httpx2's own, on connections that the gate opens."""

    def __init__(self, gate: Gate, socket: Path | None) -> None:
        super().__init__(trust_env=False)
        self._pool = httpcore2.AsyncConnectionPool(
            ssl_context=ssl.create_default_context(),
            uds=str(socket) if socket else None,
            network_backend=GatedBackend(gate),
        )

    async def handle_async_request(self, request: httpx2.Request) -> httpx2.Response:
        """ReadError: the answer is packed, which nobody asked for and nothing bounds."""
        response = await super().handle_async_request(request)
        if response.headers.get("Content-Encoding", "identity") != "identity":
            await response.aclose()
            raise httpx2.ReadError("it sent a packed answer, which it wasn't asked for", request=request)
        assert isinstance(response.stream, httpx2.AsyncByteStream)
        response.stream = _Bounded(response.stream)
        return response


class _Bounded(httpx2.AsyncByteStream):
    """An answer that can't fill the memory: a server that is broken, or worse, would end every other board, too."""

    def __init__(self, stream: httpx2.AsyncByteStream) -> None:
        self._stream = stream

    async def __aiter__(self) -> AsyncIterator[bytes]:
        read = 0
        async for part in self._stream:
            read += len(part)
            if read > _MOST:
                raise httpx2.ReadError(f"it answered with more than {_MOST >> 20} MiB")
            yield part

    async def aclose(self) -> None:
        await self._stream.aclose()


class GatedBackend(AsyncNetworkBackend):
    """Connects to hosts that the gate admits; the others aren't even looked up. Counts bytes to other machines."""

    def __init__(self, gate: Gate) -> None:
        self._gate = gate
        self._real = AnyIOBackend()

    async def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: Iterable[Any] | None = None,
    ) -> AsyncNetworkStream:
        self._gate.demand(host)
        if is_here(host):
            return await self._real.connect_tcp(host, port, timeout, local_address, socket_options)
        last: Exception = httpcore2.ConnectError(f"{host} has no address")
        for address in await self._addresses(host, port):
            try:
                stream = await self._real.connect_tcp(address, port, timeout, local_address, socket_options)
            except (httpcore2.ConnectError, httpcore2.ConnectTimeout) as error:
                last = error
            else:
                return _Counted(stream, self._gate, host)
        raise last

    async def connect_unix_socket(
        self, path: str, timeout: float | None = None, socket_options: Iterable[Any] | None = None
    ) -> AsyncNetworkStream:
        return await self._real.connect_unix_socket(path, timeout, socket_options)

    async def sleep(self, seconds: float) -> None:
        await asyncio.sleep(seconds)

    async def _addresses(self, host: str, port: int) -> list[str]:
        try:
            found = await asyncio.get_running_loop().getaddrinfo(host, port)
        except OSError as error:
            raise httpcore2.ConnectError(f"{host} can't be found: {error.strerror}") from error
        addresses = list(dict.fromkeys(str(entry[4][0]) for entry in found))
        for address in addresses:
            self._gate.note_address(address, host)
        return addresses


class _Counted(AsyncNetworkStream):
    """A connection to another machine. Under TLS what is counted is what is said, without its encryption."""

    def __init__(self, stream: AsyncNetworkStream, gate: Gate, host: str) -> None:
        self._stream, self._gate, self._host = stream, gate, host

    async def read(self, max_bytes: int, timeout: float | None = None) -> bytes:
        data = await self._stream.read(max_bytes, timeout)
        self._gate.count(self._host, received=len(data))
        return data

    async def write(self, buffer: bytes, timeout: float | None = None) -> None:
        self._gate.count(self._host, sent=len(buffer))
        await self._stream.write(buffer, timeout)

    async def aclose(self) -> None:
        await self._stream.aclose()

    async def start_tls(
        self, ssl_context: ssl.SSLContext, server_hostname: str | None = None, timeout: float | None = None
    ) -> AsyncNetworkStream:
        secured = await self._stream.start_tls(ssl_context, server_hostname, timeout)
        return _Counted(secured, self._gate, self._host)

    def get_extra_info(self, info: str) -> Any:
        return self._stream.get_extra_info(info)
