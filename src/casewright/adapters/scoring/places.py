"""Places that a free statement names: a clause about another place, or about none, is not what was asked for.

Heads know concepts and no particulars: the one for governing law finds the law of Delaware and that of France alike.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from casewright.adapters.scoring.features import SIZE, pair_feature, word_feature
from casewright.adapters.scoring.tokens import words

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    from casewright.adapters.scoring.features import Features

ELSEWHERE = 0.4
"""What is left of the probability of a text that names none of the places asked for."""

_STATES = """
alabama alaska arizona arkansas california colorado connecticut delaware florida hawaii idaho illinois indiana iowa
kansas kentucky louisiana maine maryland massachusetts michigan minnesota mississippi missouri montana nebraska nevada
ohio oklahoma oregon pennsylvania tennessee texas utah vermont virginia wisconsin wyoming ontario quebec
"""
_LANDS = """
argentina:argentine,argentinian australia:australian austria:austrian belgium:belgian brazil:brazilian bulgaria:bulgarian
canada:canadian chile:chilean china:chinese colombia:colombian croatia:croatian cyprus:cypriot denmark:danish
egypt:egyptian england:english estonia:estonian finland:finnish france:french germany:german greece:greek
hungary:hungarian iceland:icelandic india:indian indonesia:indonesian ireland:irish israel:israeli italy:italian
japan:japanese kenya:kenyan korea:korean latvia:latvian lithuania:lithuanian luxembourg: malaysia:malaysian malta:maltese
mexico:mexican moldova:moldovan netherlands:dutch nigeria:nigerian norway:norwegian peru:peruvian philippines:philippine
poland: portugal:portuguese romania:romanian russia:russian scotland:scottish,scots serbia:serbian singapore:
slovakia:slovak slovenia:slovenian spain:spanish sweden:swedish switzerland:swiss taiwan:taiwanese thailand:thai
turkey:turkish ukraine:ukrainian vietnam:vietnamese wales:welsh
"""
_PAIRS = (
    "new york",
    "new jersey",
    "new hampshire",
    "new mexico",
    "new zealand",
    "north carolina",
    "south carolina",
    "north dakota",
    "south dakota",
    "rhode island",
    "west virginia",
    "hong kong",
    "south africa",
    "british columbia",
)


def _forms() -> Mapping[str, tuple[str, ...]]:
    """Every way to name a place → all ways to name it."""
    groups = [(state,) for state in _STATES.split()] + [(pair,) for pair in _PAIRS]
    for entry in _LANDS.split():
        land, _, people = entry.partition(":")
        groups.append((land, *(name for name in people.split(",") if name)))
    return {form: group for group in groups for form in group}


_FORMS = _forms()


def named(statement: str) -> frozenset[str]:
    """All ways to name the places that the statement names; empty where it names none."""
    parts = words(statement)
    pairs = [f"{first} {second}" for first, second in zip(parts, parts[1:], strict=False)]
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
