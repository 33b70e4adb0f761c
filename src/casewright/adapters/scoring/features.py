"""Texts as counts of hashed words and as vectors: what is computed once per chunk and serves every statement.

A text has a feature for each word, each pair of neighbouring words and each of its first words ("opening",
where a heading stands), 2^16 in all; different words may share one. Rows are packed as compressed sparse rows. Beside
them stand the vector that the encoder makes of the text and how far its tokens speak for each field of facts, in half
precision.
"""

from __future__ import annotations

import itertools
import struct
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from casewright.adapters.scoring.tokens import BOUNDARY, WordNumbers, word_numbers, words
from casewright.errors import IntegrityError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

SIZE = 1 << 16
"""How many different features there are."""

OPENING = 6
"""How many words at the start of a text count as its opening."""

_BATCH = 4096
_PAIR = np.uint64(0x9E3779B97F4A7C15)
_OPENING = np.uint64(0xD6E8FEB86659FD93)
_MIX = np.uint64(0xBF58476D1CE4E5B9)
_HEADER = struct.Struct("<4sIQII")
_MAGIC = b"cwf3"
_ROWS_AT_ONCE = 8192


def _nothing() -> NDArray[np.float16]:
    return np.empty((0, 0), np.float16)


@dataclass(frozen=True, slots=True)
class Features:
    """The features of some texts: row i has ``index[indptr[i]:indptr[i + 1]]``, ascending, each ``count`` times.

    Counts end at 255. ``indptr`` has one item more than there are rows and begins with 0. ``vectors`` (rows,
    dimension) has no column where no encoder was asked, and ``spoken`` (rows, fields) none where it marks no tokens.
    """

    indptr: NDArray[np.int64]
    index: NDArray[np.uint16]
    count: NDArray[np.uint8]
    vectors: NDArray[np.float16]
    spoken: NDArray[np.float16] = field(default_factory=_nothing)

    def __len__(self) -> int:
        return len(self.indptr) - 1

    def take(self, rows: NDArray[np.int64]) -> Features:
        """The rows at these positions, in this order; a position may repeat."""
        lengths = np.diff(self.indptr)[rows]
        indptr = np.concatenate(([0], np.cumsum(lengths))).astype(np.int64)
        places = np.arange(indptr[-1]) + np.repeat(self.indptr[rows] - indptr[:-1], lengths)
        spoken = self.spoken[rows] if self.spoken.shape[1] else self.spoken
        return Features(indptr, self.index[places], self.count[places], self.vectors[rows], spoken)

    @property
    def has_vectors(self) -> bool:
        """Whether anything is known of the texts' vectors."""
        return bool(self.vectors.shape[1])

    def along(self, direction: NDArray[np.float32]) -> NDArray[np.float32]:
        """The products of all vectors with one direction, float32, each to the last bit its row's own.

        A direction has the vectors' dimension, or goes on with a weight for each field that tokens may speak for.
        """
        width = self.vectors.shape[1]
        found = _products(self.vectors, direction[:width])
        if len(direction) > width and self.spoken.shape[1]:
            found += _products(self.spoken, direction[width:])
        return found

    def pack(self) -> bytes:
        """All rows as bytes, little-endian: what ``unpack`` reads."""
        lengths = np.diff(self.indptr).astype("<u4").tobytes()
        head = _HEADER.pack(_MAGIC, len(self), len(self.index), self.vectors.shape[1], self.spoken.shape[1])
        vectors = self.vectors.astype("<f2").tobytes() + self.spoken.astype("<f2").tobytes()
        return head + lengths + vectors + self.index.astype("<u2").tobytes() + self.count.tobytes()


def unpack(data: bytes) -> Features:
    """The rows that ``pack`` wrote. Raises ``IntegrityError`` where the bytes are not such rows."""
    if len(data) < _HEADER.size:
        raise IntegrityError(f"Stored chunk features are damaged: {len(data)} bytes; delete them and they are rebuilt.")
    magic, rows, entries, width, fields = _HEADER.unpack_from(data)
    size = _HEADER.size + 4 * rows + 2 * rows * (width + fields) + 3 * entries
    if magic != _MAGIC or len(data) != size:
        raise IntegrityError(
            f"Stored chunk features are damaged: {len(data)} bytes that begin with {data[:4]!r}; "
            "delete them and they are rebuilt."
        )
    lengths = np.frombuffer(data, "<u4", rows, _HEADER.size)
    indptr = np.concatenate(([0], np.cumsum(lengths, dtype=np.int64))).astype(np.int64)
    if indptr[-1] != entries:
        raise IntegrityError("Stored chunk features are damaged: rows and entries differ; delete them to rebuild.")
    start = _HEADER.size + 4 * rows
    vectors = np.frombuffer(data, "<f2", rows * width, start).astype(np.float16, copy=False).reshape(rows, width)
    start += 2 * rows * width
    spoken = np.frombuffer(data, "<f2", rows * fields, start).astype(np.float16, copy=False).reshape(rows, fields)
    start += 2 * rows * fields
    index = np.frombuffer(data, "<u2", entries, start).astype(np.uint16, copy=False)
    return Features(indptr, index, np.frombuffer(data, np.uint8, entries, start + 2 * entries), vectors, spoken)


