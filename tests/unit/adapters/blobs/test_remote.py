"""Originals and drafts in an object store that fails, or that others wrote to."""

from __future__ import annotations

import sys
from uuid import uuid4

import fsspec
import pytest

from casewright.adapters.blobs.layout import blob_id
from casewright.adapters.blobs.remote import FsspecBlobs
from casewright.domain.ids import BlobId, TenantId
from casewright.errors import BadSettings, IntegrityError, NotFound, Unavailable
from tests.s3_server import KEYS, keys_in, new_bucket, s3_options

OURS = TenantId("ours")
PLACE = "cases/one/drafts/Cerere_ț_v1.pdf"
BLOB = blob_id(b"original")


def in_no_bucket(address: str) -> FsspecBlobs:
    return FsspecBlobs(f"s3://{uuid4().hex}/home", s3_options(address))


def without_server() -> FsspecBlobs:
    refused = {**KEYS, "endpoint_url": "http://127.0.0.1:9", "config_kwargs": {"retries": {"max_attempts": 0}}}
    return FsspecBlobs("s3://bucket", refused)


@pytest.mark.requirement("blobs-intact")
def test_changed_bytes_are_noticed_and_mended() -> None:
    """Bytes that no longer hash to their id are named; putting them again mends them."""
    root = uuid4().hex
    blobs = FsspecBlobs(f"memory://{root}")
    blob = blobs.put(OURS, b"original")
    fsspec.filesystem("memory").pipe_file(f"/{root}/t-ours/{blob[:2]}/{blob}", b"originaL")

    with pytest.raises(IntegrityError, match=f"memory://{root}/t-ours/{blob[:2]}/{blob}"):
        blobs.get(OURS, blob)
    blobs.put(OURS, b"original")
    assert blobs.get(OURS, blob) == b"original"


@pytest.mark.requirement("blobs-tenants")
def test_a_tenant_stays_below_the_root(s3_address: str) -> None:
    """Whatever a tenant is called, its originals lie below the root, as they do in a folder."""
    bucket = new_bucket(s3_address)
    blobs = FsspecBlobs(f"s3://{bucket}/home/", s3_options(s3_address))
    tenants = [TenantId(name) for name in ("ours", "../..", "a/b", "Ours", "")]

    blobs_of = [blobs.put(tenant, b"data") for tenant in tenants]

    keys = keys_in(s3_address, bucket)
    assert len(keys) == len(tenants)
    assert all(key.startswith("home/t-") and key.endswith(blobs_of[0]) for key in keys)


def test_originals_that_cannot_be_reached_get_a_sentence(s3_address: str) -> None:
    """A bucket that is not there, and a server that is not there: never "not found"."""
    for blobs in (in_no_bucket(s3_address), without_server()):
        with pytest.raises(Unavailable, match="cannot be written .*: see CASEWRIGHT_BLOBS"):
            blobs.put(OURS, b"original")
        with pytest.raises(Unavailable, match="cannot be read .*: see CASEWRIGHT_BLOBS"):
            blobs.get(OURS, BLOB)
        with pytest.raises(Unavailable, match="cannot be read .*: see CASEWRIGHT_BLOBS"):
            blobs.has(OURS, BLOB)
        with pytest.raises(Unavailable, match="cannot be removed .*: see CASEWRIGHT_BLOBS"):
            blobs.discard(OURS, BLOB)


def test_drafts_that_cannot_be_reached_get_a_sentence(s3_address: str) -> None:
    """A bucket that is not there, and a server that is not there."""
    for blobs in (in_no_bucket(s3_address), without_server()):
        with pytest.raises(Unavailable, match="cannot be reached where drafts are kept"):
            blobs.keep(PLACE, b"x")


def test_an_id_that_is_none_is_not_asked_for() -> None:
    """What cannot be an id is not found without a question to the store."""
    with pytest.raises(NotFound, match="There are no stored bytes"):
        without_server().get(OURS, BlobId("00"))
    assert not without_server().has(OURS, BlobId("00"))


def test_a_missing_library_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """Which extra to install, for originals as for drafts."""
    monkeypatch.setitem(sys.modules, "gcsfs", None)
    with pytest.raises(BadSettings, match=r"^Originals are to be kept at 'gs://x'.*'casewright\[gcs\]' for gs:"):
        FsspecBlobs("gs://x").put(OURS, b"")
    with pytest.raises(BadSettings, match=r"^Drafts are to be kept at 'gs://x'.*'casewright\[gcs\]' for gs:"):
        FsspecBlobs("gs://x").keep("a.md", b"")
