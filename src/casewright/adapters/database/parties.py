"""Parties and their parts in cases, in a SQL database."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from sqlalchemy import delete, func, select, update

from casewright.adapters.database.blind_index import keep_former
from casewright.adapters.database.json_columns import dump_json, load_json
from casewright.adapters.database.statements import insert_into
from casewright.adapters.database.tables import parties
from casewright.domain.aliases import alias_number, alias_of
from casewright.domain.ids import ActorId, MatterId, PartyId, TenantId
from casewright.domain.parties import Attachment, Party, PartyKind
from casewright.errors import InvalidInput, Refused

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sqlalchemy import ColumnElement, Connection, Row

    from casewright.adapters.database.engine import Database

_parties = parties.parties
_parts = parties.case_parties
_numbers = parties.alias_numbers
_CASE = ["tenant_id", "case_id"]


class SqlParties:
    """Fits ``tools.ports.parties.PartyStore``."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def add(self, party: Party) -> None:
        """Store a new party."""
        with self._database.write() as connection:
            last = connection.execute(select(func.max(_parties.c.position)).where(_parties.c.tenant_id == party.tenant))
            position = int(last.scalar() or 0) + 1
            connection.execute(_parties.insert(), {**_row(party), "position": position})

    def get(self, tenant: TenantId, party: PartyId) -> Party | None:
        """The party, None where the tenant has none of that id."""
        query = select(_parties).where(_parties.c.tenant_id == tenant, _parties.c.id == party)
        with self._database.read() as connection:
            row = connection.execute(query).one_or_none()
        return None if row is None else _party(row)

    def all(self, tenant: TenantId) -> Sequence[Party]:
        """The tenant's parties, oldest first."""
        query = select(_parties).where(_parties.c.tenant_id == tenant).order_by(_parties.c.position)
        with self._database.read() as connection:
            return [_party(row) for row in connection.execute(query)]

    def change(self, before: int, after: Party) -> bool:
        """Store ``after`` where the stored party still has version ``before``."""
        statement = (
            update(_parties)
            .where(_parties.c.tenant_id == after.tenant, _parties.c.id == after.id, _parties.c.version == before)
            .values(**_row(after))
        )
        with self._database.write() as connection:
            return connection.execute(statement).rowcount == 1

    def delete(self, tenant: TenantId, party: PartyId) -> bool:
        """Remove the party; False where there is none. Raises ``Refused`` while it is attached to any case."""
        with self._database.write() as connection:
            attached = select(func.count()).select_from(_parts).where(*_of_party(tenant, party))
            if connection.execute(attached).scalar_one():
                raise Refused(f"Party {party!r} is attached to a case: detach it first")
            gone = delete(_parties).where(_parties.c.tenant_id == tenant, _parties.c.id == party)
            return connection.execute(gone).rowcount == 1

    def attach(self, attachment: Attachment) -> Attachment:
        """Store a part; where the party has one in the case, its alias stays and the rest is replaced."""
        with self._database.write() as connection:
            known = connection.execute(select(_parts).where(*_of_part(attachment))).one_or_none()
            if known is not None:
                kept = replace(attachment, alias=alias_of(known.number))
                connection.execute(update(_parts).where(*_of_part(attachment)).values(**_part_row(kept, known.number)))
                return kept
            number = _number(connection, attachment)
            given = replace(attachment, alias=alias_of(number))
            connection.execute(_parts.insert(), _part_row(given, number))
            return given

    def detach(self, tenant: TenantId, case: MatterId, party: PartyId) -> bool:
        """Remove the part; its alias is never given again in that case, which goes on knowing what it was called."""
        part = (_parts.c.case_id == case, *_of_party(tenant, party))
        with self._database.write() as connection:
            number = connection.execute(select(_parts.c.number).where(*part).with_for_update()).scalar_one_or_none()
            if number is None:
                return False
            keep_former(connection, tenant, party, [(case, number)])
            return connection.execute(delete(_parts).where(*part)).rowcount == 1

    def of_case(self, tenant: TenantId, case: MatterId) -> Sequence[Attachment]:
        """The case's parties in the order of their aliases' numbers."""
        query = select(_parts).where(_parts.c.tenant_id == tenant, _parts.c.case_id == case).order_by(_parts.c.number)
        with self._database.read() as connection:
            return [_attachment(row) for row in connection.execute(query)]

    def cases_of(self, tenant: TenantId, party: PartyId) -> Sequence[MatterId]:
        """The cases that the party is attached to."""
        query = select(_parts.c.case_id, _parts.c.attached_at).where(*_of_party(tenant, party))
        with self._database.read() as connection:
            found = connection.execute(query).all()
        return [MatterId(row.case_id) for row in sorted(found, key=lambda row: (row.attached_at, row.case_id))]


def _of_party(tenant: TenantId, party: PartyId) -> tuple[ColumnElement[bool], ...]:
    return (_parts.c.tenant_id == tenant, _parts.c.party_id == party)


def _of_part(part: Attachment) -> tuple[ColumnElement[bool], ...]:
    return (_parts.c.case_id == part.case, *_of_party(part.tenant, part.party))


def _number(connection: Connection, part: Attachment) -> int:
    """The number of a new alias: the one asked for, else the next; the case's row stays locked until the end."""
    start = insert_into(connection, _numbers).values(tenant_id=part.tenant, case_id=part.case, next=0)
    connection.execute(start.on_conflict_do_nothing(index_elements=_CASE))
    of_case = (_numbers.c.tenant_id == part.tenant, _numbers.c.case_id == part.case)
    following = int(connection.execute(select(_numbers.c.next).where(*of_case).with_for_update()).scalar_one())
    number = following if part.alias == "" else alias_number(part.alias)
    if number is None or number < following:
        raise InvalidInput(f"The alias {part.alias!r} cannot be given: leave it empty for {alias_of(following)!r}")
    connection.execute(update(_numbers).where(*of_case).values(next=number + 1))
    return number


def _row(party: Party) -> dict[str, object]:
    return {
        "tenant_id": party.tenant,
        "id": party.id,
        "kind": party.kind.value,
        "has": dump_json(party.has),
        "version": party.version,
        "made_by": party.made_by,
        "made_at": party.made_at,
    }


def _party(row: Row[*tuple[object, ...]]) -> Party:
    return Party(
        id=PartyId(row.id),
        tenant=TenantId(row.tenant_id),
        kind=PartyKind(row.kind),
        has=tuple(load_json(row.has)),
        version=row.version,
        made_by=ActorId(row.made_by),
        made_at=row.made_at,
    )


def _part_row(part: Attachment, number: int) -> dict[str, object]:
    return {
        "tenant_id": part.tenant,
        "case_id": part.case,
        "party_id": part.party,
        "number": number,
        "role": part.role,
        "called": dump_json(part.called),
        "attached_at": part.attached_at,
    }


def _attachment(row: Row[*tuple[object, ...]]) -> Attachment:
    return Attachment(
        tenant=TenantId(row.tenant_id),
        case=MatterId(row.case_id),
        party=PartyId(row.party_id),
        alias=alias_of(row.number),
        role=row.role,
        called=tuple(load_json(row.called)),
        attached_at=row.attached_at,
    )
