"""What was spent with providers, in a SQL database."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import select, update

from casewright.adapters.database.statements import insert_into
from casewright.adapters.database.tables import scoring

if TYPE_CHECKING:
    from sqlalchemy import ColumnElement

    from casewright.adapters.database.engine import Database
    from casewright.domain.ids import TenantId

_spend = scoring.provider_spend


class SqlSpendLedger:
    """Fits ``tools.ports.scoring.SpendLedger``."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def spent(self, tenant: TenantId, provider: str, month: str) -> int:
        """The tokens of that month."""
        with self._database.read() as connection:
            found = connection.execute(select(_spend.c.tokens).where(_of(tenant, provider, month)))
            return int(found.scalar_one_or_none() or 0)

    def reserve(self, tenant: TenantId, provider: str, month: str, tokens: int, *, cap: int) -> bool:
        """Add the tokens where the month stays at or below ``cap``; whether they were added."""
        row = {"tenant_id": tenant, "provider": provider, "month": month, "tokens": 0}
        added = (
            update(_spend)
            .where(_of(tenant, provider, month), _spend.c.tokens + tokens <= cap)
            .values(tokens=_spend.c.tokens + tokens)
        )
        with self._database.write() as connection:
            connection.execute(insert_into(connection, _spend).values(row).on_conflict_do_nothing())
            return connection.execute(added.returning(_spend.c.tokens)).one_or_none() is not None

    def correct(self, tenant: TenantId, provider: str, month: str, change: int) -> None:
        """Add ``change`` to the month."""
        if change:
            corrected = update(_spend).where(_of(tenant, provider, month)).values(tokens=_spend.c.tokens + change)
            with self._database.write() as connection:
                connection.execute(corrected)


def _of(tenant: TenantId, provider: str, month: str) -> ColumnElement[bool]:
    return (_spend.c.tenant_id == tenant) & (_spend.c.provider == provider) & (_spend.c.month == month)
