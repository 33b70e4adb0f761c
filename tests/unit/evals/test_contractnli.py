"""Measuring free statements on ContractNLI."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from casewright.errors import InvalidInput
from evals.contractnli import measure_contractnli
from evals.cuad_data import fingerprint
from evals.scorers import Bm25Ranker
from tests.fakes.plain_reader import PlainReader
from tests.unit.evals.labelled import text_of, write_nli
from tests.unit.evals.law_scorer import LawScorer

if TYPE_CHECKING:
    from pathlib import Path


def test_evidence_is_what_a_hypothesis_should_find(tmp_path: Path) -> None:
    """The chunk marked as evidence is the positive one; a hypothesis never mentioned has no figure."""
    report = measure_contractnli(
        write_nli(tmp_path), scorers=[LawScorer()], reader=PlainReader(), baselines=[Bm25Ranker()]
    )

    model, baseline = report.sections[0].scorers
    copies, price = model.rows
    assert (copies.name, copies.positives) == ("copies are returned", 4)
    assert copies.figures["average_precision"].value == 1.0
    assert price.positives == 0
    assert price.figures["average_precision"].value != price.figures["average_precision"].value
    assert baseline.rows[0].figures["top3"].value == 1.0
    assert report.facts["agreements"] == 4


@pytest.mark.requirement("eval-no-leak")
def test_agreements_trained_on_are_left_out(tmp_path: Path) -> None:
    """Agreements of the training list are left out and counted; where the list has none of them, the note warns."""
    write_nli(tmp_path)
    seen = LawScorer([fingerprint(text_of(0))])

    left = measure_contractnli(tmp_path, scorers=[seen], reader=PlainReader())
    unlisted = measure_contractnli(tmp_path, scorers=[LawScorer()], reader=PlainReader())

    assert (left.facts["agreements"], left.facts["left_out"]) == (3, 1)
    assert "1 agreements were left out" in left.notes[-1]
    nothing = measure_contractnli(
        tmp_path, scorers=[LawScorer([fingerprint(text_of(n)) for n in range(4)])], reader=PlainReader()
    )
    assert nothing.sections == ()
    assert "Nothing is left to measure" in nothing.notes[-1]
    assert "was trained on the texts of the dev split" in unlisted.notes[0]


def test_other_splits_have_no_warning(tmp_path: Path) -> None:
    """The test split is asked for by name; nothing was trained on it."""
    report = measure_contractnli(write_nli(tmp_path, "test"), scorers=[LawScorer()], reader=PlainReader(), split="test")
    assert report.notes == ()


@pytest.mark.requirement("eval-bad-input")
@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("{", "broken JSON"),
        ("[]", "is not as ContractNLI has it"),
        ('{"documents": [], "labels": {}}', "holds no agreements or no hypotheses"),
        (
            '{"documents": [{"text": "a"}], "labels": {"n": {"hypothesis": "h"}}}',
            r"document 1, .*\('spans' is missing\)",
        ),
    ],
)
def test_broken_file_is_named(tmp_path: Path, content: str, said: str) -> None:
    """What is not as ContractNLI has it is an error that names the file."""
    (tmp_path / "dev.json").write_text(content, "utf-8")
    with pytest.raises(InvalidInput, match=rf"dev\.json'.*{said}"):
        measure_contractnli(tmp_path, scorers=[LawScorer()], reader=PlainReader())
