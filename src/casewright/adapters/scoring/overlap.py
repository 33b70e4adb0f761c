"""How much of a statement's words a text has, rare words counting more: the answer where nothing better is known."""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from casewright.adapters.scoring.features import SIZE, pair_feature, word_feature
from casewright.adapters.scoring.routing import EMPTY_WORDS
from casewright.adapters.scoring.tokens import words

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from casewright.adapters.scoring.features import Features

    FloatArray = NDArray[np.float32]

MOST_WORDS = 40
"""How many of a statement's words count: its rarest; and as many pairs of neighbouring ones, up to 63 in all."""

_ENDINGS = ("", "s", "es", "ed", "d", "ing", "ion", "ions", "ment", "ments", "ation", "ations", "al", "or", "er", "e")
_CUT = ("ations", "ation", "ments", "ment", "ions", "ion", "ings", "ing", "ies", "es", "ed", "al", "s", "e", "y")


@dataclass(frozen=True, slots=True)
class Words:
    """A statement's words made ready: bit i of ``table[feature]`` says that the feature is a form of word i.

    ``weight`` (bits,) is what each is worth, ``pair`` (bits,) whether it is a pair of words.
    """

    table: NDArray[np.uint64]
    weight: FloatArray
    pair: NDArray[np.bool_]


def forms(word: str) -> Iterator[str]:
    """The word and what it may read as when inflected or derived; never a full analysis, some forms are no words."""
    yield word
    if len(word) < 4 or not word.isalpha():
        return
    stem = next((word[: -len(end)] for end in _CUT if word.endswith(end) and len(word) - len(end) >= 4), word)
    for base in {word, stem}:
        for ending in _ENDINGS:
            yield base + ending
    yield stem + "ies"
    yield stem + "y"


def prepare(statement: str, idf: FloatArray) -> Words | None:
    """The statement's words, weighed by ``idf``; None where it has none that says anything."""
    telling = [word for word in words(statement) if word not in EMPTY_WORDS]
    if not telling:
        return None
    worth = {word: float(min(idf[word_feature(form)] for form in (word, *_plural(word)))) for word in telling}
    chosen = sorted(worth, key=lambda word: -worth[word])[:MOST_WORDS]
    bits: list[tuple[list[int], float, bool]] = [
        ([word_feature(form) for form in set(forms(word))], worth[word], False) for word in chosen
    ]
    for first, second in itertools.pairwise(telling):
        if len(bits) < 63 and first in chosen and second in chosen:
            bits.append(([pair_feature(first, second)], 0.5 * (worth[first] + worth[second]), True))
    table = np.zeros(SIZE, np.uint64)
    for bit, (features, _, _) in enumerate(bits):
        table[features] |= np.uint64(1) << np.uint64(bit)
    return Words(
        table,
        np.array([weight for _, weight, _ in bits], np.float32),
        np.array([pair for _, _, pair in bits], np.bool_),
    )


def evidence(statement: Words, features: Features) -> FloatArray:
    """What speaks for the statement in each text, shape (texts, 3).

    The share of the words' weight found, the share of the pairs' weight found, and the weight of the words found
    in units of ten.
    """
    found = np.zeros(len(features), np.uint64)
    filled = features.indptr[1:] > features.indptr[:-1]
    if filled.any():
        marks = statement.table[features.index]
        found[filled] = np.bitwise_or.reduceat(marks, features.indptr[:-1][filled])
    word_sum, pair_sum = np.zeros(len(found), np.float32), np.zeros(len(found), np.float32)
    for bit, (weight, pair) in enumerate(zip(statement.weight, statement.pair, strict=True)):
        present = ((found >> np.uint64(bit)) & np.uint64(1)).astype(np.float32) * weight
        if pair:
            pair_sum += present
        else:
            word_sum += present
    word_mass = float(statement.weight[~statement.pair].sum())
    pair_mass = float(statement.weight[statement.pair].sum())
    pairs = pair_sum / pair_mass if pair_mass else word_sum / word_mass
    return np.stack([word_sum / word_mass, pairs, word_sum / 10], axis=1)


def _plural(word: str) -> tuple[str, ...]:
    return (word + "s", word[:-1]) if len(word) > 4 and word.endswith("s") else (word + "s",)
