"""The gate: nothing but this machine and the hosts of boards.ini is reached, or even looked up."""

import asyncio
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer

import pytest

from app.egress import EgressRefused, Gate, Traffic, is_here
from app.engines.wire import connect


@pytest.mark.parametrize("host", ["127.0.0.1", "127.9.9.9", "::1", "localhost", "0.0.0.0", ""])
def test_this_machine(host: str) -> None:
    assert is_here(host)
    assert Gate().admits(host)


@pytest.mark.parametrize(
    "host",
    ["10.0.0.2", "192.168.0.1", "::2", "example.com", "localhost.example.com", "127.0.0.1.example.com", "fe80::1%lo"],
)
def test_any_other(host: str) -> None:
    assert not is_here(host)
    told: list[str] = []
    gate = Gate(["epyc.local"], told.append)
    with pytest.raises(EgressRefused, match=r"boards\.ini names no board there"):
        gate.demand(host)
    assert told == list(gate.refusals)
    assert host in told[0]


def test_a_board_may_be_reached_whatever_the_case_of_its_name() -> None:
    assert Gate(["Epyc.local"]).admits("EPYC.LOCAL.")


def test_a_person_may_let_one_request_out() -> None:
    gate = Gate(["epyc.local"])
    with gate.once("example.com"):
        gate.note_address("192.0.2.7", "example.com")
        assert gate.admits("example.com")
        assert gate.admits("192.0.2.7")
    assert not gate.admits("example.com")
    assert not gate.admits("192.0.2.7")
    with gate.once("epyc.local"):
        pass
    assert gate.admits("epyc.local")


class _Echo(BaseHTTPRequestHandler):
    def do_POST(self) -> None:
        self.rfile.read(int(self.headers["Content-Length"]))
        self.send_response(200)
        self.send_header("Content-Length", "2")
        self.end_headers()
        self.wfile.write(b"{}")

    def log_message(self, *_: object) -> None:
        """Nothing."""


@pytest.fixture
def port() -> Iterator[int]:
    with HTTPServer(("127.0.0.1", 0), _Echo) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield server.server_address[1]
        server.shutdown()
        thread.join()


def test_bytes_to_another_machine_are_counted(port: int, monkeypatch: pytest.MonkeyPatch) -> None:
    # no other machine is here: one that is this machine under another name stands for it
    async def found(self: object, host: str, port: int) -> list[tuple]:
        assert host == "epyc.test"
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", ("127.0.0.1", port))]

    gate = Gate(["epyc.test"])

    async def talk() -> None:
        loop = asyncio.get_running_loop()
        monkeypatch.setattr(type(loop), "getaddrinfo", found)
        async with connect(f"http://epyc.test:{port}", gate=gate) as http:
            await http.post("/", content=b"x" * 1000)

    asyncio.run(talk())
    (traffic,) = gate.traffic()
    assert traffic.host == "epyc.test"
    assert 1100 < traffic.sent < 1500
    assert 50 < traffic.received < 300


def test_bytes_to_this_machine_are_not(port: int) -> None:
    gate = Gate()

    async def talk() -> None:
        async with connect(f"http://127.0.0.1:{port}", gate=gate) as http:
            await http.post("/", content=b"x" * 1000)

    asyncio.run(talk())
    assert gate.traffic() == ()


def test_a_client_refuses_before_it_looks_a_host_up(monkeypatch: pytest.MonkeyPatch) -> None:
    async def looked_up(*_: object) -> list[tuple]:
        raise AssertionError("looked up")

    async def talk() -> None:
        monkeypatch.setattr(type(asyncio.get_running_loop()), "getaddrinfo", looked_up)
        async with connect("http://example.com") as http:
            await http.get("/")

    with pytest.raises(EgressRefused, match=r"example\.com"):
        asyncio.run(talk())


_GUARDED = """
import http.client, socket, sys, urllib.request
from app.egress import EgressRefused, Gate, guard_process
gate = Gate(["10.255.255.1"])
guard_process(gate)
def refused(work):
    try:
        work()
    except EgressRefused:
        return True
    except OSError as error:
        return f"not refused: {error!r}"
    return "not refused"
udp = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
tries = {
    "look-up": lambda: socket.getaddrinfo("example.com", 80),
    "old look-up": lambda: socket.gethostbyname("example.com"),
    "reverse look-up": lambda: socket.gethostbyaddr("192.0.2.1"),
    "connect": lambda: socket.create_connection(("192.0.2.1", 80), timeout=1),
    "IPv6": lambda: socket.socket(socket.AF_INET6).connect(("2001:db8::1", 80)),
    "datagram": lambda: udp.sendto(b"x", ("192.0.2.1", 53)),
    "message": lambda: udp.sendmsg([b"x"], [], 0, ("192.0.2.1", 53)),
    "connected datagram": lambda: udp.connect(("192.0.2.1", 53)),
    "library": lambda: urllib.request.urlopen("http://example.com/"),
    "address as a host": lambda: http.client.HTTPConnection("192.0.2.1").request("GET", "/"),
}
for name, work in tries.items():
    if (found := refused(work)) is not True:
        sys.exit(f"{name}: {found}")
here = socket.create_server(("127.0.0.1", 0))
socket.create_connection(here.getsockname()).close()
board = socket.socket()
board.setblocking(False)
try:
    board.connect(("10.255.255.1", 80))
except OSError as error:
    assert not isinstance(error, EgressRefused)
assert len(gate.refusals) == len(tries), gate.refusals
"""


def test_no_library_of_a_guarded_process_gets_past() -> None:
    done = subprocess.run([sys.executable, "-c", _GUARDED], capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stderr) == (0, "")


def test_traffic_is_a_value() -> None:
    gate = Gate()
    gate.count("A", sent=3)
    gate.count("a", received=4)
    assert gate.traffic() == (Traffic("a", 3, 4),)
