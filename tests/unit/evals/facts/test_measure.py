"""Facts of two tiny contracts: every figure is worked out by hand beside the test."""

from __future__ import annotations

import json
import math
from typing import TYPE_CHECKING

import pytest

from evals.cuad_data import fingerprint
from evals.facts import figures
from evals.facts.faults import faults
from evals.facts.measure import measure_facts
from evals.facts.readers import MeasuredReader
from evals.kept import Kept
from evals.page import page
from evals.report import RECALLS
from tests.fakes.plain_reader import PlainReader
from tests.unit.evals.facts.tiny import LEASE, SUPPLY, ToldReader, by_name, write_tiny

if TYPE_CHECKING:
    from pathlib import Path

    from evals.facts.judging import JudgedField
    from evals.facts.measure import MeasuredFacts

TOLD = (
    ("agreement_date", "May 8, 2014", 0.95),
    ("agreement_date", "May 8, 2016", 0.8),
    ("governing_law", "No other word", 0.6),
    ("parties", "Alpha Inc", 0.9),
    ("parties", "Alpha", 0.7),
    ("parties", "Beta LLC", 0.6),
)


def measured(folder: Path, *readers: ToldReader, cache: Path | None = None) -> MeasuredFacts:
    """What is measured of these readers over the two contracts."""
    panel = [MeasuredReader(reader, reader.contracts) for reader in readers]
    return measure_facts(write_tiny(folder), readers=panel, reader=PlainReader(), kept=Kept(cache))


def of(result: MeasuredFacts, name: str) -> JudgedField:
    """The field of this name."""
    return next(one for one in result.judged if one.field.name == name)


@pytest.mark.requirement("facts-eval-places")
def test_figures_of_a_date(tmp_path: Path) -> None:
    """Two marks, one found; two finds, one right: all halves. The other contract's date nobody found."""
    found = by_name(figures.figures(of(measured(tmp_path, ToldReader(TOLD)), "agreement_date")))
    assert (found["precision"], found["recall"], found["f1"], found["touch"]) == (0.5, 0.5, 0.5, 0.5)
    assert math.isnan(found["false"])
    assert (found["high"], found["medium"], found["said_high"]) == (1.0, 0.0, 0.5)
    assert found["value"] == 1.0
    assert found["calibration_error"] == pytest.approx((0.05 + 0.8) / 2)


@pytest.mark.requirement("facts-eval-places")
def test_found_where_there_is_none(tmp_path: Path) -> None:
    """The contract with a governing law: nothing found. The one without: something, so all of those without."""
    found = figures.figures(of(measured(tmp_path, ToldReader(TOLD)), "governing_law"))
    assert (found["precision"], found["recall"], found["f1"], found["touch"]) == (0.0, 0.0, 0.0, 0.0)
    assert found["false"] == 1.0
    assert math.isnan(found["value"])
    assert math.isnan(found["high"])


@pytest.mark.requirement("facts-eval-places")
def test_two_marks_of_one_party_are_one_provision(tmp_path: Path) -> None:
    """ "Alpha" within "Alpha Inc": two parties to be found, and either mark is right."""
    both = figures.figures(of(measured(tmp_path / "a", ToldReader(TOLD)), "parties"))
    assert (both["precision"], both["recall"], both["false"]) == (1.0, 1.0, 0.0)
    short = ToldReader([("parties", "Alpha", 0.7), ("parties", "Gamma Inc", 0.5)])
    one = of(measured(tmp_path / "b", short), "parties")
    found = figures.figures(one)
    assert (found["precision"], found["recall"], found["false"]) == (0.5, 0.5, 1.0)
    assert [missed.quote for missed in one.missed] == ["Beta LLC"]


@pytest.mark.requirement("facts-eval-places")
def test_surest_find_is_the_first(tmp_path: Path) -> None:
    """Whether the first find touches is asked of the surest, and a word in common is a touch."""
    told = [("agreement_date", "May 8, 2016", 0.9), ("agreement_date", "on May", 0.2)]
    found = figures.figures(of(measured(tmp_path / "a", ToldReader(told)), "agreement_date"))
    assert found["touch"] == 0.0
    found = figures.figures(of(measured(tmp_path / "b", ToldReader([told[1]])), "agreement_date"))
    assert (found["touch"], found["recall"]) == (0.5, 0.0)


