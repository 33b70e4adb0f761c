"""Where calls wait for a person's decision."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

    from casewright.domain.actors import Caller
    from casewright.domain.approvals import ApprovalId, ApprovalRequest, ApprovalState
    from casewright.domain.ids import TenantId


class ApprovalStore(Protocol):
    """Requests of all tenants; every question names the tenant and sees only its own. Nothing is ever removed."""

    def file(self, request: ApprovalRequest, *, same: bool = False) -> ApprovalRequest:
        """Store the request and return it.

        Where its requester has one for the same ``call_key`` that is neither edited nor expired (nor pending beyond
        its time when the new one is made), nothing is stored and that one comes back; with ``same`` a pending one of
        the same ``fingerprint`` does, too. Of two who file at once, both get the same.
        """
        ...

    def standing(self, caller: Caller, call_key: str | None, fingerprint: str, at: datetime) -> ApprovalRequest | None:
        """What ``file`` would give back at this time in place of the caller's of this key, or of none; else None."""
        ...

    def get(self, tenant: TenantId, request: ApprovalId) -> ApprovalRequest | None:
        """The request, None where the tenant has none of that id."""
        ...

    def all(self, tenant: TenantId, state: ApprovalState | None = None) -> Sequence[ApprovalRequest]:
        """The tenant's requests, of one state or of any, oldest first."""
        ...

    def advance(self, before: ApprovalState, after: ApprovalRequest) -> bool:
        """Give the stored request the state and the decision of ``after`` where it still is in state ``before``.

        Of any number who try at once, in whatever process, exactly one gets True. The fields that a request is
        filed with stay as they are stored.
        """
        ...

    def reword(self, tenant: TenantId, request: ApprovalId, *, why: str, preview: str) -> bool:
        """Store the reason and the preview in other words; whether there is such a request.

        The token binds what was filed and stays: a request that was reworded cannot be granted or used any more.
        """
        ...
