"""Bytes that are held on their way into a case."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from casewright.adapters.blobs.folder import FolderBlobs
from casewright.adapters.blobs.held import SECONDS, HeldBlobs
from casewright.domain.ids import TenantId
from casewright.errors import NotFound, Unavailable

if TYPE_CHECKING:
    from pathlib import Path

OURS, THEIRS = TenantId("ours"), TenantId("theirs")


def test_held_bytes_are_written_nowhere(tmp_path: Path) -> None:
    """They are there under their id for their tenant alone until they are released, and no file holds them."""
    blobs = HeldBlobs(FolderBlobs(tmp_path))

    blob = blobs.hold(OURS, b"secret")

    assert blobs.get(OURS, blob) == b"secret"
    assert not blobs.has(THEIRS, blob)
    assert list(tmp_path.rglob("*")) == []
    blobs.release(OURS, blob)
    with pytest.raises(NotFound):
        blobs.get(OURS, blob)


def test_releasing_leaves_kept_bytes_and_discarding_does_not(tmp_path: Path) -> None:
    """What was put stays when held bytes of the same id are let go of."""
    blobs = HeldBlobs(FolderBlobs(tmp_path))
    blob = blobs.put(OURS, b"kept")
    blobs.hold(OURS, b"kept")

    blobs.release(OURS, blob)
    assert blobs.get(OURS, blob) == b"kept"
    blobs.discard(OURS, blob)
    assert not blobs.has(OURS, blob)


def test_held_bytes_are_bounded_and_go_after_an_hour(tmp_path: Path) -> None:
    """Nobody fills the memory with what never becomes a document."""
    now = [0.0]
    blobs = HeldBlobs(FolderBlobs(tmp_path), most=10, time=lambda: now[0])
    first = blobs.hold(OURS, b"12345678")
    with pytest.raises(Unavailable, match="try again in a few minutes"):
        blobs.hold(OURS, b"abc")
    assert blobs.hold(OURS, b"12345678") == first, "the same bytes take no more room"
    now[0] = SECONDS + 1
    blobs.hold(OURS, b"abc")
    assert not blobs.has(OURS, first)
