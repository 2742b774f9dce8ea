"""A stand-in for an OpenAI-compatible server that drafts: it fills the form it is asked for, as slowly as it is told.

Arguments: seconds between pieces, and how many pieces it gives before it holds (0: it never holds). Prints its port.
"""

import json
import sys
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

PAUSE, HOLDS = float(sys.argv[1]), int(sys.argv[2])
SENTENCE = "Dana Cole wrote that the roof leaks in three places and that the price was paid. "


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_: object) -> None:
        """Nothing beside the port."""

    def do_GET(self) -> None:
        self.answer({"object": "list", "data": [{"id": "drafter", "object": "model", "max_model_len": 16384}]})

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        if self.path == "/tokenize":
            self.answer({"count": count(body)})
        elif body.get("stream"):
            self.stream(body)
        else:
            self.answer({"choices": [{"message": {"content": "x"}, "finish_reason": "length"}]})

    def stream(self, body: dict) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.send_header("Connection", "close")
        self.end_headers()
        schema = body.get("response_format", {}).get("json_schema", {}).get("schema", {})
        text = json.dumps(filled(schema, [0]))
        for n, at in enumerate(range(0, len(text), 40), start=1):
            self.event({"choices": [{"delta": {"content": text[at : at + 40]}, "finish_reason": None}]})
            time.sleep(PAUSE if not HOLDS or n < HOLDS else 600)
        self.event({"choices": [{"delta": {}, "finish_reason": "stop"}]})
        self.event({"choices": [], "usage": {"prompt_tokens": count(body), "completion_tokens": len(text) // 4}})
        self.event("[DONE]")
        self.close_connection = True

    def event(self, data: dict | str) -> None:
        said = data if isinstance(data, str) else json.dumps(data)
        self.wfile.write(f"data: {said}\n\n".encode())
        self.wfile.flush()

    def answer(self, body: dict) -> None:
        data = json.dumps(body).encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)


def count(body: dict) -> int:
    return sum(len(m["content"].split()) + 4 for m in body["messages"])


def filled(schema: dict, made: list[int]) -> object:
    """The least that fits a schema; no two texts are the same."""
    if "enum" in schema:
        return schema["enum"][0]
    kind = schema.get("type")
    if kind == "object":
        return {name: filled(part, made) for name, part in schema.get("properties", {}).items()}
    if kind == "array":
        return [filled(schema["items"], made) for _ in range(max(1, schema.get("minItems", 1)))]
    if kind in ("integer", "number"):
        return schema.get("minimum", 1)
    if kind == "boolean":
        return True
    made[0] += 1
    least = max(60, schema.get("minLength", 0))
    return (f"Item {made[0]}: " + SENTENCE * 9)[: min(least + 20, schema.get("maxLength", least + 20))].strip()


def main() -> None:
    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    print(server.server_address[1], flush=True)
    server.serve_forever()


if __name__ == "__main__":
    main()
