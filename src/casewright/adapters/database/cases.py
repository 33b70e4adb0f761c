"""Cases in a SQL database: of a case file, only the fields that changed are written."""

from __future__ import annotations

import json
from hashlib import blake2b
from typing import TYPE_CHECKING, Any

import orjson
from sqlalchemy import delete, func, or_, select, update

from casewright.adapters.database.json_columns import load_json
from casewright.adapters.database.tables import cases
from casewright.casework.masking_rules import RULES
from casewright.domain.cases import Case, CaseStatus, ProcessingState
from casewright.domain.ids import ActorId, MatterId, TenantId

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from datetime import datetime

    from sqlalchemy import Connection, Row

    from casewright.adapters.database.engine import Database

_cases = cases.cases
_details = cases.case_details


class SqlCases:
    """Fits ``tools.ports.cases.CaseStore``, and ``tools.ports.billing.CaseStatuses``."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def add(self, case: Case) -> None:
        """Store a new case; its matter is there already."""
        with self._database.write() as connection:
            last = connection.execute(select(func.max(_cases.c.position)).where(_cases.c.tenant_id == case.tenant))
            position = int(last.scalar() or 0) + 1
            connection.execute(_cases.insert(), {**_row(case), "position": position, "masking_rules": RULES})
            _write_details(connection, case)

    def get(self, tenant: TenantId, case: MatterId) -> Case | None:
        """The case, None where the tenant has none of that id."""
        query = (
            select(_cases, _details.c.field, _details.c.content)
            .outerjoin(_details, _OF_CASE)
            .where(_cases.c.tenant_id == tenant, _cases.c.id == case)
            .order_by(_details.c.position)
        )
        # One statement, so that nobody's change comes between the case and its details.
        with self._database.read() as connection:
            rows = connection.execute(query).all()
        details = {row.field: load_json(row.content) for row in rows if row.field is not None}
        return _case(rows[0], details) if rows else None

    def status(self, tenant: TenantId, case: MatterId) -> CaseStatus | None:
        """The case's status, None where the tenant has no such case."""
        query = select(_cases.c.status).where(_cases.c.tenant_id == tenant, _cases.c.id == case)
        with self._database.read() as connection:
            found = connection.execute(query).scalar_one_or_none()
        return None if found is None else CaseStatus(found)

    def all(self, tenant: TenantId) -> Sequence[Case]:
        """The tenant's cases, newest first."""
        query = select(_cases).where(_cases.c.tenant_id == tenant).order_by(_cases.c.position.desc())
        parts = select(_details).where(_details.c.tenant_id == tenant).order_by(_details.c.position)
        with self._database.read() as connection:
            rows = connection.execute(query).all()
            details: dict[str, dict[str, Any]] = {row.id: {} for row in rows}
            for part in connection.execute(parts):
                if part.case_id in details:
                    details[part.case_id][part.field] = load_json(part.content)
        return [_case(row, details[row.id]) for row in rows]

    def replace(self, before: int, after: Case) -> bool:
        """Store ``after`` where the stored case still has version ``before``; of any number who try, one gets True."""
        statement = (
            update(_cases)
            .where(_cases.c.tenant_id == after.tenant, _cases.c.id == after.id, _cases.c.version == before)
            .values(**_row(after))
        )
        with self._database.write() as connection:
            if connection.execute(statement).rowcount == 0:
                return False
            _write_details(connection, after)
        return True

    def note_masked(self, tenant: TenantId, case: MatterId) -> None:
        """Store that all texts of the case were masked by the rules of today. Its version stays."""
        own = (_cases.c.tenant_id == tenant, _cases.c.id == case)
        with self._database.write() as connection:
            connection.execute(update(_cases).where(*own).values(masking_rules=RULES))

    def masked_by_older_rules(self, tenant: TenantId) -> int:
        """How many of the tenant's cases have texts that older rules masked."""
        older = or_(_cases.c.masking_rules.is_(None), _cases.c.masking_rules < RULES)
        query = select(func.count()).select_from(_cases).where(_cases.c.tenant_id == tenant, older)
        with self._database.read() as connection:
            return int(connection.execute(query).scalar_one())

    def note_progress(self, tenant: TenantId, case: MatterId, processing: ProcessingState, at: datetime) -> None:
        """Store how far the agent came, as a change of the case: its version counts it. Nothing else changes."""
        statement = (
            update(_cases)
            .where(_cases.c.tenant_id == tenant, _cases.c.id == case)
            .values(**_progress(processing), version=_cases.c.version + 1, updated_at=at)
        )
        with self._database.write() as connection:
            connection.execute(statement)


def _write_details(connection: Connection, case: Case) -> None:
    """Store the fields of the case file that are not stored as they are."""
    of_case = (_details.c.tenant_id == case.tenant, _details.c.case_id == case.id)
    known = {row.field: row for row in connection.execute(select(*_STORED).where(*of_case))}
    for position, (field, value) in enumerate(case.details.items()):
        content = _packed(value)
        digest = blake2b(content, digest_size=16).digest()
        row = known.pop(field, None)
        if row is not None and (row.digest, row.position) == (digest, position):
            continue
        values = {"position": position, "digest": digest, "content": content}
        if row is not None:
            connection.execute(update(_details).where(*of_case, _details.c.field == field).values(**values))
        else:
            key = {"tenant_id": case.tenant, "case_id": case.id, "field": field}
            connection.execute(_details.insert(), {**key, **values})
    if known:
        connection.execute(delete(_details).where(*of_case, _details.c.field.in_(list(known))))


_OF_CASE = (_details.c.tenant_id == _cases.c.tenant_id) & (_details.c.case_id == _cases.c.id)
_STORED = (_details.c.field, _details.c.position, _details.c.digest)


def _packed(value: object) -> bytes:
    """JSON as bytes: a case file may have a megabyte, and text would be looked through for what cannot be stored."""
    try:
        return orjson.dumps(value)
    except orjson.JSONEncodeError:  # a lone surrogate, kept as an escape
        return json.dumps(value, separators=(",", ":")).encode()


def _row(case: Case) -> dict[str, object]:
    assistant, reasoner = case.sessions
    return {
        "tenant_id": case.tenant,
        "id": case.id,
        "status": case.status.value,
        "tier": case.tier,
        **_progress(case.processing),
        "assistant_session": assistant,
        "reasoner_session": reasoner,
        "version": case.version,
        "made_by": case.made_by,
        "made_at": case.made_at,
        "updated_at": case.updated_at,
    }


def _progress(processing: ProcessingState) -> dict[str, object]:
    return {
        "last_successful_step": processing.last_successful_step,
        "pending_action": processing.pending_action,
        "state_saved_at": processing.state_saved_at,
    }


def _case(row: Row[*tuple[object, ...]], details: Mapping[str, Any]) -> Case:
    return Case(
        id=MatterId(row.id),
        tenant=TenantId(row.tenant_id),
        status=CaseStatus(row.status),
        tier=row.tier,
        details=details,
        processing=ProcessingState(row.last_successful_step, row.pending_action, row.state_saved_at),
        sessions=(row.assistant_session, row.reasoner_session),
        version=row.version,
        made_by=ActorId(row.made_by),
        made_at=row.made_at,
        updated_at=row.updated_at,
    )
