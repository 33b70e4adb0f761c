"""Which characters the bytes of a text file stand for."""

from __future__ import annotations

import codecs
import re
from typing import Final

_CONTROL: Final = re.compile(r"[\x00-\x08\x0e-\x1f\x7f-\x9f]")
"""Control characters that no text holds; tab, the line ends and the form feed are not among them."""

_STRAY: Final = 0.01
"""The share of control characters above which even well-formed UTF-8 is data, not text."""


class NotText(Exception):
    """The bytes are data, not text."""


class UnknownEncoding(Exception):
    """The bytes may be text, but in no encoding that is read."""


def decode(data: bytes) -> str:
    """The file's text, a byte order mark still at its front.

    UTF-16 where a byte order mark says so; else UTF-8; else Windows-1252 where that gives no control
    characters. Raises ``NotText`` or ``UnknownEncoding``.
    """
    if data.startswith(codecs.BOM_UTF16_LE):
        text = _strictly(data, "utf-16-le")
    elif data.startswith(codecs.BOM_UTF16_BE):
        text = _strictly(data, "utf-16-be")
    else:
        text = _strictly(data, "utf-8")
        if text is None:
            return _windows(data)
    if text is None:
        raise UnknownEncoding
    if "\x00" in text or len(_CONTROL.findall(text)) > _STRAY * len(text):
        raise NotText
    return text


def _windows(data: bytes) -> str:
    """The bytes as Windows-1252, which fits nearly everything, so it is believed only where nothing speaks against."""
    if b"\x00" in data:
        raise NotText
    text = _strictly(data, "cp1252")
    if text is None or _CONTROL.search(text) or _is_damaged_utf8(data):
        raise UnknownEncoding
    return text


def _is_damaged_utf8(data: bytes) -> bool:
    """Whether most characters beyond ASCII are well-formed UTF-8, so that few bytes are wrong, not the encoding."""
    lenient = data.decode("utf-8", "replace")
    wrong = lenient.count("\ufffd")
    beyond = len(lenient) - sum(map(len, re.findall(r"[\x00-\x7f]+", lenient)))
    return beyond - wrong > wrong


def _strictly(data: bytes, encoding: str) -> str | None:
    try:
        return data.decode(encoding)
    except UnicodeDecodeError:
        return None
