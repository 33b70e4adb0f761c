"""A server that speaks as much of Stripe's API as Checkout needs: sessions, idempotency keys, signed messages."""

from __future__ import annotations

import json
import threading
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import TYPE_CHECKING, Any, Self, cast
from urllib.parse import parse_qsl, urlsplit

import stripe

if TYPE_CHECKING:
    from collections.abc import Mapping
    from types import TracebackType

KEY, SECRET = "sk_test_loopback", "whsec_loopback"
SESSIONS = "/v1/checkout/sessions"


@dataclass(frozen=True, slots=True)
class Trouble:
    """What is answered in place of the next answer. ``hangs`` says nothing at all until the server closes."""

    status: int = 500
    body: bytes = b"{}"
    headers: Mapping[str, str] = field(default_factory=dict)
    hangs: bool = False
    after: bool = False
    """The request is carried out all the same: only its answer is lost."""


@dataclass(frozen=True, slots=True)
class Asked:
    """One request as it came in."""

    method: str
    path: str
    headers: Mapping[str, str]
    form: Mapping[str, str]


class StripeServer:
    """Serves checkout sessions. Use as a context manager."""

    def __init__(self) -> None:
        self.sessions: dict[str, dict[str, Any]] = {}
        self.asked: list[Asked] = []
        self.troubles: list[Trouble] = []
        self._keys: dict[str, tuple[Mapping[str, str], str]] = {}
        self._events = 0
        self._lock = threading.Lock()
        self._closing = threading.Event()
        self._server = _Server(("127.0.0.1", 0), _Handler)
        self._server.stripe = self
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.01,))

    @property
    def address(self) -> str:
        """Where it answers."""
        return f"http://127.0.0.1:{self._server.server_address[1]}"

    @property
    def environment(self) -> dict[str, str]:
        """The settings that make Casewright ask it."""
        return {
            "CASEWRIGHT_PAYMENTS": "stripe",
            "CASEWRIGHT_STRIPE_API_KEY": KEY,
            "CASEWRIGHT_STRIPE_WEBHOOK_SECRET": SECRET,
            "CASEWRIGHT_STRIPE_BASE_URL": self.address,
            "CASEWRIGHT_PAYMENT_RETURN_URL": "http://localhost/paid",
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

    def pay(self, session: str) -> None:
        """The person pays at once."""
        self.sessions[session] |= {"status": "complete", "payment_status": "paid"}

    def pay_later(self, session: str) -> None:
        """The person chose a way to pay that takes days."""
        self.sessions[session] |= {"status": "complete", "payment_intent": {"id": "pi_1", "status": "processing"}}

    def event(self, type_: str, session: Mapping[str, Any], *, id_: str | None = None, **more: object) -> bytes:
        """The message about a session, as it would be sent."""
        with self._lock:
            self._events += 1
            number = self._events
        event = {"id": id_ or f"evt_{number}", "object": "event", "type": type_, "data": {"object": session}, **more}
        return json.dumps(event).encode()

    def answer(self, asked: Asked) -> tuple[int, object] | Trouble:
        """What this request is answered with."""
        with self._lock:
            self.asked.append(asked)
            trouble = self.troubles.pop(0) if self.troubles else None
            if trouble is not None and not trouble.after:
                return trouble
            answer = self._answer(asked)
            return trouble or answer

    def _answer(self, asked: Asked) -> tuple[int, object]:
        if asked.headers.get("authorization") != f"Bearer {KEY}":
            return 401, _error("invalid_request_error", "Invalid API Key provided")
        if asked.method == "POST" and asked.path == SESSIONS:
            return self._create(asked)
        session = self.sessions.get(asked.path.removeprefix(f"{SESSIONS}/"))
        if asked.method == "GET" and session is not None:
            return 200, session
        return 404, _error("invalid_request_error", "No such checkout.session")

    def _create(self, asked: Asked) -> tuple[int, object]:
        key = asked.headers.get("idempotency-key", "")
        known = self._keys.get(key)
        if known is not None:
            if known[0] != asked.form:
                return 400, _error("idempotency_error", "Keys for idempotent requests can only be used with the same")
            return 200, self.sessions[known[1]]
        id_ = f"cs_test_{len(self.sessions) + 1:04}"
        price = "line_items[0][price_data]"
        self._keys[key] = (asked.form, id_)
        metadata = {name[9:-1]: value for name, value in asked.form.items() if name.startswith("metadata[")}
        self.sessions[id_] = {
            "id": id_,
            "object": "checkout.session",
            "mode": asked.form["mode"],
            "status": "open",
            "payment_status": "unpaid",
            "payment_intent": None,
            "amount_total": int(asked.form[f"{price}[unit_amount]"]) * int(asked.form["line_items[0][quantity]"]),
            "currency": asked.form[f"{price}[currency]"],
            "client_reference_id": asked.form["client_reference_id"],
            "metadata": metadata,
            "url": f"{self.address}/pay/{id_}",
        }
        return 200, self.sessions[id_]

    def wait_for_the_end(self) -> None:
        """What hanging means."""
        self._closing.wait()


def signed(payload: bytes, secret: str = SECRET, at: int | None = None) -> str:
    """The header that Stripe would send with the message."""
    return str(stripe.WebhookSignature.generate_signature_header(payload.decode(), secret, at))


def _error(kind: str, message: str) -> object:
    return {"error": {"type": kind, "message": message}}


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    stripe: StripeServer

    def handle_error(self, request: object, client_address: object) -> None:
        """Say nothing: clients that go away are part of the tests."""


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        self._serve()

    def do_POST(self) -> None:
        self._serve()

    def _serve(self) -> None:
        server = cast("_Server", self.server).stripe
        body = self.rfile.read(int(self.headers.get("content-length", "0"))).decode()
        headers = {name.lower(): value for name, value in self.headers.items()}
        asked = Asked(self.command, urlsplit(self.path).path, headers, dict(parse_qsl(body)))
        answer = server.answer(asked)
        if isinstance(answer, Trouble):
            if answer.hangs:
                server.wait_for_the_end()
                self.close_connection = True
                return
            self._send(answer.status, answer.body, answer.headers)
        else:
            self._send(answer[0], json.dumps(answer[1]).encode(), {"content-type": "application/json"})

    def _send(self, status: int, body: bytes, headers: Mapping[str, str]) -> None:
        self.send_response(status)
        for name, value in {**headers, "content-length": str(len(body)), "request-id": "req_1"}.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 (the standard library's name)
        """Print nothing."""
