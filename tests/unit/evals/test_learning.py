"""Measuring what a scorer learns from examples."""

from __future__ import annotations

import json
from contextlib import closing
from typing import TYPE_CHECKING

import numpy as np
import pytest

from casewright.adapters.ingest.reader import FileReader
from casewright.errors import InvalidInput
from evals.learning import LearnedFigures, LearningReport, Panel, _mean, measure_learning

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from numpy.typing import NDArray

LAW = "This Agreement shall be governed by the laws of the State of New York, without regard to conflicts of laws."
OTHER = "The Supplier delivers the goods to the place named in the order number {0} within ten days of its receipt."


class SharedWords:
    """Scores a text by how many it holds of the words that all examples have in common."""

    model = "words-1"

    def __init__(self) -> None:
        self.taught: list[int] = []

    def features(self, texts: Sequence[str]) -> list[set[str]]:
        return [set(text.split()) for text in texts]

    def learn(self, positive: Sequence[str], negative: Sequence[str]) -> bytes:
        assert not negative
        self.taught.append(len(positive))
        return " ".join(sorted(set.intersection(*self.features(positive)))).encode()

    def score_learned(self, head: bytes, features: list[set[str]]) -> NDArray[np.float32]:
        words = set(head.decode().split())
        return np.array([(len(words & row) / len(words)) ** 4 for row in features], np.float32)


def labelled(folder: Path, contracts: int) -> Path:
    """Contracts of twelve clauses, one of them about the law and labelled so."""
    (folder / "contracts").mkdir()
    lines = []
    for number in range(contracts):
        clauses = [OTHER.format(f"{number}-{at}") for at in range(11)]
        text = "\n\n".join([*clauses[:5], LAW, *clauses[5:]])
        name = f"{number}.txt"
        (folder / "contracts" / name).write_text(text)
        start = text.index(LAW)
        spans = {"Governing Law": [[start, start + len(LAW)]]}
        lines.append(json.dumps({"file": name, "spans": spans}))
    (folder / "spans.jsonl").write_text("\n".join(lines))
    return folder


def measured(folder: Path, scorer: SharedWords, *examples: int) -> LearningReport:
    with closing(FileReader()) as reader:
        return measure_learning(
            folder, panels=[Panel(scorer)], reader=reader, examples=examples, progress=lambda *_: None
        )


@pytest.mark.requirement("templates-measured")
def test_what_is_learned_is_measured_on_other_contracts(tmp_path: Path) -> None:
    """A scorer that learns the category is right on the contracts left aside, for each number of examples."""
    scorer = SharedWords()

    report = measured(labelled(tmp_path, 40), scorer, 8, 16)

    assert scorer.taught == [8, 8, 16, 16]
    assert (report.contracts, report.texts) == (8, 32)
    assert [(one.examples, one.categories, one.average_precision, one.f1) for one in report.figures] == [
        (8, 1, 1.0, 1.0),
        (16, 1, 1.0, 1.0),
    ]
    assert report.rows()[1][:4] == ("8", "1", "1.00", "1.00")
    assert report.rows()[1][-1] == "–"
    json.dumps(report.as_json())


@pytest.mark.requirement("templates-measured")
def test_interval_is_over_categories() -> None:
    """Two draws make one category's figure; one category alone has no interval."""
    figures = [LearnedFigures(8, 1, value, 0.5, 0.5, 0.5, 0.1) for value in (0.1, 0.3, 0.5, 0.7, 0.9, 0.9)]

    found = _mean(8, figures)

    assert found.categories == 3
    assert found.average_precision == pytest.approx(np.mean([0.2, 0.6, 0.9]))
    low, high = found.interval or (0.0, 0.0)
    assert 0.2 <= low < 0.3  # with each draw a category of its own it would begin at 0.34
    assert 0.8 < high < 0.95
    assert _mean(8, figures[:2]).interval is None


def test_too_few_examples_are_told(tmp_path: Path) -> None:
    """Data without enough labelled clauses is refused with the reason."""
    with pytest.raises(InvalidInput, match="too few labelled clauses"):
        measured(labelled(tmp_path, 9), SharedWords(), 8)


def test_each_category_is_learned_by_the_first_that_is_measured_on_it(tmp_path: Path) -> None:
    """Scorers that were never taught some categories are measured on these alone."""
    other, mine = SharedWords(), SharedWords()
    panels = [Panel(other, frozenset({"Insurance"})), Panel(mine, frozenset({"Governing Law"}))]

    with closing(FileReader()) as reader:
        report = measure_learning(
            labelled(tmp_path, 40), panels=panels, reader=reader, examples=[8], progress=lambda *_: None
        )

    assert (other.taught, mine.taught) == ([], [8, 8])
    assert "never taught" in report.note
