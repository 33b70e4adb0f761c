"""An HTTP server that goes through a script of replies, one for each request, and keeps what it was sent."""

from __future__ import annotations

import json
import threading
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import TYPE_CHECKING, Any, Self, cast

from tests.providers.replies import Fail, Hang, Raw, Turn

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from types import TracebackType

    from tests.providers.replies import Reply, Scripted

_SSE = {"content-type": "text/event-stream"}


@dataclass(frozen=True, slots=True)
class Request:
    """One request as it came in."""

    path: str
    headers: Mapping[str, str]
    body: Any


class ScriptedProvider:
    """Serves a script. After its end ``always`` answers; without it requests fail with 400, which nobody tries again.

    Subclasses say how their provider writes things. Use as a context manager; ``base_url`` is what a setting takes.
    """

    provider = ""
    root = ""

    def __init__(self, *script: Scripted, always: Scripted | None = None) -> None:
        self.requests: list[Request] = []
        self._script = iter(script)
        self._always = Fail(400, "script_at_its_end") if always is None else always
        self._next = threading.Lock()
        self._closing = threading.Event()
        self.hanging = threading.Event()
        """Set once a request has come whose answer does not go on."""
        self._server = _Server(("127.0.0.1", 0), _Handler)
        self._server.scripted = self
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.01,))

    @property
    def base_url(self) -> str:
        """Where it answers, with as much of the path as the provider's addresses have."""
        return f"http://127.0.0.1:{self._server.server_address[1]}{self.root}"

    @property
    def bodies(self) -> list[str]:
        """The requests as they came, letters not as escapes: names are searched for in them."""
        return [json.dumps(request.body, ensure_ascii=False) for request in self.requests]

    def environment(self, role: str = "assistant", model: str | None = "m") -> dict[str, str]:
        """The settings that make Casewright ask it; with None for the provider's usual model."""
        setting = f"CASEWRIGHT_{role.upper()}"
        return {
            setting: self.provider if model is None else f"{self.provider}:{model}",
            f"{setting}_BASE_URL": self.base_url,
            f"{setting}_API_KEY": "k",
        }

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._closing.set()
        self._server.shutdown()
        self._thread.join()
        self._server.server_close()

    def next_reply(self, request: Request) -> Reply:
        """The script's next reply to this request."""
        with self._next:
            self.requests.append(request)
            scripted = next(self._script, self._always)
        return scripted(request.body) if callable(scripted) else scripted

    def wait_for_the_end(self) -> None:
        """What hanging means: until this server closes."""
        self.hanging.set()
        self._closing.wait()

    def is_streamed(self, request: Request) -> bool:
        """Whether the request asks for a stream."""
        return bool(request.body.get("stream"))

    def whole(self, turn: Turn) -> object:
        """The turn as one JSON answer."""
        raise NotImplementedError

    def events(self, turn: Turn) -> Iterable[tuple[str, object]]:
        """The turn as a stream's events: name ("" for none) and data."""
        raise NotImplementedError

    def opening(self, text: str) -> Iterable[tuple[str, object]]:
        """The events of a stream that has come to the end of this text and not to its own."""
        raise NotImplementedError

    def error(self, fail: Fail) -> object:
        """The body of an error."""
        raise NotImplementedError


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    scripted: ScriptedProvider

    def handle_error(self, request: object, client_address: object) -> None:
        """Say nothing: clients that go away are part of the tests."""


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_POST(self) -> None:
        scripted = cast("_Server", self.server).scripted
        body = json.loads(self.rfile.read(int(self.headers["content-length"])))
        request = Request(self.path, {key.lower(): value for key, value in self.headers.items()}, body)
        reply = scripted.next_reply(request)
        if isinstance(reply, Raw):
            self._whole(reply.status, reply.body, reply.headers)
        elif isinstance(reply, Fail):
            self._json(reply.status, scripted.error(reply), reply.headers)
        elif isinstance(reply, Turn) and scripted.is_streamed(request):
            self._stream(scripted.events(reply), ends=True)
        elif isinstance(reply, Turn):
            self._json(200, scripted.whole(reply), {})
        else:
            if reply.after:
                self._stream(scripted.opening(reply.after), ends=False)
            if isinstance(reply, Hang):
                scripted.wait_for_the_end()
            self.close_connection = True

    def _json(self, status: int, body: object, headers: Mapping[str, str]) -> None:
        self._whole(status, json.dumps(body).encode(), {"content-type": "application/json", **headers})

    def _whole(self, status: int, body: bytes, headers: Mapping[str, str]) -> None:
        self._head(status, {**headers, "content-length": str(len(body))})
        self.wfile.write(body)

    def _stream(self, events: Iterable[tuple[str, object]], *, ends: bool) -> None:
        self._head(200, {**_SSE, "transfer-encoding": "chunked"})
        for text in map(_event, events):
            self.wfile.write(b"%x\r\n%b\r\n" % (len(text), text))
            self.wfile.flush()
        if ends:
            self.wfile.write(b"0\r\n\r\n")

    def _head(self, status: int, headers: Mapping[str, str]) -> None:
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name, value)
        self.end_headers()

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 (the standard library's name)
        """Print nothing."""


def _event(event: tuple[str, object]) -> bytes:
    name, data = event
    text = data if isinstance(data, str) else json.dumps(data)
    return (f"event: {name}\n" if name else "").encode() + f"data: {text}\n\n".encode()


def halves(text: str) -> Iterator[str]:
    """The text in two pieces, as arguments are streamed."""
    middle = len(text) // 2
    yield from (piece for piece in (text[:middle], text[middle:]) if piece)
