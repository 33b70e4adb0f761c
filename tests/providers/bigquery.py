"""BigQuery's REST API on this machine, as far as one query goes: it answers from DuckDB tables, in BigQuery's words.

It reads the SQL that is sent as BigQuery's dialect and runs it; its functions that DuckDB has under another name are
macros. A script of statuses to fail with comes first.
"""

from __future__ import annotations

import json
import threading
from datetime import date
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import TYPE_CHECKING, Any, Self

import duckdb
import sqlglot
from sqlglot import exp

from casewright.casework.research_tables import TABLES, ColumnKind

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from types import TracebackType

_TYPES = {
    ColumnKind.TEXT: "VARCHAR",
    ColumnKind.CODE: "VARCHAR",
    ColumnKind.YEAR: "INTEGER",
    ColumnKind.DATE: "DATE",
    ColumnKind.FLAG: "BOOLEAN",
}


class LoopbackBigquery:
    """Serves one dataset. Use as a context manager; ``endpoint`` is what the setting takes."""

    def __init__(
        self, project: str = "proiect", dataset: str = "date", failures: Sequence[tuple[int, str]] = ()
    ) -> None:
        self.project, self.dataset = project, dataset
        self.billed: int | None = 10_485_760
        """What a job's record says; None: nobody may read it."""
        self.asked: list[dict[str, Any]] = []
        self._failures = list(failures)
        self._said: list[str] = []
        self._database = duckdb.connect()
        self._lock = threading.Lock()
        self._database.execute(f'CREATE SCHEMA "{dataset}"')
        for table, columns in TABLES.items():
            defined = ", ".join(f"{name} {_TYPES[kind]}" for name, kind in columns.items())
            self._database.execute(f'CREATE TABLE "{dataset}".{table} ({defined})')
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), self._handler())
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.01,))

    @property
    def endpoint(self) -> str:
        """Where it answers."""
        return f"http://127.0.0.1:{self._server.server_address[1]}"

    def add(self, table: str, documents: Sequence[Mapping[str, Any]]) -> None:
        """Put rows into a table, every column in each."""
        marks = ", ".join("?" for _ in TABLES[table])
        for document in documents:
            values = [document.get(name) for name in TABLES[table]]
            self._database.execute(f'INSERT INTO "{self.dataset}".{table} VALUES ({marks})', values)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._server.shutdown()
        self._thread.join()
        self._server.server_close()

    def answer(self, path: str, body: dict[str, Any]) -> tuple[int, dict[str, Any]]:
        """Status and body of the reply to one ``jobs.query``."""
        with self._lock:
            self.asked.append(body)
            if path.partition("?")[0] != f"/bigquery/v2/projects/{self.project}/queries":
                return _error(404, "notFound", "Not found")
            if self._failures:
                status, reason = self._failures.pop(0)
                return _error(status, reason, f"It failed: {reason}")
            try:
                cursor = self._database.execute(_duckdb(body["query"], self.project))
                rows = cursor.fetchall()
            except duckdb.Error as error:
                return _error(400, "invalidQuery", str(error))
            self._said.append(body["query"])
            return 200, _reply(self.project, [(item[0], str(item[1])) for item in cursor.description or ()], rows)

    def job(self, path: str) -> tuple[int, dict[str, Any]]:
        """Status and body of the reply to ``jobs.get``: the job that ``_reply`` names, and its bill."""
        if path.partition("?")[0] != f"/bigquery/v2/projects/{self.project}/jobs/job" or not self._said:
            return _error(404, "notFound", "Not found")
        if self.billed is None:
            return _error(403, "accessDenied", "Access Denied: Job")
        return 200, {
            "kind": "bigquery#job",
            "id": f"{self.project}:EU.job",
            "jobReference": {"projectId": self.project, "jobId": "job", "location": "EU"},
            "configuration": {"jobType": "QUERY", "query": {"query": self._said[-1]}},
            "status": {"state": "DONE"},
            "statistics": {"query": {"totalBytesBilled": str(self.billed)}},
        }

    def _handler(self) -> type[BaseHTTPRequestHandler]:
        served = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = json.loads(self.rfile.read(int(self.headers["content-length"])))
                self._say(*served.answer(self.path, body))

            def do_GET(self) -> None:
                self._say(*served.job(self.path))

            def _say(self, status: int, reply: dict[str, Any]) -> None:
                text = json.dumps(reply).encode()
                self.send_response(status)
                self.send_header("content-type", "application/json")
                self.send_header("content-length", str(len(text)))
                self.end_headers()
                self.wfile.write(text)

            def log_message(self, format: str, *args: object) -> None:  # noqa: A002 (the standard library's name)
                """Print nothing."""

        return Handler


def _duckdb(query: str, project: str) -> str:
    tree = sqlglot.parse_one(query, read="bigquery")
    for table in list(tree.find_all(exp.Table)):
        if table.catalog != project:
            raise duckdb.Error(f"Not found: Project {table.catalog}")
        table.set("catalog", None)
    for node in list(tree.find_all(exp.RegexpReplace)):
        if isinstance(node.this, exp.Normalize):
            node.replace(exp.func("strip_accents", node.this.this))
    return tree.sql("duckdb")


def _reply(project: str, columns: Sequence[tuple[str, str]], rows: Sequence[Sequence[Any]]) -> dict[str, Any]:
    fields = [{"name": name, "type": _field_type(kind), "mode": "NULLABLE"} for name, kind in columns]
    return {
        "kind": "bigquery#queryResponse",
        "jobComplete": True,
        "jobReference": {"projectId": project, "jobId": "job", "location": "EU"},
        "schema": {"fields": fields},
        "totalRows": str(len(rows)),
        "rows": [{"f": [{"v": _value(value)} for value in row]} for row in rows],
    }


def _field_type(kind: str) -> str:
    if kind == "DATE":
        return "DATE"
    if kind == "BOOLEAN":
        return "BOOLEAN"
    if kind == "DOUBLE":
        return "FLOAT"
    return "STRING" if kind == "VARCHAR" else "INTEGER"


def _value(value: Any) -> str | None:
    if value is None:
        return None
    if isinstance(value, bool):
        return str(value).lower()
    return value.isoformat() if isinstance(value, date) else str(value)


def _error(status: int, reason: str, message: str) -> tuple[int, dict[str, Any]]:
    item = {"reason": reason, "message": message, "domain": "global"}
    return status, {"error": {"code": status, "message": message, "errors": [item]}}
