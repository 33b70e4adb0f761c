"""Consents in a SQL database."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import delete, select

from casewright.adapters.database.statements import insert_into
from casewright.adapters.database.tables import consents
from casewright.domain.consents import Consent
from casewright.domain.ids import ActorId, MatterId, TenantId

if TYPE_CHECKING:
    from collections.abc import Sequence

    from casewright.adapters.database.engine import Database

_consents = consents.provider_consents


class SqlConsents:
    """Fits ``tools.ports.consents.ConsentStore``."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def grant(self, consent: Consent) -> None:
        """Store the consent; one that is there already stays as it is."""
        row = {
            "tenant_id": consent.tenant,
            "matter_id": consent.matter,
            "provider": consent.provider,
            "granted_by": consent.granted_by,
            "granted_at": consent.granted_at,
        }
        with self._database.write() as connection:
            connection.execute(insert_into(connection, _consents).values(row).on_conflict_do_nothing())

    def revoke(self, tenant: TenantId, matter: MatterId, provider: str) -> bool:
        """Take the consent away; whether there was one."""
        statement = delete(_consents).where(
            _consents.c.tenant_id == tenant, _consents.c.matter_id == matter, _consents.c.provider == provider
        )
        with self._database.write() as connection:
            return connection.execute(statement.returning(_consents.c.provider)).one_or_none() is not None

    def of_matter(self, tenant: TenantId, matter: MatterId) -> Sequence[Consent]:
        """The matter's consents by provider."""
        query = select(_consents).where(_consents.c.tenant_id == tenant, _consents.c.matter_id == matter)
        with self._database.read() as connection:
            rows = connection.execute(query).all()
        found = [
            Consent(
                TenantId(row.tenant_id),
                MatterId(row.matter_id),
                row.provider,
                granted_by=ActorId(row.granted_by),
                granted_at=row.granted_at,
            )
            for row in rows
        ]
        return sorted(found, key=lambda consent: consent.provider)
