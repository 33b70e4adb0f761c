"""The reader: what it takes, what it says, and that several threads may share it."""

from __future__ import annotations

import sys
from concurrent.futures import ThreadPoolExecutor
from hashlib import sha256
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from casewright.adapters.children.limits import Limits
from casewright.adapters.ingest.reader import FileReader
from casewright.domain.documents import SIZE_LIMIT, Reading, ReadingReport, ReadingState
from casewright.errors import UnreadableDocument
from tests.unit.adapters.ingest.pdf_files import pdf
from tests.unit.adapters.ingest.sheet_files import workbook
from tests.unit.adapters.ingest.word_files import word

MAIL = (
    b'From: "Ann =?utf-8?q?M=C3=BCller?=" <ann@example.com>\r\nTo: bob@example.com, <carla@example.com>\r\n'
    b"Date: Tue, 3 Nov 2026 10:30:00 +0100\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n"
    b"Content-Type: text/html; charset=latin-1\r\nContent-Transfer-Encoding: base64\r\n\r\nPHA+VGVybQ==\r\n--b\r\n"
    b"Content-Disposition: attachment; filename*=utf-8''deck.pdf\r\n\r\nx\r\n--b--\r\n"
)
WORKER = Path(__file__).with_name("hostile_worker.py")


def test_media_types_and_extensions() -> None:
    """Names claim media types by their extension, and every extension is listed."""
    reader = FileReader()

    assert reader.media_type("a.md") == "text/markdown"
    assert reader.media_type("a.xyz") == "application/octet-stream"
    assert {".pdf", ".docx", ".txt", ".md", ".html", ".htm", ".xlsx", ".csv", ".eml"} <= set(reader.extensions())


@pytest.mark.requirement("documents-size-limit")
def test_file_over_the_limit_is_refused() -> None:
    """One byte more than 50 MB is too much, and the sentence says how much there is and may be."""
    data = b"x" * (SIZE_LIMIT + 1)

    with pytest.raises(UnreadableDocument, match=r"'big.txt' has 52,428,801 bytes and at most 52,428,800 \(50 MB\)"):
        FileReader().read(data, "big.txt")


@pytest.mark.requirement("documents-child-timeout", "documents-child-crash")
@pytest.mark.parametrize(
    ("behaviour", "sentence"),
    [
        ("hang", "'a.html' took longer than 1 seconds to read: split it, or save it as plain text, and add that."),
        ("die", "'a.html' made the reader for HTML fail: open it in its program, save it anew (or as plain text)"),
        ("babble", "'a.html' made the reader for HTML fail"),
    ],
)
def test_child_that_fails_is_an_unreadable_document(behaviour: str, sentence: str) -> None:
    """Whatever a file does to the process that reads it, the reader says what to do and reads the next file."""
    command = (sys.executable, str(WORKER), behaviour)
    reader = FileReader(workers=1, limits=Limits(seconds=1), command=command)
    try:
        with pytest.raises(UnreadableDocument) as caught:
            reader.read(b"misbehave", "a.html")
        assert sentence in str(caught.value)
        assert reader.read(b"fine", "b.html").text == "fine"
    finally:
        reader.close()


@pytest.mark.requirement("documents-threads")
def test_threads_share_the_reader(reader: FileReader) -> None:
    """Files that several threads read at once read as they do one by one."""
    files = [(pdf([f"{n}. Term. It lasts for {n} years."]), f"{n}.pdf") for n in range(6)]
    files += [(word(f"{n}. Law. English law, {n}."), f"{n}.docx") for n in range(6)]
    files += [(f"{n}. Place. London, {n}.".encode(), f"{n}.txt") for n in range(6)]

    with ThreadPoolExecutor(6) as threads:
        together = list(threads.map(lambda file: reader.read(*file), files))

    assert together == [reader.read(*file) for file in files]


@settings(max_examples=15)
@given(st.sampled_from(["pdf", "docx", "xlsx", "eml"]), st.data())
def test_damaged_file_is_read_or_refused(reader: FileReader, kind: str, data: st.DataObject) -> None:
    """A file with bytes changed or cut off either reads, its chunks exact, or is refused in a sentence."""
    whole = {
        "pdf": lambda: pdf(["1. Term. Two years."], ["2. Law. English law."]),
        "docx": lambda: word("1. Term. Two years."),
        "xlsx": lambda: workbook({"S": [["Term", 2]]}),
        "eml": lambda: MAIL,
    }[kind]()
    broken = bytearray(whole)
    for _ in range(data.draw(st.integers(1, 5))):
        broken[data.draw(st.integers(0, len(whole) - 1))] = data.draw(st.integers(0, 255))
    cut = data.draw(st.integers(len(whole) // 2, len(whole)))

    outcome = outcome_of(reader, bytes(broken[:cut]), f"a.{kind}")

    if isinstance(outcome, Reading):
        for chunk in outcome.chunks:
            assert sha256(outcome.text[chunk.start : chunk.end].encode()).hexdigest() == chunk.sha256
    else:
        assert outcome.startswith(f"'a.{kind}' ")


@pytest.mark.requirement("documents-type-by-content")
@given(st.binary(max_size=300), st.sampled_from([".txt", ".md", ".xyz", ""]))
def test_any_bytes_are_read_or_refused(data: bytes, extension: str) -> None:
    """Random bytes under any name read, or are refused in one sentence that names the file."""
    outcome = outcome_of(FileReader(), data, f"a{extension}")

    if isinstance(outcome, Reading):
        assert outcome.text.strip()
        assert outcome.chunks
    else:
        assert outcome.startswith(f"'a{extension}' ")
        assert "\n" not in outcome


def outcome_of(reader: FileReader, data: bytes, filename: str) -> Reading | str:
    """The reading, or the sentence that says why there is none; nothing else may be raised."""
    try:
        return reader.read(data, filename)
    except UnreadableDocument as error:
        return str(error)


@pytest.mark.requirement("documents-parts")
def test_pages_without_text_are_told(reader: FileReader) -> None:
    """A scanned page among pages of text makes a part, with its number; all of them with text make a whole."""
    report = reader.read(pdf(["First page"], ["Second page"], [], picture=True), "a.pdf").report
    assert (report.state, report.pages_read) == (ReadingState.PART, 2)
    assert report.reason == "page 3 is a picture without text"
    assert "OCR" in (report.remedy or "")
    assert reader.read(pdf(["First page"], ["Second page"], []), "a.pdf").report == ReadingReport(
        ReadingState.WHOLE, pages_read=3
    )
    assert reader.read(b"text", "a.txt").report == ReadingReport(ReadingState.WHOLE)


@pytest.mark.requirement("documents-parts")
def test_stamp_over_a_scan_is_no_text_of_it(reader: FileReader) -> None:
    """A page that one picture covers is not read, whatever number was stamped on it."""
    numbers = (["ABC-000123"], ["ABC-000124"])
    assert reader.read(pdf(*numbers, picture=True), "a.pdf").report.state is ReadingState.WHOLE
    with pytest.raises(UnreadableDocument) as caught:
        reader.read(pdf(*numbers, picture=True, picture_size=(612, 792)), "a.pdf")
    assert caught.value.state == ReadingState.NEEDS_OCR
