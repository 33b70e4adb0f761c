"""The agent's calls: through the executor, as the case's assistant, for a person, within one case and no other.

The key of a call follows from the checkpoint that the step starts from, and from what the call asks, so that a step
that is taken again after a crash is answered from the record. A look-up that changes nothing needs none.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from hashlib import sha256
from typing import TYPE_CHECKING, Any

import orjson

from casewright.agents.cases.events import TurnEvent
from casewright.agents.cases.state import MadeRecord
from casewright.agents.streaming import tell
from casewright.domain.actors import Actor, ActorKind
from casewright.domain.ids import ActorId
from casewright.tools.calls import CallContext, Status, ToolCall

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from datetime import datetime

    from casewright.domain.ids import MatterId
    from casewright.tools.calls import ToolResult
    from casewright.tools.executor import Executor

ROLE = "case_assistant"
_UNREADABLE = "Tool error: the arguments of {name!r} are no JSON object. Send the call again with one."
_TWICE = frozenset({"activate_case", "request_payment", "check_payment", "create_support_ticket"})
"""Tools that answer with what is there already: asked again after a crash, what they do is done once."""
_UNKEYED = frozenset({"consult_grok"})
"""Tools whose words no record keeps: a name in them that is declared later could not be masked there. After a crash the
reasoner is asked once more; an approval is the same one."""


@dataclass(slots=True)
class CaseCalls:
    """Makes the calls of one step. ``place`` names the checkpoint that it starts from, ``node`` the step."""

    executor: Executor
    keyed: Callable[[str], bool]
    """Whether a call of this tool changes something, so that it needs a key."""
    person: Actor
    case: MatterId
    thread: str
    place: str
    node: str
    deadline: datetime
    _count: int = field(default=0)

    async def make(self, name: str, arguments: Mapping[str, Any], *, keyed: bool = True) -> MadeRecord:
        """What came of the call. It raises nothing but cancellation.

        Not ``keyed`` is for a call that does no more when it is made again: nobody has to remember that it was made.
        """
        try:
            text = orjson.dumps([name, dict(arguments)], option=orjson.OPT_SORT_KEYS)
            name, given = orjson.loads(text)
        except (TypeError, ValueError, RecursionError):
            content = _UNREADABLE.format(name=str(name)[:60])
            return MadeRecord(
                name=str(name)[:60], arguments={}, status="invalid_arguments", content=content, structured=None
            )
        key = self._key(text)
        tell(TurnEvent("call", name))
        result = await self._execute(name, given, key if keyed and self._is_keyed(name) else None)
        if name in _TWICE and _lost(result):
            result = await self._execute(name, given, f"{key}-again")
        tell(TurnEvent("result", name, result.status.value))
        return _record(name, given, result)

    async def look_up(self, *asked: tuple[str, str]) -> list[MadeRecord]:
        """What came of look-ups of the case, made side by side, in order: the tool, and how it calls the case's id."""
        calls = []
        for at, (name, called) in enumerate(asked):
            tell(TurnEvent("call", name))
            calls.append(ToolCall(f"{self.node}-{at}", name, {called: self.case}))
        results = await self.executor.execute_many(calls, self._context(None))
        for call, result in zip(calls, results, strict=True):
            tell(TurnEvent("result", call.name, result.status.value))
        return [_record(call.name, dict(call.arguments), found) for call, found in zip(calls, results, strict=True)]

    async def _execute(self, name: str, arguments: Mapping[str, Any], key: str | None) -> ToolResult:
        call = ToolCall(f"{self.node}-{self._count}", name, arguments)
        return await self.executor.execute(call, self._context(key))

    def _context(self, key: str | None) -> CallContext:
        # The person's name stands in the agent's: who asked is in every event, and cannot approve their own calls.
        actor = Actor(self.person.tenant, ActorId(f"{ROLE}/{self.person.id}"), ROLE, ActorKind.MODEL)
        return CallContext(
            actor=actor,
            matter=self.case,
            run=self.thread,
            idempotency_key=key,
            why=f"in the case, {self.node}",
            deadline=self.deadline,
            on_behalf_of=self.person,
            alone=True,  # a turn holds the lock of its case
        )

    def _is_keyed(self, name: str) -> bool:
        return name not in _UNKEYED and self.keyed(name)

    def _key(self, text: bytes) -> str:
        """Another for each call of the step, and the same when the step is taken again."""
        self._count += 1
        parts = (self.thread, self.place, self.node, str(self._count))
        return sha256("\x00".join(parts).encode() + b"\x00" + text).hexdigest()


def _lost(result: ToolResult) -> bool:
    """Whether a crash took what came of the call."""
    return result.status is Status.UNKNOWN_OUTCOME or (result.success and result.structured is None)


def _record(name: str, arguments: dict[str, Any], result: ToolResult) -> MadeRecord:
    return MadeRecord(
        name=name,
        arguments=arguments,
        status=result.status.value,
        content=result.content,
        structured=result.structured,
    )
