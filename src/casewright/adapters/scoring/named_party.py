"""Statements about a name, answered by rules that read the texts which have it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from casewright.adapters.scoring import parties
from casewright.adapters.scoring.features import SIZE, pair_feature, word_feature

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from numpy.typing import NDArray

    from casewright.adapters.scoring.features import Features
    from casewright.tools.ports.scoring import Tier

    FloatArray = NDArray[np.float32]
    IntArray = NDArray[np.int64]
    Texts = Callable[[IntArray], Sequence[str]]

RULES: Mapping[str, Callable[[parties.Name, str], float]] = {
    "clause obligating": parties.obligates,
    "clause entitling": parties.entitles,
    "clause called": parties.called,
}
"""By template, which rule answers it."""

_MUTUAL = ("each party", "either party", "both parties", "the parties", "neither party")
MUTUAL = 0.35
"""What a text that speaks of the parties together, and not by name, scores for any party: below the line, since
nothing here says that the name is a party's."""


@dataclass(frozen=True, slots=True)
class ByName:
    """A rule about a name answers."""

    name: parties.Name
    rule: Callable[[parties.Name, str], float]
    mutual: bool
    tier: Tier = "head"


def score(plan: ByName, features: Features, texts: Texts) -> FloatArray:
    """What the rule says of each text, shape (texts,). It reads only the texts that have every word of the name."""
    likely = np.full(len(features), parties.ABSENT, np.float32)
    if plan.mutual:
        together = [pair_feature(*phrase.split()) for phrase in _MUTUAL]
        likely[_has_any(features, together)] = MUTUAL
    named = np.ones(len(features), np.bool_)
    for place in range(len(plan.name.words)):
        named &= _has_any(features, [word_feature(form) for form in plan.name.forms(place)])
    rows = np.flatnonzero(named)
    if len(rows):
        read = np.array([plan.rule(plan.name, text) for text in texts(rows)], np.float32)
        likely[rows] = np.maximum(likely[rows], read)
    return likely


def _has_any(features: Features, wanted: Sequence[int]) -> NDArray[np.bool_]:
    """Which texts have at least one of these features, shape (texts,)."""
    table = np.zeros(SIZE, np.bool_)
    table[list(wanted)] = True
    entries = np.flatnonzero(table[features.index])
    found = np.zeros(len(features), np.bool_)
    found[np.searchsorted(features.indptr, entries, side="right") - 1] = True
    return found
