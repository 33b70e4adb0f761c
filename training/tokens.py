"""Every text of the pool as tokens, and which of them people marked: ``python -m training tokens``.

Writes ``training/work/tokens.npz``. Where a text is longer than the window, its end is not read.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np
import torch
from tokenizers import Tokenizer

from casewright.domain.facts import FIELDS
from training.corpus import WORK, load
from training.pool import load_pool
from training.vocabulary import TOKENIZER

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from training.corpus import Mark

WINDOW = 384
"""How many tokens of a text are read: hardly any unit has more."""

TOKENS = WORK / "tokens.npz"

CATEGORIES = tuple(field.category for field in FIELDS if field.category is not None)
"""What people marked, in the order of the token heads."""


@lru_cache(maxsize=1)
def tokenizer() -> Tokenizer:
    """The cut vocabulary's tokenizer."""
    made = Tokenizer.from_str(TOKENIZER.read_text("utf-8"))
    made.enable_truncation(WINDOW)
    return made


@dataclass(frozen=True, slots=True)
class Tokens:
    """Text i of the pool has ``ids[offsets[i]:offsets[i + 1]]``; ``own[i]`` is the first token of its own words.

    ``marks`` (marks, 5) are text, field, first token, last token and whether the mark begins there, by text.
    """

    ids: NDArray[np.int32]
    offsets: NDArray[np.int64]
    own: NDArray[np.int32]
    marks: NDArray[np.int32]
    first_mark: NDArray[np.int64]

    @property
    def lengths(self) -> NDArray[np.int64]:
        """How many tokens each text has."""
        return np.diff(self.offsets)

    def batch(self, rows: NDArray[np.int64], most: int = WINDOW) -> tuple[torch.Tensor, torch.Tensor]:
        """Token numbers (texts, tokens), padded, and their mask; ``most`` tokens of each text."""
        return padded([self.ids[self.offsets[row] : self.offsets[row + 1]][:most] for row in rows.tolist()])

    def marked(self, rows: NDArray[np.int64], tokens: int) -> tuple[torch.Tensor, torch.Tensor]:
        """Labels (texts, tokens, 2 * fields) of the rows, inside then begin; and which tokens count (texts, tokens)."""
        fields = len(CATEGORIES)
        labels = np.zeros((len(rows), tokens, 2 * fields), np.float32)
        counts = np.zeros((len(rows), tokens), np.float32)
        for place, row in enumerate(rows.tolist()):
            counts[place, self.own[row] : self.offsets[row + 1] - self.offsets[row] - 1] = 1
            for _, field, low, high, begins in self.marks[self.first_mark[row] : self.first_mark[row + 1]].tolist():
                labels[place, low : high + 1, field] = 1
                if begins and low < tokens:
                    labels[place, low, fields + field] = 1
        return torch.from_numpy(labels), torch.from_numpy(counts)


def padded(ids: Sequence[Sequence[int] | NDArray[np.int32]]) -> tuple[torch.Tensor, torch.Tensor]:
    """Token numbers (texts, tokens) and their mask."""
    longest = max(map(len, ids))
    numbers, mask = np.zeros((len(ids), longest), np.int64), np.zeros((len(ids), longest), np.bool_)
    for place, row in enumerate(ids):
        numbers[place, : len(row)], mask[place, : len(row)] = row, True
    return torch.from_numpy(numbers), torch.from_numpy(mask)


def by_length(order: NDArray[np.int64], lengths: NDArray[np.int64], tokens: int) -> list[NDArray[np.int64]]:
    """Rows, longest first, in batches of about so many tokens."""
    batches, low = [], 0
    while low < len(order):
        high = low + max(1, tokens // int(lengths[order[low]]))
        batches.append(order[low:high])
        low = high
    return batches


def _places(
    offsets: Sequence[tuple[int, int]], own: int, marks: Sequence[Mark]
) -> tuple[int, list[tuple[int, int, int, int]]]:
    """The first token of the text's own words, and (field, first, last, begins) of each mark that is read."""
    starts = np.array([start for start, _ in offsets[1:-1]] or [0])
    ends = np.array([end for _, end in offsets[1:-1]] or [0])
    first = 1 + int(np.searchsorted(ends, own, side="right"))
    found = []
    for name, low, high, begins in marks:
        a, b = int(np.searchsorted(ends, low, side="right")), int(np.searchsorted(starts, high, side="left")) - 1
        if a <= b:
            found.append((CATEGORIES.index(name), a + 1, b + 1, begins))
    return first, found


@lru_cache(maxsize=1)
def load_tokens() -> Tokens:
    """What ``main`` wrote."""
    with np.load(TOKENS) as stored:
        return Tokens(*(stored[name] for name in ("ids", "offsets", "own", "marks", "first_mark")))


def main() -> None:
    """Encode and write; nothing where that is done."""
    if TOKENS.exists():
        return
    corpus, texts = load(), load_pool().texts
    ids: list[int] = []
    offsets, own, marks, first = [0], [], [], [0]
    for low in range(0, len(texts), 1000):
        for row, entry in enumerate(tokenizer().encode_batch(texts[low : low + 1000]), low):
            known = row < len(corpus.texts)
            begins, found = _places(entry.offsets, corpus.own[row] if known else 0, corpus.marks[row] if known else ())
            ids += entry.ids
            offsets.append(len(ids))
            own.append(begins)
            marks += [(row, *mark) for mark in found]
            first.append(len(marks))
    np.savez(
        TOKENS,
        ids=np.array(ids, np.int32),
        offsets=np.array(offsets, np.int64),
        own=np.array(own, np.int32),
        marks=np.array(marks, np.int32).reshape(-1, 5),
        first_mark=np.array(first, np.int64),
    )
    print(f"{len(texts)} texts, {len(ids)} tokens, {len(marks)} marks")


if __name__ == "__main__":
    main()
