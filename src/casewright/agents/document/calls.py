"""The agent's calls: made through the executor, side by side, each under the key of its place in the graph."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from casewright.domain.actors import Actor, ActorKind
from casewright.domain.ids import ActorId
from casewright.tools.calls import CallContext, Status, ToolCall

if TYPE_CHECKING:
    from collections.abc import Sequence

    from casewright.agents.document.state import OpenCall
    from casewright.domain.ids import MatterId
    from casewright.tools.calls import ToolResult
    from casewright.tools.executor import Executor

ROLE = "document_agent"
_WHY = 300
_MALFORMED = "Tool error: the arguments of {name} are no JSON object. Send the call again with one."


class Calls:
    """Makes a run's calls in the role ``document_agent``, for a person, in one matter and no other."""

    def __init__(self, executor: Executor, person: Actor, matter: MatterId, thread: str) -> None:
        self._executor = executor
        # The person's name stands in the agent's: who asked is in every event, and cannot approve their own calls.
        actor = Actor(person.tenant, ActorId(f"{ROLE}/{person.id}"), ROLE, ActorKind.MODEL)
        self._context = CallContext(actor=actor, matter=matter, run=thread, on_behalf_of=person)

    @property
    def most_in_answer(self) -> int:
        """How many calls the policy allows in one answer."""
        return self._executor.answer_limits.max_calls

    async def refuse(self, calls: int, *, made: int, turn: int) -> str | None:
        """Why none of the calls of the model's answer may be made; None where they may."""
        return await self._executor.refuse_answer(calls, replace(self._context, round=turn), made=made)

    async def make(self, calls: Sequence[OpenCall], *, turn: int, why: str) -> list[OpenCall]:
        """The calls with what came of each, in order. One that has a result already is left as it is."""
        waiting = [call for call in calls if call["status"] is None]
        context = replace(self._context, round=turn, why=why[:_WHY] or None)
        results = await self._executor.execute_many(
            [ToolCall(call["id"], call["name"], _arguments(call)) for call in waiting],
            context,
            keys=[call["key"] for call in waiting],
        )
        ended = {call["key"]: _ended(call, result) for call, result in zip(waiting, results, strict=True)}
        return [ended.get(call["key"], call) for call in calls]


def _arguments(call: OpenCall) -> dict[str, object]:
    """What the executor is given; arguments that could not be read are recorded, and refused, as what they were."""
    return call["arguments"] if call["malformed"] is None else {"malformed": call["malformed"]}


def _ended(call: OpenCall, result: ToolResult) -> OpenCall:
    waits = result.status is Status.APPROVAL_REQUIRED
    content = result.content if call["malformed"] is None else _MALFORMED.format(name=call["name"])
    return {
        **call,
        "status": None if waits else result.status.value,
        "content": content,
        "structured": result.structured,
        "approval": result.metadata.approval_id,
        "audit_seq": result.metadata.audit_seq,
        "ms": round(result.metadata.execution_time_ms, 3),
    }
