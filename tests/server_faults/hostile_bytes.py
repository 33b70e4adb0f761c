"""Files that were made to harm whoever opens them, each kind from a number, so that no two are the same."""

from __future__ import annotations

import gzip
import io
import struct
import zipfile
import zlib
from random import Random
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

_ZEROS = bytes(1 << 20)
_LAUGHS = "".join(
    f'<!ENTITY a{one} "{"".join(f"&a{one - 1};" for _ in range(10))}">' if one else '<!ENTITY a0 "ha">'
    for one in range(10)
)


def _zipped(entries: Mapping[str, bytes], number: int) -> bytes:
    written = io.BytesIO()
    with zipfile.ZipFile(written, "w", zipfile.ZIP_DEFLATED) as made:
        made.comment = b"%d" % number
        for name, data in entries.items():
            made.writestr(zipfile.ZipInfo(name), data, compress_type=zipfile.ZIP_DEFLATED)
    return written.getvalue()


def _bomb(number: int) -> bytes:
    """Half a gigabyte of nothing in half a megabyte."""
    written = io.BytesIO()
    with zipfile.ZipFile(written, "w", zipfile.ZIP_DEFLATED) as made:
        for part in range(4):
            with made.open(f"{number}-{part}.txt", "w") as entry:
                for _ in range(128):
                    entry.write(_ZEROS)
    return written.getvalue()


def _nested(number: int) -> bytes:
    """Archives in archives, forty deep, ten of each at the innermost."""
    data = b"%d" % number
    for depth in range(40):
        data = _zipped({f"{depth}-{copy}.zip": data for copy in range(10 if depth < 3 else 1)}, number)
    return data


def _document(part: str, number: int) -> bytes:
    """An Office file whose main part is this."""
    kind = "application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"
    types = (
        '<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">'
        '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
        f'<Override PartName="/word/document.xml" ContentType="{kind}"/></Types>'
    )
    office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument"
    related = (
        '<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">'
        f'<Relationship Id="r1" Type="{office}" Target="word/document.xml"/></Relationships>'
    )
    entries = {"[Content_Types].xml": types, "_rels/.rels": related, "word/document.xml": part}
    return _zipped({name: text.encode() for name, text in entries.items()}, number)


def _laughs(number: int) -> bytes:
    space = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
    head = f'<?xml version="1.0"?><!DOCTYPE d [{_LAUGHS}]><w:document xmlns:w="{space}">'
    return _document(f"{head}<w:body><w:p><w:r><w:t>&a9; {number}</w:t></w:r></w:p></w:body></w:document>", number)


def _sheet_laughs(number: int) -> bytes:
    part = f'<?xml version="1.0"?><!DOCTYPE d [{_LAUGHS}]><workbook>&a9;{number}</workbook>'
    return _zipped({"[Content_Types].xml": part.encode(), "xl/workbook.xml": part.encode()}, number)


def _image_page(number: int) -> bytes:
    """A PDF with one picture of 60,000 by 60,000 points."""
    pixels = zlib.compress(bytes(1 << 20), 9)
    page = b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 %d 99999]/Resources<</XObject<</I 4 0 R>>>>/Contents 5 0 R>>" % (
        60_000 + number
    )
    picture = b"<</Type/XObject/Subtype/Image/Width 60000/Height 60000/BitsPerComponent 8/ColorSpace/DeviceRGB"
    objects = [
        b"<</Type/Catalog/Pages 2 0 R>>",
        b"<</Type/Pages/Kids[3 0 R]/Count 1>>",
        page,
        picture + b"/Filter/FlateDecode/Length %d>>stream\n" % len(pixels) + pixels + b"\nendstream",
        b"<</Length 24>>stream\nq 600 0 0 600 0 0 cm /I Do\nendstream",
    ]
    body = b"%PDF-1.4\n"
    for place, one in enumerate(objects, 1):
        body += b"%d 0 obj\n%s\nendobj\n" % (place, one)
    return body + b"trailer<</Root 1 0 R/Size 6>>\n%%EOF"


def _looped(number: int) -> bytes:
    """A PDF whose pages are their own parents, many times over."""
    pages = b" ".join(b"2 0 R" for _ in range(2_000))
    return b"%%PDF-1.7\n%%%d\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n" % number + (
        b"2 0 obj<</Type/Pages/Kids[%s]/Count 999999999>>endobj\ntrailer<</Root 1 0 R>>" % pages
    )


def _torn(number: int) -> bytes:
    return b"%PDF-1.7\n" + Random(number).randbytes(20_000)


def _picture(number: int) -> bytes:
    """A PNG that says that it is four thousand million points large."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    head = chunk(b"IHDR", struct.pack(">IIBBBBB", 65_000, 65_000 - number % 1_000, 8, 2, 0, 0, 0))
    return b"\x89PNG\r\n\x1a\n" + head + chunk(b"IDAT", zlib.compress(_ZEROS)) + chunk(b"IEND", b"")


def _escaping(number: int) -> bytes:
    names = ("../../../../etc/cron.d/x", "/etc/passwd", "C:\\Windows\\x.txt", "a/../../b.txt", "\x00.txt", "n" * 9_000)
    return _zipped(dict.fromkeys(names, b"%d" % number), number)


def _mail(number: int) -> bytes:
    """Parts in parts, two thousand deep."""
    head = b"From: a@b.example\r\nTo: c@d.example\r\nSubject: %d\r\nMIME-Version: 1.0\r\n" % number
    parts = b"".join(b'Content-Type: multipart/mixed; boundary="b%d"\r\n\r\n--b%d\r\n' % (n, n) for n in range(2_000))
    return head + parts + b"Content-Type: text/plain\r\n\r\nx"


def _table(number: int) -> bytes:
    return b"%d," % number + b"," * 3_000_000


def _many_entries(number: int) -> bytes:
    return _zipped({f"{number}/{one}.txt": b"x" for one in range(12_000)}, number)


KINDS: Mapping[str, tuple[str, Callable[[int], bytes]]] = {
    "zip bomb": ("zip", _bomb),
    "zip bomb called Word": ("docx", _bomb),
    "nested archives": ("zip", _nested),
    "gzip bomb": ("gz", lambda number: gzip.compress(b"%d" % number + _ZEROS * 256)),
    "gzip bomb called PDF": ("pdf", lambda number: gzip.compress(b"%d" % number + _ZEROS * 256)),
    "billion laughs in Word": ("docx", _laughs),
    "billion laughs in a sheet": ("xlsx", _sheet_laughs),
    "torn PDF": ("pdf", _torn),
    "pages in a circle": ("pdf", _looped),
    "huge picture in a PDF": ("pdf", _image_page),
    "huge picture": ("png", _picture),
    "names that lead out": ("zip", _escaping),
    "one byte": ("txt", lambda number: bytes([number % 256])),
    "program called text": ("txt", lambda number: b"\x7fELF" + Random(number).randbytes(3_000)),
    "text called PDF": ("pdf", lambda number: b"This is no PDF, whatever it is called: %d\n" % number),
    "mail in mail": ("eml", _mail),
    "row without an end": ("csv", _table),
    "angle brackets": ("html", lambda number: b"%d" % number + b"<div>" * 200_000),
    "many entries": ("zip", _many_entries),
    "nothing but zeros": ("docx", lambda number: bytes(1_000_000 + number)),
}
"""By what they are: the ending that each is given, and its bytes."""
