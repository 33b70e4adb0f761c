"""From which probability on matches are best told from the rest."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, cast

import numpy as np
import pytest

from training import thresholds

if TYPE_CHECKING:
    from training.free import Evidence

MANY = 400


def said_and_true(line: float, positives: int, random: np.random.Generator) -> tuple[np.ndarray, np.ndarray]:
    """Probabilities that part what is true from the rest at a line."""
    true = random.uniform(line, 1, positives)
    false = random.uniform(0, line - 0.01, 10 * positives)
    return np.concatenate([true, false]), np.repeat(np.array([1, 0], np.int8), [positives, 10 * positives])


@pytest.mark.parametrize("line", [0.2, 0.5, 0.8])
def test_line_is_where_matches_part_from_the_rest(line: float) -> None:
    """A concept with many positives has a line of its own, whatever the others say."""
    random = np.random.default_rng(1)
    likely, labels = {}, {}
    for name, own in (("one", line), ("two", 0.35), ("three", 0.6)):
        likely[name], labels[name] = said_and_true(own, MANY, random)

    found = thresholds.by_concept(likely, labels, np.ones(11 * MANY, np.bool_))

    assert found["one"] == pytest.approx(line, abs=0.021)


def test_rare_concept_is_drawn_to_the_others() -> None:
    """Of one positive nobody can tell a line: it is that of the others."""
    random = np.random.default_rng(2)
    likely, labels = {}, {}
    for name in ("one", "two", "three"):
        likely[name], labels[name] = said_and_true(0.4, MANY, random)
    likely["rare"], labels["rare"] = np.zeros(11 * MANY), np.zeros(11 * MANY, np.int8)
    likely["rare"][0], labels["rare"][0] = 0.9, 1

    found = thresholds.by_concept(likely, labels, np.ones(11 * MANY, np.bool_))

    assert found["rare"] == pytest.approx(0.4, abs=0.06)
    assert thresholds.by_concept(likely, labels, np.arange(11 * MANY) > 0).keys() == {"one", "two", "three"}


@dataclass
class Asked:
    """Evidence of one column, weighed by one; statements of group g part at the logit g."""

    columns: list[np.ndarray]
    truths: list[np.ndarray]
    masses: list[np.ndarray]
    groups: list[int]

    def weights(self, leave: int | None = None) -> tuple[float, ...]:
        """One."""
        return (1.0,)


def test_line_of_a_path_is_the_best_of_its_statements() -> None:
    """Of a path the line is that of the statements kept; each counts as much, however many texts it has."""
    logits = np.linspace(-3, 3, 601)
    statements = [(0, logits >= 0.0), (0, logits >= 0.0), (1, logits >= 2.0)]
    evidence = Asked(
        [logits[:, None] for _ in statements],
        [truth for _, truth in statements],
        [np.full(601, mass) for mass in (1.0, 1.0, 50.0)],
        [group for group, _ in statements],
    )

    assert thresholds.of_path(cast("Evidence", evidence), leave=1) == 0.5
    assert thresholds.of_path(cast("Evidence", evidence), leave=0) == pytest.approx(1 / (1 + np.exp(-2)), abs=0.011)
