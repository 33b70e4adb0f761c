"""BM25, the baseline that every search has to beat: words alone, weighed by rarity and by the length of the text.

Robertson and Zaragoza, *The Probabilistic Relevance Framework: BM25 and Beyond*, 2009. Words are runs of letters
and digits in lower case, as they stand: no stems, no list of words to leave out.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

K1 = 1.2
B = 0.75

_WORD = re.compile(r"\w+")


class Bm25:
    """The texts it was made of, to be asked; rarity is counted in them."""

    def __init__(self, texts: Sequence[str]) -> None:
        self._vocabulary: dict[str, int] = {}
        number = self._vocabulary
        rows: list[NDArray[np.int64]] = []
        for text in texts:
            words = _WORD.findall(text.lower())
            rows.append(np.array([number.setdefault(word, len(number)) for word in words], np.int64))
        lengths = np.array([len(row) for row in rows], np.float64)
        self._count = len(rows)
        row = np.repeat(np.arange(len(rows), dtype=np.int64), lengths.astype(np.int64))
        pair, count = np.unique(np.concatenate([*rows, np.empty(0, np.int64)]) * len(rows) + row, return_counts=True)
        self._row = pair % max(len(rows), 1)
        weight = K1 * (1 - B + B * lengths / max(lengths.mean() if len(rows) else 1.0, 1.0))
        self._gain = count * (K1 + 1) / (count + weight[self._row])
        self._start = np.searchsorted(pair, np.arange(len(number) + 1) * len(rows))

    def score(self, statement: str) -> NDArray[np.float64]:
        """How well each text's words fit the statement's, shape (texts,); no probability, at least 0."""
        total = np.zeros(self._count)
        for word in _WORD.findall(statement.lower()):
            number = self._vocabulary.get(word)
            if number is None:
                continue
            low, high = self._start[number], self._start[number + 1]
            found = high - low
            total[self._row[low:high]] += np.log1p((self._count - found + 0.5) / (found + 0.5)) * self._gain[low:high]
        return total
