"""Measuring how well a scorer learns a category of CUAD from a few examples.

Examples come from four fifths of the contracts, one of each contract as far as there are enough; what was learned is
measured on the last fifth. What the shipped heads know of a category is not used.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Generic, Protocol, TypeVar

import numpy as np

from casewright.domain.scored_units import units_of
from casewright.errors import InvalidInput
from evals import judgements, measures
from evals.cuad_data import CATEGORIES, label_spans, read_contracts
from evals.fitting import LEFT_OUT
from evals.report import figure

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from numpy.typing import NDArray

    from casewright.tools.ports.documents import DocumentReader

    FloatArray = NDArray[np.float32]
    IntArray = NDArray[np.int64]
    Progress = Callable[[str, int, int], None]

Known = TypeVar("Known")
"""What a scorer makes of texts before it scores them."""

FIFTHS = 5
DRAWS = 2
"""How often examples are drawn for each category."""
FEWEST_MEASURED = 5
"""A category with fewer positives among the measured contracts says nothing."""
FLOOR = 0.05
SEEN = "Where the encoder was trained on these categories, which its card says, concepts that it never saw do worse."
UNSEEN = "Each category by an encoder that was never taught it."


class LearningScorer(Protocol[Known]):
    """What is measured."""

    @property
    def model(self) -> str:
        """Name and version."""
        ...

    def features(self, texts: Sequence[str]) -> Known:
        """What is known of these texts."""
        ...

    def learn(self, positive: Sequence[str], negative: Sequence[str]) -> bytes:
        """A head that tells such texts apart."""
        ...

    def score_learned(self, head: bytes, features: Known) -> FloatArray:
        """The scores of the texts by a head."""
        ...


@dataclass(frozen=True, slots=True)
class Panel(Generic[Known]):
    """A scorer, and the categories that it is measured on: all where ``categories`` is None."""

    scorer: LearningScorer[Known]
    categories: frozenset[str] | None = None

    def measures(self, category: str) -> bool:
        """Whether the scorer is measured on the category."""
        return self.categories is None or category in self.categories


@dataclass(frozen=True, slots=True)
class LearnedFigures:
    """Means over categories and draws, for one number of examples.

    ``interval`` holds the average precision of 95 % of the resamples of the categories; None of a single one.
    """

    examples: int
    categories: int
    average_precision: float
    f1: float
    precision: float
    recall: float
    calibration_error: float
    interval: tuple[float, float] | None = None


@dataclass(frozen=True, slots=True)
class LearningReport:
    """What was measured over how many texts of the contracts left aside."""

    model: str
    contracts: int
    texts: int
    figures: tuple[LearnedFigures, ...]
    by_category: tuple[tuple[str, int, float], ...]
    note: str

    def as_json(self) -> dict[str, object]:
        """The report as JSON values."""
        return asdict(self)

    def rows(self) -> list[tuple[str, ...]]:
        """The report as a table: a head line, and one a number of examples."""
        head = ("examples", "categories", "AP", "F1 at 0.5", "P at 0.5", "R at 0.5", "cal. error", "AP, 95 %")
        return [head, *(_row(figures) for figures in self.figures)]


@dataclass(frozen=True, slots=True)
class _Data:
    texts: list[str]
    contract: IntArray
    labels: dict[str, NDArray[np.int8]]


def measure_learning(
    data: Path,
    *,
    panels: Sequence[Panel[Known]],
    reader: DocumentReader,
    examples: Sequence[int],
    progress: Progress,
) -> LearningReport:
    """Figures over the contracts under ``data`` (see ``read_contracts``), each category by the first that measures it.

    Raises ``InvalidInput`` for data that cannot be read and for contracts without enough examples.
    """
    chunks = _read(data, reader, progress)
    measured = chunks.contract % FIFTHS == 0
    kept = np.flatnonzero(measured)
    by_count: dict[int, list[LearnedFigures]] = {count: [] for count in examples}
    named: list[tuple[str, int, float]] = []
    left = dict(chunks.labels)
    for panel in panels:
        own = {name: left.pop(name) for name in list(left) if panel.measures(name)}
        progress(f"making features by {panel.scorer.model}", 0, 0)
        features = panel.scorer.features([chunks.texts[row] for row in kept.tolist()])
        for count in examples:
            for done, (name, labels) in enumerate(own.items()):
                progress(f"learning from {count} examples by {panel.scorer.model}", done, len(own))
                known = labels[kept] != LEFT_OUT
                truth = labels[kept][known] == 1
                pool = np.flatnonzero(~measured & (labels == 1))
                if truth.sum() < FEWEST_MEASURED or len(pool) < count:
                    continue
                drawn = []
                for seed in range(DRAWS):
                    rows = _draw(pool, chunks.contract, count, seed)
                    head = panel.scorer.learn([chunks.texts[row] for row in rows.tolist()], ())
                    said = panel.scorer.score_learned(head, features)[known].astype(np.float64)
                    drawn.append(_figures(count, truth, said))
                by_count[count] += drawn
                named.append((name, count, float(np.mean([one.average_precision for one in drawn]))))
    found = [_mean(count, figures) for count, figures in by_count.items() if figures]
    if not found:
        raise InvalidInput(f"{str(data)!r} has too few labelled clauses to learn from {min(examples)} of a category.")
    note = (
        f"Learned from examples of {int(chunks.contract.max()) + 1 - len(np.unique(chunks.contract[kept]))} contracts, "
        f"measured on others, {DRAWS} draws a category. "
        + (SEEN if any(panel.categories is None for panel in panels) else UNSEEN)
    )
    contracts = len(np.unique(chunks.contract[kept]))
    return LearningReport(panels[0].scorer.model, contracts, len(kept), tuple(found), tuple(named), note)


def _read(data: Path, reader: DocumentReader, progress: Progress) -> _Data:
    texts: list[str] = []
    contract: list[int] = []
    columns: dict[str, list[NDArray[np.int8]]] = {name: [] for name in CATEGORIES}
    for number, entry in enumerate(read_contracts(data)):
        progress("reading", number, 0)
        reading = reader.read(entry.text.encode("utf-8"), "contract.txt")
        texts += units_of(reading)
        contract += [number] * len(reading.chunks)
        for name, column in columns.items():
            column.append(label_spans(reading.chunks, entry.spans.get(name, ())))
    if not texts:
        raise InvalidInput(f"There is no contract in {str(data)!r}.")
    return _Data(texts, np.array(contract, np.int64), {name: np.concatenate(parts) for name, parts in columns.items()})


def _draw(pool: IntArray, contract: IntArray, count: int, seed: int) -> IntArray:
    """``count`` of the pool, of as many contracts as there can be."""
    shuffled = np.random.default_rng(seed).permutation(pool)
    first = np.sort(np.unique(contract[shuffled], return_index=True)[1])
    rest = np.setdiff1d(np.arange(len(shuffled)), first)
    return np.asarray(shuffled[np.concatenate((first, rest))][:count], np.int64)


def _figures(count: int, truth: NDArray[np.bool_], said: NDArray[np.float64]) -> LearnedFigures:
    precision, recall = measures.precision_and_recall_at(truth, said)
    return LearnedFigures(
        count,
        1,
        measures.average_precision(truth, said),
        measures.f1_at(truth, said),
        precision,
        recall,
        measures.calibration_error(truth, said, FLOOR),
    )


def _mean(count: int, figures: Sequence[LearnedFigures]) -> LearnedFigures:
    def mean(pick: Callable[[LearnedFigures], float]) -> float:
        return float(np.nanmean([pick(one) for one in figures]))

    return LearnedFigures(
        count,
        len(figures) // DRAWS,
        mean(lambda one: one.average_precision),
        mean(lambda one: one.f1),
        mean(lambda one: one.precision),
        mean(lambda one: one.recall),
        mean(lambda one: one.calibration_error),
        _interval([one.average_precision for one in figures]),
    )


def _interval(values: Sequence[float]) -> tuple[float, float] | None:
    """Of the mean, ``DRAWS`` values a category."""
    means = np.reshape(values, (-1, DRAWS)).mean(axis=1)
    if len(means) < 2:
        return None
    found = figure(float(means.mean()), means @ judgements.drawn(len(means)) / len(means))
    return found.low, found.high


def _row(figures: LearnedFigures) -> tuple[str, ...]:
    examples, categories, *rest, interval = asdict(figures).values()
    between = "–" if interval is None else f"{interval[0]:.2f}–{interval[1]:.2f}"
    return (str(examples), str(categories), *(f"{value:.2f}" for value in rest), between)
