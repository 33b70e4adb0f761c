"""Join what the counted words, the vector and the likeness to a concept's statements say into one margin a concept.

Everything that is joined was said of texts by heads and encoders that had not seen their contract.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np

from evals import measures
from evals.directions import fit_directions, fit_weights
from evals.fitting import LEFT_OUT, SEED
from training import router
from training.concepts import ALSO, SAME
from training.corpus import CUAD, load
from training.finetune import SHARPNESS
from training.heads import file_of, labels
from training.runs import BY_FOLD, FOLDS, fold_of
from training.tokens import CATEGORIES
from training.vectors import VECTORS, asked

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    FloatArray = NDArray[np.float64]

PULL = 6.0
"""How strongly a concept's weights are drawn towards those of all concepts."""

NEGATIVES = 3_000

KINDS = 3


@dataclass(frozen=True, slots=True)
class Run:
    """What one run made: corpus rows it had left out and their vectors, and rows to fit heads on.

    ``seen`` is what heads see of a text: its vector and how far its tokens speak for each field.
    """

    held: NDArray[np.int64]
    held_vectors: NDArray[np.float32]
    held_seen: NDArray[np.float32]
    fitted: NDArray[np.int64]
    fitted_vectors: NDArray[np.float32]
    fitted_seen: NDArray[np.float32]
    weights: NDArray[np.float32]


@lru_cache(maxsize=FOLDS)
def run_of(run: str) -> Run:
    """What the run made."""
    with np.load(VECTORS / f"{run}.npz") as stored:
        rows, vectors = stored["rows"], stored["vectors"].astype(np.float32)
        seen = np.concatenate([vectors, stored["spoken"].astype(np.float32)], axis=1)
        held, weights = int(stored["held"]), stored["weights"]
    fitted = len(rows) - len(weights)
    return Run(rows[:held], vectors[:held], seen[:held], rows[fitted:], vectors[fitted:], seen[fitted:], weights)


FIELD_OF = {
    **{category: place for place, category in enumerate(CATEGORIES) if category not in SAME.values()},
    **{template: CATEGORIES.index(category) for template, category in SAME.items()},
    **{concept: CATEGORIES.index(listed[0]) for concept, listed in ALSO.items() if len(listed) == 1},
}
"""Which field's tokens speak for a concept, where it is one that people marked, or nearly."""


def direction_of(
    name: str, weights: FloatArray, direction: NDArray[np.float32], likeness: NDArray[np.float32]
) -> NDArray[np.float32]:
    """One direction for what the concept's head sees, what its statements are like, and what its own tokens say."""
    _, _, margin, near, own = weights.tolist()
    made = (margin * direction).astype(np.float32)
    made[: len(likeness)] += np.float32(near) * likeness
    if name in FIELD_OF:
        made[len(likeness) + FIELD_OF[name]] += np.float32(own)
    return made


def table(names: Sequence[str]) -> NDArray[np.int8]:
    """Labels (texts, concepts)."""
    return np.stack([labels()[name] for name in names], axis=1)


def prototypes(run: str, names: Sequence[str]) -> NDArray[np.float32]:
    """The mean vector of each concept's statements, times the sharpness of likeness, (concepts, dimension)."""
    known = router.developing()
    listed = tuple(statement for name in names for statement in known.get(name, [name]))
    vectors, place, made = asked(run, listed), 0, []
    for name in names:
        count = len(known.get(name, [name]))
        made.append(vectors[place : place + count].mean(axis=0) * np.float32(SHARPNESS))
        place += count
    return np.stack(made)


@dataclass(frozen=True, slots=True)
class Said:
    """Evidence by concept: what the head on vectors, the likeness to its statements, and the tokens of its own field
    say of each corpus text; 0 where it has no field."""

    margin: dict[str, FloatArray]
    likeness: dict[str, FloatArray]
    own: dict[str, FloatArray]


