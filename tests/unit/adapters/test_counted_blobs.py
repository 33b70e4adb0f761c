"""Room that originals and drafts take: before they are kept, and until they are gone."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from casewright.adapters.blobs.counted import CountedBlobs
from casewright.adapters.blobs.folder import FolderBlobs
from casewright.domain.tenant_limits import TenantLimits
from casewright.errors import CasewrightError, Refused, StorageFull
from casewright.tools.tenancy import acting_in
from casewright.tools.tenant_limits import Limits, Storage
from tests.fakes.memory_limits import MemoryStoredBytes, MemoryTenantLimits
from tests.shelf import OURS, THEIRS

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.requirement("limits-of-tenants")


class Desk:
    """A folder in which each tenant may keep a hundred bytes, and we two hundred."""

    def __init__(self, root: Path) -> None:
        limits = Limits(MemoryTenantLimits(), TenantLimits(storage_bytes=100))
        limits.own.put(OURS, TenantLimits(storage_bytes=200))
        self.storage = Storage(limits, MemoryStoredBytes())
        self.blobs = CountedBlobs(FolderBlobs(root), self.storage)


def test_originals_take_room_until_they_are_discarded(tmp_path: Path) -> None:
    """The same bytes once; what does not fit is not kept, and the sentence says what is used and who raises it."""
    desk = Desk(tmp_path)
    kept = desk.blobs.put(OURS, b"a" * 150)
    assert desk.blobs.put(OURS, b"a" * 150) == kept
    with pytest.raises(StorageFull, match=r"may keep 200 bytes .* 150 bytes are used, .*casewright tenants limits"):
        desk.blobs.put(OURS, b"b" * 51)
    assert (desk.storage.used(OURS), sum(1 for one in tmp_path.rglob("*") if one.is_file())) == (150, 1)
    desk.blobs.discard(OURS, kept)
    desk.blobs.discard(OURS, kept)
    assert desk.storage.used(OURS) == 0
    desk.blobs.put(OURS, b"b" * 200)
    with pytest.raises(StorageFull):
        desk.blobs.put(THEIRS, b"b" * 101)


def test_drafts_take_room_of_whoever_acts(tmp_path: Path) -> None:
    """Until their folder goes; a draft that is refused takes none."""
    desk = Desk(tmp_path)
    with acting_in(OURS):
        desk.blobs.keep("cases/one/drafts/a.md", b"a" * 100)
        with pytest.raises(Refused):
            desk.blobs.keep("cases/one/drafts/a.md", b"other")
        with pytest.raises(StorageFull):
            desk.blobs.keep("cases/one/drafts/b.md", b"a" * 101)
        desk.blobs.keep("cases/two/drafts/a.md", b"a" * 100)
        assert desk.storage.used(OURS) == 200
        desk.blobs.discard_drafts("cases/one")
        assert desk.storage.used(OURS) == 100


def test_what_could_not_be_kept_takes_no_room(tmp_path: Path) -> None:
    """A folder that cannot be written."""
    root = tmp_path / "file"
    root.write_text("no folder")
    desk = Desk(root)
    with pytest.raises(CasewrightError):
        desk.blobs.put(OURS, b"abc")
    with acting_in(OURS), pytest.raises(CasewrightError):
        desk.blobs.keep("cases/one/a.md", b"abc")
    assert desk.storage.used(OURS) == 0
