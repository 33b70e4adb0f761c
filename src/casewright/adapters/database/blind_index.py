"""The blind index of parties and the numbers of persons who are none, in a SQL database. Hashes only."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import delete, select, update

from casewright.adapters.database import schema
from casewright.adapters.database.statements import insert_into
from casewright.domain.ids import PartyId

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from casewright.adapters.database.engine import Database
    from casewright.domain.ids import MatterId, TenantId

_index = schema.blind_index
_parts = schema.case_parties
_numbers = schema.person_numbers
_counters = schema.person_counters
_CASE = ["tenant_id", "case_id"]


class SqlBlindIndex:
    """Fits ``tools.ports.parties.BlindIndex``."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def put(self, tenant: TenantId, party: PartyId, entries: Sequence[tuple[bytes, int, str]]) -> None:
        """Keep the party's entries in place of those there are."""
        rows = {
            (entry, field): {"tenant_id": tenant, "party_id": party, "hash": entry, "length": length, "field": field}
            for entry, length, field in entries
        }
        with self._database.write() as connection:
            connection.execute(delete(_index).where(_index.c.tenant_id == tenant, _index.c.party_id == party))
            if rows:
                connection.execute(_index.insert(), list(rows.values()))

    def of_case(self, tenant: TenantId, case: MatterId) -> Mapping[bytes, Sequence[tuple[PartyId, str]]]:
        """Hash → (party, field) for every party attached to the case."""
        query = (
            select(_index.c.hash, _index.c.party_id, _index.c.field)
            .join(_parts, (_parts.c.tenant_id == _index.c.tenant_id) & (_parts.c.party_id == _index.c.party_id))
            .where(_parts.c.tenant_id == tenant, _parts.c.case_id == case)
            .order_by(_parts.c.number, _index.c.field)
        )
        found: dict[bytes, list[tuple[PartyId, str]]] = {}
        with self._database.read() as connection:
            for row in connection.execute(query):
                found.setdefault(bytes(row.hash), []).append((PartyId(row.party_id), row.field))
        return found


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
