"""What every place for drafts promises: a folder, fsspec's memory, and S3 as moto's server speaks it."""

from __future__ import annotations

import os
import stat
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING
from uuid import uuid4

import pytest

from casewright.adapters.blobs.remote import FolderDrafts, FsspecDrafts, open_draft_files
from casewright.errors import BadSettings, InvalidInput, Refused, Unavailable
from tests.fakes.memory_drafts import MemoryDraftFiles

if TYPE_CHECKING:
    from collections.abc import Iterator

    from casewright.tools.ports.drafts import DraftFiles

PLACE = "cases/one/drafts/Cerere_ț_v1.pdf"
KEYS = {"key": "testing", "secret": "testing"}


@pytest.fixture(scope="module")
def s3_address() -> Iterator[str]:
    """A server of S3's API on the loopback interface."""
    from moto.server import ThreadedMotoServer

    server = ThreadedMotoServer(ip_address="127.0.0.1", port=0, verbose=False)
    server.start()
    host, port = server.get_host_and_port()
    yield f"http://{host}:{port}"
    server.stop()


def s3_drafts(address: str, *, bucket: bool = True) -> FsspecDrafts:
    """Drafts in a new bucket, or in one that is not there."""
    name = f"drafts-{uuid4().hex[:8]}"
    options = {**KEYS, "endpoint_url": address, "client_kwargs": {"region_name": "us-east-1"}}
    if bucket:
        import s3fs

        s3fs.S3FileSystem(**options).call_s3("create_bucket", Bucket=name)
    return FsspecDrafts(f"s3://{name}/home", options)


@pytest.fixture(params=["fake", "folder", "memory", "s3"])
def files(request: pytest.FixtureRequest, tmp_path: Path) -> DraftFiles:
    match request.param:
        case "fake":
            return MemoryDraftFiles()
        case "folder":
            return FolderDrafts(tmp_path / "drafts")
        case "memory":
            return FsspecDrafts(f"memory://{uuid4().hex}")
        case _:
            return s3_drafts(request.getfixturevalue("s3_address"))


def test_what_is_kept_is_read(files: DraftFiles) -> None:
    """The bytes come back; a place where nothing was kept has none."""
    address = files.keep(PLACE, b"\x00draft")
    assert address.endswith(PLACE)
    assert files.read(PLACE) == b"\x00draft"
    assert files.read("cases/one/drafts/other.pdf") is None


@pytest.mark.requirement("draft-revisions")
def test_nothing_is_overwritten(files: DraftFiles) -> None:
    """Other bytes are refused and change nothing; the same bytes again are no change."""
    address = files.keep(PLACE, b"first")
    with pytest.raises(Refused, match="never overwritten"):
        files.keep(PLACE, b"second")
    assert files.keep(PLACE, b"first") == address
    assert files.read(PLACE) == b"first"


def test_of_many_who_write_one_name_one_succeeds(files: DraftFiles) -> None:
    """Eight threads, eight contents: one is kept, whole."""

    def write(number: int) -> bool:
        try:
            files.keep(PLACE, bytes([number]) * 1000)
        except Refused:
            return False
        return True

    with ThreadPoolExecutor(8) as pool:
        written = list(pool.map(write, range(8)))
    assert sum(written) == 1
    assert files.read(PLACE) == bytes([written.index(True)]) * 1000


@pytest.mark.parametrize("place", ["../x", "a/../b", "a//b", "/a", "", "a/.b", "a\\b", "a\x00b"])
def test_a_place_leads_nowhere_else(place: str, tmp_path: Path) -> None:
    """A path that is empty in part, hidden or leads upwards is refused."""
    for files in (FolderDrafts(tmp_path / "drafts"), FsspecDrafts("memory://x")):
        with pytest.raises(InvalidInput, match="no place for a draft"):
            files.keep(place, b"")
        with pytest.raises(InvalidInput, match="no place for a draft"):
            files.read(place)
    assert list(tmp_path.iterdir()) == []


def test_drafts_in_a_folder_are_their_owners_alone(tmp_path: Path) -> None:
    """Nobody else may read the files; nothing half-written stays beside them."""
    path = Path(FolderDrafts(tmp_path / "drafts").keep(PLACE, b"x"))
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700
    assert [one.name for one in path.parent.iterdir()] == [path.name]


def test_a_folder_that_cannot_be_written_gets_a_sentence(tmp_path: Path) -> None:
    """A file where the folder should be: what cannot be reached, and which setting says where."""
    (tmp_path / "drafts").write_bytes(b"")
    with pytest.raises(Unavailable, match="CASEWRIGHT_DRAFTS"):
        FolderDrafts(tmp_path / "drafts").keep(PLACE, b"x")


def test_a_store_that_does_not_answer_gets_a_sentence(s3_address: str) -> None:
    """A bucket that is not there, and a server that is not there."""
    with pytest.raises(Unavailable, match="cannot be reached where drafts are kept"):
        s3_drafts(s3_address, bucket=False).keep(PLACE, b"x")
    unreachable = {**KEYS, "endpoint_url": "http://127.0.0.1:9", "config_kwargs": {"retries": {"max_attempts": 0}}}
    with pytest.raises(Unavailable, match="cannot be reached where drafts are kept"):
        FsspecDrafts("s3://drafts", unreachable).keep(PLACE, b"x")


def test_urls(tmp_path: Path) -> None:
    """A path and file:// are folders; what nobody knows is refused with the kinds there are."""
    assert open_draft_files(str(tmp_path)).keep("a.md", b"") == os.fspath(tmp_path / "a.md")
    assert open_draft_files(f"file://{tmp_path}").read("a.md") == b""
    with pytest.raises(BadSettings, match="Name a folder, s3:// or gs://"):
        open_draft_files("nowhere://x").keep("a.md", b"")
