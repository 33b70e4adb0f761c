"""What is asked of a database to see whether it is well: read only."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from sqlalchemy import select

from casewright.adapters.database.revision import stored_revision
from casewright.adapters.database.tables import audit, cases, documents
from casewright.domain.ids import BlobId, TenantId

if TYPE_CHECKING:
    from collections.abc import Sequence

    from casewright.adapters.database.engine import Database

_documents = documents.documents
_cases = cases.cases


@dataclass(frozen=True, slots=True)
class NamedOriginal:
    """An original that a document has, and what one of the documents is called."""

    tenant: TenantId
    blob: BlobId
    filename: str


def damage_of(database: Database) -> str | None:
    """The first thing that is wrong with the file, as SQLite says it; None where nothing is, and on PostgreSQL."""
    if database.dialect != "sqlite":
        return None
    with database.read() as connection:
        said = str(connection.exec_driver_sql("PRAGMA integrity_check(1)").scalar_one())
    return None if said == "ok" else said


def revision_of(database: Database) -> str | None:
    """The revision of the stored schema."""
    with database.read() as connection:
        return stored_revision(connection)


def chains_of(database: Database) -> Sequence[TenantId]:
    """The tenants whose audit has a head."""
    with database.read() as connection:
        found = connection.execute(select(audit.audit_heads.c.tenant_id)).scalars()
        return sorted(map(TenantId, found))


def originals_of(database: Database) -> Sequence[NamedOriginal]:
    """Every original that documents have, once; those of cases are in the vault and left out."""
    of_case = select(_cases.c.id).where(
        _cases.c.tenant_id == _documents.c.tenant_id, _cases.c.id == _documents.c.matter_id
    )
    query = select(_documents.c.tenant_id, _documents.c.blob, _documents.c.filename).where(~of_case.exists())
    with database.read() as connection:
        rows = connection.execute(query).all()
    named = {(tenant, blob): filename for tenant, blob, filename in rows}
    return [NamedOriginal(TenantId(tenant), BlobId(blob), name) for (tenant, blob), name in sorted(named.items())]
