"""Word overlap of free statements."""

from __future__ import annotations

import numpy as np
import pytest

from casewright.adapters.scoring.features import SIZE, Hasher
from casewright.adapters.scoring.overlap import evidence, forms, prepare

IDF = np.ones(SIZE, np.float32)


@pytest.mark.parametrize("statement", ["", "…", "the clause that says", "this is a provision"])
def test_statement_without_telling_words_is_none(statement: str) -> None:
    """Where no word says anything there is nothing to look for."""
    assert prepare(statement, IDF) is None


def test_inflections_are_found() -> None:
    """A word is found in its inflected and derived forms."""
    assert {"terminate", "terminates", "terminated", "termination"} <= set(forms("terminating"))
    assert {"party", "parties"} <= set(forms("parties"))
    assert list(forms("AI")) == ["AI"]


def test_share_of_words_and_pairs() -> None:
    """Half the words found is a share of one half; a pair counts where it stands together."""
    prepared = prepare("blue whales", IDF)
    assert prepared is not None

    found = evidence(prepared, Hasher().features(["blue whales", "whales are blue", "a whale", "cats", ""]))

    assert found[:, 0].tolist() == [1.0, 1.0, 0.5, 0.0, 0.0]
    assert found[0, 1] == 1.0
    assert found[1, 1] == 0.0


def test_long_statements_keep_their_rarest_words() -> None:
    """A statement of thousands of words is cut to what one number can mark."""
    prepared = prepare(" ".join(f"word{place}" for place in range(5_000)), IDF)
    assert prepared is not None
    assert len(prepared.weight) <= 63
