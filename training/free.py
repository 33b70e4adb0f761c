"""Fit how probable a free statement is, on statements and texts that the encoder of a run never saw.

Each run left a group of categories and a fold of contracts out: its vectors of these statements and texts are what
the vectors of an unknown concept in an unknown contract will be.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from casewright.adapters.scoring import blend, overlap
from casewright.adapters.scoring.routing import route
from evals.directions import fit_weights
from evals.fitting import LEFT_OUT, SEED
from training.corpus import CUAD, load
from training.groups import GROUPS
from training.router import UNKNOWN
from training.runs import BY_GROUP, left_out_by
from training.stack import run_of
from training.vectors import asked

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from casewright.adapters.scoring.features import Features
    from casewright.adapters.scoring.model_file import Routing
    from training.router import Routings

    FloatArray = NDArray[np.float32]
    Labels = Mapping[str, NDArray[np.int8]]

NEGATIVES = 1_500
"""Negatives looked at a statement; each counts for those left aside."""

STATEMENTS = 8
"""How many statements a concept is asked with."""

ORDINARY = 800
"""How many vectors of ordinary texts the model keeps."""


def ordinary(vectors: FloatArray, weights: FloatArray) -> FloatArray:
    """Vectors drawn as texts occur."""
    random = np.random.default_rng(SEED)
    chance = weights.astype(np.float64) / weights.sum(dtype=np.float64)
    return vectors[random.choice(len(vectors), ORDINARY, replace=False, p=chance)]


@dataclass(frozen=True, slots=True)
class Setting:
    """One run as a scorer over the texts that it left out: their rows, features, and what heads say of them.

    ``group`` are the categories that it left out; None where it left out none.
    """

    run: str
    group: int | None
    rows: NDArray[np.int64]
    features: Features
    ordinary: FloatArray
    idf: FloatArray
    likely: Mapping[str, NDArray[np.float64]]

    def ask(self, statement: str, vector: FloatArray) -> blend.Asked | None:
        """The statement made ready."""
        words = overlap.prepare(statement, self.idf)
        return None if words is None else blend.prepare(words, vector, self.ordinary)

    def of_heads(self, routes: Sequence[tuple[str, float]], places: NDArray[np.int64]) -> FloatArray:
        """What the heads of these routes say of the texts at these places."""
        rows = self.rows[places]
        return np.asarray(sum(share * self.likely[name][rows] for name, share in routes), np.float32)

    def score(
        self,
        statement: str,
        vector: FloatArray,
        places: NDArray[np.int64],
        weights: tuple[Sequence[float], Sequence[float]],
        routing: Routing | None,
    ) -> FloatArray:
        """The probabilities at these places, by the weights of free and of routed statements."""
        prepared = self.ask(statement, vector)
        if prepared is None:
            return np.zeros(len(places), np.float32)
        part = self.features.take(places)
        found, near = overlap.evidence(prepared.words, part), blend.nearness(prepared, part)
        routes = routes_of(routing, statement, vector, self.likely)
        if routes:
            return blend.probability(blend.routed_columns(self.of_heads(routes, places), found, near), weights[1])
        return blend.probability(blend.free_columns(found, near), weights[0])


def routes_of(
    routing: Routing | None, statement: str, vector: FloatArray, likely: Mapping[str, NDArray[np.float64]]
) -> list[tuple[str, float]]:
    """The routes that heads answer, with shares that sum to one."""
    if routing is None:
        return []
    known = [(name, share) for name, share in route(routing, statement, vector) if name in likely]
    total = sum(share for _, share in known)
    return [(name, share / total) for name, share in known]


def settings(
    features: Features, idf: FloatArray, likely: Mapping[str, NDArray[np.float64]], runs: Sequence[str] = BY_GROUP
) -> tuple[Setting, ...]:
    """One for each run; ``likely`` holds what heads that had not seen a text's contract say of each corpus text."""
    made = []
    for name in runs:
        run = run_of(name)
        own = replace(features.take(run.held), vectors=run.held_vectors.astype(np.float16))
        made.append(
            Setting(
                name, left_out_by(name).group, run.held, own, ordinary(run.fitted_vectors, run.weights), idf, likely
            )
        )
    return tuple(made)


def without(routing: Routing, concept: str) -> Routing:
    """The routing to all concepts but one."""
    kept = np.array([name != concept for name in routing.targets])
    columns = np.append(kept, True)
    return replace(
        routing,
        targets=tuple(name for name in routing.targets if name != concept),
        weights=routing.weights[:, columns],
        bias=routing.bias[columns],
        directions=routing.directions[:, columns],
        lift=routing.lift[:, kept],
    )


@dataclass(frozen=True, slots=True)
class Evidence:
    """Columns, truths and weights of one kind of statement, by the group of their concept."""

    columns: list[NDArray[np.float64]]
    truths: list[NDArray[np.bool_]]
    masses: list[NDArray[np.float64]]
    groups: list[int]

    def weights(self, leave: int | None = None) -> tuple[float, ...]:
        """What the columns weigh, fitted on all groups or all but one."""
        kept = [place for place, group in enumerate(self.groups) if group != leave]
        found = fit_weights(
            np.concatenate([self.columns[place] for place in kept]),
            np.concatenate([self.truths[place] for place in kept]),
            np.concatenate([self.masses[place] for place in kept]),
            pull=1.0,
        )
        return tuple(float(value) for value in found)


def gather(
    asked_of: Mapping[str, Sequence[str]],
    labels: Labels,
    runs: Sequence[Setting],
    routings: Routings,
    of_category: Mapping[str, str],
) -> tuple[Evidence, Evidence]:
    """The evidence for free and for routed statements; of the latter also what routing makes of them that does not know
    their concept."""
    random = np.random.default_rng(SEED)
    free, routed = Evidence([], [], [], []), Evidence([], [], [], [])
    cuad = np.array(load().source) == CUAD
    for run in runs:
        if run.group is None:
            continue
        for category in GROUPS[run.group]:
            name = of_category.get(category, category)
            column = np.where(cuad, labels[name], LEFT_OUT)[run.rows]
            positive, negative = np.flatnonzero(column == 1), np.flatnonzero(column == 0)
            if not len(positive):
                continue
            places = np.concatenate([positive, random.permutation(negative)[:NEGATIVES]])
            mass = np.where(np.arange(len(places)) < len(positive), 1.0, len(negative) / NEGATIVES)
            mass *= 1e3 / mass.sum()
            part = run.features.take(places)
            listed = tuple(random.permutation(np.array(asked_of[name]))[:STATEMENTS].tolist())
            for statement, vector in zip(listed, asked(run.run, listed), strict=True):
                prepared = run.ask(statement, vector)
                if prepared is None:
                    continue
                found, near = overlap.evidence(prepared.words, part), blend.nearness(prepared, part)
                _add(free, blend.free_columns(found, near), len(positive), mass, run.group)
                routing = routings.held[run.group].get(statement)
                if routing is None:
                    continue
                for one, counts in ((routing, 1.0), (without(routing, name), UNKNOWN)):
                    routes = routes_of(one, statement, vector, run.likely)
                    if routes:
                        said = run.of_heads(routes, places)
                        _add(routed, blend.routed_columns(said, found, near), len(positive), mass * counts, run.group)
    return free, routed


def _add(
    evidence: Evidence, columns: Sequence[FloatArray], positive: int, mass: NDArray[np.float64], group: int
) -> None:
    evidence.columns.append(np.stack(columns, axis=1).astype(np.float64))
    evidence.truths.append(np.arange(len(columns[0])) < positive)
    evidence.masses.append(mass)
    evidence.groups.append(group)
