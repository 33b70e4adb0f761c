"""A role's calls: through the executor, for a person, within one deal, each under a key of its own.

The key of a call follows from its place in the debate and from what it asks, so that a turn that is taken again after
a crash is answered from the record, call by call. A look-up of a role that changes nothing needs none: the deal stands
as it stood, and recording the answer would cost as much as looking again.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from hashlib import sha256
from typing import TYPE_CHECKING, Any

import orjson

from casewright.agents.debate.events import DebateEvent
from casewright.agents.debate.mind import ToolReply
from casewright.agents.debate.state import ToolCall
from casewright.agents.streaming import tell
from casewright.domain.actors import Actor, ActorKind
from casewright.domain.debates import AgentRole
from casewright.domain.ids import ActorId
from casewright.tools.calls import CallContext, Status
from casewright.tools.calls import ToolCall as Asked

if TYPE_CHECKING:
    from collections.abc import Mapping

    from casewright.domain.ids import MatterId
    from casewright.tools.executor import Executor

_UNREADABLE = "Tool error: the arguments of {name!r} are no JSON object. Send the call again with one."
_TOO_MANY = "Limit reached: a role may make {most} calls in a turn; the next turn has {most} again"
_WRITING = ("flag_defect", "request_human_review")
_WRITERS = (AgentRole.SANAD_BREAKER.value, AgentRole.ARBITER.value)
"""The roles that may: what they look up in a turn may follow on what they did in it."""
_READING = ("lookup_claim", "lookup_calc", "search_evidence")


@dataclass(slots=True)
class RoleTools:
    """Fits ``mind.ToolBox``, for one role in one turn. ``place`` says which turn of the debate it is."""

    executor: Executor
    person: Actor
    deal: MatterId
    debate: str
    role: str
    round_number: int
    place: str
    run: str = ""
    """Whose calls are counted together, round by round; the debate's id where it is left out."""
    made: list[ToolCall] = field(default_factory=list)
    wrote: bool = False
    """Whether a call may have changed the deal."""
    _found: dict[int, list[dict[str, Any]]] = field(default_factory=dict)
    _counted: dict[bytes, int] = field(default_factory=dict)

    @property
    def found(self) -> dict[str, dict[str, Any]]:
        """Evidence that searches returned, by id, in the order in which it was asked for."""
        items = (one for _, found in sorted(self._found.items()) for one in found)
        kept: dict[str, dict[str, Any]] = {}
        for one in items:
            kept.setdefault(one["evidence_id"], one)
        return kept

    async def refuse(self, calls: int) -> str | None:
        """Why none of the calls of one answer of a model may be made; None where they may."""
        return await self.executor.refuse_answer(calls, self._context(None), made=len(self.made))

    async def call(self, name: str, arguments: Mapping[str, Any]) -> ToolReply:
        """What came of the call. It never raises but for cancellation."""
        most = self.executor.answer_limits.max_calls_per_turn
        if len(self.made) >= most:
            return ToolReply("limited", None, _TOO_MANY.format(most=most))
        try:
            text = orjson.dumps([name, dict(arguments)], option=orjson.OPT_SORT_KEYS)
            name, given = orjson.loads(text)
        except (TypeError, ValueError, RecursionError):
            return ToolReply("invalid_arguments", None, _UNREADABLE.format(name=str(name)[:60]))
        key = self._key(text)
        tell(DebateEvent("call", f"{self.role}: {name}", self.round_number))
        asked = Asked(key[:16], str(name), given)
        place = len(self.made)  # in the order of asking, where calls run side by side
        self.made.append(ToolCall(asked.id, asked.name, given, "running", None))
        keyless = name in _READING and self.role not in _WRITERS
        result = await self.executor.execute(asked, self._context(None if keyless else key))
        if result.status is Status.UNKNOWN_OUTCOME and name in _WRITING:
            # Cut off by a crash: both tools answer with what is there already, so that asking again does it once.
            result = await self.executor.execute(asked, self._context(f"{key}-again"))
        self.made[place] = ToolCall(asked.id, asked.name, given, result.status.value, result.metadata.audit_seq)
        if result.success:
            self.wrote |= name in _WRITING
            self._note(place, name, result.structured)
        return ToolReply(result.status.value, result.structured, result.content)

    def _context(self, key: str | None) -> CallContext:
        # The person's name stands in the agent's: who asked is in every event, and cannot approve their own calls.
        actor = Actor(self.person.tenant, ActorId(f"{self.role}/{self.person.id}"), self.role, ActorKind.MODEL)
        return CallContext(
            actor=actor,
            matter=self.deal,
            run=self.run or self.debate,
            round=self.round_number,
            debate=self.debate,
            idempotency_key=key,
            why=f"in the debate, {self.place}",
            on_behalf_of=self.person,
            alone=True,  # who holds or resumes a debate holds its lock
        )

    def _key(self, text: bytes) -> str:
        """The same for the same call in the same turn, and another for its repetition within the turn."""
        times = self._counted[text] = self._counted.get(text, 0) + 1
        parts = (self.debate, self.place, self.role, str(times))
        return sha256("\x00".join(parts).encode() + b"\x00" + text).hexdigest()

    def _note(self, place: int, name: str, structured: Any) -> None:
        if name == "search_evidence":
            self._found[place] = structured["results"]
