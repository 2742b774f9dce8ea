"""A look-up server that answers as its path says: /found, /missing, /busy, /key, /odd, /many, /list, /moved,
/half, /huge.

Prints its port; writes each request (path, headers, body) as a JSON line to the file that is named first.
"""

import json
import sys
import time
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

LOG = Path(sys.argv[1])
ROE = {
    "case_name": "Roe v. Wade",
    "date_filed": "1973-01-22",
    "absolute_url": "/opinion/108713/roe-v-wade/",
    "citations": [{"volume": 410, "reporter": "U.S.", "page": "113", "type": 1}],
}
SEEN = {"citation": "410 U.S. 113", "normalized_citations": ["410 U.S. 113"], "start_index": 0, "end_index": 12}
ANSWERS = {
    "/found": (200, [{**SEEN, "status": 200, "error_message": "", "clusters": [ROE]}]),
    "/missing": (200, [{**SEEN, "status": 404, "error_message": "Citation not found: '410 U.S. 113'", "clusters": []}]),
    "/busy": (429, {"wait_until": "2026-01-01T00:00:00Z"}),
    "/many": (200, [{**SEEN, "status": 429, "error_message": "Too many citations requested.", "clusters": []}]),
    "/key": (401, {"detail": "Authentication credentials were not provided."}),
    "/odd": (200, {"not": "a list"}),
    "/list": (200, []),
    "/moved": (302, []),
}


class Handler(BaseHTTPRequestHandler):
    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers.get("Content-Length", 0))).decode()
        with LOG.open("a") as log:
            log.write(json.dumps({"path": self.path, "headers": dict(self.headers), "body": body}) + "\n")
        if self.path == "/huge":
            self.send_response(200)
            self.end_headers()
            while True:
                self.wfile.write(b"[" * (1 << 20))
        if self.path == "/half":
            self.send_response(200)
            self.send_header("Content-Length", "1000")
            self.end_headers()
            self.wfile.write(b"[")
            return
        status, answer = ANSWERS[self.path]
        self.send_response(status)
        if status == 302:
            self.send_header("Location", "/found")
        self.end_headers()
        self.wfile.write(json.dumps(answer).encode())

    def log_message(self, *_: object) -> None:
        """Nothing on standard error."""


if __name__ == "__main__":
    server = HTTPServer(("127.0.0.1", 0), Handler)
    print(server.server_port, flush=True)
    while True:
        try:
            server.handle_request()
        except (BrokenPipeError, ConnectionResetError):
            time.sleep(0)
