"""A stand-in for an OpenAI-compatible server; prints its port, then each request as JSON.

Modes: vllm (counts prompts, says its context), plain (does neither), wants-key (the key is ``right``), no-model,
breaks-off, truncates, cut-short, thinks, foreign.
"""

import json
import sys
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from json_answers import JsonAnswers

MODE = sys.argv[1]


class Handler(JsonAnswers, BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        print(json.dumps({"path": self.path}), flush=True)
        if MODE == "wants-key" and self.headers["Authorization"] != "Bearer right":
            return self.answer(401, {"error": {"message": "Unauthorized"}})
        if MODE == "foreign":
            return self.answer(200, {"hello": "I am another program"})
        model = {"id": "other" if MODE == "no-model" else "qwen", "object": "model", "owned_by": "someone"}
        if MODE == "vllm":
            model |= {"owned_by": "vllm", "max_model_len": 16384}
        return self.answer(200, {"object": "list", "data": [model]})

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        print(json.dumps({"path": self.path, **body}), flush=True)
        if self.path == "/tokenize":
            self.answer(200, {"count": count(body)}) if MODE == "vllm" else self.answer(404, {"detail": "Not Found"})
        elif not body.get("stream"):
            self.answer(200, {"choices": [{"message": {"content": "x"}, "finish_reason": "length"}]})
        else:
            self.stream(body)

    def stream(self, body: dict) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.send_header("Connection", "close")
        self.end_headers()
        for data in (*PIECES.get(MODE, WHOLE), usage(body), "[DONE]"):
            text = data if isinstance(data, str) else json.dumps(data)
            self.wfile.write(f"data: {text}\n\n".encode())
        self.close_connection = True


def count(body: dict) -> int:
    return sum(len(m["content"].split()) + 4 for m in body["messages"])


def usage(body: dict) -> dict:
    return {"choices": [], "usage": {"prompt_tokens": 3 if MODE == "truncates" else count(body)}}


def piece(reason: str | None = None, **delta: str) -> dict:
    return {"choices": [{"delta": delta, "finish_reason": reason}]}


WHOLE = (piece(content='{"n": '), piece(content="1}"), piece("stop"))
PIECES = {
    "breaks-off": (piece(content="I"), {"error": {"message": "the engine died"}}),
    "cut-short": (piece(content="I am"), piece("length")),
    "thinks": (piece(reasoning_content="hm"), piece(content="yes"), piece("stop")),
}


def main() -> None:
    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    print(server.server_address[1], flush=True)
    server.serve_forever()


if __name__ == "__main__":
    main()
