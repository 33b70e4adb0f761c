"""Approval requests in memory."""

from __future__ import annotations

from dataclasses import replace
from threading import Lock
from typing import TYPE_CHECKING

from casewright.domain.approvals import ApprovalState

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

    from casewright.domain.actors import Caller
    from casewright.domain.approvals import ApprovalId, ApprovalRequest
    from casewright.domain.ids import TenantId

_OVER = (ApprovalState.EDITED, ApprovalState.EXPIRED)


class MemoryApprovals:
    """Fits ``ApprovalStore``. ``requests`` is open to tests that change what is stored."""

    def __init__(self) -> None:
        self.requests: dict[tuple[TenantId, ApprovalId], ApprovalRequest] = {}
        self._lock = Lock()

    def file(self, request: ApprovalRequest, *, same: bool = False) -> ApprovalRequest:
        with self._lock:
            key = None if same else request.call_key
            known = self.standing(request.caller, key, request.fingerprint, request.created_at)
            if known is not None:
                return known
            self.requests[request.tenant, request.id] = request
        return request

    def standing(self, caller: Caller, call_key: str | None, fingerprint: str, at: datetime) -> ApprovalRequest | None:
        for one in self.requests.values():
            pending = one.state is ApprovalState.PENDING
            waits = pending and one.expires_at > at
            if call_key is None:
                stands = waits and one.fingerprint == fingerprint
            else:
                stands = one.call_key == call_key and (waits or (one.state not in _OVER and not pending))
            if one.caller == caller and stands:
                return one
        return None

    def get(self, tenant: TenantId, request: ApprovalId) -> ApprovalRequest | None:
        return self.requests.get((tenant, request))

    def all(self, tenant: TenantId, state: ApprovalState | None = None) -> Sequence[ApprovalRequest]:
        mine = [one for one in self.requests.values() if one.tenant == tenant and state in (None, one.state)]
        return sorted(mine, key=lambda one: one.created_at)

    def advance(self, before: ApprovalState, after: ApprovalRequest) -> bool:
        place = after.tenant, after.id
        with self._lock:
            stored = self.requests.get(place)
            if stored is None or stored.state is not before:
                return False
            self.requests[place] = replace(
                stored,
                state=after.state,
                decided_by=after.decided_by,
                decided_at=after.decided_at,
                reason=after.reason,
                replaced_by=after.replaced_by,
                seal=after.seal,
            )
        return True

    def reword(self, tenant: TenantId, request: ApprovalId, *, why: str, preview: str) -> bool:
        with self._lock:
            stored = self.requests.get((tenant, request))
            if stored is not None:
                self.requests[tenant, request] = replace(stored, why=why, preview=preview)
        return stored is not None
