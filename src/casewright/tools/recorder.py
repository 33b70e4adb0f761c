"""What the audit is told about a call: the seed's fields, sensitive arguments as keyed hashes."""

from __future__ import annotations

import hmac
from hashlib import sha256
from typing import TYPE_CHECKING

import orjson

from casewright.audit.events import Event, Phase
from casewright.canonical import Json, without_floats
from casewright.domain.actors import ActorKind
from casewright.tools.calls import Status
from casewright.tools.matter_names import named_matter

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from casewright.tools.calls import CallContext, ToolCall
    from casewright.tools.definition import Tool
    from casewright.tools.ports.clock import Clock

_ARGUMENTS_LIMIT = 65_536
"""Bytes of arguments that are recorded word for word; longer ones are recorded as their hash and size."""
_KEYED = "hmac-sha256:"
_SENTENCE = 1000
"""Characters of a name or reason that are recorded."""
EVENT_TYPES = {
    ActorKind.PERSON: "person.tool_call",
    ActorKind.MODEL: "agent.tool_call",
    ActorKind.SERVICE: "service.tool_call",
    ActorKind.SERVICE_ACCOUNT: "service.tool_call",
}


class Recorder:
    """Writes events about calls. ``key`` hashes sensitive arguments, so that equal values can be told equal."""

    def __init__(self, clock: Clock, policy_hash: str, key: bytes) -> None:
        self._clock = clock
        self._policy_hash = policy_hash
        self._key = key

    def event(
        self,
        phase: Phase,
        call: ToolCall,
        context: CallContext,
        tool: Tool | None,
        arguments: Mapping[str, Json],
        *,
        status: str | None = None,
        result_hash: str | None = None,
        reason: str | None = None,
        intent_seq: int | None = None,
        approval: str | None = None,
        event_type: str | None = None,
    ) -> Event:
        """The event of this phase of the call; ``arguments`` as ``recorded`` gives them.

        Without ``event_type`` it is one of a person's or an agent's call.
        """
        actor = context.actor
        return Event(
            tenant_id=actor.tenant,
            event_type=event_type or EVENT_TYPES[actor.kind],
            timestamp=self._clock.now().isoformat(timespec="microseconds"),
            agent_id=actor.id,
            role=actor.role,
            phase=phase,
            call_id=_printable(call.id),
            tool_name=_printable(call.name),
            tool_version=None if tool is None else tool.version,
            tool_args=arguments,
            result_status=status,
            result_hash=result_hash,
            reason=None if reason is None else _printable(reason),
            matter_id=context.matter or _shown_matter(arguments),
            debate_id=context.debate,
            run_id=context.run,
            round_number=context.round,
            intent_seq=intent_seq,
            policy_hash=self._policy_hash,
            approval_id=approval,
            idempotency_key=context.idempotency_key,
        )

    def refusal(
        self,
        call: ToolCall,
        context: CallContext,
        reason: str,
        *,
        tool: Tool | None = None,
        arguments: Mapping[str, Json] | None = None,
        status: Status = Status.DENIED,
        phase: Phase = "stopped",
        approval: str | None = None,
        event_type: str | None = None,
    ) -> Event:
        """The event of something that was asked for and did not run: a call, a key, a message from outside."""
        return self.event(
            phase,
            call,
            context,
            tool,
            {} if arguments is None else arguments,
            status=status.upper(),
            reason=reason,
            approval=approval,
            event_type=event_type,
        )

    def recorded(
        self, tool: Tool | None, arguments: Mapping[str, object], withheld: Collection[str] = ()
    ) -> Mapping[str, Json]:
        """The arguments as they may stand in the audit; ``withheld`` ones as if they were sensitive."""
        sensitive = frozenset(withheld) if tool is None else tool.sensitive.union(withheld)
        try:
            plain = orjson.dumps(dict(arguments))
            if len(plain) > _ARGUMENTS_LIMIT:
                return self._digest(plain, keyed=not sensitive.isdisjoint(arguments))
            return {
                name: self._hashed(value) if name in sensitive else without_floats(value)
                for name, value in arguments.items()
            }
        except (TypeError, ValueError, AttributeError):
            return {"unrecordable": "the arguments are not JSON"}

    def _digest(self, plain: bytes, *, keyed: bool) -> Mapping[str, Json]:
        """What stands for long arguments. A plain hash would let a short secret beside known text be guessed."""
        if keyed:
            return {"hmac-sha256": _keyed(self._key, plain), "bytes": len(plain)}
        return {"sha256": sha256(plain).hexdigest(), "bytes": len(plain)}

    def keyed(self, result_hash: str) -> str:
        """A result's hash that tells nobody without the key which result it was."""
        return keyed_hash(self._key, result_hash)

    def _hashed(self, value: object) -> str:
        return f"{_KEYED}{_keyed(self._key, orjson.dumps(value))}"


def keyed_hash(key: bytes, text: str) -> str:
    """``hmac-sha256:…`` of the text: equal texts have equal ones, and without the key none can be guessed."""
    return _KEYED + _keyed(key, text.encode())


def _keyed(key: bytes, plain: bytes) -> str:
    # A tool registered after the executor was made may find no key; a hash without one would tell the value.
    return hmac.new(key, plain, sha256).hexdigest() if key else "withheld, there is no key"


def _shown_matter(arguments: Mapping[str, Json]) -> str | None:
    """The matter that the arguments name; None where what stands in its place is no id and was withheld."""
    named = named_matter(arguments)
    return None if named is None or named.startswith(_KEYED) else named


def _printable(text: str) -> str:
    """``text`` without lone surrogates, which no JSON can hold, and not longer than a sentence needs."""
    if text.isascii() and len(text) <= _SENTENCE:
        return text
    return text.encode("utf-8", "replace").decode()[:_SENTENCE]
