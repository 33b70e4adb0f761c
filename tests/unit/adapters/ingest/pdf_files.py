"""PDF files for tests, written byte by byte: text at places, pictures, passwords, filled forms."""

from __future__ import annotations

import zlib
from dataclasses import dataclass
from hashlib import md5
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

_PADDING = bytes.fromhex("28BF4E5E4E758A4164004E56FFFA01082E2E00B6D0683E802F0CA9FE6453697A")
_IDENTITY = bytes(range(16))


@dataclass(frozen=True, slots=True)
class Print:
    """A line of print: its text, and its left and lower edge and size in points."""

    text: str
    left: float
    base: float
    size: float = 10


def laid_out(lines: Sequence[str], *, top: float = 760, left: float = 72, pitch: float = 12) -> list[Print]:
    """The lines one below the other; an empty line is a gap of two thirds of a line between paragraphs."""
    printed = []
    base = top
    for line in lines:
        if line:
            printed.append(Print(line, left, base))
            base -= pitch
        else:
            base -= pitch * 2 / 3
    return printed


def pdf(
    *pages: Sequence[str] | Sequence[Print],
    password: str = "",
    picture: bool = False,
    picture_size: tuple[int, int] = (200, 200),
    field: str = "",
) -> bytes:
    """A PDF of these pages, given as lines or as prints.

    ``password`` is needed to open it; ``picture`` puts an image on every page, ``picture_size`` points large;
    ``field`` is typed into a form field of the first page.
    """
    printed = [[line if isinstance(line, Print) else None for line in page] for page in pages]
    contents = [
        _content(
            [p for p in prints if p is not None] or laid_out([str(line) for line in page]),
            picture=picture_size if picture else None,
        )
        for prints, page in zip(printed, pages, strict=True)
    ]
    objects = _objects(contents, field)
    key = _encryption_key() if password else b""
    return _file(objects, key, _encryption(password) if password else b"")


def _content(prints: Iterable[Print], *, picture: tuple[int, int] | None) -> bytes:
    drawn = b""
    if picture is not None:
        left, bottom = (72, 400) if picture == (200, 200) else (0, 0)
        drawn = b"q %d 0 0 %d %d %d cm /Im0 Do Q\n" % (*picture, left, bottom)
    for line in prints:
        shown = line.text.encode("cp1252").replace(b"\\", rb"\\").replace(b"(", rb"\(").replace(b")", rb"\)")
        drawn += b"BT /F1 %g Tf %g %g Td (%s) Tj ET\n" % (line.size, line.left, line.base, shown)
    return drawn


def _objects(contents: Sequence[bytes], field: str) -> list[tuple[bytes, bytes | None]]:
    """The file's objects from number 1 on: (dictionary, None), or (entries of the dictionary, stream)."""
    first_page = 6
    kids = b" ".join(b"%d 0 R" % (first_page + 2 * index) for index in range(len(contents)))
    field_number = first_page + 2 * len(contents)
    form = b"/AcroForm << /Fields [%d 0 R] /DA (/F1 10 Tf 0 g) /DR << /Font << /F1 3 0 R >> >> >>" % field_number
    objects: list[tuple[bytes, bytes | None]] = [
        (b"<< /Type /Catalog /Pages 2 0 R %s >>" % (form if field else b""), None),
        (b"<< /Type /Pages /Kids [%s] /Count %d >>" % (kids, len(contents)), None),
        (b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>", None),
        (b"/Type /XObject /Subtype /Image /Width 1 /Height 1 /ColorSpace /DeviceGray /BitsPerComponent 8", b"\x80"),
        (b"<< >>", None),
    ]
    for index, content in enumerate(contents):
        annotations = b"/Annots [%d 0 R]" % field_number if field and index == 0 else b""
        page = (
            b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents %d 0 R %s"
            b" /Resources << /Font << /F1 3 0 R >> /XObject << /Im0 4 0 R >> >> >>"
        ) % (first_page + 2 * index + 1, annotations)
        objects += [(page, None), (b"", content)]
    if field:
        objects += _field(field, field_number)
    return objects


def _field(value: str, number: int) -> list[tuple[bytes, bytes | None]]:
    shown = value.encode("cp1252")
    widget = (
        b"<< /Type /Annot /Subtype /Widget /FT /Tx /T (name) /V (%s) /DA (/F1 10 Tf 0 g) /Rect [72 300 372 320] /F 4"
        b" /AP << /N %d 0 R >> >>"
    ) % (shown, number + 1)
    appearance = b"/Type /XObject /Subtype /Form /BBox [0 0 300 20] /Resources << /Font << /F1 3 0 R >> >>"
    return [(widget, None), (appearance, b"/Tx BMC BT /F1 10 Tf 2 5 Td (%s) Tj ET EMC" % shown)]


def _file(objects: Sequence[tuple[bytes, bytes | None]], key: bytes, encryption: bytes) -> bytes:
    body = b"%PDF-1.4\n"
    places = []
    for number, (dictionary, stream) in enumerate(objects, start=1):
        places.append(len(body))
        if stream is None:
            written = dictionary
        else:
            packed = zlib.compress(stream)
            packed = _rc4(_object_key(key, number), packed) if key else packed
            entries = b"%s /Filter /FlateDecode /Length %d" % (dictionary, len(packed))
            written = b"<< %s >>\nstream\n%s\nendstream" % (entries, packed)
        body += b"%d 0 obj\n%s\nendobj\n" % (number, written)
    table = b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1)
    table += b"".join(b"%010d 00000 n \n" % place for place in places)
    identity = b"<%s>" % _IDENTITY.hex().encode()
    trailer = b"<< /Size %d /Root 1 0 R /ID [%s %s] %s >>" % (len(objects) + 1, identity, identity, encryption)
    return body + table + b"trailer\n%s\nstartxref\n%d\n%%%%EOF\n" % (trailer, len(body))


# The standard security handler, revision 2, 40 bits (ISO 32000-1, 7.6.3), enough for a reader to ask for a password.


def _encryption_key(password: str = "secret") -> bytes:
    padded = (password.encode() + _PADDING)[:32]
    return md5(padded + _owner() + b"\xfc\xff\xff\xff" + _IDENTITY, usedforsecurity=False).digest()[:5]


def _owner(password: str = "secret") -> bytes:
    padded = (password.encode() + _PADDING)[:32]
    return _rc4(md5(padded, usedforsecurity=False).digest()[:5], padded)


def _encryption(password: str) -> bytes:
    user = _rc4(_encryption_key(password), _PADDING)
    values = (_owner(password).hex().encode(), user.hex().encode())
    return b"/Encrypt << /Filter /Standard /V 1 /R 2 /P -4 /O <%s> /U <%s> >>" % values


def _object_key(key: bytes, number: int) -> bytes:
    salted = key + number.to_bytes(3, "little") + b"\x00\x00"
    return md5(salted, usedforsecurity=False).digest()[:10]


def _rc4(key: bytes, data: bytes) -> bytes:
    state = list(range(256))
    j = 0
    for i in range(256):
        j = (j + state[i] + key[i % len(key)]) % 256
        state[i], state[j] = state[j], state[i]
    out = bytearray()
    i = j = 0
    for byte in data:
        i = (i + 1) % 256
        j = (j + state[i]) % 256
        state[i], state[j] = state[j], state[i]
        out.append(byte ^ state[(state[i] + state[j]) % 256])
    return bytes(out)
