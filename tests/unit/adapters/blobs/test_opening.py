"""Which store an address names."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest

from casewright.adapters.blobs.opening import open_blobs
from casewright.domain.ids import TenantId
from casewright.errors import BadSettings

if TYPE_CHECKING:
    from pathlib import Path


def test_urls(tmp_path: Path) -> None:
    """A path and file:// are folders; what nobody knows is refused with the kinds there are."""
    assert open_blobs(str(tmp_path)).keep("a.md", b"") == os.fspath(tmp_path / "a.md")
    assert open_blobs(f"file://{tmp_path}").read("a.md") == b""
    with pytest.raises(BadSettings, match="Drafts cannot be kept at 'nowhere://x'.*Name a folder, s3:// or gs://"):
        open_blobs("nowhere://x").keep("a.md", b"")
    with pytest.raises(BadSettings, match="Originals cannot be kept at 'nowhere://x'.*Name a folder, s3:// or gs://"):
        open_blobs("nowhere://x").put(TenantId("ours"), b"")
