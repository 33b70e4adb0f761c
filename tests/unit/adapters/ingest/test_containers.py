"""Archives and e-mails: what is taken out of them, under which names, and what is not."""

from __future__ import annotations

import io
import struct
import sys
import zipfile
from random import Random
from time import perf_counter
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from casewright.adapters.ingest.safe_names import PATH_LIMIT, Distinct, is_safe, safe_name, safe_path
from casewright.domain.documents import ReadingState
from casewright.errors import InvalidInput, UnreadableDocument
from tests.unit.adapters.ingest.containers import archive, encrypted, linked, mail
from tests.unit.adapters.ingest.word_files import word

if TYPE_CHECKING:
    from casewright.adapters.ingest.reader import FileReader

WHOLE, PASSWORD, LARGE = ReadingState.WHOLE, ReadingState.PASSWORD, ReadingState.TOO_LARGE


def opened(
    reader: FileReader, data: bytes, name: str = "b.zip"
) -> tuple[dict[str, bytes], dict[str, ReadingState], dict[str, str]]:
    """The files that were taken out, the states of those that were not, and the reasons against what is no document."""
    files: dict[str, bytes] = {}
    found = reader.open(data, name, files.__setitem__)
    troubled = {one.name: one.report.state for one in found.not_taken}
    assert all(one.report.reason and one.report.remedy for one in found.not_taken)
    return files, troubled, {one.name: one.reason for one in found.passed_over}


@pytest.mark.requirement("documents-archives")
def test_archive_in_an_email_in_an_archive(reader: FileReader) -> None:
    """Every file has its path through all containers; an e-mail is a file of its own beside what is attached to it."""
    inner = mail("Offer", "See there.", annex__zip=archive({"a/price.txt": b"EUR 5", "a/law.txt": b"English law"}))
    forwarded = mail("Fwd: Offer", "As promised.", list__csv=b"a,b")
    forwarded.add_attachment(inner)
    files, troubled, passed = opened(reader, archive({"letters/fwd.eml": forwarded.as_bytes(), "b.docx": word("x")}))
    assert list(files) == [
        "letters/fwd.eml",
        "letters/fwd.eml/list.csv",
        "letters/fwd.eml/Offer.eml",
        "letters/fwd.eml/Offer.eml/annex.zip/a/price.txt",
        "letters/fwd.eml/Offer.eml/annex.zip/a/law.txt",
        "b.docx",
    ]
    assert (troubled, passed) == ({}, {})
    nested = reader.read(files["letters/fwd.eml/Offer.eml"], "Offer.eml")
    assert nested.text.endswith("Attachments:\n- annex.zip")
    assert nested.dated is not None


@pytest.mark.requirement("documents-archives")
def test_names_lead_nowhere(reader: FileReader) -> None:
    """Names that climb, begin at a root or a drive, repeat, or hold what is no text are paths below the archive."""
    names = ["../../x.txt", "/etc/passwd.txt", "C:\\temp\\y.txt", "a.txt", "a.txt", "d/../a.txt", "z\x1b[31m\u202e.txt"]
    files, troubled, _ = opened(reader, archive([(name, b"text") for name in names]))
    expected = ["x.txt", "etc/passwd.txt", "C_/temp/y.txt", "a.txt", "a (2).txt", "d/a.txt", "z_[31m_.txt"]
    assert (list(files), troubled) == (expected, {})


@pytest.mark.requirement("documents-archives")
def test_names_of_other_programs(reader: FileReader) -> None:
    """Names in UTF-8 without its mark, and in code page 437, are read as they were meant."""
    data = archive({"aaaaa.txt": b"1", "bbbb.txt": b"2"})
    data = data.replace(b"aaaaa.txt", "ănă.txt".encode()).replace(b"bbbb.txt", b"M\x81ll.txt")
    assert list(opened(reader, data)[0]) == ["ănă.txt", "Müll.txt"]