def test_curve_says_what_each_recall_costs(tmp_path: Path) -> None:
    """One of two found at once, then a wrong one, then nothing: precision 1 up to one half, and no more beyond."""
    drawn = figures.curve(of(measured(tmp_path, ToldReader(TOLD)), "agreement_date"), RECALLS)
    assert drawn[RECALLS <= 0.5].tolist() == [1.0] * 26
    assert all(math.isnan(value) for value in drawn[RECALLS > 0.5])


@pytest.mark.requirement("facts-eval-places")
def test_report_has_means_intervals_and_a_page(tmp_path: Path) -> None:
    """The eight fields that matter most are one section with its mean; the page draws it."""
    result = measured(tmp_path, ToldReader(TOLD))
    (core,) = result.report.sections
    rows = {row.name: row for row in core.scorers[0].rows}
    assert len(rows) == 8
    assert core.scorers[0].macro.figures["f1"].value == pytest.approx((0.5 + 1.0) / 4)
    low, high = rows["agreement_date"].figures["f1"].low, rows["agreement_date"].figures["f1"].high
    assert low < 0.5 < high
    assert [(one.said, one.seen) for one in rows["agreement_date"].bins] == [(0.8, 0.0), (0.95, 1.0)]
    drawn = page(result.report)
    assert "Reliability, row by row" in drawn
    assert "provisions" in drawn
    json.dumps(result.report.as_json(), allow_nan=False)


@pytest.mark.requirement("eval-no-leak")
def test_each_contract_is_read_by_one_that_has_not_seen_it(tmp_path: Path) -> None:
    """Of several readers the first that was not trained on a contract; white space does not hide it."""
    one = ToldReader(TOLD, [fingerprint(LEASE.replace(" ", "\n"))])
    other = ToldReader(TOLD, [fingerprint(SUPPLY)], "told-2")
    result = measured(tmp_path, one, other)
    assert (one.asked, other.asked) == ([SUPPLY], [LEASE])
    assert (result.report.facts["contracts"], result.report.facts["left_out"]) == (2, 0)
    assert result.report.model == "told-1 and 1 more"


@pytest.mark.requirement("eval-no-leak")
def test_nothing_unseen_says_how_to_make_folds(tmp_path: Path) -> None:
    """A reader that was trained on a contract leaves it out; where nothing is left the note says what to do."""
    some = measured(tmp_path / "a", ToldReader(TOLD, [fingerprint(LEASE)]))
    assert (some.report.facts["contracts"], some.report.facts["left_out"]) == (1, 1)
    assert "1 were left out" in some.report.notes[0]

    none = measured(tmp_path / "b", ToldReader(TOLD, [fingerprint(LEASE), fingerprint(SUPPLY)]))
    assert none.report.sections == ()
    assert none.report.notes[0].startswith("Left out 2 of 2 contracts")
    assert "python -m training folds --out DIR" in none.report.notes[0]
    assert "--folds" in none.report.notes[0]


def test_faults_are_listed_by_kind(tmp_path: Path) -> None:
    """The surest wrong place first, then what was missed, with the contract's name; as many as asked."""
    result = measured(tmp_path, ToldReader(TOLD))
    listed = [
        (one["field"], one["fault"], one["contract"], one["quote"]) for one in faults(result.judged, result.names, 1)
    ]
    assert ("agreement_date", "wrong place", "lease.txt", "May 8, 2016") in listed
    assert ("agreement_date", "missed", "supply.txt", "1 March 2010") in listed
    assert ("governing_law", "wrong place", "supply.txt", "No other word") in listed
    assert faults(result.judged, result.names, 0) == []


@pytest.mark.requirement("facts-eval-kept")
def test_what_was_read_is_kept(tmp_path: Path) -> None:
    """The second time nothing is read, and the figures are the same; another version reads anew."""
    first, again, other = ToldReader(TOLD), ToldReader(TOLD), ToldReader(TOLD, version="told-2")
    results = [
        measured(tmp_path / str(number), reader, cache=tmp_path / "kept").report.as_json()
        for number, reader in enumerate((first, again, other))
    ]
    assert (len(first.asked), len(again.asked), len(other.asked)) == (2, 0, 2)
    assert results[0] == results[1]
