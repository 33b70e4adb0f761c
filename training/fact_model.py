"""Fit how places are read off tokens, and how sure each is, from what runs say of contracts they had not seen."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from typing import TYPE_CHECKING

import numpy as np

from casewright.adapters.facts.decoding import SHAPE, bounds_of, meant, places_of, shape_of
from casewright.adapters.facts.fact_model import FactModel
from casewright.domain.facts import FIELDS
from evals.directions import fit_weights
from training.facts import Marked, contracts, overlap, read_units
from training.runs import BY_FOLD
from training.tokens import CATEGORIES

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from casewright.adapters.facts.decoding import ReadUnit

    Settings = dict["Setting", list[list["Found"]]]

VERSION = "0.3"
SAME = 0.5
"""A place is right where it shares so much with a mark, by words."""

PULL = 3.0
"""How strongly a field's weights are drawn towards those of all fields."""

HIGH, ENOUGH, SHARE, BELOW_HIGH = 0.9, 40, 0.92, 0.89
"""A field may say *high* where at least ``ENOUGH`` places were said to be as sure and ``SHARE`` of them were right:
more than *high* promises, since the lines were chosen on the same contracts."""

NOT_HIGH = frozenset({"cap_on_liability", "irrevocable_or_perpetual_license"})
"""Fields that said *high* on contracts left out and were right there in less than ``HIGH`` of it: no more of that."""

FALSE = 0.08
COST = 0.03
"""In at most such a share of the contracts without a mark something may be found, where that costs no more F1."""

BY_RULE = frozenset(
    {"document_name", "joint_ip_ownership", "third_party_beneficiary", "unlimited_all_you_can_eat_license"}
)
"""Fields whose places rules find better, and touch no less: ``evals facts --reader model-alone --beside rules``."""


@dataclass(frozen=True, slots=True)
class Setting:
    """From which logit on a token belongs to a place and begins another, and whether sentences are taken whole."""

    line: float
    anew: float
    whole: bool


SETTINGS = tuple(Setting(*one) for one in product((-2.5, -1.5, -0.5, 0.5), (0.0, 99.0), (False, True)))


@dataclass(frozen=True, slots=True)
class Found:
    """Places of one field in one contract: their shapes, what they share with the mark that they share most with,
    which one that is (-1: none), and how many marks there are."""

    contract: int
    shape: NDArray[np.float32]
    shared: NDArray[np.float32]
    mark: NDArray[np.int64]
    marks: int

    def right(self, said: NDArray[np.float64]) -> NDArray[np.bool_]:
        """Which places find a mark that no surer one finds."""
        taken: set[int] = set()
        right = np.zeros(len(said), np.bool_)
        for at in np.argsort(-said, kind="stable").tolist():
            mark = int(self.mark[at])
            right[at] = self.shared[at] >= SAME and mark not in taken
            if right[at]:
                taken.add(mark)
        return right


def found_in(one: Marked, units: Sequence[ReadUnit], setting: Setting) -> list[Found]:
    """By field, what is found in a contract."""
    count = len(CATEGORIES)
    places = places_of(units, np.full(count, setting.line, np.float32), np.full(count, setting.anew, np.float32))
    shapes = shape_of(places)
    ends = [*(one.starts[1:] - 1).tolist(), len(one.text)]
    bounds = bounds_of(one.text, list(zip(one.starts.tolist(), ends, strict=True)))
    made = []
    for field in range(count):
        marks = [(low, high) for known, low, high in one.marks if known == field]
        mine = [number for number, place in enumerate(places) if place.field == field]
        shared, which = np.zeros(len(mine), np.float32), np.full(len(mine), -1, np.int64)
        for at, number in enumerate(mine):
            span = (places[number].start, places[number].end)
            place = meant(*span, bounds, whole=setting.whole)
            told = [overlap(one.words, place, mark) for mark in marks]
            if told and max(told) > 0:
                which[at], shared[at] = int(np.argmax(told)), max(told)
        made.append(Found(one.contract, shapes[mine], shared, which, len(marks)))
    return made


@lru_cache(maxsize=1)
def found_by_setting() -> Settings:
    """By setting and field, what is found in each contract, each read by the run that had not seen it."""
    known = {one.contract: one for one in contracts()}
    read = [(known[number], units) for run in BY_FOLD for number, units in read_units(run).items()]
    made: Settings = {}
    for setting in SETTINGS:
        listed = [found_in(one, units, setting) for one, units in read]
        made[setting] = [[entry[field] for entry in listed] for field in range(len(CATEGORIES))]
    return made


def _rough(found: Sequence[Found]) -> list[NDArray[np.float64]]:
    return [(one.shape[:, 0] + one.shape[:, 1]).astype(np.float64) for one in found]


