"""Reports as JSON and as a page."""

from __future__ import annotations

import json
import math
from typing import TYPE_CHECKING

import numpy as np
import pytest
from lxml import html

from evals.drawing import Line, curves
from evals.judgements import Judged, drawn
from evals.page import page
from evals.report import Report, section

if TYPE_CHECKING:
    from evals.report import Section

NASTY = '<script>alert("1")</script> & co'


def judged(name: str, calibrated: bool, positives: int = 6) -> Judged:
    """Twelve texts of four contracts, ranked well but not quite."""
    truth = np.arange(12) < positives
    said = np.linspace(0.95, 0.05, 12)[[1, 0, 2, 3, 4, 6, 5, 7, 8, 9, 10, 11]]
    return Judged(name, truth, said, np.arange(12) % 4, np.zeros(12, np.int64), calibrated)


def report() -> Report:
    """A report with one section, a model and a baseline, and a row that has nothing to measure."""
    made: Section = section(
        "heads",
        "By heads",
        NASTY,
        {
            "model": [judged(NASTY, True), judged("none", True, positives=0)],
            "BM25": [judged(NASTY, False), judged("none", False, positives=0)],
        },
        drawn(4, 50),
    )
    return Report("cuad", "CUAD", "model", {"contracts": 4, "folds": None}, (NASTY,), "by someone", (made,))


def words(node: html.HtmlElement) -> str:
    """All text within."""
    return "".join(str(text) for text in node.itertext())


@pytest.mark.requirement("eval-page")
def test_page_is_complete_in_itself() -> None:
    """The page has no script, loads nothing, and forbids both; what others wrote is shown as text."""
    text = page(report())
    tree = html.document_fromstring(text)

    assert list(tree.iter("script", "link", "img", "iframe")) == []
    assert [name for node in tree.iter() for name in node.attrib if name in ("src", "href", "onload")] == []
    assert "default-src 'none'" in str(next(tree.iter("meta")).getnext().get("content"))  # type: ignore[union-attr]
    assert "url(" not in text
    assert any(NASTY in words(node) for node in tree.iter("p"))


@pytest.mark.requirement("eval-page")
def test_page_has_tables_curves_and_reliability() -> None:
    """Scorers side by side with intervals, precision over recall of both, reliability of the one with probabilities."""
    tree = html.document_fromstring(page(report()))
    titles = [words(node) for node in tree.iter("title")]

    assert "Precision over recall" in titles
    assert [title for title in titles if title.startswith("Reliability")] == ["Reliability of model"]
    first = [words(cell) for cell in list(next(tree.iter("table")))[1]]
    assert first[0] == "model"
    assert "[" in first[1]
    assert "above BM25 by" in words(tree)


def test_report_is_strict_json() -> None:
    """What is no number is null; every figure has its interval."""
    written = json.loads(json.dumps(report().as_json(), allow_nan=False))

    model, baseline = written["sections"][0]["scorers"]
    assert model["rows"][1]["average_precision"] == {"value": None, "low": None, "high": None}
    figure = model["rows"][0]["average_precision"]
    assert 0 < figure["low"] <= figure["value"] <= figure["high"] <= 1
    assert model["model_is_above_by"] is None
    assert baseline["model_is_above_by"]["average_precision"]["value"] == 0.0
    assert baseline["reliability"] == []
    assert written["contracts"] == 4
    assert written["resamples"] == 1000


def test_curve_has_a_gap_where_there_is_no_number() -> None:
    """A point that is no number breaks the line instead of bending it."""
    drawn_path = curves([Line("a", (0, 0.5, 1), (1, math.nan, 0))], "t")
    assert "nan" not in drawn_path
    assert drawn_path.count('fill="none" stroke="#1b5e9e"') == 1


@pytest.mark.requirement("eval-intervals")
def test_figure_lies_in_its_interval() -> None:
    """Every interval holds its figure and is within what is possible."""
    (made,) = report().sections
    for one in made.scorers:
        for name, figure in one.macro.figures.items():
            assert 0 <= figure.low <= figure.value <= figure.high <= 1, name
