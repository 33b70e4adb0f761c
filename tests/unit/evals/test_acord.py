"""Measuring search on ACORD."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np
import pytest

from casewright.errors import InvalidInput
from evals.acord import Query, figures, measure_acord, read_acord
from evals.scorers import Bm25Ranker
from tests.unit.evals.labelled import CLAUSES, write_acord
from tests.unit.evals.law_scorer import LawScorer

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize("published", [True, False])
def test_each_query_ranks_what_was_judged_for_it(tmp_path: Path, published: bool) -> None:
    """Queries come by category with their clauses and grades, in either layout; quoted queries are known again."""
    texts, queries = read_acord(write_acord(tmp_path, published=published), "valid")

    assert texts == list(CLAUSES.values())
    assert [query.category for query in queries] == ["Cover", "Law", "Liability"]
    assert queries[1].clauses.tolist() == [0, 1, 2]
    assert queries[1].grades.tolist() == [4, 0, 1]
    assert queries[2].text == 'A "cap" on liability'


def test_figures_of_a_query_by_hand() -> None:
    """Only grades from 2 on are relevant; the gain is the grade."""
    query = Query("q", "c", np.array([0, 1, 2]), np.array([1.0, 4.0, 2.0]))

    found = figures(query, np.array([0.9, 0.5, 0.1]))

    best = 4 + 2 / math.log2(3) + 1 / 2
    assert found["ndcg_at_10"] == pytest.approx((1 + 4 / math.log2(3) + 2 / 2) / best)
    assert found["positives"] == 2
    assert found["average_precision"] == pytest.approx((1 / 2 + 2 / 3) / 2)
    assert found["top3"] == 1.0


def test_search_is_measured_by_category(tmp_path: Path) -> None:
    """Rows are categories, the mean is over queries, and resamples of queries make the interval."""
    report = measure_acord(write_acord(tmp_path), scorers=[LawScorer()], baselines=[Bm25Ranker()])

    model, baseline = report.sections[0].scorers
    assert [row.name for row in model.rows] == ["Cover", "Law", "Liability"]
    mean = baseline.macro.figures["ndcg_at_10"]
    assert mean.value == pytest.approx(np.mean([row.figures["ndcg_at_10"].value for row in baseline.rows]))
    assert mean.low <= mean.value <= mean.high
    assert math.isnan(model.rows[0].figures["ndcg_at_10"].low)
    assert report.facts == {"split": "valid", "queries": 3, "clauses": 4}


@pytest.mark.requirement("eval-bad-input")
@pytest.mark.parametrize(
    ("file", "content", "said"),
    [
        ("corpus.jsonl", "{", r"corpus\.jsonl', line 1, is not as ACORD has it \(broken JSON"),
        ("corpus.jsonl", '{"_id": "c1"}', r"corpus\.jsonl', line 1, .*'text' is missing"),
        ("queries.jsonl", "[]", r"queries\.jsonl', line 1, is not as ACORD has it"),
        ("qrels/valid.tsv", "Governing law\tc9\t1", r"valid\.tsv', line 1, .*no clause 'c9' in corpus\.jsonl"),
        ("qrels/valid.tsv", "Other\tc1\t1", r"valid\.tsv', line 1, .*no query"),
        ("qrels/valid.tsv", "Governing law\tc1", r"valid\.tsv', line 1, is not as ACORD has it"),
        ("qrels/valid.tsv", "Governing law\tc1\tmuch", r"valid\.tsv', line 1, .*'much'"),
        ("qrels/valid.tsv", "", r"judges no clause for a query in its split 'valid'"),
    ],
)
def test_broken_file_is_named(tmp_path: Path, file: str, content: str, said: str) -> None:
    """What is not as ACORD has it is an error that names file and line."""
    (write_acord(tmp_path) / file).write_text(content, "utf-8")
    with pytest.raises(InvalidInput, match=said):
        read_acord(tmp_path, "valid")


@pytest.mark.requirement("eval-bad-input")
def test_missing_split_names_those_there_are(tmp_path: Path) -> None:
    """A split that is not there is an error that lists the others; a path is no split."""
    write_acord(tmp_path)
    with pytest.raises(InvalidInput, match="no judgements for the split 'test': there are valid"):
        read_acord(tmp_path, "test")
    with pytest.raises(InvalidInput, match="--split is '../valid'"):
        read_acord(tmp_path, "../valid")


@pytest.mark.requirement("eval-no-leak")
def test_what_an_encoder_saw_is_said(tmp_path: Path) -> None:
    """Where an encoder scores, the report says that clauses may be known, and that the queries of train are."""

    class Encoded(LawScorer):
        encoded = True

    write_acord(tmp_path)
    (tmp_path / "train.tsv").write_text((tmp_path / "qrels" / "valid.tsv").read_text("utf-8"), "utf-8")

    assert measure_acord(tmp_path, scorers=[LawScorer()]).notes == ()
    assert "the queries it has not seen" in measure_acord(tmp_path, scorers=[Encoded()]).notes[0]
    assert "too good" in measure_acord(tmp_path, scorers=[Encoded()], split="train").notes[0]
