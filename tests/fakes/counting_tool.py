"""A tool that counts how often it ran, and an executor under a policy that a test writes."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

from casewright.policy.policy import compile_policy
from casewright.tools.calls import CallContext, Status, ToolCall
from casewright.tools.definition import Tool, define_tool
from casewright.tools.executor import Executor
from casewright.tools.registry import Registry
from tests.fakes.fixed_clock import FixedClock
from tests.fakes.governed import ADMIN, Governed

if TYPE_CHECKING:
    from collections.abc import Mapping

    from casewright.audit.memory import MemoryAuditLog
    from casewright.domain.actors import Actor


class Ran:
    """A tool that counts how often it ran."""

    def __init__(self, name: str = "transfer", level: str = "cautious", **parameters: str) -> None:
        self.times = 0
        spec = [{"name": key, "type": kind, "description": ""} for key, kind in parameters.items()]
        self.tool = define_tool(name, "Counts.", spec, safety_level=level, handler=self._run)

    def _run(self, _arguments: Mapping[str, Any]) -> int:
        self.times += 1
        return self.times


def under(policy: str, *tools: Tool, log: MemoryAuditLog | None = None) -> tuple[Executor, MemoryAuditLog]:
    """An executor under the policy's text, and its audit."""
    governed = Governed(log=log)
    texts = {"p": policy} if policy else {}
    compiled = compile_policy(texts)
    return Executor(Registry(tools), policy=compiled, audit=governed.log, clock=FixedClock()), governed.log


def call(executor: Executor, name: str, arguments: Mapping[str, object], actor: Actor = ADMIN) -> Status:
    """Run one call to its end; its status."""
    return asyncio.run(executor.execute(ToolCall("1", name, arguments), CallContext(actor))).status


ROLES = '[roles]\npeople = ["ADMIN"]\nmodels = ["document_agent"]\n'
