"""A stand-in for an Ollama server that misbehaves as its argument says; prints its port, then each request as JSON.

Modes: ok, no-model, elsewhere (the model runs on another machine), small-context, spilled, not-kept, evicts (drops the
model after its first answer), truncates, refuses-long, breaks-off, cut-characters, unfinished, cut-short, thinks,
from-elsewhere, garbage, silent.
"""

import json
import sys
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from json_answers import JsonAnswers

MODE = sys.argv[1]
MODEL = "gemma-4-26b-a4b"
LOADED: dict[str, int] = {}


class Handler(JsonAnswers, BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        print(json.dumps({"path": self.path}), flush=True)
        if self.path == "/api/version":
            self.answer(200, {"version": "0.30.6"})
        elif self.path == "/api/tags":
            self.answer(200, {"models": [{"name": "llama3:8b"}, {"name": "phi4:latest"}]})
        else:
            self.answer(200, {"models": [running(name, context) for name, context in LOADED.items()]})

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        print(json.dumps({"path": self.path, **body, "key": self.headers["Authorization"]}), flush=True)
        if self.path == "/api/show":
            self.show(body)
        elif body.get("keep_alive") == 0:
            LOADED.pop(body["model"], None)
            self.answer(200, {"done": True, "done_reason": "unload"})
        else:
            self.chat(body)

    def show(self, body: dict) -> None:
        if MODE == "no-model":
            return self.answer(404, {"error": f"model '{body['model']}' not found"})
        facts = {"general.architecture": "gemma4", "gemma4.context_length": 131072}
        shown = {"details": {"family": "gemma4"}, "model_info": facts, "capabilities": ["completion"]}
        return self.answer(200, shown | ({"remote_host": "https://ollama.com:443"} if MODE == "elsewhere" else {}))

    def chat(self, body: dict) -> None:
        if MODE != "not-kept":
            LOADED[f"{body['model']}:latest"] = 4096 if MODE == "small-context" else body["options"]["num_ctx"]
        if not body["messages"]:
            self.answer(200, {"done": True, "done_reason": "load"})
        elif not body["stream"]:
            self.answer(200, last(body))
        elif MODE == "refuses-long":
            self.answer(400, {"error": "the input length exceeds the context length"})
        elif MODE == "silent":
            time.sleep(3600)
        else:
            self.stream(body)
            if MODE == "evicts":
                LOADED.clear()

    def stream(self, body: dict) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "application/x-ndjson")
        self.send_header("Connection", "close")
        self.end_headers()
        for piece in PIECES.get(MODE, whole)(body):
            self.wfile.write(piece)
            self.wfile.flush()
        self.close_connection = True


def running(name: str, context: int) -> dict:
    size = 28 << 30
    on_cards = size * 3 // 4 if MODE == "spilled" else size
    return {"name": name, "model": name, "size": size, "size_vram": on_cards, "context_length": context}


def line(**fields: object) -> bytes:
    return json.dumps(fields, ensure_ascii=False).encode() + b"\n"


def said(text: str, **more: object) -> bytes:
    return line(model=MODEL, message={"role": "assistant", "content": text, **more}, done=False)


def last(body: dict, reason: str = "stop", **more: object) -> dict:
    words = sum(len(m["content"].split()) + 5 for m in body["messages"])
    counts = {"prompt_eval_count": 7 if MODE == "truncates" else words, "prompt_eval_duration": 2_000_000_000}
    return {
        "message": {"role": "assistant", "content": ""},
        "done": True,
        "done_reason": reason,
        **counts,
        "eval_count": 40,
        "eval_duration": 500_000_000,
        **more,
    }


def whole(body: dict):
    yield from (said('{"n": '), said("1}"), line(**last(body)))


def cut_characters(body: dict):
    stream = said("§ 5 – größer €5 😀") + line(**last(body))
    yield from (stream[n : n + 1] for n in range(len(stream)))


PIECES = {
    "cut-characters": cut_characters,
    "breaks-off": lambda body: iter([said("I"), line(error="an error was encountered while running the model")]),
    "unfinished": lambda body: iter([said("I"), said(" am")]),
    "cut-short": lambda body: iter([said("I am"), line(**last(body, "length"))]),
    "thinks": lambda body: iter([said("", thinking="hm"), said("yes"), line(**last(body))]),
    "from-elsewhere": lambda body: iter([said("I"), line(**last(body, remote_host="https://ollama.com"))]),
    "garbage": lambda body: iter([b"{not json\n"]),
}


def main() -> None:
    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    print(server.server_address[1], flush=True)
    server.serve_forever()


if __name__ == "__main__":
    main()
