"""What the cascade loses: average precision over labelled contracts, beside the full pass, and what the encoder reads.

The shipped heads have seen the words of every contract of the training data, so that words alone would seem to be
enough. Their weights on words, and the word vectors, are therefore fitted anew without the contracts that are measured.
The encoder stays as it is and has seen these: it ranks better than it would elsewhere, and so what is lost without it
comes out as too much rather than too little.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from casewright.adapters.scoring.cascade import Cascade
from casewright.adapters.scoring.embedded_scorer import EmbeddedScorer
from casewright.adapters.scoring.encoder import Encoder
from casewright.adapters.scoring.features import concat
from casewright.adapters.scoring.model_file import SHIPPED, load
from casewright.adapters.scoring.plans import ByParts, Part
from casewright.domain.scored_units import units_of
from casewright.errors import InvalidInput
from evals.cuad_data import CATEGORIES, SAME, label_spans, read_contracts
from evals.fitted_word_vectors import fit_word_vectors
from evals.fitting import LEFT_OUT, Rows, compress, fit_head, require_training
from evals.measures import average_precision
from evals.scorers import silent
from evals.statements import statements

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from pathlib import Path

    from numpy.typing import NDArray

    from casewright.adapters.scoring.features import Features
    from casewright.adapters.scoring.model_file import Head, Model
    from casewright.adapters.scoring.plans import Plan
    from casewright.adapters.scoring.word_vectors import WordVectors
    from casewright.tools.ports.documents import DocumentReader
    from casewright.tools.ports.scoring import Tier
    from evals.kept import Kept
    from evals.scorers import Progress

    FloatArray = NDArray[np.float32]
    IntArray = NDArray[np.int64]
    Labels = Mapping[str, NDArray[np.int8]]

FEWEST = 4
"""Positives of a category that is measured."""


@dataclass(frozen=True, slots=True)
class Row:
    """One question: its average precision by the full pass, the cascade and words alone; the share that was encoded."""

    name: str
    tier: str
    positives: int
    full: float
    cascade: float
    words: float
    encoded: float


@dataclass(frozen=True, slots=True)
class Measured:
    """The questions of one kind. ``lost`` is the share of the full pass's mean average precision."""

    title: str
    rows: tuple[Row, ...]

    def mean(self, name: str) -> float:
        """The mean of one figure over the questions."""
        return float(np.mean([getattr(row, name) for row in self.rows])) if self.rows else float("nan")

    @property
    def lost(self) -> float:
        """What the cascade loses, as a share."""
        return 1 - self.mean("cascade") / self.mean("full")


def measure_cascade(
    data: Path,
    *,
    reader: DocumentReader,
    kept: Kept,
    contracts: int,
    doubted: Mapping[Tier, float],
    fifth: int = 0,
    progress: Progress | None = None,
) -> tuple[Measured, ...]:
    """Every fifth contract from number ``fifth`` on is measured, ``contracts`` of them at most; the others fit words.

    Raises ``InvalidInput`` for data that cannot be read, ``Unavailable`` where scikit-learn is not installed.
    """
    require_training()
    told = progress or silent
    model, encoder = load(SHIPPED), Encoder.from_folder(SHIPPED)
    shipped = EmbeddedScorer(model, lambda: encoder)
    fitting, measured = _read(data, reader, kept, (fifth, contracts), shipped, told)
    if not measured.texts or not fitting.texts:
        raise InvalidInput(f"{str(data)!r} holds too few contracts: the cascade is measured on every fifth")
    heads = _refitted(model, shipped, fitting, told)
    scorer = EmbeddedScorer(replace(model, heads={**model.heads, **heads}), lambda: encoder)
    told("fitting word vectors", 0, 0)
    asking = _Asking(scorer, fit_word_vectors(fitting.features, model.idf, model.sha256), measured, doubted)
    by_head: dict[str, Plan] = {
        name: ByParts(((Part(heads[SAME.get(name, name)]), 1.0),), "head")
        for name in CATEGORIES
        if SAME.get(name, name) in heads
    }
    named = {one: name for name in CATEGORIES for one in statements()[name].asked}
    around = {one: name for name in CATEGORIES for one in statements()[name].roundabout}
    return (
        asking.all("Each category by the head made for it", {name: name for name in by_head}, by_head.__getitem__),
        asking.all("The same concepts in free words", named, scorer.plan),
        asking.all("In words that avoid the usual ones", around, scorer.plan),
    )


