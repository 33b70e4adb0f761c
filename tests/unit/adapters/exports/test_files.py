"""Tests of casewright.adapters.exports.files."""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING

import pytest

from casewright.adapters.exports.files import ExportedFiles
from casewright.domain.ids import TenantId
from casewright.errors import Unavailable

if TYPE_CHECKING:
    from pathlib import Path


def test_each_tenant_has_files_of_its_own(tmp_path: Path) -> None:
    """The same name for two tenants is two files; written again, it is replaced whole."""
    files = ExportedFiles(tmp_path)
    written = files.write(TenantId("one"), "report.json", b"first")
    files.write(TenantId("two"), "report.json", b"other")
    assert (written.size, written.sha256) == (5, sha256(b"first").hexdigest())
    files.write(TenantId("one"), "report.json", b"second")
    assert sorted(path.read_bytes() for path in tmp_path.rglob("*.json")) == [b"other", b"second"]
    assert len([path for path in tmp_path.rglob("*") if path.is_file()]) == 2


def test_what_cannot_be_written_leaves_nothing(tmp_path: Path) -> None:
    """A folder that is a file gets a sentence, and there is no half of a file."""
    (tmp_path / "exports").write_bytes(b"in the way")
    with pytest.raises(Unavailable, match="cannot be written"):
        ExportedFiles(tmp_path / "exports").write(TenantId("one"), "report.json", b"data")
    assert [path.name for path in tmp_path.iterdir()] == ["exports"]
