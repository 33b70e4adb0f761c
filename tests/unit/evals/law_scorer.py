"""A scorer for the tests of evaluations: it knows one concept, and is plain to see through."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from numpy.typing import NDArray

    FloatArray = NDArray[np.float32]

LAW = "governing law clause"
KNOWN = ("governed", "insurance", "goods", "price", "Notices")


class LawTexts:
    """Says 0.9 of texts about governing law by its head, and of a statement 0.8 where a text has its first word."""

    def __init__(self, texts: Sequence[str], concepts: Sequence[str], law_line: float = 0.95) -> None:
        self._texts = texts
        self._concepts = concepts
        self._law_line = law_line

    def score(self, statement: str) -> FloatArray:
        if self.routes(statement):
            return self.score_concept(LAW)
        word = statement.split()[0].lower()
        return np.array([0.8 if word in text.lower() else 0.2 for text in self._texts], np.float32)

    def score_concept(self, concept: str) -> FloatArray:
        if concept not in self._concepts:
            raise KeyError(concept)
        return np.array([0.9 if "governed by" in text else 0.1 for text in self._texts], np.float32)

    def threshold(self, statement: str) -> float:
        return self.concept_threshold(LAW) if self.routes(statement) else 0.15

    def concept_threshold(self, concept: str) -> float:
        return {LAW: self._law_line}.get(concept, 0.5)

    def weighted_rows(self) -> tuple[NDArray[np.int64], NDArray[np.uint16], FloatArray, int]:
        rows = [[place for place, word in enumerate(KNOWN) if word in text] for text in self._texts]
        indptr = np.cumsum([0, *map(len, rows)])
        index = np.array([place for row in rows for place in row], np.uint16)
        return indptr, index, np.ones(len(index), np.float32), len(KNOWN)

    def routes(self, statement: str) -> list[tuple[str, float]]:
        return [(LAW, 1.0)] if LAW in self._concepts and "law" in statement else []

    def without(self, concepts: Collection[str]) -> LawTexts:
        return LawTexts(self._texts, [name for name in self._concepts if name not in concepts], self._law_line)


class LawScorer:
    """Fits ``MeasuredScorer``; ``contracts`` are the fingerprints it was trained on."""

    concepts = (LAW,)
    encoded = False

    def __init__(
        self,
        contracts: Sequence[str] = (),
        model: str = "law-1",
        never_learned: Sequence[str] = (),
        law_line: float = 0.95,
    ) -> None:
        self._law_line = law_line
        self.contracts = frozenset(contracts)
        self.model = model
        self.never_learned = frozenset(never_learned)

    def over(self, texts: Sequence[str]) -> LawTexts:
        return LawTexts(texts, self.concepts, self._law_line)
