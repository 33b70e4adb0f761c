"""What every scorer promises: the embedded one, and Isaacus over its client library and a real socket."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest

from casewright.adapters.scoring.embedded_scorer import EmbeddedScorer
from casewright.adapters.scoring.isaacus.client import IsaacusClient
from casewright.adapters.scoring.isaacus.scorer import IsaacusScorer
from scripts.isaacus_server import isaacus_server
from tests.fakes.fixed_clock import FixedClock

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from casewright.tools.ports.scoring import Scorer

LAW = "This is a governing law clause."
TEXTS = (
    "This Agreement is governed by the laws of England and Wales.",
    "The Supplier shall indemnify the Customer against all losses.",
    "Notices are delivered by hand.",
)
ODD = ("", " \n\t", "\ud800", "\x00", "12,345.67", "Legea aplicabilă este cea română.", "a" * 20_000, "👩‍⚖️")


@pytest.fixture(params=["embedded", "isaacus"])
def scorer(request: pytest.FixtureRequest) -> Iterator[Scorer]:
    """A scorer of each kind in turn; behind the second stands the first."""
    embedded = EmbeddedScorer.from_folder()
    if request.param == "embedded":
        yield embedded
        return

    def scores(statement: str, texts: Sequence[str]) -> list[float]:
        return [float(score) for score in embedded.score(statement, texts)]

    with isaacus_server(scores) as server:
        client = IsaacusClient(key=server.key, base_url=server.address, now=FixedClock().now)
        yield IsaacusScorer(client, base_url=server.address)
        client.close()


@pytest.mark.requirement("scoring-contract")
def test_scores_are_probabilities_in_the_order_of_the_texts(scorer: Scorer) -> None:
    """A score a text, in [0, 1], in the order of the texts, whatever that is."""
    scores = scorer.score(LAW, TEXTS)

    assert scores.shape == (len(TEXTS),)
    assert ((scores >= 0) & (scores <= 1)).all()
    assert scores.argmax() == 0
    assert scores[0] >= 0.5 > scores[1:].max()
    np.testing.assert_array_equal(scorer.score(LAW, TEXTS[::-1]), scores[::-1])


@pytest.mark.requirement("scoring-contract")
def test_a_text_is_scored_alone(scorer: Scorer) -> None:
    """A text's score does not depend on the texts beside it, nor on when it is asked."""
    together = scorer.score(LAW, TEXTS)

    for place, text in enumerate(TEXTS):
        np.testing.assert_allclose(scorer.score(LAW, [text]), together[place], atol=1e-6)


@pytest.mark.requirement("scoring-contract")
def test_no_texts_no_scores(scorer: Scorer) -> None:
    """Nothing to score is no mistake."""
    assert scorer.score(LAW, []).shape == (0,)


@pytest.mark.requirement("scoring-contract")
def test_odd_texts_are_scored(scorer: Scorer) -> None:
    """Blank, broken, foreign and endless texts get a score that is no match; none is an error."""
    scores = scorer.score(LAW, ODD)

    assert ((scores >= 0) & (scores < 0.5)).all()
    assert scores[0] == scores[1] == 0


@pytest.mark.parametrize(
    "statement", ["x", "{IS it}", "\\IS it", 'This is a clause that says "time is of the essence".', "a \\{b\\} \ud800"]
)
def test_any_statement_is_asked(scorer: Scorer, statement: str) -> None:
    """Whatever stands in a statement is text: brackets, quotes and backslashes mean nothing to a scorer."""
    assert scorer.score(statement, TEXTS).shape == (len(TEXTS),)
    assert scorer.tier(statement) in ("head", "routed", "free")


def test_the_model_has_a_name(scorer: Scorer) -> None:
    """Scores are cached under it, so it stays the same."""
    assert scorer.model
    assert scorer.model == scorer.model
