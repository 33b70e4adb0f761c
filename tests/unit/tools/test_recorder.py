"""Tests of casewright.tools.recorder, through governed calls."""

from __future__ import annotations

import asyncio

import pytest

from casewright.audit.memory import MemoryAuditLog
from casewright.policy.policy import compile_policy
from casewright.tools.calls import CallContext, ToolCall
from casewright.tools.definition import tool
from casewright.tools.executor import Executor
from casewright.tools.registry import Registry
from tests.fakes.fixed_clock import FixedClock
from tests.fakes.governed import ADMIN, TENANT, Governed


@tool(safety_level="safe", sensitive=["pin"])
def unlock(pin: str, note: str = "") -> str:
    """Unlock."""
    return "open"


@pytest.mark.requirement("tool-sensitive")
def test_long_arguments_with_a_secret_are_recorded_as_a_keyed_hash() -> None:
    """Beside a long text that is known a plain hash would let a short secret be guessed: it is keyed."""
    governed = Governed(unlock)
    governed.call("unlock", {"pin": "1234", "note": "x" * 70_000})
    governed.call("unlock", {"pin": "1235", "note": "x" * 70_000})
    recorded = [event["tool_args"] for event in governed.events()[::2]]
    assert [set(one) for one in recorded] == [{"hmac-sha256", "bytes"}] * 2
    assert recorded[0] != recorded[1]


@pytest.mark.requirement("tool-sensitive")
def test_without_a_key_a_secret_is_withheld() -> None:
    """A sensitive tool that is registered later, with an executor that has no key, leaves no hash to guess from."""
    log, registry = MemoryAuditLog(), Registry()
    policy = compile_policy({"p": '[roles]\npeople = ["ADMIN"]\n[tools.unlock]\nroles = ["ADMIN"]'})
    executor = Executor(registry, policy=policy, audit=log, clock=FixedClock())
    registry.register(unlock)
    asyncio.run(executor.execute(ToolCall("1", "unlock", {"pin": "1234"}), CallContext(ADMIN)))
    executor.close()
    bodies = [record.body for record in log.records(TENANT)]
    assert all(b"hmac-sha256:withheld, there is no key" in body for body in bodies)
