"""Scanned files, read with the engine where it is installed, and named where it is not."""

from __future__ import annotations

import sys
from difflib import SequenceMatcher
from typing import TYPE_CHECKING

import numpy as np
import pytest

from casewright.adapters.children.limits import Limits
from casewright.adapters.ingest.reader import FileReader
from casewright.adapters.ingest.recogniser import Recogniser, is_installed
from casewright.domain.documents import ReadingState
from casewright.errors import UnreadableDocument
from tests.scans import picture, scan

if TYPE_CHECKING:
    from collections.abc import Iterator

ENGLISH = (
    "1. Fees\n\nThe Customer pays EUR 1,250.00 within thirty (30) days.\n\n"
    "2. Law\n\nEnglish law governs this Agreement."
)
ROMANIAN = "Art. 1. Chiria\n\nChiria și garanția se plătesc până la 5 ale lunii, când încetează înțelegerea părților."
BLANK = np.full((400, 300), 255, dtype=np.uint8)

engine = pytest.mark.skipif(not is_installed(), reason="the extra 'ocr' is not installed")


@pytest.fixture(scope="module")
def recognising() -> Iterator[FileReader]:
    reader = FileReader(recogniser=Recogniser())
    yield reader
    reader.close()


def one_line(text: str) -> str:
    return " ".join(text.split())


@engine
@pytest.mark.requirement("ocr-read", "ocr-romanian", "ocr-boxes")
def test_scanned_pages_are_read_and_marked(recognising: FileReader) -> None:
    """English and Romanian pages around a printed one; spans, confidence and boxes say what was recognised."""
    data = scan(picture(ENGLISH), None, picture(ROMANIAN), text=["This page is printed and holds its own text."])

    reading = recognising.read(data, "scan.pdf")

    first, second, third = (one_line(reading.text[page.start : page.end]) for page in reading.pages)
    assert first == one_line(ENGLISH)
    assert SequenceMatcher(None, third, one_line(ROMANIAN)).ratio() > 0.98
    assert set("ăâîșț") < set(third)
    assert second == "This page is printed and holds its own text."
    assert (reading.report.state, reading.report.pages_read, reading.report.reason) == (ReadingState.WHOLE, 3, None)
    assert [page.number for page in reading.recognised] == [1, 3]
    for page in reading.recognised:
        assert page.confidence > 0.97
        assert one_line(" ".join(reading.text[word.start : word.end] for word in page.words)) in (first, third)
        assert all(0 < word.left < word.right < 420 and 0 < word.bottom < word.top < 596 for word in page.words)
    assert [chunk.section for chunk in reading.chunks if "English law" in reading.text[chunk.start : chunk.end]] == [
        ("2",)
    ]


@engine
@pytest.mark.requirement("ocr-read")
def test_page_on_its_side_is_read_upright(recognising: FileReader) -> None:
    """Its words are where they are on the page as it is shown: one below the other."""
    reading = recognising.read(scan(np.rot90(picture(ENGLISH), 3).copy()), "scan.pdf")

    assert one_line(reading.text) == one_line(ENGLISH)
    words = {reading.text[word.start : word.end]: word for word in reading.recognised[0].words}
    assert words["Customer"].bottom > words["within"].top
    assert abs(words["Customer"].left - words["within"].left) < 3


@engine
@pytest.mark.requirement("ocr-doubt")
def test_pages_hardly_legible_need_a_look(recognising: FileReader) -> None:
    """They are read, and named with what to do; so are pages on which nothing was recognised."""
    small = picture(ENGLISH, dpi=75)
    dim = np.clip(small * 0.7 + 50 + np.random.default_rng(1).normal(0, 45, small.shape), 0, 255)

    reading = recognising.read(scan(picture(ENGLISH), BLANK), "scan.pdf")
    assert reading.report.reason == "no text was recognised on page 2"
    with pytest.raises(UnreadableDocument, match="no text was recognised on page 1; scan it anew at 300 dpi"):
        recognising.read(scan(BLANK), "blank.pdf")
    doubtful = recognising.read(scan(dim.astype(np.uint8), dpi=75), "dim.pdf")
    assert doubtful.report.reason == "page 1 needs a look: hardly legible"
    assert doubtful.report.remedy == "compare what was read with the pages"


@pytest.mark.requirement("ocr-pages-named")
def test_without_the_extra_scans_are_never_ready(reader: FileReader) -> None:
    """A scan is refused with the way out; a scan among printed pages is named, and the rest is read in part."""
    with pytest.raises(UnreadableDocument, match="2 of its 2 pages have no text.*pip install 'casewright\\[ocr\\]'"):
        reader.read(scan(BLANK, BLANK), "scan.pdf")

    report = reader.read(scan(None, BLANK, BLANK, None, BLANK, text=["One.", "Two."]), "mixed.pdf").report
    assert (report.state, report.pages_read) == (ReadingState.PART, 2)
    assert report.reason == "pages 2-3 and 5 are pictures without text"
    assert report.remedy is not None
    assert "pip install 'casewright[ocr]'" in report.remedy


HANGING = "import time; time.sleep(60)"
DYING = "import os; os._exit(1)"


@pytest.mark.requirement("ocr-limits")
@pytest.mark.parametrize(
    ("worker", "said"), [(HANGING, "there was no time left for page 2"), (DYING, "text recognition failed on page 2")]
)
def test_page_that_breaks_the_process_costs_itself(worker: str, said: str) -> None:
    """The other pages are read, and the report names it."""
    recogniser = Recogniser(limits=Limits(seconds=0.5), command=(sys.executable, "-c", worker))
    reader = FileReader(recogniser=recogniser)
    report = reader.read(scan(None, BLANK, text=["One."]), "mixed.pdf").report
    reader.close()

    assert (report.state, report.reason, report.pages_read) == (ReadingState.PART, said, 1)


@pytest.mark.requirement("ocr-limits")
def test_time_for_a_file_is_bounded() -> None:
    """Pages for which none is left are named with the setting that gives more."""
    reader = FileReader(recogniser=Recogniser(seconds=0.0, command=(sys.executable, "-c", HANGING)))
    report = reader.read(scan(None, BLANK, text=["One."]), "mixed.pdf").report
    reader.close()

    assert report.reason == "there was no time left for page 2"
    assert "CASEWRIGHT_OCR_SECONDS" in (report.remedy or "")
