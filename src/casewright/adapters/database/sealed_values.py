"""What the vault sealed, in a SQL database, and the value by which its key is known again."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import delete, select

from casewright.adapters.database.statements import insert_into
from casewright.adapters.database.tables import vault

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from casewright.adapters.database.engine import Database
    from casewright.domain.ids import TenantId

_values = vault.vault_values
_check = vault.vault_key_check
_AT_ONCE = 500
_EVERY_TENANT = ""


class SqlSealedValues:
    """Fits ``adapters.vault.sealed.SealedValues`` and ``adapters.vault.vault_keys.KeyCheck``."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def put(self, tenant: TenantId, place: str, sealed: bytes) -> None:
        """Keep the bytes in place of those there are."""
        with self._database.write() as connection:
            insert = insert_into(connection, _values).values(tenant_id=tenant, place=place, sealed=sealed)
            connection.execute(
                insert.on_conflict_do_update(index_elements=["tenant_id", "place"], set_={"sealed": sealed})
            )

    def get(self, tenant: TenantId, places: Sequence[str]) -> Mapping[str, bytes]:
        """The bytes by place; unknown places are left out."""
        found: dict[str, bytes] = {}
        with self._database.read() as connection:
            for start in range(0, len(places), _AT_ONCE):
                some = _values.c.place.in_(places[start : start + _AT_ONCE])
                query = select(_values.c.place, _values.c.sealed).where(_values.c.tenant_id == tenant, some)
                found.update((row.place, bytes(row.sealed)) for row in connection.execute(query))
        return found

    def remove(self, tenant: TenantId, place: str) -> None:
        """Remove the bytes there, if any."""
        with self._database.write() as connection:
            connection.execute(delete(_values).where(_values.c.tenant_id == tenant, _values.c.place == place))

    def check_value(self) -> bytes | None:
        """The value of the key that seals here; None where nothing was ever sealed."""
        with self._database.read() as connection:
            found = connection.execute(
                select(_check.c.value).where(_check.c.tenant_id == _EVERY_TENANT)
            ).scalar_one_or_none()
        return None if found is None else bytes(found)

    def keep_check(self, value: bytes) -> bytes:
        """Keep the value where there is none yet; the one that is kept."""
        with self._database.write() as connection:
            connection.execute(
                insert_into(connection, _check).values(tenant_id=_EVERY_TENANT, value=value).on_conflict_do_nothing()
            )
            return bytes(
                connection.execute(select(_check.c.value).where(_check.c.tenant_id == _EVERY_TENANT)).scalar_one()
            )
