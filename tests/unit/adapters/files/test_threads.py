"""Tests of casewright.adapters.files.threads beyond what every store of threads keeps."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from casewright.adapters.files.threads import FileThreads
from casewright.errors import Unavailable
from tests.contracts.test_thread_store import THREAD

if TYPE_CHECKING:
    from pathlib import Path


def test_folder_that_is_none_is_told(tmp_path: Path) -> None:
    """Where a file stands in the folder's place, the error is ours and names it."""
    place = tmp_path / "threads"
    place.write_text("")
    with pytest.raises(Unavailable, match="threads"):
        FileThreads(place).add(THREAD)