@dataclass(frozen=True, slots=True)
class _Asking:
    scorer: EmbeddedScorer
    estimates: WordVectors
    measured: _Contracts
    doubted: Mapping[Tier, float]

    def all(self, title: str, questions: Mapping[str, str], plan: Callable[[str], Plan]) -> Measured:
        """``questions`` are statements with the category whose labels are true."""
        cascade = Cascade(self.scorer, self.doubted, estimates=self.estimates, plan=plan)
        rows = [self._row(cascade, plan, *question) for question in questions.items()]
        return Measured(title, tuple(row for row in rows if row is not None))

    def _row(self, cascade: Cascade, plan: Callable[[str], Plan], statement: str, category: str) -> Row | None:
        labels = self.measured.labels[category]
        known, positive = labels != LEFT_OUT, labels == 1
        if positive.sum() < FEWEST:
            return None
        read: list[IntArray] = []

        def encoded(rows: IntArray) -> Features:
            read.append(rows)
            return self.measured.features.take(rows)

        full = self.scorer.answer(plan(statement), self.measured.features, self._texts)
        found = cascade.score(statement, self.measured.features, self._texts, encoded)
        words = cascade.by_words(statement, self.measured.features, self._texts)
        by_full, by_cascade, by_words = (
            average_precision(positive[known], scores[known].astype(np.float64)) for scores in (full, found, words)
        )
        share = sum(len(rows) for rows in read) / len(self.measured.texts)
        return Row(statement, plan(statement).tier, int(positive.sum()), by_full, by_cascade, by_words, share)

    def _texts(self, rows: IntArray) -> list[str]:
        return [self.measured.texts[row] for row in rows.tolist()]


@dataclass(frozen=True, slots=True)
class _Contracts:
    """The units of some contracts, one row each, with their features and what lawyers marked."""

    texts: Sequence[str]
    features: Features
    labels: Labels


def _read(
    data: Path, reader: DocumentReader, kept: Kept, measured: tuple[int, int], scorer: EmbeddedScorer, told: Progress
) -> tuple[_Contracts, _Contracts]:
    """The contracts that fit, and those that are measured: every fifth from the first number on, the second at most."""
    fifth, most = measured
    encoder = scorer.encoder()
    texts: tuple[list[str], list[str]] = ([], [])
    features: tuple[list[Features], list[Features]] = ([], [])
    columns: tuple[dict[str, list[NDArray[np.int8]]], ...] = tuple({name: [] for name in CATEGORIES} for _ in texts)
    for place, entry in enumerate(read_contracts(data)):
        told("reading", place, 0)
        of = int(place % 5 == fifth and place // 5 < most)
        reading = kept.reading(reader, entry.text)
        units = units_of(reading)
        texts[of].extend(units)
        features[of].append(kept.features(units, "" if encoder is None else encoder.sha256, scorer.features))
        for name, column in columns[of].items():
            column.append(label_spans(reading.chunks, entry.spans.get(name, ()), reading.offsets))
    labels = [{name: np.concatenate(column or [np.empty(0, np.int8)]) for name, column in of.items()} for of in columns]
    known, unseen = (_Contracts(texts[of], concat(features[of]), labels[of]) for of in (0, 1))
    return known, unseen


def _refitted(model: Model, scorer: EmbeddedScorer, fitting: _Contracts, told: Progress) -> dict[str, Head]:
    """The categories' heads with weights on words that never saw the measured contracts; the rest as shipped."""
    rows, labels = Rows(*scorer.weighted_rows(fitting.features)), fitting.labels
    heads = {}
    for done, name in enumerate(CATEGORIES):
        told("fitting", done, len(CATEGORIES))
        shipped = model.heads.get(SAME.get(name, name))
        if shipped is None or not (labels[name] == 1).any():
            continue
        weights, bias = fit_head(rows, labels[name])
        weights = compress(weights)
        index = np.flatnonzero(weights).astype(np.uint16)
        heads[SAME.get(name, name)] = replace(
            shipped, index=index, weights=weights[index].astype(np.float32), bias=float(bias)
        )
    return heads
