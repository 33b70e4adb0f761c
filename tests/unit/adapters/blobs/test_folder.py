"""Originals and drafts in a local folder."""

from __future__ import annotations

import errno
import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from casewright.adapters.blobs.folder import FolderBlobs
from casewright.domain.ids import BlobId, TenantId
from casewright.errors import IntegrityError, StorageFull, Unavailable

OURS = TenantId("ours")
PLACE = "cases/one/drafts/Cerere_ț_v1.pdf"


def files_in(root: Path) -> list[Path]:
    return sorted(path for path in root.rglob("*") if path.is_file())


@pytest.mark.requirement("blobs-intact")
def test_changed_bytes_are_noticed(tmp_path: Path) -> None:
    """Bytes that no longer hash to their id are an ``IntegrityError`` that names the file."""
    blobs = FolderBlobs(tmp_path)
    blob = blobs.put(OURS, b"original")
    (path,) = files_in(tmp_path)
    path.write_bytes(b"originaL")

    with pytest.raises(IntegrityError, match=blob):
        blobs.get(OURS, blob)


def test_putting_again_mends_changed_bytes(tmp_path: Path) -> None:
    """Putting the same bytes once more replaces a damaged file."""
    blobs = FolderBlobs(tmp_path)
    blob = blobs.put(OURS, b"original")
    files_in(tmp_path)[0].write_bytes(b"originaL")

    assert blobs.put(OURS, b"original") == blob
    assert blobs.get(OURS, blob) == b"original"


@pytest.mark.requirement("blobs-tenants")
@pytest.mark.parametrize("tenant", ["../..", "/etc", "a/b", "", ".", "x" * 1000])
def test_tenant_cannot_leave_the_folder(tmp_path: Path, tenant: str) -> None:
    """Whatever a tenant is called, its files lie inside the root."""
    root = tmp_path / "root"
    blobs = FolderBlobs(root)

    blob = blobs.put(TenantId(tenant), b"data")

    assert blobs.get(TenantId(tenant), blob) == b"data"
    assert all(root in path.parents for path in files_in(tmp_path))


@pytest.mark.requirement("blobs-whole-or-not")
@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EDQUOT, errno.EFBIG])
def test_full_disk_is_said_to_be_full(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: int) -> None:
    """Where the file system has no room, ``StorageFull`` says so, and nothing half-written stays."""

    def full(_: int) -> None:
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr(os, "fsync", full)
    blobs = FolderBlobs(tmp_path)

    with pytest.raises(StorageFull, match="free space"):
        blobs.put(OURS, b"data")

    assert files_in(tmp_path) == []


def test_interrupt_leaves_nothing_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ctrl-C in the middle of writing leaves no file."""

    def interrupt(_: int) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(os, "fsync", interrupt)

    with pytest.raises(KeyboardInterrupt):
        FolderBlobs(tmp_path).put(OURS, b"data")

    assert files_in(tmp_path) == []


@pytest.mark.requirement("blobs-whole-or-not")
@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such limit")
def test_file_size_limit_of_the_process_is_a_full_disk(tmp_path: Path) -> None:
    """Under RLIMIT_FSIZE the write fails as on a full disk, in a sentence, and nothing half-written stays."""
    code = (
        "import resource, sys\n"
        "from pathlib import Path\n"
        "from casewright.adapters.blobs.folder import FolderBlobs\n"
        "from casewright.errors import StorageFull\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))\n"
        "blobs = FolderBlobs(Path(sys.argv[1]))\n"
        "small = blobs.put('ours', b'small')\n"
        "try: blobs.put('ours', b'x' * 2000)\n"
        "except StorageFull as error: print('full', blobs.get('ours', small) == b'small')\n"
    )
    ended = subprocess.run([sys.executable, "-c", code, str(tmp_path)], capture_output=True, text=True, timeout=60)

    assert (ended.stdout.strip(), ended.stderr) == ("full True", "")
    assert [path.read_bytes() for path in files_in(tmp_path)] == [b"small"]


def test_folder_that_cannot_be_made_is_unavailable(tmp_path: Path) -> None:
    """Where a file stands in the way of the folder, the error names the place and says what to do."""
    (tmp_path / "root").write_text("a file")

    with pytest.raises(Unavailable, match="check that the folder exists"):
        FolderBlobs(tmp_path / "root").put(OURS, b"data")


def test_nothing_is_made_before_something_is_put(tmp_path: Path) -> None:
    """Looking for bytes makes no folders."""
    blobs = FolderBlobs(tmp_path / "root")

    assert not blobs.has(OURS, BlobId("0" * 64))
    assert not (tmp_path / "root").exists()


def test_drafts_are_their_owners_alone(tmp_path: Path) -> None:
    """Nobody else may read the files; nothing half-written stays beside them."""
    path = Path(FolderBlobs(tmp_path / "drafts").keep(PLACE, b"x"))
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700
    assert [one.name for one in path.parent.iterdir()] == [path.name]


def test_a_folder_for_drafts_that_cannot_be_written_gets_a_sentence(tmp_path: Path) -> None:
    """A file where the folder should be: what cannot be reached, and which setting says where."""
    (tmp_path / "drafts").write_bytes(b"")
    with pytest.raises(Unavailable, match="CASEWRIGHT_DRAFTS"):
        FolderBlobs(tmp_path / "drafts").keep(PLACE, b"x")


def test_a_full_disk_keeps_no_draft(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """``StorageFull`` says so, and nothing half-written stays."""

    def full(_: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "fsync", full)

    with pytest.raises(StorageFull, match="free space"):
        FolderBlobs(tmp_path).keep(PLACE, b"x")

    assert files_in(tmp_path) == []
