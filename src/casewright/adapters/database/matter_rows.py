"""Everything that the database holds of a matter, removed in one transaction (``tools.ports.removal``).

Rows are found by the columns that name a matter, in whatever table: a table that is added later is covered by the name
of its column. What is found otherwise stands here by name; ``KEPT`` are the tables that a matter's end does not touch.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import delete, func, or_, select

from casewright.adapters.database.removed_contents import forget_contents, own_contents
from casewright.adapters.database.schema import load_schema
from casewright.adapters.database.tables import cases, debates, documents, matters, parties, vault
from casewright.adapters.database.tenant_limits import give_back
from casewright.adapters.database.word_store import forget_words
from casewright.domain.ids import BlobId, DocumentId
from casewright.tools.ports.removal import Remains

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sqlalchemy import ColumnElement, Connection, Select, Table

    from casewright.adapters.database.engine import Database
    from casewright.domain.ids import MatterId, TenantId

_NAMES = ("matter_id", "deal_id", "case_id")
_documents = documents.documents
_texts = documents.document_texts
_threads = documents.threads
_debates = debates.debates
_attached = parties.case_parties
_former = parties.former_index
_values = vault.vault_values

BY_NAME = frozenset({"matters", "cases", "document_texts", "chunk_words", "chunk_contents", "parties", "blind_index"})
"""Tables with rows of a matter that no column of theirs says so of: removed here by what they belong to."""
SHARED = frozenset({"feature_runs", "score_pages", "vault_values"})
"""Tables in which a matter's part is removed, and the rest of the same rows or places stays."""
KEPT = frozenset(
    {
        "approvals",  # requests stay, like the audit; what they say of the matter is blanked (``delete_matter``)
        "audit_checkpoints",
        "audit_events",
        "audit_heads",
        "begun_sign_ins",
        "call_counts",  # of runs and rounds; they name no matter
        "call_effects",
        "call_journal",  # by the keys that the audit names (``delete_matter``)
        "chunk_counters",
        "failed_sign_ins",
        "identities",
        "invitations",
        "original_removals",  # notes of which originals are to go, made in the same transaction
        "matter_numbers",  # a number is given once
        "model_money",
        "passwords",
        "payment_events",  # what a provider said happened outside of us
        "provider_spend",
        "quota_use",
        "request_rates",
        "score_statements",
        "score_usage",
        "sessions",
        "stored_bytes",
        "stored_objects",  # by their places, as their bytes go
        "subscriptions",
        "templates",
        "tenant_limits",
        "tenants",
        "users",
        "vault_key_check",
    }
)


class SqlMatterRows:
    """Fits ``tools.ports.removal.MatterRows``."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def remains(self, tenant: TenantId, matter: MatterId) -> Remains:
        """What there is of the matter now."""
        with self._database.read() as connection:
            return _remains(connection, tenant, matter)

    def remove(self, tenant: TenantId, matter: MatterId) -> Remains:
        """Remove every row that is the matter's alone, in one transaction; what there was."""
        with self._database.write() as connection:
            there = _remains(connection, tenant, matter)
            ids = _document_ids(connection, tenant, matter)
            contents = own_contents(connection, tenant, ids)
            for document in ids:
                forget_words(connection, tenant, DocumentId(document))
                of_text = (_texts.c.tenant_id == tenant) & (_texts.c.document_id == document)
                connection.execute(delete(_texts).where(of_text))
            forget_contents(connection, tenant, contents)
            _forget_sealed(connection, tenant, matter, ids, there.parties)
            for table, ours in _tables(tenant, matter):
                connection.execute(delete(table).where(ours))
            for table, column in ((parties.blind_index, "party_id"), (parties.parties, "id")):
                named = table.c[column].in_(there.parties)
                connection.execute(delete(table).where(table.c.tenant_id == tenant, named))
        return there


def _tables(tenant: TenantId, matter: MatterId) -> Iterator[tuple[Table, ColumnElement[bool]]]:
    """Every table with rows of the matter, those first that others are referred to by; and which rows they are."""
    for table in reversed(load_schema().sorted_tables):
        if table.name in KEPT:
            continue
        named = [name for name in _NAMES if name in table.c]
        if table in (cases.cases, matters.matters):
            named = ["id"]
        if named:
            yield table, (table.c.tenant_id == tenant) & or_(*(table.c[name] == matter for name in named))


def _remains(connection: Connection, tenant: TenantId, matter: MatterId) -> Remains:
    rows = sum(
        connection.execute(select(func.count()).select_from(table).where(ours)).scalar_one()
        for table, ours in _tables(tenant, matter)
    )
    of_documents = (_documents.c.tenant_id == tenant) & (_documents.c.matter_id == matter)
    elsewhere = select(_documents.c.blob).where(_documents.c.tenant_id == tenant, _documents.c.matter_id != matter)
    blobs = select(_documents.c.blob).where(of_documents, _documents.c.blob.not_in(elsewhere)).distinct()
    return Remains(
        documents=connection.execute(select(func.count()).select_from(_documents).where(of_documents)).scalar_one(),
        rows=rows,
        blobs=tuple(BlobId(blob) for blob in connection.execute(blobs).scalars()),
        threads=_ids(connection, select(_threads.c.id).where(_of(_threads, tenant), _threads.c.matter_id == matter)),
        debates=_ids(connection, select(_debates.c.id).where(_of(_debates, tenant), _debates.c.deal_id == matter)),
        parties=_own_parties(connection, tenant, matter),
    )


def _own_parties(connection: Connection, tenant: TenantId, matter: MatterId) -> tuple[str, ...]:
    """The parties of the case that are, and were, a part of no other one."""
    known = [
        select(table.c.party_id).where(_of(table, tenant), table.c.case_id != matter) for table in (_attached, _former)
    ]
    mine = select(_attached.c.party_id).where(_of(_attached, tenant), _attached.c.case_id == matter)
    return _ids(connection, mine.where(*(_attached.c.party_id.not_in(other) for other in known)))


def _forget_sealed(
    connection: Connection, tenant: TenantId, matter: MatterId, ids: tuple[str, ...], gone: tuple[str, ...]
) -> None:
    """Originals of its documents, persons who are named in it, and the details of parties that go with it."""
    places = [f"original/{document}" for document in ids] + [f"party/{party}" for party in gone]
    persons = _values.c.place.startswith(f"case/{matter}/", autoescape=True)
    sealed = delete(_values).where(_of(_values, tenant), persons)
    connection.execute(sealed)
    for place in places:
        connection.execute(delete(_values).where(_of(_values, tenant), _values.c.place == place))
    give_back(connection, tenant, places)


def _document_ids(connection: Connection, tenant: TenantId, matter: MatterId) -> tuple[str, ...]:
    return _ids(connection, select(_documents.c.id).where(_of(_documents, tenant), _documents.c.matter_id == matter))


def _ids(connection: Connection, query: Select[str]) -> tuple[str, ...]:
    return tuple(connection.execute(query).scalars())


def _of(table: Table, tenant: TenantId) -> ColumnElement[bool]:
    return table.c.tenant_id == tenant
