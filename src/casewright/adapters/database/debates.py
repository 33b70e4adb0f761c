"""Debates about deals in a SQL database."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import func, select, update

from casewright.adapters.database.json_columns import dump_json, load_json
from casewright.adapters.database.statements import insert_into
from casewright.adapters.database.tables import debates
from casewright.domain.debates import AgentRole, StopReason
from casewright.domain.held_debates import Debate, DebateSettings, DebateStatus
from casewright.domain.ids import ActorId, GateId, MatterId, TenantId
from casewright.errors import InvalidInput

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sqlalchemy import Row

    from casewright.adapters.database.engine import Database

_debates = debates.debates


class SqlDebates:
    """Fits ``tools.ports.debates.DebateStore``."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def add(self, debate: Debate) -> None:
        """Store a debate that begins."""
        of_deal = (_debates.c.tenant_id == debate.tenant, _debates.c.deal_id == debate.deal)
        with self._database.write() as connection:
            last = connection.execute(select(func.max(_debates.c.position)).where(*of_deal)).scalar()
            insert = insert_into(connection, _debates).values(**_row(debate, int(last or 0) + 1))
            once = insert.on_conflict_do_nothing(index_elements=["tenant_id", "id"]).returning(_debates.c.id)
            added = connection.execute(once).one_or_none()
        if added is None:
            raise InvalidInput(f"Debate {debate.id!r} is there already: 'casewright debate resume' goes on with it")

    def get(self, tenant: TenantId, debate: str) -> Debate | None:
        """The debate, None where the tenant has none of that id."""
        query = select(_debates).where(_debates.c.tenant_id == tenant, _debates.c.id == debate)
        with self._database.read() as connection:
            row = connection.execute(query).one_or_none()
        return None if row is None else _debate(row)

    def of_deal(self, tenant: TenantId, deal: MatterId) -> Sequence[Debate]:
        """The deal's debates, oldest first."""
        query = select(_debates).where(_debates.c.tenant_id == tenant, _debates.c.deal_id == deal)
        with self._database.read() as connection:
            return [_debate(row) for row in connection.execute(query.order_by(_debates.c.position, _debates.c.id))]

    def update(self, debate: Debate) -> None:
        """Store status, gates, stop reason, result and end of a debate that is there."""
        statement = (
            update(_debates)
            .where(_debates.c.tenant_id == debate.tenant, _debates.c.id == debate.id)
            .values(**_changing(debate))
        )
        with self._database.write() as connection:
            connection.execute(statement)


def _row(debate: Debate, position: int) -> dict[str, object]:
    settings = debate.settings
    minds = {role.value: mind for role, mind in settings.minds.items()}
    return {
        "tenant_id": debate.tenant,
        "id": debate.id,
        "deal_id": debate.deal,
        "position": position,
        "owner": debate.owner,
        "settings": dump_json({"minds": minds, "max_rounds": settings.max_rounds, "seed": settings.seed}),
        "started_at": debate.started_at,
        "audit_from": debate.audit_from,
        **_changing(debate),
    }


def _changing(debate: Debate) -> dict[str, object]:
    return {
        "status": debate.status.value,
        "gates": dump_json(list(debate.gates)),
        "stop_reason": None if debate.stop_reason is None else debate.stop_reason.value,
        "result": None if debate.result is None else dump_json(dict(debate.result)),
        "ended_at": debate.ended_at,
    }


def _debate(row: Row[*tuple[object, ...]]) -> Debate:
    settings = load_json(row.settings)
    return Debate(
        id=row.id,
        tenant=TenantId(row.tenant_id),
        deal=MatterId(row.deal_id),
        owner=ActorId(row.owner),
        status=DebateStatus(row.status),
        settings=DebateSettings(
            minds={AgentRole(role): mind for role, mind in settings["minds"].items()},
            max_rounds=settings["max_rounds"],
            seed=settings["seed"],
        ),
        started_at=row.started_at,
        audit_from=row.audit_from,
        gates=tuple(GateId(one) for one in load_json(row.gates)),
        stop_reason=None if row.stop_reason is None else StopReason(row.stop_reason),
        result=None if row.result is None else load_json(row.result),
        ended_at=row.ended_at,
    )
