"""Pages are named in few words."""

from __future__ import annotations

import pytest

from casewright.adapters.ingest.page_reports import listed


@pytest.mark.parametrize(
    ("numbers", "words"),
    [
        ([3], "page 3"),
        ([3, 4], "pages 3-4"),
        ([1, 4, 5, 6, 9], "pages 1, 4-6 and 9"),
        (list(range(1, 100, 2)), f"pages {', '.join(map(str, range(1, 40, 2)))} and 30 more"),
    ],
)
def test_pages_are_listed(numbers: list[int], words: str) -> None:
    """Neighbours as a stretch, no more than twenty stretches."""
    assert listed(numbers) == words
