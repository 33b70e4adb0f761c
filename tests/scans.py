"""Scanned PDF files for tests: pages of known text as pictures."""

from __future__ import annotations

import json
import zlib
from typing import TYPE_CHECKING

import numpy as np
import pypdfium2
import typst

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray


def picture(text: str, *, dpi: int = 150, columns: int = 1, size: float = 11) -> NDArray[np.uint8]:
    """A page A5 of this text, its paragraphs apart by blank lines; shape (height, width)."""
    paragraphs = "\n\n".join(f"#text({json.dumps(one, ensure_ascii=False)})" for one in text.split("\n\n"))
    setting = f'#set page("a5", margin: 1.5cm, columns: {columns})\n#set text(size: {size}pt, hyphenate: false)\n'
    document = pypdfium2.PdfDocument(typst.compile((setting + paragraphs).encode()))
    bitmap = document[0].render(scale=dpi / 72, grayscale=True)
    return np.array(bitmap.to_numpy()).reshape(bitmap.height, bitmap.width)


def scan(*pictures: NDArray[np.uint8] | None, dpi: int = 150, text: Sequence[str] = ()) -> bytes:
    """A PDF of a page for each picture; for None a page with the next ``text`` printed on it."""
    objects = [b"", b"", b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>"]
    kids = []
    printed = iter(text)
    for shown in pictures:
        number = len(objects) + 1
        kids.append(number)
        if shown is None:
            content = b"BT /F1 11 Tf 40 500 Td (%s) Tj ET" % next(printed).encode()
            box, image = b"[0 0 420 595]", b"/Font << /F1 3 0 R >>"
            objects += [b"", _stream(b"", content)]
        else:
            height, width = shown.shape
            points = (width * 72 / dpi, height * 72 / dpi)
            box, image = b"[0 0 %g %g]" % points, b"/XObject << /I %d 0 R >>" % (number + 2)
            entries = b"/Type /XObject /Subtype /Image /ColorSpace /DeviceGray /BitsPerComponent 8 /Width %d /Height %d"
            content = b"%g 0 0 %g 0 0 cm /I Do" % points
            objects += [b"", _stream(b"", content), _stream(entries % (width, height), shown.tobytes())]
        objects[number - 1] = b"<< /Type /Page /Parent 2 0 R /MediaBox %s /Contents %d 0 R /Resources << %s >> >>" % (
            box,
            number + 1,
            image,
        )
    objects[0] = b"<< /Type /Catalog /Pages 2 0 R >>"
    listed = b" ".join(b"%d 0 R" % kid for kid in kids)
    objects[1] = b"<< /Type /Pages /Kids [%s] /Count %d >>" % (listed, len(kids))
    body = b"%PDF-1.4\n"
    places = []
    for number, written in enumerate(objects, start=1):
        places.append(len(body))
        body += b"%d 0 obj\n%s\nendobj\n" % (number, written)
    table = b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1)
    table += b"".join(b"%010d 00000 n \n" % place for place in places)
    trailer = b"trailer\n<< /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n" % (len(objects) + 1, len(body))
    return body + table + trailer


def _stream(entries: bytes, data: bytes) -> bytes:
    packed = zlib.compress(data)
    return b"<< %s /Filter /FlateDecode /Length %d >>\nstream\n%s\nendstream" % (entries, len(packed), packed)
