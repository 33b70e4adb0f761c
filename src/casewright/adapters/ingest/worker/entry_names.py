"""What the files of a ZIP archive are called, in whatever way the program that packed it wrote names."""

from __future__ import annotations

import struct
from typing import TYPE_CHECKING, Final
from zlib import crc32

if TYPE_CHECKING:
    import zipfile

_UTF8_FLAG: Final = 0x800
_UNICODE_PATH: Final = 0x7075


def entry_name(entry: zipfile.ZipInfo) -> str:
    """The entry's name: as its Unicode field says, in UTF-8 where it is valid, else in code page 437."""
    name = entry.orig_filename
    if entry.flag_bits & _UTF8_FLAG:
        return name
    raw = name.encode("cp437", "replace")
    return _in_field(entry.extra, raw) or _as_utf8(raw) or name


def _as_utf8(raw: bytes) -> str | None:
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError:
        return None


def _in_field(extra: bytes, raw: bytes) -> str | None:
    """The name in Info-ZIP's field, where that one is about the name that stands there."""
    at = 0
    while at + 4 <= len(extra):
        kind, size = struct.unpack_from("<HH", extra, at)
        field = extra[at + 4 : at + 4 + size]
        if kind == _UNICODE_PATH and len(field) > 5 and field[1:5] == struct.pack("<I", crc32(raw)):
            return _as_utf8(field[5:])
        at += 4 + size
    return None
