"""Calls that wait for an approval, in a SQL database."""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING

from sqlalchemy import func, select, update

from casewright.adapters.database.tables import approvals
from casewright.domain.actors import Actor, ActorKind
from casewright.domain.approvals import ApprovalId, ApprovalRequest, ApprovalState
from casewright.domain.ids import ActorId, MatterId, TenantId
from casewright.errors import IntegrityError

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

    from sqlalchemy import Connection, Row

    from casewright.adapters.database.engine import Database
    from casewright.domain.actors import Caller

_approvals = approvals.approvals
_OVER = (ApprovalState.EDITED.value, ApprovalState.EXPIRED.value)


class SqlApprovals:
    """Fits ``tools.ports.approvals.ApprovalStore``."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def file(self, request: ApprovalRequest, *, same: bool = False) -> ApprovalRequest:
        """Store the request and return it, or the one that stands for the same call already."""
        held = request.fingerprint if same else request.call_key
        key = None if same else request.call_key
        with self._database.write() as connection:
            _hold(connection, request.tenant, held)
            standing = _standing(connection, request.caller, key, request.fingerprint, request.created_at)
            if standing is not None:
                return standing
            connection.execute(_approvals.insert(), _row(request))
        return request

    def standing(self, caller: Caller, call_key: str | None, fingerprint: str, at: datetime) -> ApprovalRequest | None:
        """The request that stands for the call already, None where there is none."""
        with self._database.read() as connection:
            return _standing(connection, caller, call_key, fingerprint, at)

    def get(self, tenant: TenantId, request: ApprovalId) -> ApprovalRequest | None:
        """The request, None where the tenant has none of that id."""
        query = select(_approvals).where(_approvals.c.tenant_id == tenant, _approvals.c.id == request)
        with self._database.read() as connection:
            row = connection.execute(query).one_or_none()
        return None if row is None else _request(row)

    def all(self, tenant: TenantId, state: ApprovalState | None = None) -> Sequence[ApprovalRequest]:
        """The tenant's requests, of one state or of any, oldest first."""
        query = select(_approvals).where(_approvals.c.tenant_id == tenant)
        if state is not None:
            query = query.where(_approvals.c.state == state.value)
        with self._database.read() as connection:
            rows = connection.execute(query.order_by(_approvals.c.created_at, _approvals.c.id))
            return [_request(row) for row in rows]

    def advance(self, before: ApprovalState, after: ApprovalRequest) -> bool:
        """Give the stored request the state and decision of ``after`` where it still is in state ``before``."""
        statement = (
            update(_approvals)
            .where(
                _approvals.c.tenant_id == after.tenant,
                _approvals.c.id == after.id,
                _approvals.c.state == before.value,
            )
            .values(_decision(after))
        )
        with self._database.write() as connection:
            return connection.execute(statement).rowcount == 1

    def reword(self, tenant: TenantId, request: ApprovalId, *, why: str, preview: str) -> bool:
        """Store the reason and the preview in other words; the token stays."""
        of_request = update(_approvals).where(_approvals.c.tenant_id == tenant, _approvals.c.id == request)
        with self._database.write() as connection:
            return connection.execute(of_request.values(why=why, preview=preview)).rowcount == 1


def _hold(connection: Connection, tenant: TenantId, call: str) -> None:
    """Let nobody else file for this call until the transaction ends. On SQLite a writer is alone anyway."""
    if connection.dialect.name == "postgresql":
        what = f"casewright.approval\x00{tenant}\x00{call}".encode("utf-8", "surrogatepass")
        number = int.from_bytes(sha256(what).digest()[:8], signed=True)
        connection.execute(select(func.pg_advisory_xact_lock(number)))


