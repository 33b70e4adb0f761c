"""Which characters bytes stand for."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from casewright.adapters.ingest.decoding import NotText, UnknownEncoding, decode


@pytest.mark.requirement("documents-encodings")
@pytest.mark.parametrize(
    ("data", "text"),
    [
        (b"plain", "plain"),
        ("ștampilă €".encode(), "ștampilă €"),
        (b"\xef\xbb\xbfmark", "\ufeffmark"),
        ("\ufeffș".encode("utf-16-le"), "\ufeffș"),
        ("\ufeffș".encode("utf-16-be"), "\ufeffș"),
        (b"\x93caf\xe9\x94 \x80", "“café” €"),
    ],
)
def test_bytes_are_read_in_their_encoding(data: bytes, text: str) -> None:
    """UTF-8, UTF-16 by its mark and Windows-1252 are told apart; a byte order mark stays for the offsets."""
    assert decode(data) == text


@pytest.mark.parametrize("data", [b"a\x00b", b"\x80\x00", b"\x01\x02\x03\x04 data", "\ufeffa\x00".encode("utf-16-le")])
def test_data_is_not_text(data: bytes) -> None:
    """NUL and heaps of control characters mean data."""
    with pytest.raises(NotText):
        decode(data)


@pytest.mark.parametrize(
    "data",
    [b"caf\xe9 \x81", b"\xe9\x07 bell", "“half” – broken".encode()[:-1] + b"\xe2\x80", b"\xff\xfea"],
    ids=["undefined", "control", "damaged UTF-8", "half of UTF-16"],
)
def test_encoding_that_fits_nothing_is_said_to_be_unknown(data: bytes) -> None:
    """Bytes that Windows-1252 leaves open, controls, and UTF-8 with a few wrong bytes are not guessed at."""
    with pytest.raises(UnknownEncoding):
        decode(data)


@given(st.text().filter(lambda text: not any(map(str.isspace, text)) and text.isprintable()))
def test_every_text_in_utf8_is_read_back(text: str) -> None:
    """What was written as UTF-8 is read as it was written."""
    assert decode(text.encode()) == text
