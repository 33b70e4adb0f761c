"""A tool call, who makes it and where, and what comes back. Plain frozen values."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING

from casewright.domain.actors import Caller
from casewright.errors import BadArguments
from casewright.tools.key_scope import WHOLE, KeyScope

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import datetime

    from casewright.domain.actors import Actor
    from casewright.domain.ids import ActorId, MatterId, TenantId
    from casewright.errors import CasewrightError


class Status(StrEnum):
    """How a call ended (spec/tool-protocol.md, "Executor")."""

    SUCCESS = "success"
    UNKNOWN_TOOL = "unknown_tool"
    INVALID_ARGUMENTS = "invalid_arguments"
    DENIED = "denied"
    LIMITED = "limited"
    APPROVAL_REQUIRED = "approval_required"
    REJECTED = "rejected"
    NO_APPROVER = "no_approver"
    TIMEOUT = "timeout"
    ERROR = "error"
    UNKNOWN_OUTCOME = "unknown_outcome"


class SafetyLevel(StrEnum):
    """What a tool may do, in ascending order of ``rank`` (seed, "Safety Levels")."""

    SAFE = "safe"
    CAUTIOUS = "cautious"
    DANGEROUS = "dangerous"

    @property
    def rank(self) -> int:
        """0 for safe, 1 for cautious, 2 for dangerous."""
        return ("safe", "cautious", "dangerous").index(self.value)


@dataclass(frozen=True, slots=True)
class ToolCall:
    """What is asked for. ``id`` is the caller's own; results carry it."""

    id: str
    name: str
    arguments: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class CallContext:
    """Who asks, and within what. ``matter`` confines every call to that one matter.

    ``idempotency_key`` names one call: the second time it is answered from the record. ``why`` is shown to whoever
    has to approve it. After ``deadline``, an aware time, nothing begins, and what runs is given up as at a timeout.
    ``on_behalf_of`` is the person whom a model works for: what that person may not do, the call may not either.
    ``alone``: the caller holds a lock that everybody needs who uses such keys, so a call of its key that was begun
    and never ended has ended with its process. ``scope`` is what the key is for that the call came with.
    """

    actor: Actor
    matter: MatterId | None = None
    run: str | None = None
    round: int | None = None
    debate: str | None = None
    idempotency_key: str | None = None
    why: str | None = None
    deadline: datetime | None = None
    on_behalf_of: Actor | None = None
    alone: bool = False
    scope: KeyScope = WHOLE

    def __post_init__(self) -> None:
        if self.deadline is not None and self.deadline.tzinfo is None:
            raise BadArguments(f"the deadline {self.deadline.isoformat()} has no time zone: pass an aware time")

    @property
    def tenant(self) -> TenantId:
        """The actor's tenant."""
        return self.actor.tenant

    @property
    def caller(self) -> Caller:
        """Whose idempotency keys the call may use: nobody else's stands in their way."""
        return Caller.of(self.actor, self.on_behalf_of)

    @property
    def owner(self) -> ActorId:
        """Whose is what the call keeps: the person's whom a model works for, else the actor's own."""
        return self.actor.id if self.on_behalf_of is None else self.on_behalf_of.id


@dataclass(frozen=True, slots=True)
class Metadata:
    """What is known about the call beside its result. ``audit_seq`` is the outcome's number in the audit.

    ``error_kind`` is the name of the ``CasewrightError`` that says what to do next, None on success.
    ``approval_id`` is the request that the call waits for or ran by, ``approved_by`` who granted it. ``replayed``
    says that the call ran before and this is its recorded result. ``edited`` is what a person changed of the call
    before it ran, None where it ran as it was asked for.
    """

    execution_time_ms: float
    safety_level: SafetyLevel | None = None
    approved_by: str | None = None
    audit_seq: int | None = None
    error_kind: str | None = None
    approval_id: str | None = None
    replayed: bool = False
    edited: str | None = None


@dataclass(frozen=True, slots=True)
class ToolResult:
    """What came of one call.

    ``content`` is the text for a model; ``structured`` the same as plain JSON data, None where there is none.
    """

    id: str
    tool: str
    status: Status
    content: str
    metadata: Metadata
    structured: object = None
    error: str | None = None

    @property
    def success(self) -> bool:
        """Whether the tool ran and did what was asked."""
        return self.status is Status.SUCCESS


@dataclass(frozen=True, slots=True)
class Failure:
    """A handler's own refusal in the shape its contract gives: ``structured`` becomes result and content.

    A sentence as ``structured`` is the content word for word.
    """

    message: str
    structured: Mapping[str, object] | str
    kind: type[CasewrightError]


def error_object(message: str) -> Mapping[str, object]:
    """The seed's object for a call that failed, where its contract asks for one."""
    return {"status": "error", "error_message": message}
