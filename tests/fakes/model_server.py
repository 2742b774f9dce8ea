"""A stand-in for llama_cpp.server that misbehaves as its first argument says. Takes the real one's arguments.

Modes: ok, slow, silent, dies, no-memory, too-big, breaks, 500, open (takes any key), other-model, small-context,
no-system, cut-characters, no-text, garbage, unfinished, stops-talking, cut-short, empty, crashes, wrong-form, leaks,
spins (burns half a core before its first word), burns (the same before it listens), holds (answers without an end, and
says its models only while it answers nobody).
"""

import argparse
import json
import os
import re
import sys
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from json_answers import JsonAnswers

MODE = sys.argv[1]
KEY = os.environ["API_KEY"]
TEMPLATE = {"system": 3, "user": 5, "assistant": 4}
ANSWERING: list[bool] = []


def words(text: str) -> int:
    return len(text.split())


class Handler(JsonAnswers, BaseHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        print(f'INFO:     127.0.0.1:{self.client_address[1]} - "{self.command} {self.path} HTTP/1.1"', flush=True)

    def do_GET(self) -> None:
        if self.path == "/nothing":
            self.answer(404, {"detail": "Not Found"})
        elif self.allowed():
            while ANSWERING:
                time.sleep(0.05)
            self.answer(200, {"data": [{"id": "somebody-else" if MODE == "other-model" else OPTIONS.model_alias}]})

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        if not self.allowed():
            return
        if self.path == "/extras/tokenize/count":
            self.answer(200, {"count": words(body["input"]) + 1})
        elif body["stream"]:
            self.stream()
        else:
            self.complete(body)

    def allowed(self) -> bool:
        if MODE == "open" or self.headers["Authorization"] == f"Bearer {KEY}":
            return True
        self.answer(401, {"detail": "Invalid API key"})
        return False

    def complete(self, body: dict) -> None:
        count = 1 + sum(words(m["content"]) + TEMPLATE[m["role"]] for m in body["messages"])
        context = 2048 if MODE == "small-context" else int(OPTIONS.n_ctx)
        if MODE == "500":
            self.answer(500, {"error": {"message": "no"}})
        elif MODE == "no-system" and body["messages"][0]["role"] == "system":
            self.answer(500, {"error": {"message": "this template takes no system message"}})
        elif count >= context:
            self.answer(400, {"error": {"message": f"This model's maximum context length is {context} tokens."}})
        else:
            self.answer(200, {"usage": {"prompt_tokens": count}, "choices": []})

    def stream(self) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.send_header("Connection", "close")
        self.end_headers()
        for piece in PIECES[MODE]() if MODE in PIECES else whole('{"n": 1}'):
            self.wfile.write(piece)
            self.wfile.flush()
            time.sleep(0.004)
        self.close_connection = True


def event(text: str | None, reason: str | None = None) -> bytes:
    delta = {} if text is None else {"content": text}
    data = json.dumps({"choices": [{"delta": delta, "finish_reason": reason}]}, ensure_ascii=False)
    return f"data: {data}\n\n".encode()


def whole(text: str, reason: str = "stop"):
    yield from (event(text), event(None, reason), b"data: [DONE]\n\n")


def cut_characters():
    """Every byte a chunk of its own, lines ended by CRLF, pings between."""
    stream = (
        b": ping\r\n\r\n"
        + event("§ 5 – größer €5 😀").replace(b"\n", b"\r\n")
        + event(None, "stop")
        + b"data: [DONE]\n\n"
    )
    yield from (stream[n : n + 1] for n in range(len(stream)))


def stops_talking():
    yield event("I")
    time.sleep(3600)


def crashes():
    yield event("I")
    os._exit(9)


def spins():
    while True:
        end = time.monotonic() + 0.05
        while time.monotonic() < end:
            pass
        time.sleep(0.05)
    yield event("never")


def holds():
    ANSWERING.append(True)
    yield event("I")
    time.sleep(3600)


def leaks():
    print("Exception: SECRET PROMPT could not be rendered", flush=True)
    print(f"INFO: the key is {KEY}", flush=True)
    yield from whole("done")


PIECES = {
    "cut-characters": cut_characters,
    "no-text": lambda: iter([b"data: \xff\xfe\n\n"]),
    "garbage": lambda: iter([b"data: {not json\n\n"]),
    "unfinished": lambda: iter([event("I"), event(" am")]),
    "stops-talking": stops_talking,
    "cut-short": lambda: whole("I am", "length"),
    "empty": lambda: whole(" \n"),
    "crashes": crashes,
    "spins": spins,
    "holds": holds,
    "wrong-form": lambda: whole('{"n": "one"}'),
    "leaks": leaks,
}


def parse() -> argparse.Namespace:
    parser = argparse.ArgumentParser()
    for name in re.findall(r"--(\w+)", " ".join(sys.argv)):
        parser.add_argument(f"--{name}")
    return parser.parse_args(sys.argv[2:])


def prepare() -> None:
    """What the mode does before it listens."""
    if MODE == "slow":
        for tenth in range(8):
            print(f"load_tensors: {tenth} of 8", flush=True)
            time.sleep(0.3)
    elif MODE == "burns":
        next(spins())
    elif MODE == "silent":
        time.sleep(3600)
    elif MODE == "dies":
        print("Traceback (most recent call last):\nModuleNotFoundError: No module named 'uvicorn'", flush=True)
        sys.exit(3)
    elif MODE == "no-memory":
        print(f"llama_kv_cache: failed to allocate buffer for kv cache of type {OPTIONS.type_k}", flush=True)
        sys.exit(1)
    elif MODE == "too-big":
        print("load_tensors: ggml_aligned_malloc: insufficient memory (attempted to allocate 90000 MB)", flush=True)
        os.abort()
    elif MODE == "breaks":
        print("GGML_ASSERT(n > 0) failed\n", flush=True)
        sys.exit(7)


if __name__ == "__main__":
    OPTIONS = parse()
    prepare()
    try:
        server = ThreadingHTTPServer((OPTIONS.host, int(OPTIONS.port)), Handler)
    except OSError:
        print("ERROR:    [Errno 98] error while attempting to bind on address: address already in use", flush=True)
        sys.exit(1)
    print(f"INFO:     Uvicorn running on http://127.0.0.1:{OPTIONS.port} (Press CTRL+C to quit)", flush=True)
    server.serve_forever()
