"""The reasoner's approvals of plans in a SQL database."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import func, select, update

from casewright.adapters.database.statements import insert_into
from casewright.adapters.database.tables import cases, support
from casewright.domain.ids import MatterId, TenantId
from casewright.domain.plan_approvals import PlanApproval

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

    from sqlalchemy import ColumnElement, Connection, Row

    from casewright.adapters.database.engine import Database

_approvals = support.plan_approvals
_cases = cases.cases


class SqlPlanApprovals:
    """Fits ``tools.ports.support.PlanApprovals``."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def approve(
        self, tenant: TenantId, case: MatterId, draft_name: str, *, reasoner: str, at: datetime
    ) -> PlanApproval:
        """Store an approval and return it; where there is an unused one for that draft, that one."""
        of_case = _of_case(tenant, case)
        with self._database.write() as connection:
            _one_at_a_time(connection, tenant, case)
            unused = (*of_case, _approvals.c.draft_name == draft_name, _approvals.c.used_for.is_(None))
            there = connection.execute(select(_approvals).where(*unused).order_by(_approvals.c.number)).first()
            if there is not None:
                return _approval(there)
            last = connection.execute(select(func.max(_approvals.c.number)).where(*of_case)).scalar()
            made = PlanApproval(tenant, case, int(last or 0) + 1, draft_name, reasoner, at)
            connection.execute(insert_into(connection, _approvals).values(_row(made)))
        return made

    def used_for(self, tenant: TenantId, case: MatterId, draft: str) -> bool:
        """Whether this revision, named by its id, was made on an approval."""
        query = select(_approvals.c.number).where(*_of_case(tenant, case), _approvals.c.used_for == draft)
        with self._database.read() as connection:
            return connection.execute(query).one_or_none() is not None

    def take(self, tenant: TenantId, case: MatterId, draft_name: str, *, draft: str, at: datetime) -> bool:
        """Use an approval for this revision; False where there is no unused one. Each is taken once, whoever asks."""
        unused = (*_of_case(tenant, case), _approvals.c.draft_name == draft_name, _approvals.c.used_for.is_(None))
        with self._database.write() as connection:
            _one_at_a_time(connection, tenant, case)
            number = connection.execute(select(func.min(_approvals.c.number)).where(*unused)).scalar()
            one = (*_of_case(tenant, case), _approvals.c.number == number)
            taken = connection.execute(update(_approvals).where(*one).values(used_for=draft, used_at=at))
            return taken.rowcount > 0

    def give_back(self, tenant: TenantId, case: MatterId, draft: str) -> None:
        """Have the approval that this revision took unused again: the revision was not made."""
        taken = (*_of_case(tenant, case), _approvals.c.used_for == draft)
        with self._database.write() as connection:
            connection.execute(update(_approvals).where(*taken).values(used_for=None, used_at=None))

    def of_case(self, tenant: TenantId, case: MatterId) -> Sequence[PlanApproval]:
        """The case's approvals, oldest first."""
        query = select(_approvals).where(*_of_case(tenant, case)).order_by(_approvals.c.number)
        with self._database.read() as connection:
            return [_approval(row) for row in connection.execute(query)]

    def rename(self, tenant: TenantId, case: MatterId, number: int, draft_name: str) -> None:
        """Store another name for the draft of that approval."""
        one = (*_of_case(tenant, case), _approvals.c.number == number)
        with self._database.write() as connection:
            connection.execute(update(_approvals).where(*one).values(draft_name=draft_name))


def _of_case(tenant: TenantId, case: MatterId) -> tuple[ColumnElement[bool], ...]:
    return _approvals.c.tenant_id == tenant, _approvals.c.case_id == case


def _one_at_a_time(connection: Connection, tenant: TenantId, case: MatterId) -> None:
    """Hold the case's row to the end of the transaction. SQLite has one writer anyway."""
    query = select(_cases.c.id).where(_cases.c.tenant_id == tenant, _cases.c.id == case).with_for_update()
    connection.execute(query)


def _row(approval: PlanApproval) -> dict[str, object]:
    return {
        "tenant_id": approval.tenant,
        "case_id": approval.case,
        "number": approval.number,
        "draft_name": approval.draft_name,
        "reasoner": approval.reasoner,
        "approved_at": approval.approved_at,
        "used_for": approval.used_for,
        "used_at": approval.used_at,
    }


def _approval(row: Row[*tuple[object, ...]]) -> PlanApproval:
    return PlanApproval(
        tenant=TenantId(row.tenant_id),
        case=MatterId(row.case_id),
        number=row.number,
        draft_name=row.draft_name,
        reasoner=row.reasoner,
        approved_at=row.approved_at,
        used_for=row.used_for,
        used_at=row.used_at,
    )