def out_of_fold(names: Sequence[str], *, tokens: bool = True) -> Said:
    """What runs that had not seen a text's contract say of it; heads without ``tokens`` see the vector alone."""
    count = len(load().texts)
    margin, likeness, own = (np.zeros((count, len(names))) for _ in range(3))
    for name in BY_FOLD:
        run = run_of(name)
        fitted, held = (run.fitted_seen, run.held_seen) if tokens else (run.fitted_vectors, run.held_vectors)
        directions, biases = fit_directions(fitted, table(names)[run.fitted], run.weights)
        margin[run.held] = held @ directions.T + biases
        likeness[run.held] = run.held_vectors @ prototypes(name, names).T
        for place, concept in enumerate(names):
            if tokens and concept in FIELD_OF:
                own[run.held, place] = run.held_seen[:, run.held_vectors.shape[1] + FIELD_OF[concept]]

    def by_name(table: FloatArray) -> dict[str, FloatArray]:
        return {concept: table[:, place] for place, concept in enumerate(names)}

    return Said(by_name(margin), by_name(likeness), by_name(own))


def counted(name: str) -> FloatArray:
    """What heads on counted words, cross-fitted, say of each corpus text."""
    with np.load(file_of(name)) as stored:
        return np.nan_to_num(stored["margins"])


@dataclass(frozen=True, slots=True)
class Joined:
    """One concept's margins, each by weights that had not seen its fold, and the weights of all folds.

    ``weights`` are those of a constant, the counted words' margin, the vector's margin, the likeness and what the
    tokens of its own field say; ``without`` the same by the fold that they have not seen.
    """

    margins: FloatArray
    weights: FloatArray
    without: tuple[FloatArray, ...]


def join(names: Sequence[str], said: Said) -> dict[str, Joined]:
    """The margins of a group of concepts, whose weights are drawn towards the group's."""
    columns = {}
    for name in names:
        parts = counted(name), said.margin[name], said.likeness[name], said.own[name]
        columns[name] = np.stack([np.ones(len(parts[0])), *parts], axis=1)
    spread = np.mean([np.std(found, axis=0) for found in columns.values()], axis=0)
    spread[spread == 0] = 1.0
    middle = np.mean([np.mean(found, axis=0) for found in columns.values()], axis=0)
    spread[0], middle[0] = 1.0, 0.0
    scaled = {name: (found - middle) / spread for name, found in columns.items()}
    fold = fold_of()
    made = {}
    fitted = {held: _fitted(names, scaled, fold != held) for held in (*range(FOLDS), -1)}
    for name in names:
        margins = np.zeros(len(fold))
        for held in range(FOLDS):
            rows = fold == held
            margins[rows] = scaled[name][rows] @ fitted[held][name]
        weights = [_unscaled(fitted[held][name], middle, spread) for held in (*range(FOLDS), -1)]
        made[name] = Joined(margins, weights[-1], tuple(weights[:-1]))
    return made


def _unscaled(weights: FloatArray, middle: FloatArray, spread: FloatArray) -> FloatArray:
    """The weights of columns as they are, from those of columns less their middle in units of their spread."""
    plain = weights / spread
    plain[0] -= float((weights[1:] * middle[1:] / spread[1:]).sum())
    return plain


def _fitted(
    names: Sequence[str], columns: Mapping[str, FloatArray], allowed: NDArray[np.bool_]
) -> dict[str, FloatArray]:
    random = np.random.default_rng(SEED)
    pooled, truths, masses = [], [], []
    for name in names:
        positive = np.flatnonzero(allowed & (labels()[name] == 1))
        negative = np.flatnonzero(allowed & (labels()[name] == 0))
        drawn = random.permutation(negative)[:NEGATIVES]
        rows = np.concatenate([positive, drawn])
        pooled.append(columns[name][rows])
        truths.append(np.arange(len(rows)) < len(positive))
        mass = np.where(truths[-1], 1.0, len(negative) / max(len(drawn), 1))
        masses.append(mass * min(1.0, 300 / max(len(positive), 1)))
    shared = fit_weights(np.concatenate(pooled), np.concatenate(truths), np.concatenate(masses))
    made = {}
    for name in names:
        rows = np.flatnonzero(allowed & (labels()[name] != LEFT_OUT))
        made[name] = fit_weights(columns[name][rows], labels()[name][rows] == 1, np.ones(len(rows)), shared, PULL)
    return made


def ranked(name: str, margins: FloatArray) -> float:
    """Average precision over CUAD's contracts, mean over folds."""
    rows = (np.array(load().source) == CUAD) & (labels()[name] != LEFT_OUT)
    return measures.by_fold(measures.average_precision, labels()[name][rows] == 1, margins[rows], fold_of()[rows])
