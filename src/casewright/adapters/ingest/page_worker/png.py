"""Pixels as a PNG file."""

from __future__ import annotations

import struct
import zlib
from typing import Final

from casewright.adapters.ingest.page_wire import PNG_SIGNATURE

_GREY, _COLOURS = 0, 2
_LEVEL: Final = 4
"""Of compression: pages of text come out a few per cent larger than with 6, in half the time."""


def png(pixels: bytes, width: int, height: int) -> bytes:
    """The picture of these pixels, three bytes (red, green, blue) each, row by row; grey ones are written in grey."""
    red, green, blue = pixels[0::3], pixels[1::3], pixels[2::3]
    is_grey = red == green == blue
    shown, size = (red, width) if is_grey else (pixels, 3 * width)
    rows = b"".join(b"\0" + shown[at : at + size] for at in range(0, size * height, size))
    header = struct.pack(">IIBBBBB", width, height, 8, _GREY if is_grey else _COLOURS, 0, 0, 0)
    parts = (_part(b"IHDR", header), _part(b"IDAT", zlib.compress(rows, _LEVEL)), _part(b"IEND", b""))
    return PNG_SIGNATURE + b"".join(parts)


def _part(name: bytes, body: bytes) -> bytes:
    return struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body))
