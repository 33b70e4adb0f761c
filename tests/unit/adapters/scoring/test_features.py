"""Hashed features and how they are packed."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from casewright.adapters.scoring.features import (
    OPENING,
    SIZE,
    Features,
    Hasher,
    concat,
    pair_feature,
    phrase_features,
    unpack,
    word_feature,
)
from casewright.errors import IntegrityError

TEXTS = st.lists(st.text(max_size=60), max_size=12)


def rows(features: Features) -> list[dict[int, int]]:
    """Each row as feature → count."""
    index, count = features.index.tolist(), features.count.tolist()
    bounds = features.indptr.tolist()
    return [dict(zip(index[a:b], count[a:b], strict=True)) for a, b in pairwise(bounds)]


@pytest.mark.requirement("scoring-features-deterministic")
def test_features_are_the_same_everywhere() -> None:
    """Known texts have known features, on whatever machine and Python they are computed."""
    features = Hasher().features(["Governing law: the law of France.", "", "Forță majoră"])

    assert features.indptr.tolist() == [0, 15, 15, 20]
    assert features.index.tolist() == [
        *(617, 4397, 17584, 19376, 24207, 29526, 32249, 32397, 35030, 48108, 48119, 55425, 57945, 58370, 65196),
        *(4544, 6045, 6629, 42493, 54019),
    ]
    assert features.count.tolist() == [1, 1, 1, 1, 2, 1, 1, 1, 1, 2, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1]


def test_words_pairs_and_openings_are_features() -> None:
    """A text has its words, its pairs of neighbours and its first words, and nothing else."""
    text = " ".join(f"word{place}" for place in range(10))
    (row,) = rows(Hasher().features([text]))

    assert word_feature("word3") in row
    assert pair_feature("word3", "word4") in row
    assert sum(row.values()) == 10 + 9 + OPENING


def test_phrase_is_its_pairs() -> None:
    """A phrase is known by its pairs, one word by itself, nothing by nothing."""
    assert phrase_features("Machine-Learning model") == [
        pair_feature("machine", "learning"),
        pair_feature("learning", "model"),
    ]
    assert phrase_features("AI") == [word_feature("ai")]
    assert phrase_features("…") == []


def test_counts_end_at_255() -> None:
    """A word that stands a thousand times is counted 255 times."""
    (row,) = rows(Hasher().features(["x " * 1000]))
    assert row[word_feature("x")] == 255


@pytest.mark.requirement("scoring-independent")
@given(TEXTS)
def test_a_row_depends_on_its_text_alone(texts: list[str]) -> None:
    """All texts at once have the rows that each has alone, ascending and in range."""
    hasher = Hasher()
    together = rows(hasher.features(texts))

    assert together == [rows(hasher.features([text]))[0] for text in texts]
    assert all(list(row) == sorted(row) and all(0 <= feature < SIZE for feature in row) for row in together)


@given(TEXTS)
def test_packing_loses_nothing(texts: list[str]) -> None:
    """What was packed is unpacked the same."""
    features = Hasher().features(texts)
    again = unpack(features.pack())

    assert rows(features) == rows(again)
    assert len(features) == len(again) == len(texts)


@given(TEXTS, st.data())
def test_rows_are_taken_in_the_order_asked(texts: list[str], data: st.DataObject) -> None:
    """Taking rows gives those rows, as often as asked, and concatenation puts parts one after the other."""
    features = Hasher().features(texts)
    wanted = data.draw(st.lists(st.integers(0, max(len(texts) - 1, 0)), max_size=8)) if texts else []

    taken = features.take(np.array(wanted, np.int64))

    assert rows(taken) == [rows(features)[place] for place in wanted]
    assert rows(concat([features, taken])) == rows(features) + rows(taken)


def test_nothing_concatenated_is_no_row() -> None:
    """No parts make no rows."""
    assert len(concat([])) == 0
    assert len(Hasher().features([])) == 0


@pytest.mark.parametrize("place", [0, 5, -1])
def test_damaged_bytes_are_an_error(place: int) -> None:
    """Bytes that are not what was packed raise an error that says what to do."""
    data = Hasher().features(["governing law", "venue"]).pack()
    damaged = data[:place] if place == -1 else bytes([*data[:place], data[place] ^ 0xFF, *data[place + 1 :]])

    with pytest.raises(IntegrityError, match="delete them"):
        unpack(damaged)


def test_rows_that_do_not_add_up_are_an_error() -> None:
    """Row lengths that differ from the number of entries raise an error."""
    data = bytearray(Hasher().features(["governing law", "venue"]).pack())
    data[24] ^= 1

    with pytest.raises(IntegrityError, match="differ"):
        unpack(bytes(data))


def test_too_few_bytes_are_an_error() -> None:
    """Bytes shorter than any packed features raise an error."""
    with pytest.raises(IntegrityError, match="3 bytes"):
        unpack(b"cwf")
