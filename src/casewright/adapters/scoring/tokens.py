"""How text falls into words, and words into numbers that are the same on every machine.

Case, diacritics and compatibility forms are folded ("Părțile" and "PARTILE" are one word, so are "ﬁle" and "file");
what is neither a letter nor a digit separates words. A word's number is the CRC-32 of its UTF-8 bytes.
"""

from __future__ import annotations

import re
import unicodedata
import zlib
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

BOUNDARY = -1
"""Stands in a stream of word numbers where one text ends."""

_END = b"\x01"
_NOT_ASCII = re.compile(r"[^\x00-\x7f]")
_CACHE_LIMIT = 1 << 14


def _byte_table() -> bytes:
    table = bytearray(b" " * 128) + bytearray(range(128, 256))
    for code in (*range(ord("0"), ord("9") + 1), *range(ord("a"), ord("z") + 1), _END[0]):
        table[code] = code
    for code in range(ord("A"), ord("Z") + 1):
        table[code] = code + 32
    return bytes(table)


_BYTES = _byte_table()


def _fold_character(match: re.Match[str]) -> str:
    """What one character outside ASCII reads as: its bare letters and digits, nothing for a mark, else a space."""
    folded = unicodedata.normalize("NFKD", unicodedata.normalize("NFKD", match.group()).casefold())
    bare = "".join(part for part in folded if unicodedata.category(part) not in {"Mn", "Cf"})
    return "".join(part if part.isalnum() else " " for part in bare)


class WordNumbers(dict[bytes, int]):
    """Word bytes → CRC-32, remembered; ``BOUNDARY`` for the mark between texts."""

    def __missing__(self, word: bytes) -> int:
        number = BOUNDARY if word == _END else zlib.crc32(word)
        if len(self) < _CACHE_LIMIT:
            self[word] = number
        return number


def fold(text: str) -> bytes:
    """The text's words, folded, separated by spaces (several may follow one another), in UTF-8.

    By itself and not by the vocabulary's folding: the trained model knows words by exactly these bytes.
    """
    if not text.isascii():
        text = _NOT_ASCII.sub(_fold_character, text)
    return text.encode("utf-8", "replace").translate(_BYTES)


def words(text: str) -> list[str]:
    """The folded words of one text, in order."""
    return [word.decode("utf-8") for word in fold(text.replace("\x01", " ")).split()]


def word_numbers(texts: Sequence[str], numbers: WordNumbers) -> NDArray[np.int64]:
    """The word numbers of all texts in one stream, ``BOUNDARY`` after each text."""
    if not texts:
        return np.empty(0, np.int64)
    joined = "\x01".join(texts)
    if joined.count("\x01") != len(texts) - 1:
        joined = "\x01".join(text.replace("\x01", " ") for text in texts)
    stream = fold(joined).replace(_END, b" \x01 ").split()
    stream.append(_END)
    return np.fromiter(map(numbers.__getitem__, stream), np.int64, len(stream))
