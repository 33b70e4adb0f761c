"""What an evaluation found: sections, in each the model and its baselines on the same items, figures with intervals."""

from __future__ import annotations

import math
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

import numpy as np

from evals import judgements, measures

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from evals.judgements import Drawn, Judged
    from evals.measures import Bin

    FloatArray = NDArray[np.float64]
    Queries = Mapping[str, Sequence[Mapping[str, float]]]

HEADINGS = {
    "average_precision": "AP",
    "ndcg_at_10": "NDCG@10",
    "precision_at_80": "P at 80 % R",
    "f1": "F1 at 0.5",
    "f1_auto": "F1 at auto",
    "precision": "P at 0.5",
    "recall": "R at 0.5",
    "top3": "top 3",
    "calibration_error": "cal. error",
}
"""What each figure is called, in the order in which they are shown."""

COMPARED = ("average_precision", "ndcg_at_10", "precision_at_80", "f1", "f1_auto", "top3", "calibration_error")
"""What the comparison of scorers shows, with intervals; the rows show all."""

RECALLS = np.linspace(0, 1, 51)
"""Where curves of precision over recall are drawn."""

COVERED = (2.5, 97.5)
"""The percentiles of the resamples between which an interval lies."""


@dataclass(frozen=True, slots=True)
class Figure:
    """A figure and the interval in which 95 % of its resamples lie; NaN where there is nothing to measure."""

    value: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Row:
    """One category, hypothesis or mean: how many texts are positive, its figures, its precision over ``RECALLS``.

    ``bins`` say how often its probabilities came true, where rows are drawn one by one.
    """

    name: str
    positives: int
    figures: Mapping[str, Figure]
    curve: tuple[float, ...] = ()
    bins: tuple[Bin, ...] = ()


@dataclass(frozen=True, slots=True)
class Assessed:
    """One scorer in a section.

    ``pooled`` is the calibration error of all rows' probabilities together and ``bins`` what it is made of, None and
    empty for scorers that say no probabilities. ``behind`` says, figure by figure, by how much the section's first
    scorer is above this one.
    """

    scorer: str
    rows: tuple[Row, ...]
    macro: Row
    pooled: Figure | None = None
    bins: tuple[Bin, ...] = ()
    behind: Mapping[str, Figure] | None = None


@dataclass(frozen=True, slots=True)
class Section:
    """One thing measured, over the same items for every scorer; the first is the model that the report is about.

    ``headings`` are its figures, in the order in which they are shown, and what they are called. Those of ``compared``
    stand beside each other with intervals, and ``listed`` says whether a terminal lists the rows below them.
    ``counted`` is what the rows count.
    """

    key: str
    title: str
    note: str
    scorers: tuple[Assessed, ...]
    headings: Mapping[str, str] = field(default_factory=lambda: HEADINGS)
    compared: tuple[str, ...] = COMPARED
    listed: bool = False
    counted: str = "positive"


@dataclass(frozen=True, slots=True)
class Report:
    """Everything that one evaluation found. ``facts`` are counts and settings, ``notes`` what a reader must know."""

    name: str
    title: str
    model: str
    facts: Mapping[str, int | str | None]
    notes: tuple[str, ...]
    attribution: str
    sections: tuple[Section, ...]

    def as_json(self) -> dict[str, object]:
        """The report as JSON values; None where a figure is not a number."""
        return {
            "set": self.name,
            "title": self.title,
            "model": self.model,
            **self.facts,
            "notes": list(self.notes),
            "attribution": self.attribution,
            "resamples": judgements.ROUNDS,
            "seed": judgements.SEED,
            "sections": [_section_json(section) for section in self.sections],
        }


def section(
    key: str, title: str, note: str, asked: Mapping[str, Sequence[Judged]], weights: Drawn, *, listed: bool = False
) -> Section:
    """The section in which each scorer was asked the same questions; the first scorer is the model.

    ``weights`` are the resamples, over the groups of all questions.
    """
    found: list[Assessed] = []
    reference: dict[str, FloatArray] = {}
    value: Mapping[str, Figure] = {}
    for scorer, questions in asked.items():
        samples = [judgements.resampled(one, weights) for one in questions]
        macro = {name: judgements.mean([part[name] for part in samples]) for name in (samples[0] if samples else ())}
        assessed = _assessed(scorer, questions, samples, macro, weights)
        if found:
            assessed = replace(assessed, behind=_behind(value, reference, assessed.macro.figures, macro))
        else:
            reference, value = macro, assessed.macro.figures
        found.append(assessed)
    return Section(key, title, note, tuple(found), listed=listed)


def graded(key: str, title: str, note: str, asked: Mapping[str, Queries]) -> Section:
    """The section of a search: by scorer and category, the figures of each query; queries are what is resampled.

    A query is in one category, and all scorers were asked the same queries in the same order.
    """
    found: list[Assessed] = []
    reference: dict[str, FloatArray] = {}
    value: Mapping[str, Figure] = {}
    for scorer, categories in asked.items():
        every = [one for queries in categories.values() for one in queries]
        weights = judgements.drawn(len(every))
        rows, start = [], 0
        for category, queries in categories.items():
            end = start + len(queries)
            rows.append(_queries_row(category, queries, weights[start:end]))
            start = end
        macro = _queries_row(f"mean over {len(every)} queries", every, weights)
        samples = {name: _weighted([one[name] for one in every], weights) for name in macro.figures}
        behind = _behind(value, reference, macro.figures, samples) if found else None
        if not found:
            reference, value = samples, macro.figures
        found.append(Assessed(scorer, tuple(rows), macro, behind=behind))
    return Section(key, title, note, tuple(found), listed=True)


