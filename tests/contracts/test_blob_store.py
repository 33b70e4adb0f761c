"""What every store of bytes keeps: memory, a folder, fsspec's memory, and S3 as moto's server speaks it."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from hashlib import sha256
from typing import TYPE_CHECKING
from uuid import uuid4

import pytest

from casewright.adapters.blobs.counted import CountedBlobs
from casewright.adapters.blobs.folder import FolderBlobs
from casewright.adapters.blobs.held import HeldBlobs
from casewright.adapters.blobs.remote import FsspecBlobs
from casewright.domain.ids import BlobId, TenantId
from casewright.domain.tenant_limits import TenantLimits
from casewright.errors import InvalidInput, NotFound, Refused
from casewright.tools.tenant_limits import Limits, Storage
from tests.fakes.memory_blobs import MemoryBlobs
from tests.fakes.memory_limits import MemoryStoredBytes, MemoryTenantLimits
from tests.s3_server import new_bucket, s3_options

if TYPE_CHECKING:
    from pathlib import Path

    from casewright.tools.ports.blobs import BlobStore

OURS, THEIRS = TenantId("ours"), TenantId("theirs")
ABSENT = BlobId("0" * 64)
PLACE = "cases/one/drafts/Cerere_ț_v1.pdf"


@pytest.fixture(params=["fake", "folder", "held", "counted", "memory", "s3"])
def blobs(request: pytest.FixtureRequest, tmp_path: Path) -> BlobStore:
    """An empty store of each kind in turn."""
    match request.param:
        case "fake":
            return MemoryBlobs()
        case "folder":
            return FolderBlobs(tmp_path / "blobs")
        case "held":
            return HeldBlobs(FolderBlobs(tmp_path / "blobs"))
        case "counted":
            limits = Limits(MemoryTenantLimits(), TenantLimits(storage_bytes=10**9))
            return CountedBlobs(FolderBlobs(tmp_path / "blobs"), Storage(limits, MemoryStoredBytes()))
        case "memory":
            return FsspecBlobs(f"memory://{uuid4().hex}")
        case _:
            address = request.getfixturevalue("s3_address")
            return FsspecBlobs(f"s3://{new_bucket(address)}/home", s3_options(address))


@pytest.mark.parametrize("data", [b"", b"bytes", bytes(range(256)) * 5000])
def test_bytes_come_back_as_they_were(blobs: BlobStore, data: bytes) -> None:
    """What was put is got, under the SHA-256 of the bytes."""
    blob = blobs.put(OURS, data)

    assert blob == sha256(data).hexdigest()
    assert blobs.get(OURS, blob) == data
    assert blobs.has(OURS, blob)


def test_same_bytes_are_kept_once(blobs: BlobStore) -> None:
    """Putting the same bytes twice gives the same id, and one discard forgets them."""
    assert blobs.put(OURS, b"same") == blobs.put(OURS, b"same")

    blobs.discard(OURS, BlobId(sha256(b"same").hexdigest()))

    assert not blobs.has(OURS, BlobId(sha256(b"same").hexdigest()))


@pytest.mark.requirement("blobs-tenants")
@pytest.mark.parametrize("theirs", ["theirs", "Ours", "../ours", "ours/..", ""])
def test_tenants_do_not_share_bytes(blobs: BlobStore, theirs: str) -> None:
    """Another tenant's bytes are not there, and discarding one's own leaves theirs."""
    other = TenantId(theirs)
    blob = blobs.put(OURS, b"ours")
    with pytest.raises(NotFound):
        blobs.get(other, blob)
    assert not blobs.has(other, blob)

    blobs.put(other, b"ours")
    blobs.discard(OURS, blob)

    assert blobs.get(other, blob) == b"ours"
    assert not blobs.has(OURS, blob)


@pytest.mark.parametrize("blob", [ABSENT, BlobId("nonsense"), BlobId("../../etc/passwd"), BlobId("")])
def test_absent_bytes_are_not_found(blobs: BlobStore, blob: BlobId) -> None:
    """An id of nothing is not found, whatever it looks like; discarding it does nothing."""
    blobs.put(OURS, b"something")

    with pytest.raises(NotFound, match="There are no stored bytes"):
        blobs.get(OURS, blob)
    assert not blobs.has(OURS, blob)
    blobs.discard(OURS, blob)


def test_threads_may_put_the_same_bytes(blobs: BlobStore) -> None:
    """Many threads that put the same bytes at once all get the id, and the bytes are whole."""
    with ThreadPoolExecutor(8) as threads:
        ids = set(threads.map(lambda _: blobs.put(OURS, b"x" * 100_000), range(32)))

    (blob,) = ids
    assert blobs.get(OURS, blob) == b"x" * 100_000


def test_a_draft_is_read_as_it_was_kept(blobs: BlobStore) -> None:
    """The bytes come back; a place where nothing was kept has none."""
    address = blobs.keep(PLACE, b"\x00draft")
    assert address.endswith(PLACE)
    assert blobs.read(PLACE) == b"\x00draft"
    assert blobs.read("cases/one/drafts/other.pdf") is None


@pytest.mark.requirement("draft-revisions")
def test_no_draft_is_overwritten(blobs: BlobStore) -> None:
    """Other bytes are refused and change nothing; the same bytes again are no change."""
    address = blobs.keep(PLACE, b"first")
    with pytest.raises(Refused, match="never overwritten"):
        blobs.keep(PLACE, b"second")
    assert blobs.keep(PLACE, b"first") == address
    assert blobs.read(PLACE) == b"first"


def test_of_many_who_write_one_name_one_succeeds(blobs: BlobStore) -> None:
    """Eight threads, eight contents: one is kept, whole."""

    def write(number: int) -> bool:
        try:
            blobs.keep(PLACE, bytes([number]) * 1000)
        except Refused:
            return False
        return True

    with ThreadPoolExecutor(8) as pool:
        written = list(pool.map(write, range(8)))
    assert sum(written) == 1
    assert blobs.read(PLACE) == bytes([written.index(True)]) * 1000


@pytest.mark.parametrize("place", ["../x", "a/../b", "a//b", "/a", "", "a/.b", "a\\b", "a\x00b"])
def test_a_place_leads_nowhere_else(blobs: BlobStore, place: str, tmp_path: Path) -> None:
    """A path that is empty in part, hidden or leads upwards is refused."""
    with pytest.raises(InvalidInput, match="no place for a draft"):
        blobs.keep(place, b"")
    with pytest.raises(InvalidInput, match="no place for a draft"):
        blobs.read(place)
    assert list(tmp_path.iterdir()) == []


def test_drafts_and_originals_do_not_meet(blobs: BlobStore) -> None:
    """What one store keeps of both stays apart."""
    blob = blobs.put(OURS, b"original")
    blobs.keep(PLACE, b"draft")

    blobs.discard(OURS, blob)

    assert blobs.read(PLACE) == b"draft"