@given(st.text(max_size=600))
def test_safe_paths(name: str) -> None:
    """Whatever a name holds, the path is printable, goes down only, is bounded in length, and stays itself."""
    path = safe_path(name)
    assert path.isprintable()
    assert 0 < len(path) <= PATH_LIMIT
    assert is_safe(path)
    assert not path.startswith("/")
    assert ".." not in path.split("/")
    assert safe_path(path) == path
    assert "/" not in safe_name(name)


@given(st.lists(st.sampled_from(["a.txt", "a (2).txt", "b", "d/a.txt"]), max_size=30))
def test_distinct_names(names: list[str]) -> None:
    """No name is given twice, and every name once as it is."""
    distinct = Distinct()
    given_names = [distinct(name) for name in names]
    assert len(set(given_names)) == len(names)


@pytest.mark.requirement("documents-archives", "documents-visible-states")
def test_what_cannot_be_taken_out(reader: FileReader) -> None:
    """A locked, a damaged, an oversized and a suspiciously small file are named with their states; others come out."""
    files, troubled, _ = opened(reader, encrypted(archive({"secret.pdf": b"x"})))
    assert (files, troubled) == ({}, {"secret.pdf": PASSWORD})
    torn = bytearray(archive({"good.txt": b"good" * 50, "torn.txt": bytes(range(256)) * 9}, packed=False))
    torn[torn.index(bytes(range(256)))] ^= 255
    files, troubled, _ = opened(reader, bytes(torn))
    assert (list(files), troubled) == (["good.txt"], {"torn.txt": ReadingState.DAMAGED})
    files, troubled, _ = opened(
        reader, archive({"bomb.txt": b"0" * 60_000_000, "b.txt": b"0" * 9_000_000, "c.txt": b"c"})
    )
    assert (list(files), troubled) == (["c.txt"], {"bomb.txt": LARGE, "b.txt": LARGE})


@pytest.mark.requirement("documents-archives")
def test_containers_that_are_too_much(reader: FileReader) -> None:
    """More than 10,000 files, more than 256 MB in all, and more than five containers in one another stay packed."""
    started = perf_counter()
    many = archive((f"{number}.txt", b"") for number in range(20_000))
    assert opened(reader, many)[:2] == ({}, {"": LARGE})
    part = (Random(1).randbytes(3_000) + bytes(33_000)) * 800
    heavy = archive({f"{number}.bin": part for number in range(10)})
    assert opened(reader, heavy)[:2] == ({}, {"": LARGE})
    deep = archive({"end.txt": b"end"})
    for _ in range(10):
        deep = archive({"in.zip": deep, "beside.txt": b"beside"})
    files, troubled, _ = opened(reader, deep)
    assert len(files) == 5
    assert troubled == {"/".join(["in.zip"] * 5): LARGE}
    inner = archive({"good.txt": b"good", "many.zip": many})
    assert opened(reader, inner)[:2] == ({"good.txt": b"good"}, {"many.zip": LARGE})
    assert perf_counter() - started < 60


@pytest.mark.requirement("documents-archives")
def test_archives_that_cannot_be_opened(reader: FileReader) -> None:
    """Nothing in it, no archive behind its beginning, an Office document: the container itself is told."""
    assert opened(reader, archive({}))[1] == {"": ReadingState.DAMAGED}
    assert opened(reader, b"PK\x03\x04nothing")[1] == {"": ReadingState.DAMAGED}
    assert opened(reader, word("x"))[1] == {"": ReadingState.NOT_SUPPORTED}
    with pytest.raises(UnreadableDocument, match="named like ZIP archive but seems to be plain text"):
        opened(reader, b"text")
    with pytest.raises(InvalidInput, match="is no ZIP archive and no e-mail"):
        opened(reader, b"text", "a.txt")
    with pytest.raises(InvalidInput, match="open it with open_container"):
        reader.read(archive({"a.txt": b"a"}), "b.zip")


