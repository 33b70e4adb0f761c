"""The blind index of parties and the numbers of persons who are none, in a SQL database. Hashes only."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import delete, select, update

from casewright.adapters.database.statements import insert_into
from casewright.adapters.database.tables import parties
from casewright.domain.aliases import alias_of
from casewright.domain.ids import PartyId
from casewright.domain.parties import Called, called_in_case

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping, Sequence

    from sqlalchemy import Connection

    from casewright.adapters.database.engine import Database
    from casewright.domain.ids import MatterId, TenantId

_index = parties.blind_index
_former = parties.former_index
_parts = parties.case_parties
_numbers = parties.person_numbers
_counters = parties.person_counters
_CASE = ["tenant_id", "case_id"]


class SqlBlindIndex:
    """Fits ``tools.ports.parties.BlindIndex``."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def put(self, tenant: TenantId, party: PartyId, entries: Sequence[tuple[bytes, int, str]]) -> None:
        """Keep the party's entries in place of those there are, which its cases go on knowing."""
        rows = {
            (entry, field): {"tenant_id": tenant, "party_id": party, "hash": entry, "length": length, "field": field}
            for entry, length, field in entries
        }
        attached = (_parts.c.tenant_id == tenant, _parts.c.party_id == party)
        locked = select(_parts.c.case_id, _parts.c.number).where(*attached).order_by(_parts.c.case_id).with_for_update()
        with self._database.write() as connection:
            parts = [(row.case_id, row.number) for row in connection.execute(locked)]
            keep_former(connection, tenant, party, parts, staying=rows.keys())
            connection.execute(delete(_index).where(_index.c.tenant_id == tenant, _index.c.party_id == party))
            if rows:
                connection.execute(_index.insert(), list(rows.values()))

    def forget(self, tenant: TenantId, party: PartyId) -> None:
        """Remove all entries of the party, its former ones in every case too."""
        with self._database.write() as connection:
            for table in (_index, _former):
                connection.execute(delete(table).where(table.c.tenant_id == tenant, table.c.party_id == party))

    def of_case(self, tenant: TenantId, case: MatterId) -> Mapping[bytes, Sequence[tuple[str, str]]]:
        """Hash → (alias, field) for every party of the case; where nobody is called so now, those who were."""
        current = (
            select(_parts.c.number, _index.c.party_id, _index.c.hash, _index.c.field)
            .join(_parts, (_parts.c.tenant_id == _index.c.tenant_id) & (_parts.c.party_id == _index.c.party_id))
            .where(_parts.c.tenant_id == tenant, _parts.c.case_id == case)
        )
        former = select(_former).where(_former.c.tenant_id == tenant, _former.c.case_id == case)
        with self._database.read() as connection:
            now = [
                Called(bytes(row.hash), PartyId(row.party_id), alias_of(row.number), row.field)
                for row in connection.execute(current)
            ]
            before = [
                Called(bytes(row.hash), PartyId(row.party_id), row.alias, row.field)
                for row in connection.execute(former)
            ]
        return called_in_case(now, before)


def keep_former(
    connection: Connection,
    tenant: TenantId,
    party: PartyId,
    parts: Iterable[tuple[str, int]],
    *,
    staying: Collection[tuple[bytes, str]] = (),
) -> None:
    """Copy the party's entries, but those ``staying``, to the former ones of these cases by its number there."""
    query = select(_index).where(_index.c.tenant_id == tenant, _index.c.party_id == party)
    entries = [row for row in connection.execute(query) if (bytes(row.hash), row.field) not in staying]
    rows = [
        {
            "tenant_id": tenant,
            "case_id": case,
            "alias": alias_of(number),
            "party_id": party,
            "hash": bytes(row.hash),
            "field": row.field,
            "length": row.length,
        }
        for case, number in parts
        for row in entries
    ]
    if rows:
        connection.execute(insert_into(connection, _former).on_conflict_do_nothing(), rows)


class SqlPersonNumbers:
    """Fits ``tools.ports.parties.PersonNumbers``."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def of_case(self, tenant: TenantId, case: MatterId) -> Mapping[bytes, int]:
        """Every number given in the case."""
        query = select(_numbers.c.hash, _numbers.c.number).where(
            _numbers.c.tenant_id == tenant, _numbers.c.case_id == case
        )
        with self._database.read() as connection:
            return {bytes(row.hash): row.number for row in connection.execute(query)}

    def numbered(self, tenant: TenantId, case: MatterId, groups: Sequence[Sequence[bytes]]) -> Sequence[int]:
        """A number for each group; the case's counter stays locked until they are kept."""
        if not groups:
            return []
        of_case = (_counters.c.tenant_id == tenant, _counters.c.case_id == case)
        known = select(_numbers.c.hash, _numbers.c.number).where(
            _numbers.c.tenant_id == tenant, _numbers.c.case_id == case
        )
        with self._database.write() as connection:
            start = insert_into(connection, _counters).values(tenant_id=tenant, case_id=case, next=1)
            connection.execute(start.on_conflict_do_nothing(index_elements=_CASE))
            following = int(connection.execute(select(_counters.c.next).where(*of_case).with_for_update()).scalar_one())
            given = {bytes(row.hash): int(row.number) for row in connection.execute(known)}
            before = dict(given)
            numbers = []
            for group in groups:
                number = given.get(group[0], following)
                following = max(following, number + 1)
                for entry in group:
                    given.setdefault(entry, number)
                numbers.append(number)
            rows = [
                {"tenant_id": tenant, "case_id": case, "hash": entry, "number": number}
                for entry, number in given.items()
                if entry not in before
            ]
            if rows:
                connection.execute(_numbers.insert(), rows)
                connection.execute(update(_counters).where(*of_case).values(next=following))
        return numbers
