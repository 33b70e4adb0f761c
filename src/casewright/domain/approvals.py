"""A call that waits for a person: exactly what would run, who asks and why, and what was decided."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, NewType

from casewright.domain.actors import Caller

if TYPE_CHECKING:
    from datetime import datetime

    from casewright.domain.actors import Actor
    from casewright.domain.ids import ActorId, MatterId, TenantId

ApprovalId = NewType("ApprovalId", str)


class ApprovalState(StrEnum):
    """Where a request stands. ``pending`` and ``granted`` lead on, the others are final."""

    PENDING = "pending"
    GRANTED = "granted"
    REJECTED = "rejected"
    EDITED = "edited"
    EXPIRED = "expired"
    CONSUMED = "consumed"


@dataclass(frozen=True, slots=True)
class ApprovalRequest:
    """One stored call that needs a person's approval, and what became of it.

    ``arguments`` is their JSON text, word for word what will run. ``call_key`` is what the journal knows the call by.
    ``fingerprint`` says which call was first asked for under it; an edited request keeps it. ``token`` binds every
    field above it, ``seal`` the decision to the token. ``replaces`` and ``replaced_by`` join the two sides of an edit,
    ``edited_by`` is who wrote the new side. ``behind`` is the person whom a model works for that does not say so in its
    name; the token binds it, too.
    """

    id: ApprovalId
    requester: Actor
    matter: MatterId | None
    run: str | None
    round: int | None
    debate: str | None
    call_id: str
    call_key: str
    fingerprint: str
    tool: str
    tool_version: str
    arguments: str
    argument_hash: str
    policy_hash: str
    preview: str
    why: str
    nonce: str
    created_at: datetime
    expires_at: datetime
    replaces: ApprovalId | None
    edited_by: ActorId | None
    token: str
    behind: Actor | None = None
    state: ApprovalState = ApprovalState.PENDING
    decided_by: ActorId | None = None
    decided_at: datetime | None = None
    reason: str | None = None
    replaced_by: ApprovalId | None = None
    seal: str | None = None

    @property
    def tenant(self) -> TenantId:
        """The requester's tenant."""
        return self.requester.tenant

    @property
    def caller(self) -> Caller:
        """Whose the key of the call is."""
        return Caller.of(self.requester, self.behind)

    @property
    def person(self) -> str:
        """The person who asked, or for whom a model did."""
        return self.requester.person if self.behind is None else self.behind.id
