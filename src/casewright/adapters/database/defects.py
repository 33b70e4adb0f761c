"""Defects in a SQL database."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import bindparam, func, select, update

from casewright.adapters.database.json_columns import dump_json, hash_key, load_json
from casewright.adapters.database.statements import insert_into, slices
from casewright.adapters.database.tables import defects
from casewright.domain.defects import CureProtocol, Defect, DefectSeverity, DefectStatus, DefectType
from casewright.domain.ids import ActorId, ClaimId, DefectId, MatterId, TenantId

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from sqlalchemy import Connection, Row

    from casewright.adapters.database.engine import Database

_defects = defects.defects
_KEY = ["tenant_id", "deal_id", "key_hash"]
_OF_CLAIMS = select(_defects).where(
    _defects.c.tenant_id == bindparam("tenant"),
    _defects.c.deal_id == bindparam("deal"),
    _defects.c.claim_id.in_(bindparam("claims", expanding=True)),
)


class SqlDefects:
    """Fits ``tools.ports.defects.DefectStore``."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def file(self, defects: Sequence[Defect]) -> Sequence[Defect]:
        """Store them; where the deal has one of the same key, that one comes back in its place, whatever its status."""
        parts: dict[tuple[TenantId, MatterId], dict[bytes, Defect]] = {}
        for one in defects:
            parts.setdefault((one.tenant, one.deal), {}).setdefault(hash_key(one.key), one)
        with self._database.write() as connection:
            for (tenant, deal), part in parts.items():
                _insert(connection, tenant, deal, part)
                part.update(_of_keys(connection, tenant, deal, list(part)))
        return [parts[one.tenant, one.deal][hash_key(one.key)] for one in defects]

    def get(self, tenant: TenantId, defect: DefectId) -> Defect | None:
        """The defect, None where the tenant has none of that id."""
        query = select(_defects).where(_defects.c.tenant_id == tenant, _defects.c.id == defect)
        with self._database.read() as connection:
            row = connection.execute(query).one_or_none()
        return None if row is None else _defect(row)

    def of_deal(self, tenant: TenantId, deal: MatterId) -> Sequence[Defect]:
        """The deal's defects, oldest first."""
        query = select(_defects).where(_defects.c.tenant_id == tenant, _defects.c.deal_id == deal)
        with self._database.read() as connection:
            return [_defect(row) for row in connection.execute(query.order_by(_defects.c.position, _defects.c.id))]

    def of_claims(self, tenant: TenantId, deal: MatterId, claims: Collection[ClaimId]) -> Sequence[Defect]:
        """The defects of these claims of the deal, oldest first."""
        asked = {"tenant": tenant, "deal": deal}
        with self._database.read() as connection:
            parts = slices(list(dict.fromkeys(claims)))
            rows = [row for part in parts for row in connection.execute(_OF_CLAIMS, {**asked, "claims": part})]
        return [_defect(row) for row in sorted(rows, key=lambda row: (row.position, row.id))]

    def has(self, tenant: TenantId, deal: MatterId, kind: DefectType) -> bool:
        """Whether a defect of this type was ever filed in the deal."""
        query = select(_defects.c.id).where(
            _defects.c.tenant_id == tenant, _defects.c.deal_id == deal, _defects.c.type == kind.value
        )
        with self._database.read() as connection:
            return connection.execute(query.limit(1)).first() is not None

    def resolve(self, resolved: Defect) -> bool:
        """Store key, status, person, reason and time of a defect that is still open; of any number, one gets True."""
        statement = (
            update(_defects)
            .where(
                _defects.c.tenant_id == resolved.tenant,
                _defects.c.id == resolved.id,
                _defects.c.status == DefectStatus.OPEN.value,
            )
            .values(
                key=resolved.key,
                key_hash=hash_key(resolved.key),
                status=resolved.status.value,
                resolved_by=resolved.resolved_by,
                reason=resolved.reason,
                resolved_at=resolved.resolved_at,
            )
        )
        with self._database.write() as connection:
            return connection.execute(statement).rowcount == 1


def _insert(connection: Connection, tenant: TenantId, deal: MatterId, defects: dict[bytes, Defect]) -> None:
    last = select(func.max(_defects.c.position)).where(_defects.c.tenant_id == tenant, _defects.c.deal_id == deal)
    first = int(connection.execute(last).scalar() or 0) + 1
    rows = [_row(one, key, first + at) for at, (key, one) in enumerate(defects.items())]
    connection.execute(insert_into(connection, _defects).on_conflict_do_nothing(index_elements=_KEY), rows)


def _of_keys(connection: Connection, tenant: TenantId, deal: MatterId, keys: list[bytes]) -> dict[bytes, Defect]:
    found: dict[bytes, Defect] = {}
    query = select(_defects).where(_defects.c.tenant_id == tenant, _defects.c.deal_id == deal)
    for part in slices(keys):
        rows = connection.execute(query.where(_defects.c.key_hash.in_(part)))
        found |= {bytes(row.key_hash): _defect(row) for row in rows}
    return found


def _row(defect: Defect, key: bytes, position: int) -> dict[str, object]:
    return {
        "tenant_id": defect.tenant,
        "id": defect.id,
        "deal_id": defect.deal,
        "position": position,
        "claim_id": defect.claim,
        "type": defect.type.value,
        "severity": defect.severity.value,
        "description": defect.description,
        "evidence": dump_json(defect.evidence),
        "cure": defect.cure.value,
        "status": defect.status.value,
        "key": defect.key,
        "key_hash": key,
        "flagged_by": defect.flagged_by,
        "flagged_at": defect.flagged_at,
        "resolved_by": defect.resolved_by,
        "reason": defect.reason,
        "resolved_at": defect.resolved_at,
    }


def _defect(row: Row[*tuple[object, ...]]) -> Defect:
    return Defect(
        id=DefectId(row.id),
        tenant=TenantId(row.tenant_id),
        deal=MatterId(row.deal_id),
        claim=ClaimId(row.claim_id),
        type=DefectType(row.type),
        severity=DefectSeverity(row.severity),
        description=row.description,
        evidence=tuple(load_json(row.evidence)),
        cure=CureProtocol(row.cure),
        status=DefectStatus(row.status),
        key=row.key,
        flagged_by=ActorId(row.flagged_by),
        flagged_at=row.flagged_at,
        resolved_by=None if row.resolved_by is None else ActorId(row.resolved_by),
        reason=row.reason,
        resolved_at=row.resolved_at,
    )
