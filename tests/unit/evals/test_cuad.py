"""Measuring a scorer on labelled contracts."""

from __future__ import annotations

import json
import math
from typing import TYPE_CHECKING

import numpy as np
import pytest

from casewright.errors import InvalidInput, Unavailable
from casewright.evals import cuad, fitting
from casewright.evals.cuad import HEADINGS, measure_cuad
from casewright.evals.cuad_data import fingerprint
from tests.fakes.plain_reader import PlainReader
from tests.unit.evals.labelled import PLACES, contract, write_spans

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from numpy.typing import NDArray


class LawScorer:
    """Has one head, that says 0.9 of texts about governing law; a text's features are its first letters."""

    model = "law-1"
    concepts = ("governing law clause",)

    def __init__(self, contracts: Sequence[str] = ()) -> None:
        self.contracts = frozenset(contracts)

    def score_concept(self, concept: str, texts: Sequence[str]) -> NDArray[np.float32]:
        assert concept == "governing law clause"
        return np.array([0.9 if "governed by" in text else 0.1 for text in texts], np.float32)

    def weighted_rows(
        self, texts: Sequence[str]
    ) -> tuple[NDArray[np.int64], NDArray[np.uint16], NDArray[np.float32], int]:
        known = ["governed", "insurance", "goods", "price", "Notices"]
        rows = [[place for place, word in enumerate(known) if word in text] for text in texts]
        indptr = np.cumsum([0, *map(len, rows)])
        index = np.array([place for row in rows for place in row], np.uint16)
        return indptr, index, np.ones(len(index), np.float32), len(known)


@pytest.mark.requirement("scoring-eval")
def test_unseen_contracts_are_measured(tmp_path: Path) -> None:
    """The shipped head is measured over contracts that are not in its training list."""
    report = measure_cuad(write_spans(tmp_path), scorer=LawScorer(), reader=PlainReader())

    assert (report.contracts, report.left_out, report.folds) == (len(PLACES), 0, None)
    (law,) = report.categories
    assert law.category == "Governing Law"
    assert law.positives == len(PLACES)
    assert law.average_precision == law.f1 == law.precision_at_80 == law.top3 == 1.0
    assert law.calibration_error == pytest.approx(0.1)


@pytest.mark.requirement("scoring-eval")
def test_training_contracts_are_left_out(tmp_path: Path) -> None:
    """Contracts of the training list are left out and counted, whatever their white space."""
    seen = [fingerprint(contract(place, number)[0].replace(" ", "  ")) for number, place in enumerate(PLACES[:4])]

    report = measure_cuad(write_spans(tmp_path), scorer=LawScorer(seen), reader=PlainReader())

    assert (report.contracts, report.left_out) == (2, 4)
    assert "4 were left out" in report.note


@pytest.mark.requirement("scoring-eval")
def test_nothing_unseen_says_so(tmp_path: Path) -> None:
    """Where all contracts were trained on there is no figure, and the note names what to do."""
    seen = [fingerprint(contract(place, number)[0]) for number, place in enumerate(PLACES)]

    report = measure_cuad(write_spans(tmp_path), scorer=LawScorer(seen), reader=PlainReader())

    assert report.categories == ()
    assert report.macro is None
    assert report.note.startswith("Left out 6 of 6 contracts")
    assert "--folds" in report.note


def test_folds_fit_heads_anew(tmp_path: Path) -> None:
    """With folds all contracts count, trained on or not, and heads are fitted on the other folds."""
    pytest.importorskip("sklearn")
    seen = [fingerprint(contract(place, number)[0]) for number, place in enumerate(PLACES)]
    stages: set[str] = set()

    report = measure_cuad(
        write_spans(tmp_path),
        scorer=LawScorer(seen),
        reader=PlainReader(),
        folds=3,
        progress=lambda stage, *_: stages.add(stage),
    )

    assert [entry.category for entry in report.categories] == ["Governing Law", "Insurance"]
    assert all(entry.average_precision == 1.0 for entry in report.categories)
    assert (report.contracts, report.left_out, report.folds) == (len(PLACES), 0, 3)
    assert stages == {"reading", "fitting"}


@pytest.mark.parametrize("folds", [0, 1, 7])
def test_impossible_folds_are_an_error(tmp_path: Path, folds: int) -> None:
    """Fewer than two folds, or more than there are contracts, is an error that says how many."""
    pytest.importorskip("sklearn")
    with pytest.raises(InvalidInput, match=f"--folds is {folds}"):
        measure_cuad(write_spans(tmp_path), scorer=LawScorer(), reader=PlainReader(), folds=folds)


def test_folds_without_scikit_learn_name_the_extra(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without scikit-learn folds are an error that names the extra, before anything is read."""
    monkeypatch.setattr(fitting, "LogisticRegression", None)
    with pytest.raises(Unavailable, match=r"casewright\[training\]"):
        measure_cuad(tmp_path, scorer=LawScorer(), reader=PlainReader(), folds=3)


def test_report_is_json_and_a_table(tmp_path: Path) -> None:
    """The report is strict JSON and a table with a head and a macro line; what is no number is null, or a dash."""
    report = measure_cuad(write_spans(tmp_path), scorer=LawScorer(), reader=PlainReader())
    blank = cuad.CategoryFigures("None", 0, *[math.nan] * 7)
    report = cuad.CuadReport("m", None, 1, 0, 1, (*report.categories, blank), report.macro, "")

    assert json.loads(json.dumps(report.as_json(), allow_nan=False))["categories"][1]["f1"] is None
    head, law, none, macro = report.rows()
    assert head == HEADINGS
    assert law[:3] == ("Governing Law", "6", "1.00")
    assert none[2:] == ("–",) * 7
    assert macro[0] == "macro over 1"
