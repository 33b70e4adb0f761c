"""A home whose originals lie in a bucket, and one whose bucket is not there."""

from __future__ import annotations

import json
from hashlib import sha256
from typing import TYPE_CHECKING

import fsspec
import pytest
from fsspec.config import conf, set_conf_env

from casewright import Casewright
from casewright.domain.ids import BlobId
from tests.s3_server import KEYS, keys_in, new_bucket

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tests.e2e.conftest import Shell


@pytest.fixture
def s3_variables(s3_address: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """fsspec's variables name the server, as a person would have set them before the start."""
    variables = {f"FSSPEC_S3_{name.upper()}": value for name, value in {**KEYS, "endpoint_url": s3_address}.items()}
    monkeypatch.setitem(conf, "s3", {})
    set_conf_env(conf, variables)
    yield
    fsspec.get_filesystem_class("s3").clear_instance_cache()


@pytest.mark.usefixtures("s3_variables")
@pytest.mark.requirement("document-deleted")
def test_originals_in_a_bucket(shell: Shell, contracts: Path, s3_address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A document is added, its original read back and deleted; the home has no folder of originals."""
    bucket = new_bucket(s3_address)
    monkeypatch.setenv("CASEWRIGHT_BLOBS", f"s3://{bucket}/originals")
    matter = shell.matter()
    original = (contracts / "lease.txt").read_bytes()
    digest = sha256(original).hexdigest()

    shell("ingest", matter, contracts / "lease.txt")

    assert keys_in(s3_address, bucket) == [f"originals/t-local/{digest[:2]}/{digest}"]
    assert not (shell.home / "blobs").exists()
    with Casewright.open(shell.home) as casewright:
        assert casewright.blobs.get(casewright.actor.tenant, BlobId(digest)) == original

    delete(shell, matter)

    assert keys_in(s3_address, bucket) == []


@pytest.mark.usefixtures("s3_variables")
def test_a_bucket_that_is_not_there(shell: Shell, contracts: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is added, and the sentence names the setting."""
    monkeypatch.setenv("CASEWRIGHT_BLOBS", "s3://there-is-no-such-bucket/originals")
    matter = shell.matter()

    ended = shell.any("ingest", matter, contracts / "lease.txt")

    assert ended.code != 0
    assert "see CASEWRIGHT_BLOBS" in " ".join((ended.out + ended.err).split())


def test_an_address_of_no_known_kind(shell: Shell, contracts: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The sentence says which kinds there are."""
    monkeypatch.setenv("CASEWRIGHT_BLOBS", "nowhere://x")
    matter = shell.matter()

    ended = shell.any("ingest", matter, contracts / "lease.txt")

    assert ended.code != 0
    assert "Name a folder, s3:// or gs://" in " ".join((ended.out + ended.err).split())


def test_originals_in_another_folder(
    shell: Shell, contracts: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A path keeps them in that folder."""
    monkeypatch.setenv("CASEWRIGHT_BLOBS", str(tmp_path / "elsewhere"))

    shell("ingest", shell.matter(), contracts / "lease.txt")

    [kept] = [path for path in (tmp_path / "elsewhere").rglob("*") if path.is_file()]
    assert kept.read_bytes() == (contracts / "lease.txt").read_bytes()
    assert not (shell.home / "blobs").exists()


def delete(shell: Shell, matter: str) -> None:
    """Delete the matter's one document, as two people do."""
    listed = shell("--json", "tools", "call", "list_matter_documents", "--args", json.dumps({"matter_id": matter}))
    document = listed.json["structured"]["documents"][0]["document_id"]
    arguments = json.dumps({"matter_id": matter, "document_id": document})
    call = ["--json", "tools", "call", "delete_document", "--args", arguments, "--why", "a mistake"]
    request = shell(*call, code=3).json["metadata"]["approval_id"]
    pat = ["--as", shell("--json", "users", "add", "pat", "--role", "PARTNER").json["key_file"]]
    shell("matter", "share", matter, "pat", "--role", "counsel")
    assert shell(*pat, "--json", "approvals", "approve", request).json["status"] == "success"