@pytest.mark.requirement("documents-archives", "outside-links")
def test_what_is_no_document(reader: FileReader) -> None:
    """Links are not followed; what operating systems leave is passed over; both are named."""
    assert opened(reader, linked("passwd.txt", "/etc/passwd"))[2] == {"passwd.txt": "is a link, which is not followed"}
    names = ["__MACOSX/._a.txt", ".DS_Store", "d/Thumbs.db", "~$a.docx", "a.txt"]
    files, _, passed = opened(reader, archive((name, b"x") for name in names))
    assert list(files) == ["a.txt"]
    assert list(passed) == names[:4]


@pytest.mark.requirement("documents-attachments")
def test_parts_of_an_email(reader: FileReader) -> None:
    """Texts around an attachment are all body; a signature's picture is no document; names are made safe and unique."""
    raw = (
        b"From: a@x.example\r\nSubject: s\r\nContent-Type: multipart/mixed; boundary=m\r\n\r\n--m\r\n"
        b"Content-Type: multipart/related; boundary=r\r\n\r\n--r\r\nContent-Type: text/html\r\n\r\n<p>First</p>\r\n"
        b"--r\r\nContent-Type: image/png; name=logo.png\r\nContent-ID: <l>\r\n\r\nx\r\n--r--\r\n--m\r\n"
        b'Content-Type: application/pdf; name="../../a.pdf"\r\nContent-Disposition: attachment\r\n\r\nx\r\n--m\r\n'
        b"Content-Type: text/plain\r\n\r\nSecond\r\n--m\r\nContent-Type: application/pdf\r\n\r\ny\r\n--m\r\n"
        b"Content-Type: application/pdf\r\n\r\nz\r\n--m--\r\n"
    )
    files, troubled, passed = opened(reader, raw, "m.eml")
    assert (list(files), troubled) == ([".._.._a.pdf", "attachment.pdf", "attachment (2).pdf"], {})
    assert passed == {"logo.png": "is a picture within the text of the e-mail"}
    text = reader.read(raw, "m.eml").text
    assert text.index("First") < text.index("Second") < text.index("- attachment (2).pdf")
    assert reader.holds_files(raw, "m.eml")
    assert not reader.holds_files(b"From: a\r\n\r\ntext", "m.eml")


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_damaged_containers_break_nothing(reader: FileReader, data: st.DataObject) -> None:
    """Whatever bytes of a container are changed, its files come out, or are named, or the whole is told."""
    is_mail = data.draw(st.booleans())
    whole = mail("s", "t", a__zip=archive({"x.txt": b"text"})).as_bytes() if is_mail else archive({"x.txt": b"x" * 99})
    broken = bytearray(whole)
    for _ in range(data.draw(st.integers(1, 6))):
        broken[data.draw(st.integers(0, len(whole) - 1))] = data.draw(st.integers(0, 255))
    try:
        files, troubled, _ = opened(reader, bytes(broken), "m.eml" if is_mail else "b.zip")
    except UnreadableDocument:
        return
    assert all(is_safe(name) for name in files)
    assert all(not name or is_safe(name) for name in troubled)


def test_a_hundred_thousand_entries_take_seconds(reader: FileReader) -> None:
    """The list of a huge archive is read in time that grows with it."""
    names = [b"%06d" % number for number in range(100_000)]
    local = b"".join(struct.pack("<4s5H3I2H", b"PK\x03\x04", 20, 0, 0, 0, 0, 0, 0, 0, 6, 0) + name for name in names)
    central = b"".join(
        struct.pack("<4s6H3I5H2I", b"PK\x01\x02", 20, 20, 0, 0, 0, 0, 0, 0, 0, 6, 0, 0, 0, 0, 0, at * 36) + name
        for at, name in enumerate(names)
    )
    end = struct.pack("<4s4H2IH", b"PK\x05\x06", 0, 0, 65535, 65535, len(central), len(local), 0)
    assert len(zipfile.ZipFile(io.BytesIO(local + central + end)).infolist()) == 100_000
    started = perf_counter()
    assert opened(reader, local + central + end)[1] == {"": LARGE}
    assert perf_counter() - started < 20, sys.platform
