"""What stands in a home, read behind the product's back: rows, events and files."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    Row = dict[str, Any]

CREATED = ("create_matter", "create_case")


@dataclass(frozen=True, slots=True)
class Ledger:
    """The tables by name, the audit's events in order, and the files of the stores by their path below the home."""

    tables: dict[str, list[Row]]
    events: Sequence[Row]
    files: dict[str, bytes]

    def rows(self, table: str) -> list[Row]:
        """The table's rows."""
        return self.tables[table]

    def done(self, *tools: str) -> list[Row]:
        """The events that say of a call of one of these tools that it succeeded."""
        return [one for one in self.events if one["tool_name"] in tools and _succeeded(one)]

    def of_type(self, *types: str) -> list[Row]:
        """The events of these types."""
        return [one for one in self.events if one["event_type"] in types]

    def case_field(self, field: str) -> list[Any]:
        """What every case has in that field of its file."""
        return [json.loads(row["content"]) for row in self.rows("case_details") if row["field"] == field]


def read_ledger(home: Path) -> Ledger:
    """Everything as it stands now."""
    with closing(sqlite3.connect(f"file:{home / 'casewright.db'}?mode=ro", uri=True)) as connection:
        connection.row_factory = sqlite3.Row
        names = connection.execute("SELECT name FROM sqlite_master WHERE type = 'table' AND sql NOT LIKE '%VIRTUAL%'")
        tables = {
            name: [dict(row) for row in connection.execute(f'SELECT * FROM "{name}"')]
            for (name,) in names.fetchall()
            if not name.startswith(("sqlite_", "chunk_words_index"))
        }
    events = [json.loads(row["body"]) for row in sorted(tables["audit_events"], key=lambda row: int(row["seq"]))]
    stored = [path for store in ("blobs", "drafts") for path in (home / store).rglob("*") if path.is_file()]
    return Ledger(tables, events, {path.relative_to(home).as_posix(): path.read_bytes() for path in stored})


def _succeeded(event: Row) -> bool:
    return event["phase"] in ("outcome", "late") and event["result_status"] == "SUCCESS"
