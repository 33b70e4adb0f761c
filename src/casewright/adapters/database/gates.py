"""Human gates in a SQL database."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import func, select, update

from casewright.adapters.database.json_columns import dump_json, hash_key, load_json
from casewright.adapters.database.statements import insert_into
from casewright.adapters.database.tables import gates
from casewright.domain.defects import DefectType
from casewright.domain.human_gates import GatePriority, GateStatus, HumanGate
from casewright.domain.ids import ActorId, GateId, MatterId, TenantId

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sqlalchemy import Row

    from casewright.adapters.database.engine import Database

_gates = gates.human_gates
_KEY = ["tenant_id", "deal_id", "key_hash"]


class SqlGates:
    """Fits ``tools.ports.gates.GateStore``."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def file(self, gate: HumanGate) -> HumanGate:
        """Store the gate; where the deal has one of the same key, that one comes back."""
        of_deal = (_gates.c.tenant_id == gate.tenant, _gates.c.deal_id == gate.deal)
        with self._database.write() as connection:
            last = connection.execute(select(func.max(_gates.c.position)).where(*of_deal)).scalar()
            insert = insert_into(connection, _gates).values(**_row(gate, int(last or 0) + 1))
            connection.execute(insert.on_conflict_do_nothing(index_elements=_KEY))
            query = select(_gates).where(*of_deal, _gates.c.key_hash == hash_key(gate.key))
            return _gate(connection.execute(query).one())

    def get(self, tenant: TenantId, gate: GateId) -> HumanGate | None:
        """The gate, None where the tenant has none of that id."""
        query = select(_gates).where(_gates.c.tenant_id == tenant, _gates.c.id == gate)
        with self._database.read() as connection:
            row = connection.execute(query).one_or_none()
        return None if row is None else _gate(row)

    def of_deal(self, tenant: TenantId, deal: MatterId) -> Sequence[HumanGate]:
        """The deal's gates, oldest first."""
        query = select(_gates).where(_gates.c.tenant_id == tenant, _gates.c.deal_id == deal)
        with self._database.read() as connection:
            return [_gate(row) for row in connection.execute(query.order_by(_gates.c.position, _gates.c.id))]

    def change(self, changed: HumanGate) -> bool:
        """Store claims, reason and priority of a gate that is still open; False where it is decided or not there."""
        return self._update(
            changed, {"claims": dump_json(changed.claims), "reason": changed.reason, "priority": changed.priority.value}
        )

    def decide(self, decided: HumanGate) -> bool:
        """Store key and decision of a gate that is still open; of any number who decide, one gets True."""
        return self._update(
            decided,
            {
                "key": decided.key,
                "key_hash": hash_key(decided.key),
                "status": decided.status.value,
                "decided_by": decided.decided_by,
                "decision": decided.decision,
                "decided_at": decided.decided_at,
            },
        )

    def _update(self, gate: HumanGate, values: dict[str, object]) -> bool:
        """Change a gate that is still open."""
        still_open = (
            _gates.c.tenant_id == gate.tenant,
            _gates.c.id == gate.id,
            _gates.c.status == GateStatus.OPEN.value,
        )
        with self._database.write() as connection:
            return connection.execute(update(_gates).where(*still_open).values(**values)).rowcount == 1


def _row(gate: HumanGate, position: int) -> dict[str, object]:
    return {
        "tenant_id": gate.tenant,
        "id": gate.id,
        "deal_id": gate.deal,
        "position": position,
        "claims": dump_json(gate.claims),
        "reason": gate.reason,
        "priority": gate.priority.value,
        "required_role": gate.required_role,
        "status": gate.status.value,
        "candidate": None if gate.candidate is None else gate.candidate.value,
        "key": gate.key,
        "key_hash": hash_key(gate.key),
        "made_by": gate.made_by,
        "made_at": gate.made_at,
        "decided_by": gate.decided_by,
        "decision": gate.decision,
        "decided_at": gate.decided_at,
    }


def _gate(row: Row[*tuple[object, ...]]) -> HumanGate:
    return HumanGate(
        id=GateId(row.id),
        tenant=TenantId(row.tenant_id),
        deal=MatterId(row.deal_id),
        claims=tuple(load_json(row.claims)),
        reason=row.reason,
        priority=GatePriority(row.priority),
        required_role=row.required_role,
        status=GateStatus(row.status),
        candidate=None if row.candidate is None else DefectType(row.candidate),
        key=row.key,
        made_by=ActorId(row.made_by),
        made_at=row.made_at,
        decided_by=None if row.decided_by is None else ActorId(row.decided_by),
        decision=row.decision,
        decided_at=row.decided_at,
    )
