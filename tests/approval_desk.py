"""A desk at which a dangerous call is asked for and decided on."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from casewright.adapters.database.approvals import SqlApprovals
from casewright.adapters.database.journal import SqlJournal
from casewright.domain.actors import Actor
from casewright.domain.approvals import ApprovalId, ApprovalRequest
from casewright.domain.ids import ActorId
from casewright.tools.calls import CallContext, ToolResult
from casewright.tools.definition import Tool, define_tool
from tests.fakes.governed import ADMIN, TENANT, Governed
from tests.fakes.memory_approvals import MemoryApprovals
from tests.fakes.memory_journal import MemoryJournal

if TYPE_CHECKING:
    from casewright.adapters.database.engine import Database
    from casewright.tools.decisions import Decision

PARTNER = Actor(TENANT, ActorId("pat"), "PARTNER")
RULE = '[tools.wipe]\nroles = ["ADMIN"]\n'
FOUR_EYES = RULE + 'approval = { roles = ["ADMIN", "PARTNER"], four_eyes = true, expires_hours = 2 }'


class Desk:
    """An executor with the dangerous tool ``wipe``, which needs a second person; ``ran`` is what it did."""

    def __init__(
        self,
        rules: str = FOUR_EYES,
        *,
        database: Database | None = None,
        approver: Any = None,
        store: Any = None,
        journal: Any = None,
    ) -> None:
        self.ran: list[str] = []
        self.memory = MemoryApprovals()
        approvals = SqlApprovals(database) if database is not None else store or self.memory
        journal = SqlJournal(database) if database is not None else journal or MemoryJournal()
        self.governed = Governed(self.wipe(), rules=rules, approvals=approvals, journal=journal, approver=approver)

    def wipe(self, version: str = "1") -> Tool:
        """The tool, in any version."""
        spec = [{"name": "path", "type": "string", "description": "What to wipe"}]
        made = define_tool(
            "wipe",
            "Wipes.",
            spec,
            required=["path"],
            safety_level="dangerous",
            handler=lambda given: self.ran.append(given["path"]),
            preview=lambda given: f"would wipe {given['path']}",
        )
        return replace(made, version=version)

    def ask(self, path: str = "a", *, key: str | None = None, actor: Actor = ADMIN) -> ToolResult:
        """Ask for a wipe."""
        context = CallContext(actor, run="r", idempotency_key=key, why="it is old")
        return self.governed.call("wipe", {"path": path}, context)

    def decide(self, asked: ToolResult, decision: Decision, by: Actor = PARTNER) -> ToolResult:
        """Decide on what was asked for."""
        return self.governed.decide(asked.metadata.approval_id, decision, by)

    def stored(self, asked: ToolResult) -> ApprovalRequest:
        """The request as it is stored."""
        assert self.governed.approvals is not None
        found = self.governed.approvals.get(TENANT, ApprovalId(asked.metadata.approval_id or ""))
        assert found is not None
        return found

    def tamper(self, asked: ToolResult, **changes: Any) -> None:
        """Change the stored request behind everybody's back."""
        stored = self.stored(asked)
        self.memory.requests[TENANT, stored.id] = replace(stored, **changes)

    def trail(self) -> list[tuple[str, str, str | None]]:
        """Type, who and status of every event."""
        return [(one["event_type"], one["agent_id"], one["result_status"]) for one in self.governed.events()]
