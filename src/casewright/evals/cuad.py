"""Measuring a scorer on contracts labelled as CUAD is: the shipped model, or heads fitted anew by cross-validation.

A figure is honest only over contracts the model has not seen: those whose fingerprint is in its training list are
left out and counted. With folds, heads are fitted again on the other folds, so that all contracts count.
"""

from __future__ import annotations

import math
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Protocol

import numpy as np

from casewright.errors import InvalidInput
from casewright.evals import measures
from casewright.evals.cuad_data import CATEGORIES, fingerprint, label_spans, read_contracts
from casewright.evals.fitting import LEFT_OUT, Rows, cross_fit, cross_platt, require_training
from casewright.evals.fitting import folds as folds_of

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from numpy.typing import NDArray

    from casewright.tools.ports.reading import DocumentReader

    FloatArray = NDArray[np.float32]
    IntArray = NDArray[np.int64]
    Progress = Callable[[str, int, int], None]

FLOOR = 0.05
"""Calibration is measured over probabilities of at least this."""

SAME = {
    "Governing Law": "governing law clause",
    "Non-Compete": "non-compete clause",
    "Termination For Convenience": "termination for convenience clause",
}
"""Categories that a template of the language means; the other heads bear the categories' own names."""


class MeasuredScorer(Protocol):
    """What is measured: a scorer with one head a concept, and the rows that heads are fitted on."""

    @property
    def model(self) -> str:
        """Name and version."""
        ...

    @property
    def contracts(self) -> frozenset[str]:
        """Fingerprints of the contracts the model was trained on."""
        ...

    @property
    def concepts(self) -> tuple[str, ...]:
        """The names of its heads."""
        ...

    def score_concept(self, concept: str, texts: Sequence[str]) -> FloatArray:
        """What one head says of each text."""
        ...

    def weighted_rows(self, texts: Sequence[str]) -> tuple[IntArray, NDArray[np.uint16], FloatArray, int]:
        """Row starts, features, weights and the number of features there are."""
        ...


@dataclass(frozen=True, slots=True)
class CategoryFigures:
    """One category. Figures are NaN where there is nothing to measure, such as precision where nothing is found."""

    category: str
    positives: int
    average_precision: float
    precision_at_80: float
    f1: float
    precision: float
    recall: float
    top3: float
    calibration_error: float


@dataclass(frozen=True, slots=True)
class CuadReport:
    """What was measured over how many contracts and chunks; ``left_out`` contracts were in the training data.

    ``folds`` is None where the shipped heads were measured. ``note`` says what a reader must know.
    """

    model: str
    folds: int | None
    contracts: int
    left_out: int
    chunks: int
    categories: tuple[CategoryFigures, ...]
    macro: CategoryFigures | None
    note: str

    def as_json(self) -> dict[str, object]:
        """The report as JSON values; None where a figure is not a number."""
        return {
            "model": self.model,
            "folds": self.folds,
            "contracts": self.contracts,
            "left_out": self.left_out,
            "chunks": self.chunks,
            "note": self.note,
            "macro": None if self.macro is None else _plain(self.macro),
            "categories": [_plain(figures) for figures in self.categories],
        }

    def rows(self) -> list[tuple[str, ...]]:
        """The report as a table: a head line, the categories, the macro mean."""
        listed = [*self.categories, *([self.macro] if self.macro else [])]
        return [HEADINGS, *(_row(figures) for figures in listed)]


HEADINGS = ("category", "positive", "AP", "P at 80 % R", "F1 at 0.5", "P at 0.5", "R at 0.5", "top 3", "cal. error")


@dataclass(frozen=True, slots=True)
class _Chunks:
    texts: list[str]
    contract: IntArray
    labels: dict[str, NDArray[np.int8]]
    contracts: int
    left_out: int


def measure_cuad(
    data: Path,
    *,
    scorer: MeasuredScorer,
    reader: DocumentReader,
    folds: int | None = None,
    progress: Progress | None = None,
) -> CuadReport:
    """Figures over the contracts under ``data`` (see ``read_contracts``).

    ``progress(stage, done, total)`` is called as work goes on; total is 0 while it is not known. Raises
    ``InvalidInput`` for data that cannot be read and fewer than two folds, ``Unavailable`` where ``folds`` is given
    and scikit-learn is not installed.
    """
    told = progress or _silent
    if folds is not None:
        require_training()
        if folds < 2:
            raise InvalidInput(f"--folds is {folds!r}, but contracts fall into at least 2 folds: give 2 or more.")
    chunks = _read(data, reader, scorer.contracts if folds is None else frozenset(), told)
    if folds is not None and folds > chunks.contracts:
        raise InvalidInput(
            f"--folds is {folds!r}, but there are only {chunks.contracts} contracts: give at most that many."
        )
    if not chunks.texts:
        return CuadReport(scorer.model, folds, 0, chunks.left_out, 0, (), None, _nothing(chunks.left_out))
    said = _shipped(chunks, scorer, told) if folds is None else _refitted(chunks, scorer, folds, told)
    fold = np.zeros(len(chunks.texts), np.int64) if folds is None else folds_of(chunks.contract, folds)
    figures = tuple(_figures(name, chunks, likely, fold) for name, likely in said.items())
    return CuadReport(
        scorer.model,
        folds,
        chunks.contracts,
        chunks.left_out,
        len(chunks.texts),
        figures,
        _macro(figures),
        _note(chunks.left_out, folds),
    )


