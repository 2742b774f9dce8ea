"""A stand-in for a running llama-server, on the port of its second argument; its first says how it works.

Modes: whole (answers), spins-reading, spins-writing (burns a core, and nothing more comes), steps (reads a batch each
third of a second, and answers), deaf (its slots are never told while it answers, a token each third of a second),
flickers (as spins-reading, but its slots are told only every other time).
"""

import json
import sys
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

MODE = sys.argv[1]
SLOT = {"is_processing": False, "n_prompt_tokens": 0, "n_prompt_tokens_processed": 0, "next_token": [{"n_decoded": 0}]}
ASKED = [0]


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_: object) -> None:
        """Nothing: what is said is what a real one says."""

    def do_GET(self) -> None:
        ASKED[0] += 1
        if SLOT["is_processing"] and (MODE == "deaf" or (MODE == "flickers" and ASKED[0] % 2)):
            time.sleep(3600)
        self.answer([SLOT])

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        if self.path == "/apply-template":
            self.answer({"prompt": " ".join(m["content"] for m in body["messages"])})
        elif self.path == "/tokenize":
            self.answer({"tokens": body["content"].split()})
        else:
            self.stream()

    def stream(self) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.send_header("Connection", "close")
        self.end_headers()
        SLOT["is_processing"] = True
        for _ in range(8 if MODE == "steps" else 0):
            time.sleep(0.3)
            SLOT["n_prompt_tokens_processed"] += 512
        if MODE in ("spins-reading", "flickers"):
            spin()
        for n in range(1, 9 if MODE == "deaf" else 4):
            self.event({"choices": [{"delta": {"content": "I "}, "finish_reason": None}]})
            time.sleep(0.3 if MODE == "deaf" else 0)
            SLOT["next_token"] = [{"n_decoded": n}]
        if MODE == "spins-writing":
            spin()
        self.event({"choices": [{"delta": {}, "finish_reason": "stop"}]})
        self.event("[DONE]")
        SLOT["is_processing"] = False
        self.close_connection = True

    def event(self, data: dict | str) -> None:
        said = data if isinstance(data, str) else json.dumps(data)
        self.wfile.write(f"data: {said}\n\n".encode())
        self.wfile.flush()

    def answer(self, body: object) -> None:
        data = json.dumps(body).encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)


def spin() -> None:
    """For ever, at half a core: a test has other things to do."""
    while True:
        end = time.monotonic() + 0.05
        while time.monotonic() < end:
            pass
        time.sleep(0.05)


if __name__ == "__main__":
    server = ThreadingHTTPServer(("127.0.0.1", int(sys.argv[2])), Handler)
    server.daemon_threads = True
    print("listening", flush=True)
    threading.Thread(target=server.serve_forever).start()
