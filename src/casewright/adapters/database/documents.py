"""Documents, their texts and their chunks in a SQL database."""

from __future__ import annotations

from dataclasses import replace
from hashlib import sha256
from typing import TYPE_CHECKING, Any

from sqlalchemy import delete, func, select, update

from casewright.adapters.database.chunk_columns import (
    chunks_of,
    pack_chunks,
    pack_furniture,
    pack_offsets,
    pack_pages,
    unpack_chunks,
    unpack_furniture,
    unpack_offsets,
    unpack_pages,
)
from casewright.adapters.database.chunk_contents import number_contents
from casewright.adapters.database.derived_rows import forget_all, forget_found, hand_over
from casewright.adapters.database.document_rows import document_of, document_row
from casewright.adapters.database.document_statements import (
    CURRENT,
    OF_MATTER,
    ONE,
    RECOGNISED,
    WITH_CHUNKS,
    WITH_FURNITURE,
    WITH_TEXT,
    of_documents,
    with_text,
)
from casewright.adapters.database.layout_column import pack_layout, unpack_layout
from casewright.adapters.database.printed_columns import pack_printed, unpack_printed
from casewright.adapters.database.recognised_columns import pack_recognised, unpack_recognised
from casewright.adapters.database.section_columns import pack_sections, unpack_sections
from casewright.adapters.database.statements import insert_into, slices
from casewright.adapters.database.table_columns import pack_tables, unpack_tables
from casewright.adapters.database.tables import documents, matters
from casewright.domain.documents import Document, Reading, ReadingReport, ReadingState
from casewright.domain.ids import DocumentId, MatterId, TenantId
from casewright.domain.skipping import spans_of
from casewright.errors import NotFound

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from sqlalchemy import ColumnElement, Connection, Row

    from casewright.adapters.database.engine import Database
    from casewright.domain.documents import Furniture, Section, Table
    from casewright.domain.layouts import Layout
    from casewright.domain.recognition import RecognisedPage
    from casewright.tools.ports.documents import DocumentChunks

_documents = documents.documents
_texts = documents.document_texts
_matters = matters.matters


