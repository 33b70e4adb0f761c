"""An HTTP server on this machine that keeps what it was sent and answers what a test told it to."""

from __future__ import annotations

import json
import threading
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping


@dataclass
class Loopback:
    """Where it listens, and every (path, body) that came in."""

    address: str
    received: list[tuple[str, Any]] = field(default_factory=list)


class QuietHandler(BaseHTTPRequestHandler):
    """Answers, and prints nothing."""

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 (the standard library's name)
        """Print nothing."""


@contextmanager
def served(handler: type[BaseHTTPRequestHandler]) -> Iterator[str]:
    """Listen on a free port of 127.0.0.1 for as long as the block runs; the address."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    thread = threading.Thread(target=server.serve_forever, args=(0.01,))
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


@contextmanager
def loopback(answer: Mapping[str, object]) -> Iterator[Loopback]:
    """Listen on a free port of 127.0.0.1 and give the same JSON answer to every POST."""
    here = Loopback("")

    class Handler(QuietHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["content-length"]))
            here.received.append((self.path.partition("?")[0], json.loads(body)))
            text = json.dumps(answer).encode()
            self.send_response(200)
            self.send_header("content-type", "application/json")
            self.send_header("content-length", str(len(text)))
            self.end_headers()
            self.wfile.write(text)

    with served(Handler) as here.address:
        yield here