def concat(parts: Sequence[Features]) -> Features:
    """The rows of all parts, one after the other."""
    lengths = [np.diff(part.indptr) for part in parts]
    indptr = np.concatenate(([0], np.cumsum(np.concatenate(lengths or [np.empty(0, np.int64)])))).astype(np.int64)
    if not parts:
        return Features(indptr, np.empty(0, np.uint16), np.empty(0, np.uint8), np.empty((0, 0), np.float16))
    width = max(part.vectors.shape[1] for part in parts)
    fields = max(part.spoken.shape[1] for part in parts)
    return Features(
        indptr,
        np.concatenate([part.index for part in parts]),
        np.concatenate([part.count for part in parts]),
        np.concatenate([part.vectors for part in parts if len(part)] or [np.empty((0, width), np.float16)]),
        np.concatenate([part.spoken for part in parts if len(part)] or [np.empty((0, fields), np.float16)])
        if fields
        else _nothing(),
    )


def _products(rows: NDArray[np.float16], direction: NDArray[np.float32]) -> NDArray[np.float32]:
    found = np.zeros(len(rows), np.float32)
    if rows.shape[1] == 0:
        return found
    for low in range(0, len(rows), _ROWS_AT_ONCE):
        block = rows[low : low + _ROWS_AT_ONCE].astype(np.float32)
        # Not a matrix product, which may round differently with the number of rows.
        np.einsum("ij,j->i", block, direction, out=found[low : low + _ROWS_AT_ONCE])
    return found


class Hasher:
    """Turns texts into features without vectors; remembers word numbers between calls and nothing else."""

    def __init__(self) -> None:
        self._numbers = WordNumbers()

    def features(self, texts: Sequence[str]) -> Features:
        """One row a text, in order."""
        return concat([self._batch(texts[low : low + _BATCH]) for low in range(0, len(texts), _BATCH)])

    def _batch(self, texts: Sequence[str]) -> Features:
        stream = word_numbers(texts, self._numbers)
        ends = np.flatnonzero(stream == BOUNDARY)
        starts = np.concatenate(([0], ends[:-1] + 1))
        row = np.repeat(np.arange(len(texts), dtype=np.uint32), ends - starts + 1)
        place = np.arange(len(stream)) - starts[row]
        number = stream.view(np.uint64)
        real = stream != BOUNDARY
        pair = real[:-1] & real[1:]
        opening = real & (place < OPENING)
        keys = np.concatenate(
            (
                _key(row[real], _single(number[real])),
                _key(row[:-1][pair], _pair(number[:-1][pair], number[1:][pair])),
                _key(row[opening], _single(number[opening] ^ _OPENING)),
            )
        )
        return _counted(keys, len(texts))


def word_feature(word: str) -> int:
    """The feature of one folded word."""
    return int(_single(_numbers([word]))[0])


def pair_feature(first: str, second: str) -> int:
    """The feature of two folded words that follow one another."""
    return int(_pair(_numbers([first]), _numbers([second]))[0])


def phrase_features(phrase: str) -> list[int]:
    """The features that any text with this phrase has: its pairs, or its one word; none where it has no word."""
    parts = words(phrase)
    if len(parts) == 1:
        return [word_feature(parts[0])]
    return [pair_feature(first, second) for first, second in itertools.pairwise(parts)]


def _numbers(parts: Sequence[str]) -> NDArray[np.uint64]:
    return word_numbers(parts, WordNumbers())[::2].view(np.uint64).copy()


def _single(number: NDArray[np.uint64]) -> NDArray[np.uint32]:
    mixed = (number ^ (number >> np.uint64(15))) * _MIX
    return ((mixed ^ (mixed >> np.uint64(32))) * _PAIR >> np.uint64(48)).astype(np.uint32)


def _pair(first: NDArray[np.uint64], second: NDArray[np.uint64]) -> NDArray[np.uint32]:
    return _single(first * _PAIR + second)


def _key(row: NDArray[np.uint32], feature: NDArray[np.uint32]) -> NDArray[np.uint32]:
    return (row << np.uint32(16)) | feature


def _counted(keys: NDArray[np.uint32], rows: int) -> Features:
    keys.sort()
    first = np.concatenate(([True], keys[1:] != keys[:-1])) if len(keys) else np.empty(0, bool)
    places = np.flatnonzero(first)
    distinct = keys[places]
    count = np.diff(np.append(places, len(keys)))
    indptr = np.searchsorted(distinct >> np.uint32(16), np.arange(rows + 1, dtype=np.uint32)).astype(np.int64)
    index, count = (distinct & np.uint32(0xFFFF)).astype(np.uint16), np.minimum(count, 255).astype(np.uint8)
    return Features(indptr, index, count, np.empty((rows, 0), np.float16))
