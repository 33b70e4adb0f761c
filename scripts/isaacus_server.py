"""A server on this machine that answers like Isaacus' universal classifier: ``python -m scripts.isaacus_server``.

Written from what Isaacus publishes about its API (https://github.com/isaacus-dev/openapi, version 0.8.3): one path, a
bearer key, requests held to their schema, results best first, errors as problem details. It scores with the embedded
model, so its scores are not Isaacus'. ``troubles`` are what goes wrong, request by request.
"""

from __future__ import annotations

import argparse
import json
import sys
import threading
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import TYPE_CHECKING, Any

from casewright.iql import parse

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    Scores = Callable[[str, Sequence[str]], Sequence[float]]

PATH = "/v1/classifications/universal"
MODEL = "kanon-universal-classifier"
_ERRORS = "https://docs.isaacus.com/api-reference/errors"
_PROBLEMS: Mapping[int, tuple[str, str]] = {
    400: ("400-validation-error", "Validation error"),
    401: ("401-not-authenticated", "Unauthorized API key error"),
    402: ("402-payment-required", "Account overdue error"),
    403: ("403-access-forbidden", "Access forbidden error"),
    413: ("413-request-too-large", "Request too large error"),
    500: ("500-internal-server-error", "Internal server error"),
}
_FIELDS = {"model", "query", "texts", "is_iql", "scoring_method", "chunking_options"}
_METHODS = {"auto", "chunk_max", "chunk_avg", "chunk_min"}
LONGEST_QUERY = 2_000
"""Characters: about what the model's window of 512 tokens holds."""


@dataclass(frozen=True)
class Trouble:
    """What happens to one request in place of an answer.

    ``status`` with a problem, or with ``body`` as it is; ``drop`` the connection without a word; ``hang`` until the
    server closes; ``edit`` the answer that would have been given.
    """

    status: int = 0
    title: str = ""
    headers: Mapping[str, str] = field(default_factory=dict)
    body: bytes | None = None
    drop: bool = False
    hang: bool = False
    edit: Callable[[dict[str, Any]], object] | None = None


@dataclass
class IsaacusServer:
    """Where it listens, what it was sent, what it answered and scored, and what is still to go wrong.

    ``answered`` has a status a request, 0 where there was none; ``pairs`` every query and text that was scored.
    """

    key: str
    scores: Scores
    troubles: list[Trouble | None] = field(default_factory=list)
    address: str = ""
    requests: list[dict[str, Any]] = field(default_factory=list)
    answered: list[int] = field(default_factory=list)
    pairs: list[tuple[str, str]] = field(default_factory=list)
    closing: threading.Event = field(default_factory=threading.Event)


@contextmanager
def isaacus_server(
    scores: Scores, *, key: str = "iuak_v1_loopback", troubles: Sequence[Trouble | None] = (), port: int = 0
) -> Iterator[IsaacusServer]:
    """Listen on 127.0.0.1 for the length of the block; ``address`` is the base URL."""
    here = IsaacusServer(key, scores, list(troubles))
    lock = threading.Lock()

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["content-length"]))
            with lock:
                trouble = here.troubles.pop(0) if here.troubles else None
                request = json.loads(body)
                here.requests.append(request)
                at = len(here.answered)
                here.answered.append(0)
            if trouble is not None and (trouble.hang or trouble.drop):
                if trouble.hang:
                    here.closing.wait(30)
                self.close_connection = True
                return
            status, headers, text = _answer(here, self.path, self.headers.get("authorization", ""), request, trouble)
            here.answered[at] = status
            self.send_response(status)
            for name, value in {**headers, "content-length": str(len(text))}.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(text)

        def log_message(self, format: str, *args: object) -> None:  # noqa: A002 (the standard library's name)
            """Print nothing."""

    class Server(ThreadingHTTPServer):
        def handle_error(self, request: object, client_address: object) -> None:
            """A client that has gone away is no news."""
            if not isinstance(sys.exception(), OSError):
                super().handle_error(request, client_address)  # type: ignore[arg-type] # the base's own types differ

    server = Server(("127.0.0.1", port), Handler)
    here.address = f"http://127.0.0.1:{server.server_address[1]}/v1"
    thread = threading.Thread(target=server.serve_forever, args=(0.01,))
    thread.start()
    try:
        yield here
    finally:
        here.closing.set()
        server.shutdown()
        thread.join()
        server.server_close()


