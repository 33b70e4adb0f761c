"""CUAD's own measure of answer spans, worked out by hand."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest

from casewright.domain.facts import FactHow, FoundFact
from evals.cuad_data import LabelledContract
from evals.facts.judging import ReadContract
from evals.facts.protocol import LINES, counted, figures, jaccard, together
from evals.facts.readers import MeasuredReader
from evals.facts.spans import measure_spans
from evals.kept import Kept
from evals.page import page
from tests.fakes.plain_reader import PlainReader
from tests.unit.evals.facts.tiny import MARKS, TEXTS, ToldReader, write_tiny

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from casewright.domain.facts import FactText
    from evals.facts.protocol import Counted

LAW = ("governing_law", "Governing Law")
DATE = ("agreement_date", "Agreement Date")
PARTIES = ("parties", "Parties")


def counts(told: Sequence[tuple[str, float]], name: str, category: str) -> Counted:
    """The category's counts where these quotes were found in both contracts."""
    read = []
    for file, text in TEXTS.items():
        quotes = MARKS[file].get(category, [])
        marks = {category: [(text.index(quote), text.index(quote) + len(quote)) for quote in quotes]}
        places = [(text.index(quote), text.index(quote) + len(quote)) for quote, _ in told if quote in text]
        facts = [FoundFact(name, 0, 1, sure, FactHow.MODEL) for quote, sure in told if quote in text]
        read.append(ReadContract(LabelledContract(file, text, marks), facts, places, [None] * len(facts)))
    return counted(category, read, name)


def once(part: Counted) -> Mapping[str, float]:
    """The figures, each contract counted once."""
    return {name: float(value[0]) for name, value in figures(part, np.ones((2, 1), np.float32)).items()}


@pytest.mark.requirement("facts-eval-protocol")
@pytest.mark.parametrize(
    ("one", "other", "share"),
    [
        ("May 8, 2014", "may 8: 2014.", 1.0),
        ("May 8, 2014", "May 8, 2016", 0.5),
        ("and/or", "and or", 1.0),
        ("a a b", "a b b", 1.0),
        (".", ";", 0.0),
        ("(a)", "a", 0.0),
    ],
)
def test_words_are_compared_as_sets(one: str, other: str, share: float) -> None:
    """Without stops and commas, in any case; brackets belong to words."""
    assert jaccard(one, other) == jaccard(other, one) == share


@pytest.mark.requirement("facts-eval-protocol")
def test_all_categories_are_one_ranking() -> None:
    """Three answers: one found at .95, one at .8 (half its words are enough), then a false one at .5.

    Up to recall 2/3 precision is 1, and no line goes beyond.
    """
    law = counts([("It is governed by the law", 0.95), ("No other word", 0.5)], *LAW)
    date = counts([("May 8, 2016", 0.8)], *DATE)
    found = once(together([law, date]))
    assert found["aupr"] == pytest.approx(2 / 3)
    assert found["reached"] == pytest.approx(2 / 3)
    assert (found["precision_at_80"], found["precision_at_90"]) == (0.0, 0.0)


@pytest.mark.requirement("facts-eval-protocol")
def test_false_finds_that_are_surer_cost_precision() -> None:
    """A false one at .9, the only answer at .8: precision one half all the way."""
    found = once(counts([("No other word", 0.9), ("It is governed by the law", 0.8)], *LAW))
    assert (found["aupr"], found["precision_at_80"], found["precision_at_90"]) == (0.5, 0.5, 0.5)


def test_what_is_said_with_the_line_itself_is_below_it() -> None:
    """A confidence of one half counts from the line .49 on, and one of 0 nowhere."""
    part = counts([("It is governed by the law", 0.5)], *LAW)
    assert LINES[part.found[:, 0] == 1].max() == 0.49
    assert counts([("It is governed by the law", 0.0)], *LAW).found.sum() == 0


@pytest.mark.requirement("facts-eval-protocol")
def test_several_finds_of_one_answer_are_one() -> None:
    """Neither of them is false."""
    part = counts([("It is governed by the law", 0.9), ("governed by the law of Ohio", 0.8)], *LAW)
    assert (part.found[-1].tolist(), part.false[-1].tolist()) == ([1.0, 0.0], [0.0, 0.0])


@pytest.mark.requirement("facts-eval-protocol")
def test_a_party_within_a_find_is_found() -> None:
    """Of parties alone, an answer that stands in a find is found; a date is not."""
    parties = counts([("made on May 8, 2014 by Alpha Inc and Beta LLC.", 0.9)], *PARTIES)
    assert parties.found[-1].tolist() == [3.0, 0.0]
    date = counts([("made on May 8, 2014 by Alpha Inc and Beta LLC.", 0.9)], *DATE)
    assert (date.found[-1].tolist(), date.false[-1].tolist()) == ([0.0, 0.0], [1.0, 0.0])


@pytest.mark.requirement("facts-eval-protocol")
def test_report_stands_beside_what_was_published(tmp_path: Path) -> None:
    """41 categories, all together, DeBERTa-xlarge beside; what a reader holds for unlikely counts too."""

    class Unsure(ToldReader):
        def candidates(self, text: FactText) -> list[FoundFact]:
            return [*self.read(text), FoundFact("document_name", 0, text.text.index("\n"), 0.01, FactHow.MODEL)]

    report = measure_spans(
        write_tiny(tmp_path),
        readers=[MeasuredReader(Unsure([("agreement_date", "May 8, 2014", 0.9)]))],
        reader=PlainReader(),
        kept=Kept(None),
    )
    (section,) = report.sections
    ours, published = section.scorers
    assert (len(ours.rows), ours.macro.positives) == (41, 8)
    assert ours.macro.figures["reached"].value == pytest.approx(3 / 8)
    assert published.macro.figures["aupr"].value == 0.478
    assert "DeBERTa-xlarge, published" in page(report)
