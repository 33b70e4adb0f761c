"""An executor over tools of a test's own, with everything in memory."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

import orjson

from casewright.audit.memory import MemoryAuditLog
from casewright.domain.actors import Actor, ActorKind
from casewright.domain.ids import ActorId, TenantId
from casewright.policy.policy import compile_policy
from casewright.toolbox.cases.case_entry import CaseEntry
from casewright.toolbox.cases.case_words import CASE_WORDS
from casewright.toolbox.cases.payment_lock import PaymentLock
from casewright.tools.calls import CallContext, ToolCall, ToolResult
from casewright.tools.executor import Executor
from casewright.tools.registry import Registry
from tests.fakes.fixed_clock import FixedClock
from tests.fakes.memory_matters import MemoryMatters
from tests.providers.stopped_time import run_past

if TYPE_CHECKING:
    import threading
    from collections.abc import Mapping, Sequence

    from casewright.policy.policy import Policy
    from casewright.tools.decisions import ApprovalHandler, Decision
    from casewright.tools.definition import Tool
    from casewright.tools.hooks import Hook
    from casewright.tools.ports.approvals import ApprovalStore
    from casewright.tools.ports.billing import CaseStatuses
    from casewright.tools.ports.consents import ConsentStore
    from casewright.tools.ports.effects import Effects
    from casewright.tools.ports.firewall import EntryFirewall
    from casewright.tools.ports.journal import CallJournal
    from tests.fakes.memory_people import MemoryParticipants

KEY = b"k" * 32
TENANT = TenantId("acme")
ADMIN = Actor(TENANT, ActorId("ada"), "ADMIN")
AGENT = Actor(TENANT, ActorId("document_agent-1"), "document_agent", ActorKind.MODEL)


class Governed:
    """A registry, an executor and its audit; ADMIN may call every tool, others none unless ``rules`` says so.

    A ``policy`` given is taken as it is.
    """

    def __init__(
        self,
        *tools: Tool,
        rules: str = "",
        log: MemoryAuditLog | None = None,
        matters: MemoryMatters | None = None,
        participants: MemoryParticipants | None = None,
        policy: Policy | None = None,
        approvals: ApprovalStore | None = None,
        journal: CallJournal | None = None,
        approver: ApprovalHandler | None = None,
        consents: ConsentStore | None = None,
        firewall: EntryFirewall | None = None,
        cases: CaseStatuses | None = None,
        hooks: Sequence[Hook] = (),
        effects: Effects | None = None,
    ) -> None:
        self.log = log or MemoryAuditLog()
        self.matters = matters or MemoryMatters()
        listed = [f'[tools.{tool.name}]\nroles = ["ADMIN"]' for tool in tools if f"[tools.{tool.name}]" not in rules]
        roles = '[roles]\npeople = ["ADMIN", "PARTNER", "CLIENT"]\nmodels = ["document_agent"]'
        self.policy = policy or compile_policy({"roles": roles, "tools": "\n".join([*listed, rules])})
        self.clock = FixedClock()
        self.registry = Registry(tools)
        self.approvals = approvals
        self.journal = journal
        entry = CaseEntry(self.matters, firewall, KEY)
        self.executor = Executor(
            self.registry,
            policy=self.policy,
            audit=self.log,
            clock=self.clock,
            matters=self.matters,
            participants=participants,
            key=KEY,
            threads=4,
            approvals=approvals,
            journal=journal,
            approver=approver,
            consents=consents,
            gates=[] if cases is None else [PaymentLock(cases, entry.case_of)],
            entry=entry,
            matter_words=[CASE_WORDS],
            hooks=hooks,
            effects=effects,
        )

    def call(
        self, name: str, arguments: Mapping[str, object] | None = None, context: CallContext | None = None
    ) -> ToolResult:
        """Run one call to its end."""
        return asyncio.run(self.executor.execute(ToolCall("1", name, arguments or {}), context or CallContext(ADMIN)))

    def time_out(
        self,
        began: threading.Event,
        name: str,
        arguments: Mapping[str, object] | None = None,
        context: CallContext | None = None,
    ) -> ToolResult:
        """Run one call, in which time stands still until the tool ``began``, and every time-out comes after that."""
        call = ToolCall("1", name, arguments or {})
        return run_past(3600.0, began, self.executor.execute(call, context or CallContext(ADMIN)))

    def decide(self, request: str | None, decision: Decision, by: Actor) -> ToolResult:
        """Take this person's decision on a request."""
        return asyncio.run(self.executor.decide(request or "", decision, CallContext(by)))

    def call_many(self, calls: Sequence[ToolCall], context: CallContext | None = None) -> list[ToolResult]:
        """Run calls side by side to their end."""
        return asyncio.run(self.executor.execute_many(calls, context or CallContext(ADMIN)))

    def events(self) -> list[dict[str, Any]]:
        """What the audit holds, in order."""
        return [orjson.loads(record.body) for record in self.log.records(TENANT)]

    def trail(self) -> list[tuple[str, str | None]]:
        """Phase and status of every event, in order."""
        return [(event["phase"], event["result_status"]) for event in self.events()]
