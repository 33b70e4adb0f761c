"""A server that answers like GLEIF's and EDGAR's: records by legal name, a list of companies, their facts."""

from __future__ import annotations

import json
import threading
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import TYPE_CHECKING, Any, Self, cast
from urllib.parse import parse_qs, urlsplit

if TYPE_CHECKING:
    from collections.abc import Mapping
    from types import TracebackType


@dataclass(frozen=True, slots=True)
class Trouble:
    """What is answered in place of the next answer. ``hangs`` says nothing at all until the server closes."""

    status: int = 500
    body: bytes = b""
    headers: Mapping[str, str] = field(default_factory=dict)
    hangs: bool = False


@dataclass(frozen=True, slots=True)
class Asked:
    """One request as it came in."""

    path: str
    query: Mapping[str, str]
    headers: Mapping[str, str]


def lei_record(lei: str, name: str, **changed: Any) -> dict[str, Any]:
    """A record of GLEIF's as its service writes it; ``changed`` is put over the entity."""
    entity = {
        "legalName": {"name": name, "language": "en"},
        "otherNames": [],
        "legalAddress": {
            "language": "en",
            "addressLines": ["Main Street 1"],
            "city": "Dublin",
            "country": "IE",
            "postalCode": "D01",
        },
        "headquartersAddress": {"language": "en", "addressLines": [], "city": "Cork", "country": "IE"},
        "registeredAt": {"id": "RA000402", "other": None},
        "registeredAs": "123456",
        "jurisdiction": "IE",
        "category": "GENERAL",
        "legalForm": {"id": "MNQ7", "other": None},
        "status": "ACTIVE",
        "creationDate": "2014-05-06T00:00:00Z",
        **changed,
    }
    registration = {
        "initialRegistrationDate": "2015-01-01T00:00:00Z",
        "lastUpdateDate": "2026-02-03T04:05:06Z",
        "status": "ISSUED",
        "nextRenewalDate": "2027-01-01T00:00:00Z",
    }
    attributes = {"lei": lei, "entity": entity, "registration": registration}
    return {"type": "lei-records", "id": lei, "attributes": attributes, "relationships": {}, "links": {}}


def fact(value: object, end: str, *, start: str | None = None, form: str = "10-K", filed: str = "") -> dict[str, Any]:
    """One figure as EDGAR's facts write it."""
    year = int(end[:4])
    found = {"end": end, "val": value, "accn": f"0000-{year}", "fy": year, "fp": "FY", "form": form}
    found["filed"] = filed or f"{year + 1}-02-15"
    return found if start is None else {"start": start, **found}


class Registers:
    """Serves ``records``, ``companies`` and ``facts`` (by number). Use as a context manager."""

    def __init__(self) -> None:
        self.records: list[dict[str, Any]] = []
        self.companies: dict[str, dict[str, Any]] = {}
        self.facts: dict[int, object] = {}
        self.troubles: list[Trouble] = []
        self.asked: list[Asked] = []
        self._lock = threading.Lock()
        self._closing = threading.Event()
        self._server = _Server(("127.0.0.1", 0), _Handler)
        self._server.registers = self
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.01,))

    @property
    def address(self) -> str:
        """Where it answers."""
        return f"http://127.0.0.1:{self._server.server_address[1]}"

    @property
    def environment(self) -> dict[str, str]:
        """The settings that make Casewright ask it, both as GLEIF and as EDGAR."""
        return {
            "CASEWRIGHT_GLEIF": "true",
            "CASEWRIGHT_GLEIF_BASE_URL": f"{self.address}/api/v1",
            "CASEWRIGHT_EDGAR_CONTACT": "Example LLP mail@example.com",
            "CASEWRIGHT_EDGAR_BASE_URL": self.address,
            "CASEWRIGHT_EDGAR_LIST_URL": self.address,
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

    def answer(self, asked: Asked) -> Trouble | object:
        """What this request is answered with; None where there is nothing."""
        with self._lock:
            self.asked.append(asked)
            if self.troubles:
                return self.troubles.pop(0)
        if asked.path == "/api/v1/lei-records":
            wanted = _letters(asked.query["filter[entity.legalName]"])
            found = [
                one for one in self.records if wanted in _letters(one["attributes"]["entity"]["legalName"]["name"])
            ]
            return {"meta": {"pagination": {"total": len(found)}}, "links": {}, "data": found}
        if asked.path == "/files/company_tickers.json":
            return self.companies
        number = asked.path.removeprefix("/api/xbrl/companyfacts/CIK").removesuffix(".json")
        return self.facts.get(int(number)) if number.isdigit() and len(number) == 10 else None

    def wait_for_the_end(self) -> None:
        """What hanging means."""
        self._closing.wait()


def _letters(text: str) -> str:
    return "".join(filter(str.isalnum, text.casefold()))


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    registers: Registers

    def handle_error(self, request: object, client_address: object) -> None:
        """Say nothing: clients that go away are part of the tests."""


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        registers = cast("_Server", self.server).registers
        parts = urlsplit(self.path)
        query = {name: values[0] for name, values in parse_qs(parts.query).items()}
        asked = Asked(parts.path, query, {name.lower(): value for name, value in self.headers.items()})
        answer = registers.answer(asked)
        if isinstance(answer, Trouble):
            if answer.hangs:
                registers.wait_for_the_end()
                self.close_connection = True
                return
            self._send(answer.status, answer.body, answer.headers)
        elif answer is None:
            self._send(404, b'{"errors": [{"status": "404"}]}', {})
        else:
            self._send(200, json.dumps(answer).encode(), {"content-type": "application/json"})

    def _send(self, status: int, body: bytes, headers: Mapping[str, str]) -> None:
        self.send_response(status)
        for name, value in {**headers, "content-length": str(len(body))}.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 (the standard library's name)
        """Print nothing."""
