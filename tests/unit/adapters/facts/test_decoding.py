"""From tokens to places: pieces of one provision are joined, neighbours are told apart, sentences are taken whole."""

from __future__ import annotations

import numpy as np
import pytest

from casewright.adapters.facts.decoding import SHAPE, ReadUnit, bounds_of, meant, places_of, shape_of, snapped

NO, YES = -5.0, 4.0


def unit(chunk: int, told: str, *, begins: str = "", at: int = 0) -> ReadUnit:
    """A chunk of tokens ten characters long, of one field: ``x`` is inside; ``begins`` has ``x`` where one begins."""
    marked = np.array([place for place, one in enumerate(told) if one == "x"], np.int64)
    begin = np.array([[YES if place < len(begins) and begins[place] == "x" else NO] for place in marked], np.float32)
    inside = np.full((len(marked), 1), YES, np.float32)
    return ReadUnit(chunk, len(told), marked, at + 10 * marked, at + 10 * marked + 9, inside, begin.reshape(-1, 1))


def spans(*units: ReadUnit) -> list[tuple[int, int]]:
    """Where the only field is found."""
    found = places_of(units, np.zeros(1, np.float32), np.zeros(1, np.float32))
    return [(place.start, place.end) for place in found]


@pytest.mark.parametrize(
    ("told", "begins", "expected"),
    [
        ("..xxx..", "", [(20, 49)]),
        ("xx..xx", "", [(0, 59)]),
        ("xx...xx", "", [(0, 19), (50, 69)]),
        ("xxxx", "x.x.", [(0, 19), (20, 39)]),
        ("xxxx", "xx..", [(0, 39)]),
        (".......", "", []),
    ],
)
def test_tokens_that_follow_one_another_make_a_place(told: str, begins: str, expected: list[tuple[int, int]]) -> None:
    """Two tokens between them belong to it; where one begins anew another begins, once for a name of two tokens."""
    assert spans(unit(0, told, begins=begins)) == expected


def test_what_ends_with_a_chunk_goes_on_in_the_next() -> None:
    """It is one place, unless another begins there, or a chunk lies between that says nothing."""
    assert spans(unit(0, "...xx"), unit(1, "xx...", at=100)) == [(30, 119)]
    assert spans(unit(0, "...xx"), unit(1, "xx...", at=100, begins="x")) == [(30, 49), (100, 119)]
    assert spans(unit(0, "xx....."), unit(1, "xx...", at=100)) == [(0, 19), (100, 119)]
    assert spans(unit(0, "...xx"), unit(1, "...xx", at=100)) == [(30, 49), (130, 149)]
    assert spans(unit(0, "...xx"), unit(2, "xx...", at=100)) == [(30, 49), (100, 119)]


def test_shapes_are_of_their_document() -> None:
    """The surest of two is marked as that, by how much surer it is."""
    found = places_of([unit(0, "xx....xxx")], np.zeros(1, np.float32), np.zeros(1, np.float32))
    found[1].logits = found[1].logits + 1
    shapes = shape_of(found)
    assert shapes.shape == (2, SHAPE)
    assert shapes[:, 6].tolist() == [0.0, 1.0]
    assert shapes[:, 5].tolist() == [-2.0, 2.0]
    assert np.allclose(shapes[:, 7], np.log(2))
    assert shape_of([]).shape == (0, SHAPE)


TEXT = "Heading. The law of Kenya governs this. It is (as said) final. Next."


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("law of Kenya governs", "The law of Kenya governs this. "),
        ("Kenya", "Kenya"),
        ("governs this. It is (as said)", "governs this. It is (as said) final. "),
        ("Next", "Next."),
    ],
)
def test_a_place_takes_in_sentences_of_which_it_has_half(words: str, expected: str) -> None:
    """And no sentence of which it has less; the end of a piece ends a sentence."""
    start = TEXT.index(words)
    low, high = snapped(start, start + len(words), bounds_of(TEXT, [(0, len(TEXT))]))
    assert TEXT[low:high] == expected


LONG = "One is that. This Agreement shall not be assigned without the written consent of Acme Ltd. That is void. This"


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (LONG[9:], "This Agreement shall not be assigned without the written consent of Acme Ltd. That is void. "),
        ("This Agreement shall", "This Agreement shall"),
        ("of Acme Ltd. That", "of Acme Ltd. That"),
    ],
)
def test_little_of_another_sentence_is_not_meant(words: str, expected: str) -> None:
    """A long place loses the first word of the next sentence and the last one of the one before; a name nothing."""
    start = LONG.index(words)
    low, high = meant(start, start + len(words), bounds_of(LONG, [(0, len(LONG))]), whole=False)
    assert LONG[low:high] == expected
