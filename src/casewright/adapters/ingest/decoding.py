"""Which characters the bytes of a text file stand for."""

from __future__ import annotations

import codecs
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from casewright.adapters.ingest.alphabets import CENTRAL, WESTERN, Text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from casewright.adapters.ingest.alphabets import Language

_CONTROL: Final = re.compile(r"[\x00-\x08\x0e-\x1f\x7f-\x9f]")
"""Control characters that no text holds; tab, the line ends and the form feed are not among them."""

_STRAY: Final = 0.01
"""The share of control characters above which even well-formed UTF-8 is data, not text."""

_MARKS: Final = (  # the longer ones first: one begins with another
    (codecs.BOM_UTF32_LE, "utf-32-le", "UTF-32"),
    (codecs.BOM_UTF32_BE, "utf-32-be", "UTF-32"),
    (codecs.BOM_UTF16_LE, "utf-16-le", "UTF-16"),
    (codecs.BOM_UTF16_BE, "utf-16-be", "UTF-16"),
)
_OF_8_BITS: Final = (
    ("cp1252", "Windows-1252", WESTERN),
    ("cp1250", "Windows-1250", CENTRAL),
    ("iso8859_2", "ISO-8859-2", CENTRAL),
    ("iso8859_16", "ISO-8859-16", CENTRAL),
)
_CLEARLY: Final = 2
"""How many times as many small words speak for one reading as for any other, where both could be."""


class NotText(Exception):
    """The bytes are data, not text."""


class UnknownEncoding(Exception):
    """The bytes may be text, but nothing says surely in which encoding."""


@dataclass(frozen=True, slots=True)
class Decoded:
    """A file's text, a byte order mark still at its front; ``encoding`` is None for UTF-8."""

    text: str
    encoding: str | None = None


@dataclass(frozen=True, slots=True)
class _Reading:
    """The text that one 8-bit encoding gives, and the languages that are written in it."""

    text: Text
    name: str
    languages: tuple[Language, ...]


def decode(data: bytes) -> Decoded:
    """The file's text and what it was read as, where that is sure. Raises ``NotText`` or ``UnknownEncoding``.

    UTF-32 and UTF-16 where a byte order mark says so; UTF-8; UTF-16 without a mark where every other byte is zero; else
    the one of four 8-bit encodings that gives the words of a language (``alphabets``).
    """
    for mark, codec, name in _MARKS:
        if data.startswith(mark):
            return _text(_strictly(data, codec), name)
    text = _strictly(data, "utf-8")
    if b"\x00" in data:
        return _without_mark(data)
    return _of_8_bits(data) if text is None else _text(text)


def _text(text: str | None, encoding: str | None = None) -> Decoded:
    if text is None:
        raise UnknownEncoding
    if "\x00" in text or len(_CONTROL.findall(text)) > _STRAY * len(text):
        raise NotText
    return Decoded(text, encoding)


def _without_mark(data: bytes) -> Decoded:
    """UTF-16 of a language in Latin letters: all but a few of either the first or the second bytes are zero."""
    for first, codec in ((0, "utf-16-be"), (1, "utf-16-le")):
        zero, other = data[first::2].count(0), data[1 - first :: 2].count(0)
        if len(data) % 2 == 0 and other == 0 and zero * 10 >= len(data) * 4:
            return _text(_strictly(data, codec), "UTF-16")
    raise NotText


def _of_8_bits(data: bytes) -> Decoded:
    if _is_damaged_utf8(data):
        raise UnknownEncoding
    readings = [
        _Reading(Text(text), name, languages)
        for codec, name, languages in _OF_8_BITS
        if (text := _plain(data, codec)) is not None
    ]
    spoken_for: dict[str, tuple[int, _Reading]] = {}
    for one in readings:
        support = one.text.support(one.languages)
        if support is not None and support > spoken_for.get(one.text.key, (-1, one))[0]:
            spoken_for[one.text.key] = (support, one)
    if not spoken_for:
        return _mixed(readings)
    (most, best), *others = sorted(spoken_for.values(), key=lambda one: -one[0])
    if any(support * _CLEARLY >= most for support, _ in others):
        raise UnknownEncoding
    return Decoded(best.text.text, best.name)


def _plain(data: bytes, codec: str) -> str | None:
    """The bytes in that encoding, where nothing in them speaks against it."""
    text = _strictly(data, codec)
    return None if text is None or _CONTROL.search(text) or Text(text).is_odd else text


def _mixed(readings: Sequence[_Reading]) -> Decoded:
    """A text with names of several languages: as Windows-1252, where its small words are those of a western one."""
    for one in readings:
        if one.languages is WESTERN and one.text.is_written_in(WESTERN):
            western = max(one.text.small_words(language) for language in WESTERN)
            central = max(one.text.small_words(language) for language in CENTRAL)
            if western > _CLEARLY * central:
                return Decoded(one.text.text, one.name)
    raise UnknownEncoding


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
