"""What a home comes to, without what differs from one run to another: ids that are drawn, and times."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from tests.kills.ledger import Ledger, Row

_SHOWN: Mapping[str, Sequence[str]] = {
    "documents": ("matter_id", "filename", "blob", "status", "error", "characters", "chunk_count"),
    "claims": ("deal_id", "text", "grade", "verdict", "action"),
    "defects": ("deal_id", "type", "description", "status"),
    "human_gates": ("deal_id", "reason", "status"),
    "debates": ("deal_id", "status", "stop_reason"),
    "saved_queries": ("owner", "name", "query"),
    "cases": ("id", "status", "tier"),
    "case_grants": ("case_id",),
    "support_tickets": ("case_id", "description"),
}
_FIELDS = {"facts": "fact", "user_statements": "text", "objectives": "objective", "documents_analysis": "summary"}


def summary(ledger: Ledger) -> Mapping[str, Sequence[str]]:
    """By table or field of a case file, a line for each thing that is there, in order."""
    found = {table: [_line(row, names) for row in ledger.rows(table)] for table, names in _SHOWN.items()}
    for field, name in _FIELDS.items():
        found[field] = [one[name] for case in ledger.case_field(field) for one in case]
    # What is asked depends on when it was read, and is asked again by who goes on: their ids are never the same.
    log = [one for case in ledger.case_field("agent_interactions") for one in case["log"] if one["event"] != "question"]
    found["log"] = [" ".join(str(one.get(name, "")) for name in ("event", "who", "text")) for one in log]
    found["originals"] = [row["blob"] for row in ledger.rows("documents")]
    return {name: sorted(lines) for name, lines in found.items()}


def _line(row: Row, names: Sequence[str]) -> str:
    return json.dumps([row[name] for name in names], default=str)
