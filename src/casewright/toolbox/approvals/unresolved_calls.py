"""Calls that were begun and have no outcome: what the audit and the journal know of them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import orjson

if TYPE_CHECKING:
    from collections.abc import Iterable

    from casewright.audit.chain import Record
    from casewright.domain.ids import TenantId
    from casewright.tools.ports.audit import AuditLog
    from casewright.tools.ports.journal import CallJournal

RESOLVED_BY = "resolve_call"
"""The tool by which a person says what came of a call."""


@dataclass(frozen=True, slots=True)
class Unresolved:
    """A call without an outcome. ``id`` is its intent's number in the audit; where it has none, its key."""

    id: str
    tool: str
    arguments: Any
    agent: str | None
    begun_at: str
    key: str | None


def unresolved_calls(audit: AuditLog, journal: CallJournal, tenant: TenantId) -> list[Unresolved]:
    """The tenant's calls that have an intent and no outcome, then those in the journal that have not even an intent.

    A call that runs just now is among them: nobody can tell it from one that was cut off.
    """
    open_, keys = _intents(audit.records(tenant))
    found = [
        Unresolved(
            str(event["seq"]),
            event["tool_name"],
            event["tool_args"],
            event["agent_id"],
            event["timestamp"],
            event["idempotency_key"],
        )
        for event in open_
    ]
    begun = [entry for entry in journal.unfinished(tenant) if entry.key not in keys]
    return found + [
        Unresolved(entry.key, entry.tool, None, None, entry.begun_at.isoformat(), entry.key) for entry in begun
    ]


def _intents(records: Iterable[Record]) -> tuple[list[dict[str, Any]], set[str]]:
    """The intents without an outcome, and the keys of all that are open."""
    open_: dict[int, dict[str, Any]] = {}
    resolving: dict[int, str] = {}
    for record in records:
        event = orjson.loads(record.body)
        if event["phase"] == "intent":
            open_[event["seq"]] = event
            if event["tool_name"] == RESOLVED_BY:
                resolving[event["seq"]] = str(event["tool_args"].get("call"))
        elif event["phase"] in ("outcome", "late"):
            open_.pop(event["intent_seq"], None)
            done = resolving.pop(event["intent_seq"], "")
            if event["result_status"] == "SUCCESS" and done.isdecimal():
                open_.pop(int(done), None)
    return list(open_.values()), {event["idempotency_key"] for event in open_.values() if event["idempotency_key"]}