def _read(data: Path, reader: DocumentReader, seen: frozenset[str], told: Progress) -> _Chunks:
    texts: list[str] = []
    contract: list[int] = []
    columns: dict[str, list[NDArray[np.int8]]] = {name: [] for name in CATEGORIES}
    read = left_out = 0
    for entry in read_contracts(data):
        told("reading", read + left_out, 0)
        if fingerprint(entry.text) in seen:
            left_out += 1
            continue
        reading = reader.read(entry.text.encode("utf-8"), "contract.txt")
        texts += [reading.text[chunk.start : chunk.end] for chunk in reading.chunks]
        contract += [read] * len(reading.chunks)
        for name, column in columns.items():
            column.append(label_spans(reading.chunks, entry.spans.get(name, ())))
        read += 1
    labels = {name: np.concatenate(column or [np.empty(0, np.int8)]) for name, column in columns.items()}
    return _Chunks(texts, np.array(contract, np.int64), labels, read, left_out)


def _shipped(chunks: _Chunks, scorer: MeasuredScorer, told: Progress) -> dict[str, NDArray[np.float64]]:
    said = {}
    for done, name in enumerate(CATEGORIES):
        told("scoring", done, len(CATEGORIES))
        concept = SAME.get(name, name)
        if concept in scorer.concepts:
            said[name] = scorer.score_concept(concept, chunks.texts).astype(np.float64)
    return said


def _refitted(chunks: _Chunks, scorer: MeasuredScorer, count: int, told: Progress) -> dict[str, NDArray[np.float64]]:
    rows = Rows(*scorer.weighted_rows(chunks.texts))
    fold = folds_of(chunks.contract, count)
    names = [name for name in CATEGORIES if _spread(chunks.labels[name], fold)]
    margins, labels = [], []
    for done, name in enumerate(names):
        told("fitting", done, len(names))
        margins.append(cross_fit(rows, chunks.labels[name], fold))
        labels.append(chunks.labels[name])
    if not names:
        return {}
    probabilities, _ = cross_platt(margins, labels, fold)
    return dict(zip(names, probabilities, strict=True))


def _spread(labels: NDArray[np.int8], fold: IntArray) -> bool:
    """Whether every fold leaves positives and negatives to learn from."""
    return all(
        (labels[fold != number] == 1).any() and (labels[fold != number] == 0).any() for number in np.unique(fold)
    )


def _figures(name: str, chunks: _Chunks, likely: NDArray[np.float64], fold: IntArray) -> CategoryFigures:
    """What ranks is the mean over folds, whose heads share no scale; the rest is over all rows."""
    known = chunks.labels[name] != LEFT_OUT
    truth, said, contract = chunks.labels[name][known] == 1, likely[known], chunks.contract[known]
    precision, recall = measures.precision_and_recall_at(truth, said)
    return CategoryFigures(
        name,
        int(truth.sum()),
        measures.by_fold(measures.average_precision, truth, said, fold[known]),
        measures.by_fold(measures.precision_at_recall, truth, said, fold[known]),
        measures.f1_at(truth, said),
        precision,
        recall,
        measures.top_hit(truth, said, contract),
        measures.calibration_error(truth, said, FLOOR),
    )


def _macro(figures: Sequence[CategoryFigures]) -> CategoryFigures:
    def mean(pick: Callable[[CategoryFigures], float]) -> float:
        return measures.macro([pick(entry) for entry in figures])

    return CategoryFigures(
        f"macro over {len(figures)}",
        sum(entry.positives for entry in figures),
        mean(lambda entry: entry.average_precision),
        mean(lambda entry: entry.precision_at_80),
        mean(lambda entry: entry.f1),
        mean(lambda entry: entry.precision),
        mean(lambda entry: entry.recall),
        mean(lambda entry: entry.top3),
        mean(lambda entry: entry.calibration_error),
    )


def _nothing(left_out: int) -> str:
    if not left_out:
        return "There is no contract here."
    return (
        f"Left out {left_out} of {left_out} contracts: the model was trained on all of them, so there is nothing to "
        "measure honestly. Use --folds 5 to fit heads anew on the other folds and measure those."
    )


def _note(left_out: int, folds: int | None) -> str:
    if folds is None:
        return f"The shipped heads, on contracts they have not seen; {left_out} were left out, being training data."
    return (
        f"Heads fitted anew in {folds} folds of contracts, with the shipped inverse document frequencies; "
        "AP and precision at 80 % recall are means over the folds."
    )


def _plain(figures: CategoryFigures) -> dict[str, object]:
    return {
        name: None if isinstance(value, float) and math.isnan(value) else value
        for name, value in asdict(figures).items()
    }


def _row(figures: CategoryFigures) -> tuple[str, ...]:
    name, positives, *rest = asdict(figures).values()
    return (str(name), str(positives), *("–" if math.isnan(value) else f"{value:.2f}" for value in rest))


def _silent(stage: str, done: int, total: int) -> None:
    """Tells nobody."""
    del stage, done, total