def _answer(
    here: IsaacusServer, path: str, authorization: str, request: dict[str, Any], trouble: Trouble | None
) -> tuple[int, dict[str, str], bytes]:
    if trouble is not None and trouble.edit is None:
        if trouble.body is not None:
            return trouble.status, {"content-type": "application/json", **trouble.headers}, trouble.body
        return _problem(trouble.status, trouble.title, trouble.headers)
    if path != PATH:
        return 404, {"content-type": "text/plain"}, b"not found"
    if authorization != f"Bearer {here.key}":
        return _problem(401)
    wrong = _wrong(request)
    if wrong:
        return _problem(400, wrong)
    statement = request["query"]
    if request.get("is_iql", True):
        statement = parse(statement).statements[0]
    here.pairs += [(request["query"], text) for text in request["texts"]]
    answer = _classified(request["texts"], here.scores(statement, request["texts"]), request["query"])
    if trouble is not None and trouble.edit is not None:
        trouble.edit(answer)
    return 200, {"content-type": "application/json"}, json.dumps(answer).encode()


def _wrong(request: dict[str, Any]) -> str:
    """The title of what is wrong with a request, empty where nothing is."""
    texts, query = request.get("texts"), request.get("query")
    fits = (
        set(request) <= _FIELDS
        and request.get("model") == MODEL
        and isinstance(query, str)
        and bool(query.strip())
        and isinstance(texts, list)
        and all(isinstance(text, str) and text.strip() for text in texts)
        and isinstance(request.get("is_iql", True), bool)
        and request.get("scoring_method", "auto") in _METHODS
    )
    if not fits or not isinstance(query, str):
        return "Validation error"
    return "Query too long error" if len(query) > LONGEST_QUERY else ""


def _classified(texts: Sequence[str], scores: Sequence[float], query: str) -> dict[str, Any]:
    """The answer's body: best first, each text one chunk."""
    found = [
        {
            "index": place,
            "score": float(score),
            "chunks": [{"index": 0, "start": 0, "end": len(text), "score": float(score), "text": text}],
        }
        for place, (text, score) in enumerate(zip(texts, scores, strict=True))
    ]
    tokens = sum(len(text.split()) * 4 // 3 + len(query.split()) * 4 // 3 + 3 for text in texts)
    return {
        "classifications": sorted(found, key=lambda one: -float(one["score"])),
        "usage": {"input_tokens": max(1, tokens)},
    }


def _problem(
    status: int, title: str = "", headers: Mapping[str, str] | None = None
) -> tuple[int, dict[str, str], bytes]:
    """A problem detail (RFC 7807). What the API does not list comes from a gateway before it, in plain text."""
    given = dict(headers or {})
    if status not in _PROBLEMS:
        return status, {"content-type": "text/plain", **given}, b"the gateway says no"
    anchor, usual = _PROBLEMS[status]
    said = {"type": f"{_ERRORS}#{anchor}", "title": title or usual, "status": status, "detail": None, "instance": None}
    return status, {"content-type": "application/problem+json", **given}, json.dumps(said).encode()


def embedded_scores() -> Scores:
    """The embedded model's scores."""
    from casewright.bootstrap.scoring import load_scorer

    scorer = load_scorer()
    return lambda statement, texts: scorer.score(statement, texts).tolist()


def main() -> int:
    """Serve until Ctrl-C."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--port", type=int, default=8099)
    given = parser.parse_args()
    with isaacus_server(embedded_scores(), port=given.port) as server:
        print("In another terminal:")
        print("  export CASEWRIGHT_SCORER=isaacus")
        print(f"  export CASEWRIGHT_ISAACUS_BASE_URL={server.address} CASEWRIGHT_ISAACUS_API_KEY={server.key}")
        print("Ctrl-C ends it.")
        with suppress(KeyboardInterrupt):
            threading.Event().wait()
    return 0


if __name__ == "__main__":
    sys.exit(main())
