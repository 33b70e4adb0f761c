"""Words first: which texts they settle, and that the others score as by the full pass."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from casewright.adapters.scoring.cascade import DOUBTED, SETTLED, Cascade
from casewright.adapters.scoring.embedded_scorer import EmbeddedScorer

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np
    from numpy.typing import NDArray

    from casewright.adapters.scoring.features import Features

pytestmark = pytest.mark.requirement("bulk-cascade")
LAW = "This Agreement shall be governed by and construed in accordance with the laws of the State of Delaware."
CLAUSES = (
    LAW,
    "The Tenant shall pay the Landlord EUR 1,000 a month in advance.",
    "Any notice under this lease shall be in writing and delivered by hand.",
    "Either party may terminate this Agreement for convenience upon thirty days' notice.",
    "Acme Ltd shall indemnify the Buyer against all losses.",
    "",
)
HEAD, ROUTED, FREE = "governing law clause", "which law applies to the contract", "the colour of the roof tiles"


@pytest.fixture(scope="module")
def scorer() -> EmbeddedScorer:
    """The shipped scorer."""
    return EmbeddedScorer.from_folder(threads=1)


class Asked:
    """A cascade over texts, and what of them the encoder was to read."""

    def __init__(self, scorer: EmbeddedScorer, texts: Sequence[str], doubted: float | None = None) -> None:
        shares = DOUBTED if doubted is None else dict.fromkeys(DOUBTED, doubted)
        self.cascade, self._scorer, self._texts = Cascade(scorer, shares), scorer, texts
        self.read: list[int] = []

    def scores(self, statement: str) -> NDArray[np.float32]:
        """The scores."""

        def encoded(rows: NDArray[np.int64]) -> Features:
            self.read += rows.tolist()
            return self._scorer.features([self._texts[row] for row in rows.tolist()])

        return self.cascade.score(
            statement,
            self._scorer.counted(self._texts),
            lambda rows: [self._texts[row] for row in rows.tolist()],
            encoded,
        )


def _statement(scorer: EmbeddedScorer, text: str) -> str:
    from casewright.iql import parse

    return parse(f"{{IS {text}}}" if text == HEAD else f"{{{text}}}").statements[0]


@pytest.mark.parametrize(("text", "read"), [(HEAD, 0), (ROUTED, 0), (FREE, 2)])
def test_what_is_read_scores_as_by_the_full_pass(scorer: EmbeddedScorer, text: str, read: int) -> None:
    """And what is not matches nothing."""
    statement = _statement(scorer, text)
    asked, whole = Asked(scorer, CLAUSES), scorer.score(statement, CLAUSES)
    scores = asked.scores(statement)
    assert read in asked.read
    assert len(asked.read) < len(CLAUSES)
    for place in range(len(CLAUSES)):
        if place in asked.read:
            assert scores[place] == whole[place]
        else:
            assert scores[place] <= SETTLED


def test_where_all_is_in_doubt_everything_is_read(scorer: EmbeddedScorer) -> None:
    """Then the cascade is the full pass."""
    statement = _statement(scorer, FREE)
    assert scorer.tier(statement) == "free"
    asked = Asked(scorer, CLAUSES, 1.0)
    assert asked.cascade.is_whole(statement)
    assert asked.scores(statement).tolist() == scorer.score(statement, CLAUSES).tolist()
    assert asked.read == list(range(len(CLAUSES)))


def test_model_names_all_that_scores_depend_on(scorer: EmbeddedScorer) -> None:
    """The scorer, the word vectors and how much is in doubt."""
    one = Cascade(scorer)
    assert one.model.startswith(f"{scorer.model}-cascade+")
    assert one.model == Cascade(scorer).model
    assert one.model != Cascade(scorer, {**DOUBTED, "head": 0.2}).model
    assert one.model != Cascade(scorer, estimates=replace(scorer.word_vectors, sha256="0" * 64)).model


def test_rules_need_no_encoder(scorer: EmbeddedScorer) -> None:
    """A party's duties are found by its name."""
    from casewright.iql import parse

    (statement,) = parse('{IS clause obligating "Acme Ltd"}').statements
    asked = Asked(scorer, CLAUSES)
    assert asked.scores(statement).tolist() == scorer.score(statement, CLAUSES).tolist()
    assert asked.read == []


@settings(max_examples=25, deadline=None)
@given(st.lists(st.sampled_from(CLAUSES), min_size=1, max_size=6))
def test_a_texts_score_depends_on_no_other(texts: list[str]) -> None:
    """Nor on how many there are."""
    scorer = _SHARED
    statement = _statement(scorer, HEAD)
    alone = {text: Asked(scorer, [text]).scores(statement)[0] for text in texts}
    assert Asked(scorer, texts).scores(statement).tolist() == [alone[text] for text in texts]


def test_more_doubt_reads_more(scorer: EmbeddedScorer) -> None:
    """Up to nearly all."""
    statement = _statement(scorer, HEAD)
    counts = []
    for doubted in (0.01, 0.2, 0.999):
        asked = Asked(scorer, CLAUSES, doubted)
        asked.scores(statement)
        counts.append(len(asked.read))
    assert counts == sorted(counts)
    assert counts[0] < counts[-1]


_SHARED = EmbeddedScorer.from_folder(threads=1)
