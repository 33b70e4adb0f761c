"""Which characters bytes stand for."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from casewright.adapters.ingest.decoding import Decoded, NotText, UnknownEncoding, decode

ROMANIAN = "Prezentul contract se încheie între părţi, potrivit legii: „chiriaşul” plăteşte până la data de 5."
FRENCH = "Le présent contrat est conclu « entre les parties » ; où qu’il soit, le locataire paie à l’échéance."
PORTUGUESE = "O contrato não poderá ser rescindido em São Paulo antes do prazo."
POLISH = "Niniejsza umowa wchodzi w życie z dniem podpisania; najemca płaci czynsz za każdy miesiąc."
ENGLISH = "The “Tenant” shall pay £500 and the rent of the café to Müller GmbH."
NAMES = "This Agreement is made by Müller GmbH, São Paulo Ltd and François Señor of the city."


@pytest.mark.requirement("documents-encodings")
@pytest.mark.parametrize(
    ("data", "text", "encoding"),
    [
        (b"plain", "plain", None),
        ("ștampilă €".encode(), "ștampilă €", None),
        (b"\xef\xbb\xbfmark", "\ufeffmark", None),
        ("\ufeffș".encode("utf-16-le"), "\ufeffș", "UTF-16"),
        ("\ufeffș".encode("utf-16-be"), "\ufeffș", "UTF-16"),
        ("\ufeffș".encode("utf-32-le"), "\ufeffș", "UTF-32"),
        ("Chirie și taxe.".encode("utf-16-le"), "Chirie și taxe.", "UTF-16"),
        ("Rent and fees.".encode("utf-16-be"), "Rent and fees.", "UTF-16"),
        (b"\x93caf\xe9\x94 \x80", "“café” €", "Windows-1252"),
        (FRENCH.encode("cp1252"), FRENCH, "Windows-1252"),
        (PORTUGUESE.encode("cp1252"), PORTUGUESE, "Windows-1252"),
        (ENGLISH.encode("cp1252"), ENGLISH, "Windows-1252"),
        (NAMES.encode("cp1252"), NAMES, "Windows-1252"),
        (ROMANIAN.encode("cp1250"), ROMANIAN, "Windows-1250"),
        ("Contract de închiriere între părţi".encode("cp1250"), "Contract de închiriere între părţi", "Windows-1250"),
        (POLISH.encode("cp1250"), POLISH, "Windows-1250"),
        (POLISH.encode("iso8859-2"), POLISH, "ISO-8859-2"),
        ("Între „părți” și în baza legii, la data de 5".encode("iso8859-16"), None, "ISO-8859-16"),
    ],
)
def test_bytes_are_read_in_their_encoding(data: bytes, text: str | None, encoding: str | None) -> None:
    """Unicode's encodings and four of 8 bits are told apart and named; a byte order mark stays for the offsets."""
    decoded = decode(data)
    assert decoded.encoding == encoding
    assert decoded.text == (data.decode("iso8859-16") if text is None else text)


@pytest.mark.requirement("documents-encodings")
@pytest.mark.parametrize(
    ("text", "encoding"),
    [
        ("Настоящий договор вступает в силу", "cp1251"),
        ("The договор of the parties shall be governed by the law", "koi8-r"),
        ("Η παρούσα σύμβαση τίθεται σε ισχύ", "cp1253"),
        ("İşbu sözleşme imzalandığı tarihte yürürlüğe girer", "cp1254"),
        ("本契約は署名の日に効力を生ずる", "shift_jis"),
        ("本契約は署名の日に効力を生ずる", "euc_jp"),
        ("Señor", "cp1252"),  # "Seńor" is a word, too
    ],
)
def test_text_of_which_nothing_is_sure_is_never_read_as_nonsense(text: str, encoding: str) -> None:
    """Where the bytes are words in no encoding that is read, or in two, the file is not read."""
    with pytest.raises(UnknownEncoding):
        decode(text.encode(encoding))


@pytest.mark.parametrize("data", [b"a\x00b", b"\x80\x00", b"\x01\x02\x03\x04 data", "\ufeffa\x00".encode("utf-16-le")])
def test_data_is_not_text(data: bytes) -> None:
    """NUL and heaps of control characters mean data."""
    with pytest.raises(NotText):
        decode(data)


@pytest.mark.parametrize(
    "data",
    [
        b"caf\xe9 \x81",
        b"\xe9\x07 bell",
        "“half” – broken".encode()[:-1] + b"\xe2\x80",
        b"The tenant pays\xe2\x80",
        b"\xff\xfea",
    ],
    ids=["undefined", "control", "damaged UTF-8", "cut UTF-8", "half of UTF-16"],
)
def test_encoding_that_fits_nothing_is_said_to_be_unknown(data: bytes) -> None:
    """Bytes that Windows-1252 leaves open, controls, and UTF-8 with a few wrong bytes are not guessed at."""
    with pytest.raises(UnknownEncoding):
        decode(data)


@given(st.text().filter(lambda text: not any(map(str.isspace, text)) and text.isprintable()))
def test_every_text_in_utf8_is_read_back(text: str) -> None:
    """What was written as UTF-8 is read as it was written."""
    assert decode(text.encode()) == Decoded(text)