def _standing(
    connection: Connection, caller: Caller, call_key: str | None, fingerprint: str, at: datetime
) -> ApprovalRequest | None:
    """By its key, in any state that is not over; a call without a key by what it is, while one waits."""
    waits = (_approvals.c.state == ApprovalState.PENDING.value) & (_approvals.c.expires_at > at)
    if call_key is None:
        which = (_approvals.c.fingerprint == fingerprint) & waits
    else:
        over = (*_OVER, ApprovalState.PENDING.value)
        which = (_approvals.c.call_key == call_key) & (_approvals.c.state.not_in(over) | waits)
    place = {"tenant_id": caller.tenant, "actor_id": caller.actor, "person_id": caller.person or None}
    query = select(_approvals).where(*(_approvals.c[name] == part for name, part in place.items()), which)
    query = query.order_by(_approvals.c.created_at, _approvals.c.id).limit(1)
    row = connection.execute(query).one_or_none()
    return None if row is None else _request(row)


def _row(request: ApprovalRequest) -> dict[str, object]:
    return {
        "tenant_id": request.tenant,
        "id": request.id,
        "actor_id": request.requester.id,
        "actor_role": request.requester.role,
        "actor_kind": request.requester.kind.value,
        "matter_id": request.matter,
        "run": request.run,
        "round": request.round,
        "debate": request.debate,
        "call_id": request.call_id,
        "call_key": request.call_key,
        "fingerprint": request.fingerprint,
        "tool": request.tool,
        "tool_version": request.tool_version,
        "arguments": request.arguments,
        "argument_hash": request.argument_hash,
        "policy_hash": request.policy_hash,
        "preview": request.preview,
        "why": request.why,
        "nonce": request.nonce,
        "created_at": request.created_at,
        "expires_at": request.expires_at,
        "replaces": request.replaces,
        "edited_by": request.edited_by,
        "token": request.token,
        "person_id": None if request.behind is None else request.behind.id,
        "person_role": None if request.behind is None else request.behind.role,
        "person_kind": None if request.behind is None else request.behind.kind.value,
        **_decision(request),
    }


def _decision(request: ApprovalRequest) -> dict[str, object]:
    return {
        "state": request.state.value,
        "decided_by": request.decided_by,
        "decided_at": request.decided_at,
        "reason": request.reason,
        "replaced_by": request.replaced_by,
        "seal": request.seal,
    }


def _request(row: Row[*tuple[object, ...]]) -> ApprovalRequest:
    try:
        return _told(row)
    except ValueError as error:
        raise IntegrityError(f"The stored approval request {row.id!r} was changed: {error}.") from error


def _told(row: Row[*tuple[object, ...]]) -> ApprovalRequest:
    tenant, behind = TenantId(row.tenant_id), None
    if row.person_id is not None:
        behind = Actor(tenant, ActorId(row.person_id), row.person_role or "", ActorKind(row.person_kind))
    return ApprovalRequest(
        id=ApprovalId(row.id),
        requester=Actor(tenant, ActorId(row.actor_id), row.actor_role, ActorKind(row.actor_kind)),
        matter=None if row.matter_id is None else MatterId(row.matter_id),
        run=row.run,
        round=row.round,
        debate=row.debate,
        call_id=row.call_id,
        call_key=row.call_key,
        fingerprint=row.fingerprint,
        tool=row.tool,
        tool_version=row.tool_version,
        arguments=row.arguments,
        argument_hash=row.argument_hash,
        policy_hash=row.policy_hash,
        preview=row.preview,
        why=row.why,
        nonce=row.nonce,
        created_at=row.created_at,
        expires_at=row.expires_at,
        replaces=None if row.replaces is None else ApprovalId(row.replaces),
        edited_by=None if row.edited_by is None else ActorId(row.edited_by),
        token=row.token,
        behind=behind,
        state=ApprovalState(row.state),
        decided_by=None if row.decided_by is None else ActorId(row.decided_by),
        decided_at=row.decided_at,
        reason=row.reason,
        replaced_by=None if row.replaced_by is None else ApprovalId(row.replaced_by),
        seal=row.seal,
    )
