"""Fit how places are read off the tokens, and how sure each is: ``python -m training.fact_model``.

From what runs say of contracts that they had not seen. Writes ``training/work/facts.npz``.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from casewright.adapters.facts.decoding import SHAPE, ReadUnit, bounds_of, places_of, shape_of, snapped
from evals.directions import fit_weights
from training.facts import Marked, contracts, overlap, read_units
from training.runs import BY_FOLD
from training.tokens import CATEGORIES

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

LINES = (-2.5, -1.5, -0.5, 0.5)
ANEW = (0.0, 99.0)
SAME = 0.5
"""A place is right where it shares so much with a mark, by words."""


@dataclass(slots=True)
class Found:
    """Places of one field in one contract under one setting: shapes, whether each is right, touches, marks matched."""

    contract: int
    shape: NDArray[np.float32]
    overlap: NDArray[np.float32]
    mark: NDArray[np.int64]
    marks: int


def found_in(one: Marked, units: Sequence[ReadUnit], line: float, anew: float, snap: bool) -> list[Found]:
    """By field, what is found in a contract."""
    lines = np.full(len(CATEGORIES), line, np.float32)
    places = places_of(units, lines, np.full(len(CATEGORIES), anew, np.float32))
    shapes = shape_of(places)
    ends = [*(one.starts[1:] - 1).tolist(), len(one.text)]
    bounds = bounds_of(one.text, list(zip(one.starts.tolist(), ends, strict=True))) if snap else None
    made = []
    for field in range(len(CATEGORIES)):
        marks = [(low, high) for known, low, high in one.marks if known == field]
        mine = [number for number, place in enumerate(places) if place.field == field]
        shared, which = np.zeros(len(mine), np.float32), np.full(len(mine), -1)
        for at, number in enumerate(mine):
            span = (places[number].start, places[number].end)
            span = snapped(*span, bounds) if bounds is not None else span
            told = [overlap(one.words, span, mark) for mark in marks]
            if told:
                which[at], shared[at] = int(np.argmax(told)), max(told)
        made.append(Found(one.contract, shapes[mine], shared, which, len(marks)))
    return made


def best_f1(found: Sequence[Found], said: Sequence[NDArray[np.floating]]) -> tuple[float, float]:
    """The best F1 of places, and the line on ``said`` that gives it; a mark is found once, by the surest."""
    rows = []
    for one, score in zip(found, said, strict=True):
        taken: set[int] = set()
        for at in np.argsort(-score, kind="stable").tolist():
            right = one.overlap[at] >= SAME and int(one.mark[at]) not in taken
            if right:
                taken.add(int(one.mark[at]))
            rows.append((float(score[at]), right))
    total = sum(one.marks for one in found)
    if not rows or not total:
        return 0.0, 1.0
    rows.sort(key=lambda row: -row[0])
    hits = np.cumsum([right for _, right in rows])
    f1 = 2 * hits / (np.arange(1, len(rows) + 1) + total)
    best = int(f1.argmax())
    return float(f1[best]), rows[best][0]


def main() -> None:
    """Fit over the runs that are there."""
    import sys

    runs = sys.argv[1:] or list(BY_FOLD)
    known = {one.contract: one for one in contracts()}
    read = [(known[number], units) for run in runs for number, units in read_units(run).items()]
    print(len(read), "contracts", flush=True)
    settings = [(line, anew, snap) for line in LINES for anew in ANEW for snap in (False, True)]
    by_setting = {}
    for setting in settings:
        listed = [found_in(one, units, *setting) for one, units in read]
        by_setting[setting] = [[entry[field] for entry in listed] for field in range(len(CATEGORIES))]
        print(setting, flush=True)
    core, other = [], []
    for field, name in enumerate(CATEGORIES):
        best = max(
            (best_f1(found[field], [one.shape[:, 0] + one.shape[:, 1] for one in found[field]])[0], setting)
            for setting, found in by_setting.items()
        )
        found = by_setting[best[1]][field]
        shape = np.concatenate([one.shape for one in found])
        truth = np.concatenate([one.overlap for one in found]) >= SAME
        parts = np.concatenate([np.full(len(one.shape), number % 5) for number, one in enumerate(found)])
        said = np.zeros(len(shape))
        columns = np.concatenate([np.ones((len(shape), 1)), shape], axis=1).astype(np.float64)
        for part in range(5):
            rows = parts == part
            if truth[~rows].any():
                weights = fit_weights(columns[~rows], truth[~rows], np.ones((~rows).sum()), pull=0.5)
                said[rows] = 1 / (1 + np.exp(-columns[rows] @ weights))
        split = np.cumsum([len(one.shape) for one in found])[:-1]
        scores = np.split(said, split)
        f1, line = best_f1(found, scores)
        having = [(one, score) for one, score in zip(found, scores, strict=True) if one.marks]
        touch = np.mean([len(score) > 0 and score.max() >= line and one.overlap[score.argmax()] > 0 for one, score in having])
        false = np.mean([len(score) > 0 and score.max() >= line for one, score in zip(found, scores, strict=True) if not one.marks] or [0])
        sure = said >= 0.9
        print(f"{name:36} {len(having):4} {best[1]} F1 raw {best[0]:.3f} said {f1:.3f} line {line:.2f} touch {touch:.2f} false {false:.2f} high {sure.sum()} {truth[sure].mean() if sure.any() else 0:.2f}", flush=True)
        if name in ("Document Name", "Parties", "Agreement Date", "Effective Date", "Expiration Date", "Renewal Term", "Notice Period To Terminate Renewal", "Governing Law"):
            core.append((f1, touch, false))
        elif len(having) >= 6:
            other.append((f1, touch, false))
    print("core", np.mean(core, axis=0), "other", np.mean(other, axis=0), len(other))
    assert SHAPE


if __name__ == "__main__":
    main()
