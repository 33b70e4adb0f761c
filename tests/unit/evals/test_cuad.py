"""Measuring a scorer on labelled contracts."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from casewright.errors import InvalidInput, Unavailable
from evals import fitting
from evals.cuad import measure_cuad
from evals.cuad_data import CATEGORIES, fingerprint
from evals.scorers import Bm25Ranker
from tests.fakes.plain_reader import PlainReader
from tests.unit.evals.labelled import PLACES, contract, write_spans
from tests.unit.evals.law_scorer import LawScorer

if TYPE_CHECKING:
    from pathlib import Path

    from evals.report import Report, Row

ALL = [fingerprint(contract(place, number)[0]) for number, place in enumerate(PLACES)]


def row(report: Report, section: str, name: str, scorer: int = 0) -> Row:
    """The row of this name in the section, of the model or of a baseline."""
    (found,) = [one for one in report.sections if one.key == section]
    return next(one for one in found.scorers[scorer].rows if one.name.startswith(name))


@pytest.mark.requirement("scoring-eval")
def test_unseen_contracts_are_measured(tmp_path: Path) -> None:
    """The shipped head is measured over contracts that are not in its training list."""
    report = measure_cuad(write_spans(tmp_path), scorers=[LawScorer()], reader=PlainReader())

    assert (report.facts["contracts"], report.facts["left_out"], report.facts["refitted_folds"]) == (
        len(PLACES),
        0,
        None,
    )
    law = row(report, "heads", "Governing Law")
    assert law.positives == len(PLACES)
    for name in ("average_precision", "f1", "precision_at_80", "top3"):
        figure = law.figures[name]
        assert (figure.value, figure.low, figure.high) == (1.0, 1.0, 1.0)
    assert law.figures["calibration_error"].value == pytest.approx(0.1)
    assert len(report.sections[0].scorers[0].rows) == 1


@pytest.mark.requirement("scoring-eval")
def test_training_contracts_are_left_out(tmp_path: Path) -> None:
    """Contracts of the training list are left out and counted, whatever their white space."""
    seen = [fingerprint(contract(place, number)[0].replace(" ", "  ")) for number, place in enumerate(PLACES[:4])]

    report = measure_cuad(write_spans(tmp_path), scorers=[LawScorer(seen)], reader=PlainReader())

    assert (report.facts["contracts"], report.facts["left_out"]) == (2, 4)
    assert "4 were left out" in report.notes[0]


@pytest.mark.requirement("scoring-eval")
def test_nothing_unseen_says_so(tmp_path: Path) -> None:
    """Where all contracts were trained on there is no figure, and the note names what to do."""
    report = measure_cuad(write_spans(tmp_path), scorers=[LawScorer(ALL)], reader=PlainReader())

    assert report.sections == ()
    assert report.notes[0].startswith("Left out 6 of 6 contracts")
    assert "--folds" in report.notes[0]


@pytest.mark.requirement("eval-no-leak")
def test_each_contract_is_scored_by_a_model_that_has_not_seen_it(tmp_path: Path) -> None:
    """Of several models the first that was not trained on a contract scores it; one that all have seen is left out."""
    asked: dict[str, list[str]] = {"a": [], "b": []}

    class Watched(LawScorer):
        def over(self, texts):  # type: ignore[no-untyped-def]  # as its parent's
            asked[self.model] += texts
            return super().over(texts)

    models = [Watched(ALL[:3], "a"), Watched([ALL[0], *ALL[3:]], "b")]
    report = measure_cuad(write_spans(tmp_path), scorers=models, reader=PlainReader())

    assert (report.facts["contracts"], report.facts["left_out"], report.facts["models"]) == (5, 1, 2)
    assert not any(place in text for text in asked["a"] for place in PLACES[:3])
    assert not any(place in text for text in asked["b"] for place in (PLACES[0], *PLACES[3:]))


@pytest.mark.requirement("eval-auto")
def test_the_scorers_own_threshold_is_measured(tmp_path: Path) -> None:
    """The head's own line of .95 is above all that it says, so nothing is found; words' own .15 finds everything."""
    report = measure_cuad(write_spans(tmp_path), scorers=[LawScorer()], reader=PlainReader(), baselines=[Bm25Ranker()])

    law = row(report, "heads", "Governing Law")
    assert (law.figures["f1"].value, law.figures["f1_auto"].value) == (1.0, 0.0)
    assert (law.figures["f1_auto"].low, law.figures["f1_auto"].high) == (0.0, 0.0)
    words = row(report, "left_out", "Insurance")
    assert words.figures["f1_auto"].value == pytest.approx(2 / 6)
    assert "f1_auto" not in report.sections[0].scorers[1].macro.figures


@pytest.mark.requirement("eval-auto")
def test_each_text_has_the_threshold_of_its_model(tmp_path: Path) -> None:
    """Of models by fold each has its own line: the one finds its two contracts, the other none of its four."""

    models = [LawScorer(ALL[:4], "low", law_line=0.5), LawScorer(ALL[4:], "high")]
    report = measure_cuad(write_spans(tmp_path), scorers=models, reader=PlainReader())
    assert row(report, "heads", "Governing Law").figures["f1_auto"].value == pytest.approx(2 * 2 / (2 + 6))


def test_free_words_and_left_out_categories_are_measured(tmp_path: Path) -> None:
    """Free words reach the head by routing; with the category left out only the statement's words are there."""
    report = measure_cuad(write_spans(tmp_path), scorers=[LawScorer()], reader=PlainReader())

    _, asked, roundabout, absent = report.sections
    assert (asked.key, roundabout.key, absent.key) == ("asked", "roundabout", "left_out")
    assert len(asked.scorers[0].rows) == len(roundabout.scorers[0].rows) == 2 * len(CATEGORIES)
    assert len(absent.scorers[0].rows) == len(CATEGORIES)
    assert row(report, "left_out", "Governing Law").figures["average_precision"].value < 1.0


