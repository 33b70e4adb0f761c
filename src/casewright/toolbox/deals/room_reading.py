"""What the checks of a data room see in a deal's documents, looked at once for the same documents."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

from casewright.domain.documents import DocumentStatus
from casewright.domain.skipping import blank
from casewright.evidence.coverage import cover, figure_places
from casewright.evidence.data_room_index import index_entries
from casewright.evidence.extraction.entities import companies
from casewright.evidence.extraction.places import RoomDocument
from casewright.evidence.extraction.source import room_dollars
from casewright.evidence.rooms.checks import look
from casewright.evidence.rooms.seen import Room
from casewright.evidence.rooms.statements import is_contract
from casewright.evidence.source_types import recognise
from casewright.toolbox.deals.absent_documents import absent_documents
from casewright.vocabulary.lookalikes import read_figures_alike

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from datetime import date

    from casewright.domain.claims import Claim
    from casewright.domain.documents import Document
    from casewright.domain.ids import ClaimId, DocumentId, MatterId, TenantId
    from casewright.domain.sources import DocumentSource
    from casewright.evidence.coverage import Coverage, FigurePlace
    from casewright.evidence.record import AbsentDocument
    from casewright.evidence.rooms.seen import Seen
    from casewright.tools.ports.documents import DocumentStore

_KEPT = 8


@dataclass(frozen=True)
class RoomReading:
    """A room that was read: what its checks see, and where its figures stand."""

    room: Room
    unread: Mapping[DocumentId, tuple[str, str]]
    _covered: dict[tuple[ClaimId, ...], Coverage] = field(default_factory=dict, compare=False, repr=False)

    @cached_property
    def seen(self) -> tuple[Seen, ...]:
        """What the checks see."""
        return look(self.room)

    @cached_property
    def places(self) -> Mapping[DocumentId, tuple[FigurePlace, ...]]:
        """The figures of each document."""
        return {document.id: figure_places(document) for document in self.room.documents}

    @cached_property
    def contracts(self) -> tuple[RoomDocument, ...]:
        """The documents that are agreements between parties."""
        return tuple(one for one in self.room.documents if is_contract(one))

    def coverage(self, claims: Sequence[Claim]) -> Coverage:
        """How much of the room these claims cover; claims never move, so that the same ones cover the same."""
        ids = tuple(claim.id for claim in claims)
        found = self._covered.get(ids)
        if found is None:
            found = cover(self.places, self.room.documents, self.unread, claims)
            self._covered.clear()
            self._covered[ids] = found
        return found


class RoomReadings:
    """The rooms that were looked at last. Documents do not change, so that ids tell them."""

    def __init__(self) -> None:
        self._read: dict[object, RoomReading] = {}
        self._absent: dict[object, tuple[AbsentDocument, ...]] = {}

    def absent(
        self, store: DocumentStore, tenant: TenantId, documents: Sequence[Document]
    ) -> tuple[AbsentDocument, ...]:
        """What the indexes among the documents name and none of them is."""
        key = (tenant, *((one.id, one.filename, one.status, one.reader_version) for one in documents))
        if key not in self._absent:
            _make_place(self._absent)
            self._absent[key] = absent_documents(store, tenant, documents)
        return self._absent[key]

    def read(
        self,
        store: DocumentStore,
        tenant: TenantId,
        deal: MatterId,
        documents: Sequence[Document],
        described: Mapping[DocumentId, DocumentSource],
        title: str,
        as_of: date,
    ) -> RoomReading:
        """The deal's documents as they are described now."""
        kinds = tuple(
            (one.id, one.filename, one.status, one.reader_version, described.get(one.id)) for one in documents
        )
        key = (tenant, deal, kinds, title, as_of)
        if key not in self._read:
            _make_place(self._read)
            room = read_room(store, tenant, documents, described, title, as_of)
            unread = {
                one.id: (one.filename, one.error or f"it is not read: {one.status.value}")
                for one in documents
                if one.status is not DocumentStatus.READY
            }
            self._read[key] = RoomReading(room, unread)
        return self._read[key]


def _make_place(kept: dict[object, Any]) -> None:
    """Forget the oldest, so that one more is as many as are kept."""
    while len(kept) >= _KEPT:
        kept.pop(next(iter(kept)))


def read_room(
    store: DocumentStore,
    tenant: TenantId,
    documents: Sequence[Document],
    described: Mapping[DocumentId, DocumentSource],
    title: str,
    as_of: date,
) -> Room:
    """The documents that could be read, as the checks want them."""
    ready = sorted(
        (one for one in documents if one.status is DocumentStatus.READY), key=lambda one: (one.filename, one.id)
    )
    ids = [one.id for one in ready]
    texts, furniture = store.texts(tenant, ids), store.furniture(tenant, ids)
    names = tuple(one.filename for one in documents)
    read = [
        _read(store, tenant, one, blank(read_figures_alike(texts[one.id]), furniture.get(one.id, ())), described, names)
        for one in ready
    ]
    dollars = room_dollars(one.text for one in read)
    return Room(
        documents=tuple(replace(one, dollars=dollars) for one in read),
        filenames=names,
        as_of=as_of,
        company=next(iter(companies(title)), None),
    )


def _read(
    store: DocumentStore,
    tenant: TenantId,
    document: Document,
    text: str,
    described: Mapping[DocumentId, DocumentSource],
    names: Sequence[str],
) -> RoomDocument:
    tables = store.tables(tenant, document.id)
    known = described.get(document.id)
    recognised = recognise(document.filename, text)
    dated = recognised.source_date if known is None or known.source_date is None else known.source_date.date()
    if dated is None and document.dated is not None:
        dated = document.dated.date()
    return RoomDocument(
        id=document.id,
        filename=document.filename,
        text=text,
        tables=tables,
        kind=recognised.source_type if known is None else known.source_type,
        dated=dated,
        is_index=index_entries(document.filename, text, tables, names) is not None,
    )
