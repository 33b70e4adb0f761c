"""The embedded scorer as evaluations see it."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING

import numpy as np
import pytest

from casewright.adapters.scoring.embedded_scorer import EmbeddedScorer
from casewright.adapters.scoring.model_file import SHIPPED
from casewright.errors import IntegrityError
from evals.embedded_scorer import MeasuredEmbedded

if TYPE_CHECKING:
    from pathlib import Path

TEXTS = [
    "This Agreement shall be governed by the laws of the State of Ohio.",
    "The Supplier shall maintain liability insurance of one million dollars.",
    "Confidential Information shall not be disclosed.",
]


@pytest.fixture(scope="module")
def measured() -> MeasuredEmbedded:
    return MeasuredEmbedded.from_folder()


@pytest.mark.parametrize(
    "statement", ["governing law clause", "who has to buy insurance", 'clause obligating "Supplier"', "Ohio"]
)
def test_answers_are_the_products(measured: MeasuredEmbedded, statement: str) -> None:
    """What is measured is what the scorer port answers."""
    np.testing.assert_array_equal(
        measured.over(TEXTS).score(statement), EmbeddedScorer.from_folder().score(statement, TEXTS)
    )


def test_heads_answer_by_name(measured: MeasuredEmbedded) -> None:
    """A concept's own part answers; one that is not there is an error."""
    ready = measured.over(TEXTS)

    assert int(ready.score_concept("Insurance").argmax()) == 1
    assert "Insurance" in measured.concepts
    with pytest.raises(KeyError):
        ready.score_concept("nothing of the kind")


@pytest.mark.requirement("eval-left-out")
def test_hidden_concept_is_neither_head_nor_route(measured: MeasuredEmbedded) -> None:
    """Without a concept no statement is routed to it and it has no head; the others are as they were."""
    ready = measured.over(TEXTS)
    hidden = ready.without({"Insurance"})

    assert ready.routes("insurance coverage requirements")[0][0] == "Insurance"
    assert "Insurance" not in [name for name, _ in hidden.routes("insurance coverage requirements")]
    for other in ("audit of books and records", "most favoured nation", "entire agreement", "source code escrow"):
        assert hidden.routes(other)[0][0] == ready.routes(other)[0][0]
    with pytest.raises(KeyError):
        hidden.score_concept("Insurance")
    np.testing.assert_array_equal(
        hidden.score_concept("governing law clause"), ready.score_concept("governing law clause")
    )


def test_model_says_what_its_encoder_never_saw(measured: MeasuredEmbedded, tmp_path: Path) -> None:
    """The shipped model leaves nothing out; one made for measuring has a list beside it; a broken one is an error."""
    assert measured.never_learned == frozenset()
    folder = tmp_path / "0"
    shutil.copytree(SHIPPED, folder)
    (folder / "never_learned.json").write_text('["Insurance"]', "utf-8")
    assert MeasuredEmbedded.from_folder(folder).never_learned == {"Insurance"}

    for broken in ("{", '{"a": 1}', "[1]"):
        (folder / "never_learned.json").write_text(broken, "utf-8")
        with pytest.raises(IntegrityError, match=r"never_learned\.json"):
            MeasuredEmbedded.from_folder(folder)
