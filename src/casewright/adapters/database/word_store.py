"""The words of chunks in a SQL database, found by its own full-text index.

A row a chunk in ``chunk_words``. SQLite finds them by an FTS5 table beside it, which keeps no text of its own;
PostgreSQL by a GIN index over the column as lexemes. Both are given words that are folded and stemmed already and do
nothing to them, so both find the same chunks.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from sqlalchemy import delete, func, select, text

from casewright.adapters.database.tables import documents, search
from casewright.domain.ids import DocumentId
from casewright.tools.ports.search import PLACES

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from sqlalchemy import Connection

    from casewright.adapters.database.engine import Database
    from casewright.domain.ids import MatterId, TenantId
    from casewright.tools.ports.search import IntArray

_words = search.chunk_words
_documents = search.word_documents
_LOCK = 0x77726473
"""The PostgreSQL advisory lock that the next number is taken under."""

_FTS_ADD = text("INSERT INTO chunk_words_index (rowid, words) VALUES (:place, :words)")
_FTS_REMOVE = text("INSERT INTO chunk_words_index (chunk_words_index, rowid, words) VALUES ('delete', :place, :words)")
_FTS_PLACES = text(
    "SELECT group_concat(rowid) FROM chunk_words_index WHERE chunk_words_index MATCH :word "
    "AND rowid >= :low AND rowid < :high"
)
_GIN_PLACES = text(
    "SELECT string_agg(int8send(place), '') FROM chunk_words WHERE tenant_id = :tenant AND place >= :low "
    "AND place < :high AND array_to_tsvector(string_to_array(words, ' ')) @@ CAST(:word AS tsquery)"
)


class SqlWordStore:
    """Fits ``tools.ports.search.WordStore``."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def numbers(self, tenant: TenantId, matter: MatterId, version: int) -> Mapping[DocumentId, int]:
        """The numbers of those documents of the matter whose words are stored in this version."""
        query = select(_documents.c.document_id, _documents.c.number).where(
            _documents.c.tenant_id == tenant, _documents.c.matter_id == matter, _documents.c.version == version
        )
        with self._database.read() as connection:
            return {DocumentId(document): number for document, number in connection.execute(query).all()}

    def add(self, tenant: TenantId, document: DocumentId, words: Sequence[str], version: int) -> None:
        """Store the words of the document's chunks, all of them or none; replaces older ones."""
        with self._database.write() as connection:
            matter = _matter_of(connection, tenant, document)
            if matter is None:
                return
            forget_words(connection, tenant, document)
            number = _next_number(connection)
            row = {"tenant_id": tenant, "document_id": document, "matter_id": matter}
            connection.execute(_documents.insert(), {**row, "number": number, "version": version})
            rows = [
                {"tenant_id": tenant, "place": number * PLACES + at, "words": given} for at, given in enumerate(words)
            ]
            if rows:
                connection.execute(_words.insert(), rows)
            if rows and connection.dialect.name == "sqlite":
                connection.execute(_FTS_ADD, [{"place": each["place"], "words": each["words"]} for each in rows])

    def places(self, tenant: TenantId, word: str, low: int, high: int) -> IntArray:
        """Every place in [low, high) where the word stands, ascending; on SQLite those of other tenants too."""
        with self._database.read() as connection:
            if connection.dialect.name == "sqlite":
                values = {"word": f'"{word}"', "low": low, "high": high}
                listed = connection.execute(_FTS_PLACES, values).scalar_one()
                return np.fromstring(listed or "", np.int64, sep=",")
            values = {"tenant": tenant, "word": f"'{word}'", "low": low, "high": high}
            packed = connection.execute(_GIN_PLACES, values).scalar_one()
        return np.sort(np.frombuffer(packed or b"", dtype=">i8").astype(np.int64))


def forget_words(connection: Connection, tenant: TenantId, document: DocumentId) -> None:
    """Remove the document's words, within a transaction."""
    of_document = (_documents.c.tenant_id == tenant, _documents.c.document_id == document)
    number = connection.execute(select(_documents.c.number).where(*of_document)).scalar()
    if number is None:
        return
    stored = (
        _words.c.tenant_id == tenant,
        _words.c.place >= number * PLACES,
        _words.c.place < (number + 1) * PLACES,
    )
    if connection.dialect.name == "sqlite":
        rows = connection.execute(select(_words.c.place, _words.c.words).where(*stored)).all()
        if rows:
            connection.execute(_FTS_REMOVE, [{"place": place, "words": words} for place, words in rows])
    connection.execute(delete(_words).where(*stored))
    connection.execute(delete(_documents).where(*of_document))


def _matter_of(connection: Connection, tenant: TenantId, document: DocumentId) -> str | None:
    """The matter of the document, None where the tenant has no such document."""
    known = documents.documents
    query = select(known.c.matter_id).where(known.c.tenant_id == tenant, known.c.id == document)
    return connection.execute(query).scalar_one_or_none()


def _next_number(connection: Connection) -> int:
    """A number that no document has, of whatever tenant: SQLite's index is one for all."""
    if connection.dialect.name == "postgresql":
        connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": _LOCK})
    return int(connection.execute(select(func.coalesce(func.max(_documents.c.number), 0))).scalar_one()) + 1
