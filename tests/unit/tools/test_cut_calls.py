"""Calls with a key that a process was killed in: before their effect, or after it."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from casewright.adapters.database.audit_log import SqlAuditLog
from casewright.adapters.database.effects import SqlEffects
from casewright.adapters.database.journal import SqlJournal
from casewright.adapters.database.matters import SqlMatters
from casewright.domain.matters import MatterKind
from casewright.policy.policy import compile_policy
from casewright.toolbox.matters.create_matter import create_matter
from casewright.tools.approval_token import fingerprint
from casewright.tools.calls import CallContext, Status, ToolCall
from casewright.tools.effects import Effect, current_effect
from casewright.tools.executor import Executor
from casewright.tools.outcomes import Outcome
from casewright.tools.ports.journal import Entry, RecordedResult
from casewright.tools.registry import Registry
from tests.audit_events import event
from tests.fakes.fixed_clock import START, FixedClock
from tests.fakes.governed import ADMIN, TENANT

if TYPE_CHECKING:
    from casewright.adapters.database.engine import Database
    from casewright.tools.calls import ToolResult

pytestmark = pytest.mark.requirement("cut-before-its-effect")
CALL = ToolCall("1", "create_matter", {"title": "Alpha"})
CONTEXT = CallContext(ADMIN, idempotency_key="once")
RESULT = RecordedResult("success", "Alpha is there.", "{}", None, None, "0" * 64)


class Office:
    """An executor beside what a killed process left: the key of a call that was begun."""

    def __init__(self, database: Database) -> None:
        self.matters, self.journal = SqlMatters(database), SqlJournal(database)
        self.log, clock = SqlAuditLog(database, durability="each"), FixedClock()
        self.executor = Executor(
            Registry([create_matter(matters=self.matters, clock=clock)]),
            policy=compile_policy(
                {"roles": '[roles]\npeople = ["ADMIN"]', "tools": '[tools.create_matter]\nroles = ["ADMIN"]'}
            ),
            audit=self.log,
            clock=clock,
            journal=self.journal,
            effects=SqlEffects(database, self.log, now=clock.now),
        )
        self.journal.begin(
            Entry(CONTEXT.caller, "once", fingerprint(CONTEXT, CALL.name, CALL.arguments), CALL.name, START)
        )

    def take_effect(self) -> None:
        """The killed process came as far as the effect."""
        begun = replace(event(), tenant_id=TENANT, tool_name=CALL.name, phase="intent", idempotency_key="once")
        intent = self.log.submit(begun)
        assert isinstance(intent, int)
        effect = Effect(TENANT, intent, keep=lambda _: self.journal.finish(CONTEXT.caller, "once", RESULT))
        token = current_effect.set(effect)
        self.matters.create(
            TENANT,
            title="Alpha",
            description="",
            kind=MatterKind.MATTER,
            jurisdiction=None,
            created_by=ADMIN.id,
            at=START,
        )
        effect.end(Outcome(Status.SUCCESS, RESULT.content, {}, None, None, RESULT.result_hash))
        current_effect.reset(token)

    def call(self, *, alone: bool) -> ToolResult:
        """Make the call under its key again."""
        return asyncio.run(self.executor.execute(CALL, replace(CONTEXT, alone=alone)))

    def titles(self) -> list[str]:
        """The matters that are there."""
        return [one.title for one in self.matters.all(TENANT)]


def test_call_that_was_cut_before_its_effect_runs_once(database: Database) -> None:
    """Who alone uses the key makes the call again under it, and is answered from the record after that."""
    office = Office(database)
    assert office.call(alone=True).status is Status.SUCCESS
    assert office.call(alone=True).metadata.replayed
    assert office.titles() == ["Alpha"]


def test_call_that_another_process_may_still_be_at_is_not_repeated(database: Database) -> None:
    """Where others may use the key, nobody knows whether the call still runs: it is left to a person."""
    office = Office(database)
    assert office.call(alone=False).status is Status.UNKNOWN_OUTCOME
    assert office.titles() == []


@pytest.mark.parametrize("alone", [True, False])
def test_call_whose_effect_is_there_is_not_made_again(database: Database, *, alone: bool) -> None:
    """An effect that a process committed before it was killed answers, also where nobody has recovered since."""
    office = Office(database)
    office.take_effect()
    result = office.call(alone=alone)
    assert (result.status, result.content) == (Status.SUCCESS, RESULT.content)
    assert office.titles() == ["Alpha"]
