"""Pages are named in few words."""

from __future__ import annotations

from typing import get_args

import pytest

from casewright.adapters.ingest.page_reports import Lacking, listed, report_of


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


@pytest.mark.requirement("ocr-pages-named")
@pytest.mark.parametrize("lacking", get_args(Lacking))
def test_what_is_lacking_is_what_the_remedy_gives(lacking: Lacking) -> None:
    """Nobody is told to install what is there, nor to raise a setting alone where nothing is installed."""
    remedy = report_of(2, [2], (), {}, (), lacking).remedy or ""

    assert ("pip install 'casewright[ocr]'" in remedy) == (lacking != "seconds")
    assert ("CASEWRIGHT_OCR_SECONDS" in remedy) == (lacking != "extra")
    assert "reread_documents" in remedy


@pytest.mark.requirement("ocr-pages-named")
def test_pages_without_time_are_read_again_with_more() -> None:
    """The same file added again would be the same document."""
    remedy = report_of(2, [2], (), {2: "time"}, ()).remedy or ""

    assert "raise CASEWRIGHT_OCR_SECONDS and have it read again (reread_documents)" in remedy
