"""Support tickets in a SQL database."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import func, select, update

from casewright.adapters.database.json_columns import dump_json, load_json
from casewright.adapters.database.statements import insert_into
from casewright.adapters.database.tables import support
from casewright.domain.cases import CaseStatus
from casewright.domain.ids import ActorId, MatterId, TenantId, TicketId
from casewright.domain.tickets import Ticket, TicketStatus

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sqlalchemy import ColumnElement, Row

    from casewright.adapters.database.engine import Database

_tickets = support.support_tickets


class SqlTickets:
    """Fits ``tools.ports.support.TicketStore``."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def add(self, ticket: Ticket) -> Ticket:
        """Store the ticket and return it; where the case has one of the same cause, that one, unchanged."""
        same = (
            _tickets.c.tenant_id == ticket.tenant,
            _tickets.c.case_id == ticket.case,
            _tickets.c.cause == ticket.cause,
        )
        with self._database.write() as connection:
            last = connection.execute(
                select(func.max(_tickets.c.position)).where(_tickets.c.tenant_id == ticket.tenant)
            ).scalar()
            row = {**_row(ticket), "position": int(last or 0) + 1}
            connection.execute(insert_into(connection, _tickets).values(row).on_conflict_do_nothing())
            return _ticket(connection.execute(select(_tickets).where(*same)).one())

    def change(self, ticket: Ticket) -> None:
        """Store the ticket in place of the one that has its id; nothing happens where there is none."""
        statement = (
            update(_tickets)
            .where(_tickets.c.tenant_id == ticket.tenant, _tickets.c.id == ticket.id)
            .values(**_row(ticket))
        )
        with self._database.write() as connection:
            connection.execute(statement)

    def of_case(self, tenant: TenantId, case: MatterId) -> Sequence[Ticket]:
        """The case's tickets, in the order in which they were first opened."""
        return self._found(_tickets.c.tenant_id == tenant, _tickets.c.case_id == case)

    def all(self, tenant: TenantId) -> Sequence[Ticket]:
        """The tenant's tickets, in the same order."""
        return self._found(_tickets.c.tenant_id == tenant)

    def _found(self, *where: ColumnElement[bool]) -> Sequence[Ticket]:
        query = select(_tickets).where(*where).order_by(_tickets.c.position, _tickets.c.id)
        with self._database.read() as connection:
            return [_ticket(row) for row in connection.execute(query)]


def _row(ticket: Ticket) -> dict[str, object]:
    return {
        "tenant_id": ticket.tenant,
        "id": ticket.id,
        "case_id": ticket.case,
        "cause": ticket.cause,
        "description": ticket.description,
        "snapshot": None if ticket.snapshot is None else dump_json(dict(ticket.snapshot)),
        "paused_from": ticket.paused_from.value,
        "status": ticket.status.value,
        "times": ticket.times,
        "opened_by": ticket.opened_by,
        "opened_at": ticket.opened_at,
        "closed_by": ticket.closed_by,
        "closed_at": ticket.closed_at,
        "note": ticket.note,
    }


def _ticket(row: Row[*tuple[object, ...]]) -> Ticket:
    return Ticket(
        id=TicketId(row.id),
        tenant=TenantId(row.tenant_id),
        case=MatterId(row.case_id),
        cause=row.cause,
        description=row.description,
        snapshot=None if row.snapshot is None else load_json(row.snapshot),
        paused_from=CaseStatus(row.paused_from),
        opened_by=ActorId(row.opened_by),
        opened_at=row.opened_at,
        status=TicketStatus(row.status),
        times=row.times,
        closed_by=None if row.closed_by is None else ActorId(row.closed_by),
        closed_at=row.closed_at,
        note=row.note,
    )
