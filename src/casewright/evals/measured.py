"""What an evaluation needs of the scorers that it measures, and how those that only rank are asked."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from casewright.evals.bm25 import Bm25

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Sequence

    import numpy as np
    from numpy.typing import NDArray

    FloatArray = NDArray[np.float32]
    IntArray = NDArray[np.int64]
    Progress = Callable[[str, int, int], None]


class ReadyTexts(Protocol):
    """Texts for which a scorer has done once what every statement needs."""

    def score(self, statement: str) -> FloatArray:
        """The calibrated probabilities that the statement holds, shape (texts,)."""
        ...

    def score_concept(self, concept: str) -> FloatArray:
        """What the part made for one concept says, shape (texts,)."""
        ...

    def weighted_rows(self) -> tuple[IntArray, NDArray[np.uint16], FloatArray, int]:
        """Row starts, features, weights and the number of features there are: what heads are fitted on."""
        ...

    def routes(self, statement: str) -> Sequence[tuple[str, float]]:
        """The concepts that answer a free statement, with shares that sum to one; empty where its words answer."""
        ...

    def without(self, concepts: Collection[str]) -> ReadyTexts:
        """The same texts, asked as if the scorer had never learned these concepts."""
        ...


class MeasuredScorer(Protocol):
    """A scorer with parts made for concepts, that knows what it was trained on."""

    @property
    def model(self) -> str:
        """Name and version."""
        ...

    @property
    def contracts(self) -> frozenset[str]:
        """Fingerprints of the documents it was trained on."""
        ...

    @property
    def concepts(self) -> tuple[str, ...]:
        """The names of its heads."""
        ...

    def over(self, texts: Sequence[str]) -> ReadyTexts:
        """The texts made ready to be asked about."""
        ...


class Ranker(Protocol):
    """A baseline: it ranks texts by statement and says no probabilities."""

    @property
    def name(self) -> str:
        """What figures are listed under."""
        ...

    def over(self, texts: Sequence[str]) -> Callable[[str], NDArray[np.float64]]:
        """The scores of these texts by statement."""
        ...


class Bm25Ranker:
    """BM25 over the texts measured."""

    name = "BM25"

    def over(self, texts: Sequence[str]) -> Callable[[str], NDArray[np.float64]]:
        """The scores of these texts by statement."""
        return Bm25(texts).score


def silent(stage: str, done: int, total: int) -> None:
    """Tells nobody."""
    del stage, done, total
