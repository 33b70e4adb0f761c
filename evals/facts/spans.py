"""The answer spans of all 41 categories by CUAD's own measure, beside what was published."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Final

import numpy as np

from evals import judgements, report
from evals.cuad import ATTRIBUTION
from evals.facts.judging import MEASURED
from evals.facts.measure import note_of, panel_name, read_facts
from evals.facts.protocol import counted, figures, precision_and_recall, together
from evals.scorers import silent

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from casewright.tools.ports.documents import DocumentReader
    from evals.facts.judging import ReadContract
    from evals.facts.protocol import Counted
    from evals.facts.readers import MeasuredReader
    from evals.judgements import Drawn
    from evals.kept import Kept
    from evals.scorers import Progress

TITLE: Final = "Answer spans of contracts: CUAD's 41 categories, by CUAD's own measure"
HEADINGS: Final[Mapping[str, str]] = {
    "aupr": "AUPR",
    "precision_at_80": "P at 80 % R",
    "precision_at_90": "P at 90 % R",
    "reached": "R of all finds",
}
NOTE: Final = (
    "Texts are compared by Jaccard over their words, 0.5 is a match, and all categories are one ranking by confidence. "
    "Precision at a recall that no line reaches is 0. What was published was measured on 102 other contracts."
)
PUBLISHED: Final[Mapping[str, Mapping[str, float]]] = {
    "DeBERTa-xlarge, published": {"aupr": 0.478, "precision_at_80": 0.440},
}
"""Hendrycks and others (2021), on the test split of CUAD: about 900 million parameters."""


def measure_spans(
    data: Path,
    *,
    readers: Sequence[MeasuredReader],
    reader: DocumentReader,
    kept: Kept,
    progress: Progress | None = None,
) -> report.Report:
    """Figures over the contracts under ``data``. Raises ``InvalidInput`` for data that cannot be read."""
    told = progress or silent
    found = read_facts(data, readers=readers, reader=reader, kept=kept, progress=told, unsure=True)
    name = panel_name(readers)
    facts = {"contracts": len(found.contracts), "left_out": found.left_out, "readers": len(readers)}
    sections: tuple[report.Section, ...] = ()
    if found.contracts:
        told("judging", 0, 0)
        sections = (_section(name, found.contracts),)
    return report.Report("cuad_spans", TITLE, name, facts, (note_of(found, readers),), ATTRIBUTION, sections)


def _section(name: str, read: Sequence[ReadContract]) -> report.Section:
    weights = judgements.drawn(len(read))
    parts = {one.category or "": counted(one.category or "", read, one.name) for one in MEASURED}
    rows = tuple(_row(category, part, weights) for category, part in parts.items())
    ours = report.Assessed(name, rows, _row("all categories together", together(parts.values()), weights))
    published = [
        report.Assessed(scorer, (), report.Row(scorer, 0, {key: _plain(value) for key, value in said.items()}))
        for scorer, said in PUBLISHED.items()
    ]
    return report.Section(
        "spans", "Answer spans", NOTE, (ours, *published), HEADINGS, tuple(HEADINGS), listed=True, counted="answers"
    )


def _row(name: str, part: Counted, weights: Drawn) -> report.Row:
    once = np.ones((len(part.answers), 1), np.float32)
    values, samples = figures(part, once), figures(part, weights)
    drawn = {key: report.figure(float(value[0]), samples[key]) for key, value in values.items()}
    return report.Row(name, int(part.answers.sum()), drawn, _curve(part, once))


def _curve(part: Counted, once: Drawn) -> tuple[float, ...]:
    if not part.answers.any():
        return (math.nan,) * len(report.RECALLS)
    precision, recall = (values[:, 0] for values in precision_and_recall(part, once))
    best = np.append(precision, math.nan)
    return tuple(best[np.searchsorted(recall, report.RECALLS - 1e-9)].tolist())


def _plain(value: float) -> report.Figure:
    return report.Figure(value, math.nan, math.nan)