class SqlDocuments:
    """Fits ``tools.ports.documents.DocumentStore``."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def add(self, document: Document, reading: Reading | None, *, identity: str) -> Document:
        """Store the document with its reading, all of it or nothing, in one transaction.

        Where the matter already has a document of this ``identity`` nothing is stored and that one comes back.
        Raises ``NotFound`` where the tenant has no such matter.
        """
        digest = _digest(identity)
        with self._database.write() as connection:
            if not _insert(connection, document, digest):
                return document_of(_of_identity(connection, document, digest))
            if reading is not None:
                _insert_reading(connection, document, reading)
        return document

    def find(self, tenant: TenantId, matter: MatterId, identities: Sequence[str]) -> Mapping[str, DocumentId]:
        """The documents of the matter that have these identities; the others are left out."""
        wanted = {_digest(identity): identity for identity in identities}
        found: dict[str, DocumentId] = {}
        with self._database.read() as connection:
            for part in slices(list(wanted)):
                query = select(_documents.c.identity, _documents.c.id).where(
                    _documents.c.tenant_id == tenant,
                    _documents.c.matter_id == matter,
                    _documents.c.identity.in_(part),
                )
                found.update((wanted[row.identity], DocumentId(row.id)) for row in connection.execute(query))
        return found

    def delete(self, tenant: TenantId, matter: MatterId, document: DocumentId) -> bool:
        """Remove the document and earlier readings of its file with texts and chunks, in one transaction.

        False where there is none of that id.
        """
        with self._database.write() as connection:
            doomed = [document]
            for one in doomed:
                earlier = select(_documents.c.id).where(
                    _documents.c.tenant_id == tenant, _documents.c.matter_id == matter, _documents.c.replaced_by == one
                )
                doomed += [DocumentId(row.id) for row in connection.execute(earlier)]
            gone = 0
            for one in doomed:
                of_matter = (_documents.c.tenant_id == tenant, _documents.c.matter_id == matter)
                of_document = (*of_matter, _documents.c.id == one)
                if connection.execute(select(_documents.c.id).where(*of_document)).one_or_none() is None:
                    return False
                of_text = (_texts.c.tenant_id == tenant, _texts.c.document_id == one)
                connection.execute(delete(_texts).where(*of_text))
                forget_all(connection, tenant, one)
                gone += connection.execute(delete(_documents).where(*of_document)).rowcount
            return gone == len(doomed)

    def rename(self, tenant: TenantId, matter: MatterId, document: DocumentId, filename: str) -> bool:
        """Call the document otherwise; its identity stays. False where there is none of that id."""
        of_document = (_documents.c.tenant_id == tenant, _documents.c.matter_id == matter, _documents.c.id == document)
        with self._database.write() as connection:
            return connection.execute(update(_documents).where(*of_document).values(filename=filename)).rowcount == 1

    def reading(self, tenant: TenantId, matter: MatterId, document: DocumentId) -> Reading | None:
        """What was read of the document, put together again; None where there is no text, or no such document."""
        found = self.get(tenant, matter, document)
        with self._database.read() as connection:
            row = connection.execute(with_text(*_texts.c), of_documents(tenant, [document])).one_or_none()
        if found is None or row is None or row.text is None:
            return None
        text, furniture = row.text.decode("utf-8", "surrogatepass"), unpack_furniture(row.furniture)
        columns = unpack_chunks(document, row.chunks or b"", row.sections or "[]")
        return Reading(
            found.media_type,
            text,
            chunks_of(columns, text, spans_of(furniture)),
            unpack_pages(row.pages),
            unpack_offsets(row.offsets),
            unpack_tables(row.tables or b""),
            found.dated,
            furniture=furniture,
            sections=unpack_sections(row.outline),
            recognised=unpack_recognised(row.recognised),
            report=found.report or ReadingReport(ReadingState.WHOLE),
            printed=unpack_printed(row.geometry),
            layout=unpack_layout(row.layout),
        )

    def rewrite(self, document: Document, reading: Reading | None) -> bool:
        """Put this in place of the stored document of the same id and of its reading, in one transaction."""
        of_document = (_documents.c.tenant_id == document.tenant, _documents.c.id == document.id)
        with self._database.write() as connection:
            statement = update(_documents).where(*of_document).values(**document_row(document))
            if connection.execute(statement).rowcount == 0:
                return False
            of_text = (_texts.c.tenant_id == document.tenant, _texts.c.document_id == document.id)
            connection.execute(delete(_texts).where(*of_text))
            forget_found(connection, document.tenant, document.id)
            if reading is not None:
                _insert_reading(connection, document, reading)
        return True

    def replace(self, document: Document, reading: Reading, *, by: DocumentId) -> Document:
        """Store another reading of the document's file beside it, in one transaction, as the document ``by``.

        Raises ``NotFound`` where the document is none of its matter's any more, or is replaced already.
        """
        of_document = (
            _documents.c.tenant_id == document.tenant,
            _documents.c.matter_id == document.matter,
            _documents.c.id == document.id,
            _documents.c.replaced_by.is_(None),
        )
        new = replace(document, id=by, characters=len(reading.text), chunk_count=len(reading.chunks))
        with self._database.write() as connection:
            stored = connection.execute(select(_documents).where(*of_document).with_for_update()).one_or_none()
            if stored is None:
                raise NotFound(f"Document {document.id!r} not found in this matter")
            freed = {"replaced_by": by, "identity": _digest(f"replaced/{document.id}")}
            connection.execute(update(_documents).where(*of_document).values(**freed))
            row = {**document_row(new), "identity": stored.identity, "position": stored.position}
            connection.execute(_documents.insert(), row)
            _insert_reading(connection, new, reading)
            hand_over(connection, document.tenant, document.id, by)
        return new

    def get(self, tenant: TenantId, matter: MatterId, document: DocumentId) -> Document | None:
        """The document, or None where this matter of this tenant has none of that id."""
        asked = {"tenant_id": tenant, "matter_id": matter, "id": document}
        with self._database.read() as connection:
            row = connection.execute(ONE, asked).one_or_none()
        return None if row is None else document_of(row)

    def of_matter(self, tenant: TenantId, matter: MatterId, *, replaced: bool = False) -> Sequence[Document]:
        """Every document of the matter, newest first; with ``replaced`` earlier readings of its files, too."""
        asked = {"tenant_id": tenant, "matter_id": matter}
        with self._database.read() as connection:
            return [document_of(row) for row in connection.execute(OF_MATTER if replaced else CURRENT, asked)]

    def text(self, tenant: TenantId, document: DocumentId) -> str:
        """The whole extracted text; empty where there is none. Raises ``NotFound`` for an unknown document."""
        if (text := self.texts(tenant, [document]).get(document)) is None:
            raise NotFound(f"Document {document!r} not found")
        return text

    def texts(
        self, tenant: TenantId, documents: Sequence[DocumentId], size: int | None = None
    ) -> Mapping[DocumentId, str]:
        """The extracted texts of several documents, their first ``size`` characters only; unknown ones are left out."""
        # Bytes are cut, of which a character has up to four; what of one is left then is no character.
        query = WITH_TEXT
        if size is not None:
            query = with_text(func.substr(_texts.c.text, 1, 4 * size, type_=_texts.c.text.type).label("text"))
        errors = "surrogatepass" if size is None else "ignore"
        with self._database.read() as connection:
            return {
                DocumentId(row.id): bytes(row.text or b"").decode("utf-8", errors)[:size]
                for part in slices(documents)
                for row in connection.execute(query, of_documents(tenant, part))
            }

    def chunks(self, tenant: TenantId, documents: Sequence[DocumentId]) -> Sequence[DocumentChunks]:
        """The chunks of these documents, one item each, in the order asked; unknown ones are left out."""
        found: dict[DocumentId, DocumentChunks] = {}
        with self._database.read() as connection:
            for part in slices(documents):
                for row in connection.execute(WITH_CHUNKS, of_documents(tenant, part)):
                    document = DocumentId(row.id)
                    found[document] = unpack_chunks(document, row.chunks or b"", row.sections or "[]")
        return [found[document] for document in documents if document in found]

    def furniture(
        self, tenant: TenantId, documents: Sequence[DocumentId]
    ) -> Mapping[DocumentId, tuple[Furniture, ...]]:
        """The page furniture in the texts of several documents, in order; unknown ones are left out."""
        found: dict[DocumentId, tuple[Furniture, ...]] = {}
        with self._database.read() as connection:
            for part in slices(documents):
                for row in connection.execute(WITH_FURNITURE, of_documents(tenant, part)):
                    found[DocumentId(row.id)] = unpack_furniture(row.furniture)
        return found

    def sections(
        self, tenant: TenantId, documents: Sequence[DocumentId]
    ) -> Mapping[DocumentId, tuple[Section, ...] | None]:
        """The index of sections of several documents, None for one that has none; unknown ones are left out."""
        found: dict[DocumentId, tuple[Section, ...] | None] = {}
        with self._database.read() as connection:
            for part in slices(documents):
                for row in connection.execute(with_text(_texts.c.outline), of_documents(tenant, part)):
                    found[DocumentId(row.id)] = unpack_sections(row.outline)
        return found

    def recognised(
        self, tenant: TenantId, documents: Sequence[DocumentId]
    ) -> Mapping[DocumentId, tuple[RecognisedPage, ...]]:
        """The pages of these documents whose text was recognised (OCR), in order; documents without are left out."""
        found: dict[DocumentId, tuple[RecognisedPage, ...]] = {}
        with self._database.read() as connection:
            for part in slices(documents):
                for row in connection.execute(RECOGNISED, of_documents(tenant, part)):
                    found[DocumentId(row.id)] = unpack_recognised(row.recognised)
        return found

    def tables(self, tenant: TenantId, document: DocumentId) -> tuple[Table, ...]:
        """The tables found in the document's text, in order; none for a document read before revision 0010.

        Raises ``NotFound`` for an unknown document.
        """
        return unpack_tables(self._column(tenant, document, _texts.c.tables) or b"")

    def layout(self, tenant: TenantId, document: DocumentId) -> Layout | None:
        """The document's changes, comments and notes; None where the format has none, or they were not looked for.

        Raises ``NotFound`` for an unknown document.
        """
        return unpack_layout(self._column(tenant, document, _texts.c.layout))

    def _column(self, tenant: TenantId, document: DocumentId, column: ColumnElement[object]) -> bytes | None:
        with self._database.read() as connection:
            row = connection.execute(with_text(column), of_documents(tenant, [document])).one_or_none()
        if row is None:
            raise NotFound(f"Document {document!r} not found")
        found: Any = row[1]
        return None if found is None else bytes(found)


def _insert(connection: Connection, document: Document, digest: bytes) -> bool:
    """Whether the document was stored; False where its identity is taken."""
    where = (_matters.c.tenant_id == document.tenant, _matters.c.id == document.matter)
    if connection.execute(select(_matters.c.id).where(*where)).one_or_none() is None:
        raise NotFound(f"Matter {document.matter!r} not found")
    last = select(func.max(_documents.c.position)).where(
        _documents.c.tenant_id == document.tenant, _documents.c.matter_id == document.matter
    )
    position = (connection.execute(last).scalar_one() or 0) + 1
    statement = (
        insert_into(connection, _documents)
        .values(**document_row(document), identity=digest, position=position)
        .on_conflict_do_nothing(index_elements=["tenant_id", "matter_id", "identity"])
        .returning(_documents.c.id)
    )
    return connection.execute(statement).one_or_none() is not None


def _of_identity(connection: Connection, document: Document, digest: bytes) -> Row[*tuple[object, ...]]:
    query = select(_documents).where(
        _documents.c.tenant_id == document.tenant,
        _documents.c.matter_id == document.matter,
        _documents.c.identity == digest,
    )
    return connection.execute(query).one()


def _insert_reading(connection: Connection, document: Document, reading: Reading) -> None:
    slices_and_units = [chunk.sha256 for chunk in reading.chunks]
    slices_and_units += [chunk.unit_sha256 or chunk.sha256 for chunk in reading.chunks]
    numbers = number_contents(connection, document.tenant, slices_and_units)
    count = len(reading.chunks)
    chunks, sections = pack_chunks(reading.chunks, numbers[:count], numbers[count:])
    row = {
        "tenant_id": document.tenant,
        "document_id": document.id,
        "chunks": chunks,
        "sections": sections,
        "pages": pack_pages(reading.pages),
        "offsets": pack_offsets(reading.offsets),
        "text": reading.text.encode("utf-8", "surrogatepass"),
        "tables": pack_tables(reading.tables),
        "furniture": pack_furniture(reading.furniture),
        "outline": pack_sections(reading.sections),
        "geometry": pack_printed(reading.printed),
        "layout": pack_layout(reading.layout),
        "recognised": pack_recognised(reading.recognised),
    }
    connection.execute(_texts.insert(), row)


def _digest(identity: str) -> bytes:
    """What stands for an identity of any length in the index."""
    return sha256(identity.encode("utf-8", "surrogatepass")).digest()