def test_baselines_are_asked_the_same(tmp_path: Path) -> None:
    """BM25 stands beside the model in every section, over the same rows, without figures of probabilities."""
    report = measure_cuad(write_spans(tmp_path), scorers=[LawScorer()], reader=PlainReader(), baselines=[Bm25Ranker()])

    for section in report.sections:
        model, baseline = section.scorers
        assert (model.scorer, baseline.scorer) == ("law-1", "BM25")
        assert [one.name for one in model.rows] == [one.name for one in baseline.rows]
        assert [one.positives for one in model.rows] == [one.positives for one in baseline.rows]
        assert "f1" not in baseline.macro.figures
        assert baseline.behind is not None
        gap = model.macro.figures["average_precision"].value - baseline.macro.figures["average_precision"].value
        assert baseline.behind["average_precision"].value == pytest.approx(gap)


def test_folds_fit_heads_anew(tmp_path: Path) -> None:
    """With folds all contracts count, trained on or not, and heads are fitted on the other folds."""
    pytest.importorskip("sklearn")
    stages: set[str] = set()

    report = measure_cuad(
        write_spans(tmp_path),
        scorers=[LawScorer(ALL)],
        reader=PlainReader(),
        refit=3,
        progress=lambda stage, *_: stages.add(stage),
    )

    heads = report.sections[0].scorers[0].rows
    assert [one.name for one in heads] == ["Governing Law", "Insurance"]
    assert all(one.figures["average_precision"].value == 1.0 for one in heads)
    assert (report.facts["contracts"], report.facts["left_out"], report.facts["refitted_folds"]) == (len(PLACES), 0, 3)
    assert {"reading", "fitting", "asked", "left-out categories"} <= stages


@pytest.mark.requirement("eval-intervals")
def test_the_same_run_gives_the_same_report(tmp_path: Path) -> None:
    """Figures and intervals are the same every time."""
    write_spans(tmp_path)
    reports = [
        measure_cuad(tmp_path, scorers=[LawScorer()], reader=PlainReader(), baselines=[Bm25Ranker()]).as_json()
        for _ in range(2)
    ]
    assert reports[0] == reports[1]


@pytest.mark.parametrize("folds", [0, 1, 7])
def test_impossible_folds_are_an_error(tmp_path: Path, folds: int) -> None:
    """Fewer than two folds, or more than there are contracts, is an error that says how many."""
    pytest.importorskip("sklearn")
    with pytest.raises(InvalidInput, match=f"--refit is {folds}"):
        measure_cuad(write_spans(tmp_path), scorers=[LawScorer()], reader=PlainReader(), refit=folds)


def test_folds_without_scikit_learn_name_the_extra(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without scikit-learn folds are an error that names the extra, before anything is read."""
    monkeypatch.setattr(fitting, "LogisticRegression", None)
    with pytest.raises(Unavailable, match=r"casewright\[training\]"):
        measure_cuad(tmp_path, scorers=[LawScorer()], reader=PlainReader(), refit=3)


def test_another_model_stands_beside(tmp_path: Path) -> None:
    """Two kinds of models are measured over the contracts that neither has seen, each in its own name."""
    report = measure_cuad(
        write_spans(tmp_path),
        scorers=[LawScorer(ALL[:2], "new")],
        beside=[LawScorer(ALL[1:3], "old")],
        reader=PlainReader(),
    )

    assert (report.facts["contracts"], report.facts["left_out"]) == (3, 3)
    for section in report.sections:
        assert [one.scorer for one in section.scorers] == ["new", "old"]
        assert all("f1" in one.macro.figures for one in section.scorers)


class Encoded(LawScorer):
    """A scorer with an encoder."""

    encoded = True


@pytest.mark.requirement("eval-left-out")
def test_left_out_category_counts_where_no_encoder_learned_it(tmp_path: Path) -> None:
    """With encoders, a category counts only over contracts of a model whose encoder never saw its labels."""
    models = [Encoded(ALL[:2], "a", ["Governing Law"]), Encoded(ALL[2:], "b", ["Insurance"])]

    report = measure_cuad(write_spans(tmp_path), scorers=models, reader=PlainReader())

    assert row(report, "left_out", "Governing Law").positives == 4
    assert row(report, "left_out", "Insurance").positives == 2
    assert len(report.sections[-1].scorers[0].rows) == 2
    assert "never saw its labels" in report.sections[-1].note
    assert report.model == "a and 1 more"


@pytest.mark.requirement("eval-no-leak")
def test_encoder_that_saw_the_contracts_is_said(tmp_path: Path) -> None:
    """Where heads are fitted anew beside a shipped encoder, or hidden alone, the notes say what the encoder saw."""
    write_spans(tmp_path)
    whole = measure_cuad(tmp_path, scorers=[Encoded()], reader=PlainReader())
    assert "the encoder has seen its labels" in whole.sections[-1].note

    pytest.importorskip("sklearn")
    refitted = measure_cuad(tmp_path, scorers=[Encoded()], reader=PlainReader(), refit=2)
    assert any("encoder has seen these contracts" in note for note in refitted.notes)
