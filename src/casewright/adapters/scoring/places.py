"""Places that a free statement names: a clause about another place, or about none, is not what was asked for.

Heads know concepts and no particulars: the one for governing law finds the law of Delaware and that of France alike.
"""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING

import numpy as np

from casewright.adapters.scoring.features import SIZE, pair_feature, word_feature
from casewright.adapters.scoring.tokens import words
from casewright.vocabulary.places import PLACES

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    from casewright.adapters.scoring.features import Features

ELSEWHERE = 0.4
"""What is left of the probability of a text that names none of the places asked for."""

_LONGEST = 2
"""Words of a name: features know single words and pairs."""


def _forms() -> Mapping[str, tuple[str, ...]]:
    """Every way to name a place that is of words alone → all such ways to name it."""
    groups = []
    for place in PLACES:
        known = (*place.forms, *place.peoples)
        groups.append(
            tuple(form for form in known if len(form.split()) <= _LONGEST and form.replace(" ", "").isalpha())
        )
    return {form: group for group in groups for form in group}


_FORMS = _forms()


def named(statement: str) -> frozenset[str]:
    """All ways to name the places that the statement names; empty where it names none."""
    parts = words(statement)
    pairs = [f"{first} {second}" for first, second in itertools.pairwise(parts)]
    taken = {word for pair in pairs if pair in _FORMS for word in pair.split()}
    single = [word for word in parts if word in _FORMS and word not in taken]
    return frozenset(form for place in (*single, *pairs) if place in _FORMS for form in _FORMS[place])


def share(places: frozenset[str], features: Features) -> NDArray[np.float32]:
    """What is left of each text's probability, shape (texts,): all where it names one of the places."""
    table = np.zeros(SIZE, np.bool_)
    for place in places:
        parts = place.split()
        table[word_feature(place) if len(parts) == 1 else pair_feature(*parts)] = True
    left = np.full(len(features), ELSEWHERE, np.float32)
    entries = np.flatnonzero(table[features.index])
    left[np.searchsorted(features.indptr, entries, side="right") - 1] = 1.0
    return left
