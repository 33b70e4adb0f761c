"""What an evaluation needs of the scorers that it measures, and how those that only rank are asked."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from evals.bm25 import Bm25

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

    def threshold(self, statement: str) -> float:
        """From which probability on the scorer calls it a match where it may choose."""
        ...

    def concept_threshold(self, concept: str) -> float:
        """The same for the part made for one concept."""
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

    @property
    def encoded(self) -> bool:
        """Whether an encoder that was trained on labels has a part in its scores."""
        ...

    @property
    def never_learned(self) -> frozenset[str]:
        """The categories whose labels its encoder never saw."""
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


class Embeds(Protocol):
    """Texts to vectors."""

    def embed(self, texts: Sequence[str]) -> FloatArray:
        """Vectors (texts, dimension) of length one."""
        ...


class CosineRanker:
    """The cosine of vectors, as an encoder makes them that nobody has tuned."""

    def __init__(self, encoder: Embeds, name: str = "cosine, encoder not tuned") -> None:
        self._encoder = encoder
        self.name = name

    def over(self, texts: Sequence[str]) -> Callable[[str], NDArray[np.float64]]:
        """The scores of these texts by statement; their vectors are made once."""
        vectors = self._encoder.embed(texts)
        return lambda statement: (vectors @ self._encoder.embed([statement])[0]).astype("float64")


def name_of(panel: Sequence[MeasuredScorer]) -> str:
    """What the models of one kind are called together."""
    more = f" and {len(panel) - 1} more" if len(panel) > 1 else ""
    return panel[0].model + more


def first_unseen(known: str, panel: Sequence[frozenset[str]]) -> int | None:
    """The first model that was not trained on the document with this fingerprint; None where all were."""
    return next((place for place, contracts in enumerate(panel) if known not in contracts), None)


def silent(stage: str, done: int, total: int) -> None:
    """Tells nobody."""
    del stage, done, total
