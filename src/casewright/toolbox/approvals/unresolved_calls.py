"""Calls that were begun and have no outcome: what the audit and the journal know of them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import orjson

from casewright.domain.actors import Caller
from casewright.domain.ids import ActorId

if TYPE_CHECKING:
    from collections.abc import Iterable

    from casewright.audit.chain import Record
    from casewright.domain.ids import TenantId
    from casewright.tools.ports.audit import AuditLog
    from casewright.tools.ports.journal import CallJournal, Entry

RESOLVED_BY = "resolve_call"
"""The tool by which a person says what came of a call."""


@dataclass(frozen=True, slots=True)
class Unresolved:
    """A call without an outcome. ``id`` is its intent's number in the audit; where it has none, ``ACTOR:KEY``.

    ``caller`` is whose ``key`` it is.
    """

    id: str
    tool: str
    arguments: Any
    agent: str | None
    begun_at: str
    key: str | None
    caller: Caller


def unresolved_calls(audit: AuditLog, journal: CallJournal, tenant: TenantId) -> list[Unresolved]:
    """The tenant's calls that have an intent and no outcome, then those in the journal that have not even an intent.

    A call that runs just now is among them: nobody can tell it from one that was cut off.
    """
    begun = list(journal.unfinished(tenant))
    found = [
        Unresolved(
            str(event["seq"]),
            event["tool_name"],
            event["tool_args"],
            event["agent_id"],
            event["timestamp"],
            event["idempotency_key"],
            _caller(begun, event, tenant),
        )
        for event in _intents(audit.records(tenant))
    ]
    return found + [
        Unresolved(
            f"{entry.caller.actor}:{entry.key}" if entry.caller.actor else entry.key,
            entry.tool,
            None,
            entry.caller.actor or None,
            entry.begun_at.isoformat(),
            entry.key,
            entry.caller,
        )
        for entry in begun
    ]


def _caller(begun: list[Entry], event: dict[str, Any], tenant: TenantId) -> Caller:
    """Whose key the call of this intent has; where the journal knows the call, it is taken out of what was begun."""
    mine = (event["agent_id"], event["idempotency_key"])
    found = next((entry for entry in begun if (entry.caller.actor, entry.key) == mine), None)
    if found is None:
        return Caller(tenant, ActorId(event["agent_id"]))
    begun.remove(found)
    return found.caller


def _intents(records: Iterable[Record]) -> list[dict[str, Any]]:
    """The intents without an outcome."""
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
    return list(open_.values())
