"""Files that are being written: what a writer that is gone has left is swept, what one still writes is not."""

from __future__ import annotations

import signal
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from casewright.adapters.blobs.folder import FolderBlobs
from casewright.adapters.blobs.new_files import new_file
from casewright.domain.ids import TenantId

if TYPE_CHECKING:
    from pathlib import Path

_DYING = """
import os, signal, sys
from pathlib import Path
from casewright.adapters.blobs.new_files import new_file

with new_file(Path(sys.argv[1]), b"half"):
    os.kill(os.getpid(), signal.SIGKILL)
"""


def files(root: Path) -> list[str]:
    """Every file below the root."""
    return sorted(path.name for path in root.rglob("*") if path.is_file())


@pytest.mark.requirement("originals-removed")
def test_file_of_a_killed_writer_is_swept(tmp_path: Path) -> None:
    """What a process left that was killed before it gave the file its name is removed."""
    died = subprocess.run([sys.executable, "-c", _DYING, str(tmp_path)], check=False, timeout=60)
    assert died.returncode == -signal.SIGKILL
    assert len(files(tmp_path)) == 1
    FolderBlobs(tmp_path).sweep()
    assert files(tmp_path) == []


def test_file_that_is_being_written_stays(tmp_path: Path) -> None:
    """A file that somebody writes is left alone, and gets its name."""
    with new_file(tmp_path, b"whole") as new:
        FolderBlobs(tmp_path).sweep()
        assert new.read_bytes() == b"whole"
        new.replace(tmp_path / "named")
    assert files(tmp_path) == ["named"]


def test_nothing_to_sweep(tmp_path: Path) -> None:
    """A store that is empty, or not there, is swept without a word; what is kept stays."""
    FolderBlobs(tmp_path / "missing").sweep()
    blobs = FolderBlobs(tmp_path)
    blob = blobs.put(TenantId("ours"), b"kept")
    blobs.sweep()
    assert blobs.get(TenantId("ours"), blob) == b"kept"