def _curve(
    found: Sequence[Found], said: Sequence[NDArray[np.float64]]
) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.float64]]:
    """By line, falling: the line, F1 of places, and the share of contracts without a mark where something is found."""
    score = np.concatenate(list(said)) if said else np.zeros(0)
    if not len(score):
        return np.ones(1), np.zeros(1), np.zeros(1)
    right = np.concatenate([one.right(own) for one, own in zip(found, said, strict=True)])
    first = np.zeros(len(score), np.bool_)  # the surest place of a contract without a mark
    at = 0
    for one, own in zip(found, said, strict=True):
        if not one.marks and len(own):
            first[at + int(own.argmax())] = True
        at += len(own)
    order = np.argsort(-score, kind="stable")
    total = sum(one.marks for one in found)
    without = max(sum(not one.marks for one in found), 1)
    f1 = 2 * np.cumsum(right[order]) / (np.arange(1, len(order) + 1) + max(total, 1))
    return score[order], f1, np.cumsum(first[order]) / without


def _columns(found: Sequence[Found]) -> NDArray[np.float64]:
    shape = np.concatenate([one.shape for one in found]) if found else np.zeros((0, SHAPE), np.float32)
    return np.concatenate([np.ones((len(shape), 1)), shape], axis=1).astype(np.float64)


def _right(found: Sequence[Found]) -> NDArray[np.bool_]:
    parts = [one.right(own) for one, own in zip(found, _rough(found), strict=True)]
    return np.concatenate(parts) if parts else np.zeros(0, np.bool_)


def _split(found: Sequence[Found], said: NDArray[np.float64]) -> list[NDArray[np.float64]]:
    return np.split(said, np.cumsum([len(one.shape) for one in found])[:-1])


def _cross_said(found: Sequence[Found], prior: NDArray[np.float64]) -> NDArray[np.float64]:
    """What is said of each place by weights that have not seen its contract."""
    columns, right = _columns(found), _right(found)
    part = np.concatenate([np.full(len(one.shape), number % 5) for number, one in enumerate(found)])
    said = np.zeros(len(columns))
    for held in range(5):
        rows = part == held
        weights = fit_weights(columns[~rows], right[~rows], np.ones(int((~rows).sum())), prior, PULL)
        said[rows] = 1 / (1 + np.exp(-np.clip(columns[rows] @ weights, -30, 30)))
    return said


def _least(found: Sequence[Found], said: Sequence[NDArray[np.float64]]) -> float:
    """The line of the best F1; a higher one where fewer contracts without a mark then have something found."""
    lines, f1, false = _curve(found, said)
    best = int(f1.argmax())
    allowed = np.flatnonzero((f1 >= f1[best] - COST) & (false <= FALSE))
    if false[best] > FALSE and len(allowed):
        best = int(allowed[f1[allowed].argmax()])
    return float(lines[best])


def fit(encoder: str, leave: frozenset[int] = frozenset(), name: str = VERSION) -> FactModel:
    """The model for the encoder of this SHA-256, from all contracts but those left out."""
    by_setting = {
        setting: [[one for one in found if one.contract not in leave] for found in fields]
        for setting, fields in found_by_setting().items()
    }
    chosen = []
    for field in range(len(CATEGORIES)):
        best = max(
            SETTINGS,
            key=lambda setting: _curve(by_setting[setting][field], _rough(by_setting[setting][field]))[1].max(),
        )
        chosen.append((best, by_setting[best][field]))
    pooled = np.concatenate([_columns(found) for _, found in chosen])
    truth = np.concatenate([_right(found) for _, found in chosen])
    prior = fit_weights(pooled, truth, np.ones(len(truth)))
    weights, least, most = [], [], []
    name_of = {field.category: field.name for field in FIELDS}
    for category, (_, found) in zip(CATEGORIES, chosen, strict=True):
        columns, right = _columns(found), _right(found)
        weights.append(fit_weights(columns, right, np.ones(len(right)), prior, PULL))
        said = _cross_said(found, prior)
        least.append(_least(found, _split(found, said)))
        sure = said >= HIGH
        enough = int(sure.sum()) >= ENOUGH and float(right[sure].mean()) >= SHARE
        may = enough and name_of[category] not in NOT_HIGH
        most.append(1.0 if may else BELOW_HIGH)
    settings = [setting for setting, _ in chosen]
    return FactModel(
        name,
        encoder,
        tuple(name_of[category] for category in CATEGORIES),
        BY_RULE,
        np.array([one.line for one in settings], np.float32),
        np.array([one.anew for one in settings], np.float32),
        np.array([one.whole for one in settings]),
        np.array(weights, np.float32),
        np.array(least, np.float32),
        np.array(most, np.float32),
    )