def _queries_row(name: str, queries: Sequence[Mapping[str, float]], weights: Drawn) -> Row:
    listed = [key for key in HEADINGS if queries and key in queries[0]]
    figures = {
        key: figure(measures.macro([one[key] for one in queries]), _weighted([one[key] for one in queries], weights))
        for key in listed
    }
    return Row(name, int(sum(one["positives"] for one in queries)), figures)


def _weighted(values: Sequence[float], weights: Drawn) -> FloatArray:
    """The mean of the values that are numbers in each resample."""
    known = ~np.isnan(np.array(values, np.float64))
    if known.sum() < 2:  # one query says nothing about others
        return np.full(weights.shape[1], np.nan)
    above, below = np.where(known, values, 0.0) @ weights, known.astype(np.float64) @ weights
    return np.asarray(np.where(below > 0, above / np.maximum(below, 1), np.nan), np.float64)


def _assessed(
    scorer: str,
    questions: Sequence[Judged],
    samples: Sequence[Mapping[str, FloatArray]],
    macro: Mapping[str, FloatArray],
    weights: Drawn,
) -> Assessed:
    rows = tuple(
        Row(
            one.name,
            int(one.truth.sum()),
            {name: figure(value, sample[name]) for name, value in judgements.figures(one).items()},
            _curve(one),
        )
        for one, sample in zip(questions, samples, strict=True)
    )
    mean = Row(
        f"macro over {len(rows)}",
        sum(row.positives for row in rows),
        {
            name: figure(measures.macro([row.figures[name].value for row in rows]), sample)
            for name, sample in macro.items()
        },
        tuple(judgements.mean([np.array(row.curve) for row in rows]).tolist()) if rows else (),
    )
    if not all(one.calibrated for one in questions):
        return Assessed(scorer, rows, mean)
    truth = np.concatenate([np.empty(0, np.bool_), *(one.truth for one in questions)])
    said = np.concatenate([np.empty(0), *(one.said for one in questions)])
    gaps = np.sum([judgements.calibration_gaps(one, len(weights)) for one in questions], axis=0)
    error = measures.calibration_error(truth, said, judgements.FLOOR, judgements.BINS)
    pooled = figure(error, judgements.error_of(gaps, weights)) if questions else None
    return Assessed(scorer, rows, mean, pooled, tuple(measures.reliability(truth, said)))


def _curve(one: Judged) -> tuple[float, ...]:
    parts = [
        measures.precision_over_recall(one.truth[one.fold == number], one.said[one.fold == number], RECALLS)
        for number in np.unique(one.fold)
    ]
    return tuple(judgements.mean(parts).tolist())


def _behind(
    value: Mapping[str, Figure],
    reference: Mapping[str, FloatArray],
    other: Mapping[str, Figure],
    samples: Mapping[str, FloatArray],
) -> dict[str, Figure]:
    """By how much the reference is above the other, over the same resamples."""
    return {
        name: figure(value[name].value - other[name].value, reference[name] - samples[name], least=-1.0)
        for name in value
        if name in other
    }


def figure(value: float, samples: FloatArray, least: float = 0.0) -> Figure:
    """The figure with its interval, which lies within [least, 1].

    Resamples repeat some groups and miss others, which by itself moves some figures (a text drawn twice is two
    positives with one score); so the percentiles are taken of how far resamples are from their own mean.
    """
    known = samples[~np.isnan(samples)]
    if math.isnan(value) or len(known) < 2:
        return Figure(value, math.nan, math.nan)
    low, high = value + np.percentile(known - known.mean(), COVERED)
    return Figure(value, max(float(low), least), min(float(high), 1.0))


def _section_json(section: Section) -> dict[str, object]:
    return {
        "key": section.key,
        "title": section.title,
        "note": section.note,
        "scorers": [
            {
                "scorer": one.scorer,
                "macro": _row_json(one.macro, section.headings),
                "pooled_calibration_error": None if one.pooled is None else _figure_json(one.pooled),
                "model_is_above_by": None
                if one.behind is None
                else {name: _figure_json(gap) for name, gap in one.behind.items()},
                "reliability": _bins_json(one.bins),
                "rows": [_row_json(row, section.headings) for row in one.rows],
            }
            for one in section.scorers
        ],
    }


def _row_json(row: Row, headings: Mapping[str, str]) -> dict[str, object]:
    named = {name: _figure_json(row.figures[name]) for name in headings if name in row.figures}
    drawn = {"reliability": _bins_json(row.bins)} if row.bins else {}
    return {"name": row.name, "positives": row.positives, **named, **drawn}


def _bins_json(bins: Sequence[Bin]) -> list[dict[str, float]]:
    return [{"from": b.low, "to": b.high, "count": b.count, "said": b.said, "seen": b.seen} for b in bins]


def _figure_json(figure: Figure) -> dict[str, float | None]:
    return {"value": _number(figure.value), "low": _number(figure.low), "high": _number(figure.high)}


def _number(value: float) -> float | None:
    return None if math.isnan(value) else value
