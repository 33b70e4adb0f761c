"""What every store of removals keeps, and what comes of originals that nobody made a document of."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from hashlib import sha256
from typing import TYPE_CHECKING

import pytest

from casewright.adapters.blobs.counted import CountedBlobs
from casewright.adapters.database.documents import SqlDocuments
from casewright.adapters.database.matters import SqlMatters
from casewright.adapters.database.original_removals import SqlOriginalRemovals
from casewright.adapters.database.tenant_limits import SqlStoredBytes, SqlTenantLimits
from casewright.domain.ids import BlobId
from casewright.domain.tenant_limits import TenantLimits
from casewright.errors import Unavailable
from casewright.toolbox.documents.originals import PATIENCE, Originals
from casewright.tools.tenancy import acting_in
from casewright.tools.tenant_limits import Limits, Storage
from tests.databases import EVERYWHERE
from tests.fakes.fixed_clock import START, FixedClock
from tests.fakes.memory_blobs import MemoryBlobs
from tests.fakes.memory_documents import MemoryDocuments
from tests.fakes.memory_matters import MemoryMatters
from tests.fakes.memory_originals import MemoryRemovals
from tests.shelf import OURS, THEIRS, Shelf, document, reading

if TYPE_CHECKING:
    from collections.abc import Callable

    from casewright.adapters.database.engine import Database
    from casewright.domain.documents import Document
    from casewright.domain.ids import TenantId
    from casewright.tools.ports.originals import OriginalRemovals

pytestmark = pytest.mark.requirement("originals-removed")


class Room:
    """A shelf of documents and what is noted beside it."""

    def __init__(self, shelf: Shelf, removals: OriginalRemovals) -> None:
        self.shelf, self.removals = shelf, removals
        self.clock, self.blobs = FixedClock(), Unreachable()
        self.originals = Originals(self.blobs, removals, self.clock)


class Unreachable(MemoryBlobs):
    """A store that does not answer while it is ``away``."""

    away = False

    def discard(self, tenant: TenantId, blob: BlobId) -> None:
        if self.away:
            raise Unavailable("the store does not answer")
        super().discard(tenant, blob)


def made(shelf: Shelf, data: bytes) -> Document:
    """A document of these bytes."""
    given = replace(document(shelf.matter, "a"), blob=BlobId(sha256(data).hexdigest()))
    return shelf.documents.add(given, reading("a"), identity=given.id)


@pytest.fixture(params=EVERYWHERE)
def room(request: pytest.FixtureRequest, new_database: Callable[[str], Database]) -> Room:
    """An empty one over each kind of store in turn."""
    if request.param == "memory":
        matters = MemoryMatters()
        documents = MemoryDocuments(matters)
        return Room(Shelf(documents, matters), MemoryRemovals(documents, matters))
    database = new_database(request.param)
    return Room(Shelf(SqlDocuments(database), SqlMatters(database)), SqlOriginalRemovals(database))


def test_kept_bytes_wait_an_hour_for_their_document(room: Room) -> None:
    """Bytes that no document is made of are removed after their time, and not before it."""
    blob = room.originals.keep(OURS, b"kept")
    room.originals.finish()
    assert room.blobs.has(OURS, blob)
    room.clock.advance(seconds=PATIENCE.total_seconds())
    room.originals.finish()
    assert not room.blobs.has(OURS, blob)
    assert room.removals.due(room.clock.now()) == []


def test_original_of_a_document_stays(room: Room) -> None:
    """What was claimed is not removed, and what a document has is not, whatever is noted of it."""
    added = made(room.shelf, b"One.")
    room.originals.claim(OURS, added.blob, b"One.")
    room.originals.doom(OURS, added.blob)
    assert not room.originals.remove(OURS, added.blob)
    room.clock.advance(days=1)
    room.originals.finish()
    assert room.blobs.has(OURS, added.blob)
    room.shelf.documents.delete(OURS, room.shelf.matter, added.id)
    room.originals.doom(OURS, added.blob)
    assert room.originals.remove(OURS, added.blob)
    assert not room.blobs.has(OURS, added.blob)


def test_claimed_bytes_that_were_removed_meanwhile_are_kept_again(room: Room) -> None:
    """Who read the bytes before they went has the document and its original all the same."""
    blob = room.originals.keep(OURS, b"kept")
    room.clock.advance(hours=2)
    room.originals.finish()
    room.originals.claim(OURS, blob, b"kept")
    assert room.blobs.get(OURS, blob) == b"kept"


def test_somebody_waits_for_bytes_that_another_deletes(room: Room) -> None:
    """The original of a deleted document stays while the same bytes were kept for another."""
    blob = room.originals.keep(OURS, b"kept")
    room.originals.doom(OURS, blob)
    assert not room.originals.remove(OURS, blob)
    assert room.blobs.has(OURS, blob)
    assert room.removals.claim(OURS, blob)
    assert not room.removals.claim(OURS, blob)


def test_tenants_have_their_own(room: Room) -> None:
    """A note of one tenant's says nothing of another's bytes."""
    blob = room.originals.keep(OURS, b"kept")
    assert not room.removals.claim(THEIRS, blob)
    room.removals.note(THEIRS, blob, START)
    assert room.removals.due(START) == [(THEIRS, blob)]
    assert sorted(room.removals.due(START + PATIENCE)) == [(OURS, blob), (THEIRS, blob)]


def test_what_cannot_be_reached_stays_noted(room: Room, caplog: pytest.LogCaptureFixture) -> None:
    """A store that does not answer is told of; the removal is finished later."""
    blob = room.blobs.put(OURS, b"kept")
    room.originals.doom(OURS, blob)
    room.blobs.away = True
    assert not room.originals.remove(OURS, blob)
    assert "stays until the home is opened next" in caplog.text
    room.blobs.away = False
    room.originals.finish()
    assert not room.blobs.has(OURS, blob)


def test_document_and_removal_take_turns(database: Database) -> None:
    """Where a document is made of bytes while they are removed, one waits for the other: it has its original."""
    shelf = Shelf(SqlDocuments(database), SqlMatters(database))
    originals = Originals(MemoryBlobs(), SqlOriginalRemovals(database), FixedClock())

    def add(data: bytes) -> BlobId:
        with database.together():
            added = made(shelf, data)
            originals.claim(OURS, added.blob, data)
        return added.blob

    for number in range(10):
        data = f"{number}.".encode()
        blob = originals.blobs.put(OURS, data)
        originals.doom(OURS, blob)
        with ThreadPoolExecutor(2) as both:
            removed, added = both.submit(originals.remove, OURS, blob), both.submit(add, data)
            removed.result()
        assert added.result() == blob
        assert originals.blobs.get(OURS, blob) == data
    assert originals.removals.due(START + PATIENCE) == []


def test_room_is_given_back_in_the_removal(database: Database) -> None:
    """The count of what the tenant keeps is written while the removal holds the original, and waits for nobody."""
    kept, stored, clock = MemoryBlobs(), SqlStoredBytes(database), FixedClock()
    blobs = CountedBlobs(kept, Storage(Limits(SqlTenantLimits(database), TenantLimits()), stored))
    removals = SqlOriginalRemovals(database)
    originals = Originals(blobs, removals, clock)
    with acting_in(OURS):
        blob = originals.keep(OURS, b"of nobody")
        assert stored.used(OURS) == len(b"of nobody")
        clock.advance(seconds=PATIENCE.total_seconds())

        assert originals.remove(OURS, blob)

        assert (stored.used(OURS), kept.has(OURS, blob), list(removals.due(clock.now()))) == (0, False, [])
