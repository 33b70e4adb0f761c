"""Cases in a SQL database."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import orjson
from sqlalchemy import func, select, update

from casewright.adapters.database import schema
from casewright.adapters.database.evidence_columns import loaded
from casewright.domain.cases import Case, CaseStatus, ProcessingState
from casewright.domain.ids import ActorId, MatterId, TenantId

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from sqlalchemy import Row

    from casewright.adapters.database.engine import Database

_cases = schema.cases


class SqlCases:
    """Fits ``tools.ports.cases.CaseStore``."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def add(self, case: Case) -> None:
        """Store a new case; its matter is there already."""
        with self._database.write() as connection:
            last = connection.execute(select(func.max(_cases.c.position)).where(_cases.c.tenant_id == case.tenant))
            position = int(last.scalar() or 0) + 1
            connection.execute(_cases.insert(), {**_row(case), "position": position})

    def get(self, tenant: TenantId, case: MatterId) -> Case | None:
        """The case, None where the tenant has none of that id."""
        query = select(_cases).where(_cases.c.tenant_id == tenant, _cases.c.id == case)
        with self._database.read() as connection:
            row = connection.execute(query).one_or_none()
        return None if row is None else _case(row)

    def all(self, tenant: TenantId) -> Sequence[Case]:
        """The tenant's cases, newest first."""
        query = select(_cases).where(_cases.c.tenant_id == tenant).order_by(_cases.c.position.desc())
        with self._database.read() as connection:
            return [_case(row) for row in connection.execute(query)]

    def replace(self, before: int, after: Case) -> bool:
        """Store ``after`` where the stored case still has version ``before``; of any number who try, one gets True."""
        statement = (
            update(_cases)
            .where(_cases.c.tenant_id == after.tenant, _cases.c.id == after.id, _cases.c.version == before)
            .values(**_row(after))
        )
        with self._database.write() as connection:
            return connection.execute(statement).rowcount == 1


def _packed(details: Mapping[str, Any]) -> bytes:
    """JSON as bytes: a case file may have a megabyte, and text would be looked through for what cannot be stored."""
    try:
        return orjson.dumps(details)
    except orjson.JSONEncodeError:  # a lone surrogate, kept as an escape
        return json.dumps(details, separators=(",", ":")).encode()


def _row(case: Case) -> dict[str, object]:
    assistant, reasoner = case.sessions
    return {
        "tenant_id": case.tenant,
        "id": case.id,
        "status": case.status.value,
        "tier": case.tier,
        "details": _packed(case.details),
        "last_successful_step": case.processing.last_successful_step,
        "pending_action": case.processing.pending_action,
        "state_saved_at": case.processing.state_saved_at,
        "assistant_session": assistant,
        "reasoner_session": reasoner,
        "version": case.version,
        "made_by": case.made_by,
        "made_at": case.made_at,
        "updated_at": case.updated_at,
    }


def _case(row: Row[*tuple[object, ...]]) -> Case:
    return Case(
        id=MatterId(row.id),
        tenant=TenantId(row.tenant_id),
        status=CaseStatus(row.status),
        tier=row.tier,
        details=loaded(row.details),
        processing=ProcessingState(row.last_successful_step, row.pending_action, row.state_saved_at),
        sessions=(row.assistant_session, row.reasoner_session),
        version=row.version,
        made_by=ActorId(row.made_by),
        made_at=row.made_at,
        updated_at=row.updated_at,
    )
