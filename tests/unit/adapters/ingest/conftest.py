"""One reader for the tests that do not break theirs."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from casewright.adapters.ingest.reader import FileReader

if TYPE_CHECKING:
    from collections.abc import Iterator


@pytest.fixture(scope="session")
def reader() -> Iterator[FileReader]:
    """A reader whose processes are kept for all tests."""
    reader = FileReader()
    yield reader
    reader.close()
