"""What every store of original bytes keeps."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from hashlib import sha256
from typing import TYPE_CHECKING

import pytest

from casewright.adapters.blobs.folder import FolderBlobs
from casewright.adapters.blobs.held import HeldBlobs
from casewright.domain.ids import BlobId, TenantId
from casewright.errors import NotFound
from tests.fakes.memory_blobs import MemoryBlobs

if TYPE_CHECKING:
    from pathlib import Path

    from casewright.tools.ports.blobs import BlobStore

OURS, THEIRS = TenantId("ours"), TenantId("theirs")
ABSENT = BlobId("0" * 64)


@pytest.fixture(params=["memory", "local", "held"])
def blobs(request: pytest.FixtureRequest, tmp_path: Path) -> BlobStore:
    """An empty store of each kind in turn."""
    local = FolderBlobs(tmp_path / "blobs")
    return MemoryBlobs() if request.param == "memory" else HeldBlobs(local) if request.param == "held" else local


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
def test_tenants_do_not_share_bytes(blobs: BlobStore) -> None:
    """Another tenant's bytes are not there, and discarding one's own leaves theirs."""
    blob = blobs.put(OURS, b"ours")
    with pytest.raises(NotFound):
        blobs.get(THEIRS, blob)
    assert not blobs.has(THEIRS, blob)

    blobs.put(THEIRS, b"ours")
    blobs.discard(OURS, blob)

    assert blobs.get(THEIRS, blob) == b"ours"
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
