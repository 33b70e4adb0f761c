"""What is said of contracts' texts: by models that have not seen them, or by heads fitted anew on the other folds."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

import numpy as np

from evals.cuad_data import CATEGORIES, LEARNED_FROM, SAME
from evals.fitting import Rows, cross_fit, cross_platt
from evals.judgements import LINE

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from evals.scorers import MeasuredScorer, Progress, ReadyTexts

    FloatArray = NDArray[np.float64]
    IntArray = NDArray[np.int64]
    Said = NDArray[np.float32] | FloatArray


@dataclass(frozen=True, slots=True)
class Answered:
    """What was said of every text, shape (texts,), and the scorer's own threshold there: one, or shape (texts,)."""

    said: Said
    line: float | FloatArray = LINE

    def of(self, rows: NDArray[np.bool_]) -> tuple[FloatArray, float | FloatArray]:
        """Both for these texts."""
        line = self.line if isinstance(self.line, float) else self.line[rows]
        return np.asarray(self.said, np.float64)[rows], line


class Answers(Protocol):
    """What is said of every text, by category or by statement."""

    heads: frozenset[str]
    """The categories that have one."""

    @property
    def asked_note(self) -> str:
        """How free words are answered."""
        ...

    @property
    def absent_note(self) -> str:
        """How far categories were left out."""
        ...

    def head(self, category: str) -> Answered:
        """By the head made for the category."""
        ...

    def never_learned(self, category: str) -> NDArray[np.bool_] | None:
        """The texts that are answered by a model which never learned the category; None where all can be."""
        ...

    def ask(self, statement: str) -> Answered:
        """By a free statement."""
        ...

    def ask_without(self, category: str, statement: str) -> Answered:
        """By a free statement, asked of a model that never learned the category."""
        ...


class ByModels:
    """Each text is answered by the model with its number."""

    asked_note = "Free words are answered as the product answers them."

    def __init__(self, scorers: Sequence[MeasuredScorer], texts: Sequence[str], model_of: IntArray) -> None:
        self._count = len(texts)
        self.heads = frozenset(
            name for name in CATEGORIES if all(SAME.get(name, name) in scorer.concepts for scorer in scorers)
        )
        self._parts: list[tuple[IntArray, ReadyTexts]] = []
        self._never: list[frozenset[str]] = [scorer.never_learned for scorer in scorers]
        self._encoded = any(scorer.encoded for scorer in scorers)
        for number, scorer in enumerate(scorers):
            rows = np.flatnonzero(model_of == number)
            self._parts.append((rows, scorer.over([texts[row] for row in rows.tolist()])))

    @property
    def absent_note(self) -> str:
        """How far categories were left out."""
        if not self._encoded:
            return "Whatever was learned from the category's labels is hidden; the other heads are as they are."
        if any(self._never):
            return (
                "Each category over the contracts of the model whose encoder never saw its labels; heads and routing "
                "that learned it are hidden."
            )
        return (
            "Heads and routing that learned the category are hidden, but the encoder has seen its labels: better than "
            "for a concept that nobody labelled."
        )

    def head(self, category: str) -> Answered:
        """By the head made for the category."""
        concept = SAME.get(category, category)
        return self._joined(
            [(ready.score_concept(concept), ready.concept_threshold(concept)) for _, ready in self._parts]
        )

    def never_learned(self, category: str) -> NDArray[np.bool_] | None:
        """The texts of the models whose encoder never saw the category; None where no model says so."""
        if not self._encoded or not any(self._never):
            return None
        counted = np.zeros(self._count, np.bool_)
        for (rows, _), never in zip(self._parts, self._never, strict=True):
            counted[rows] = category in never
        return counted

    def ask(self, statement: str) -> Answered:
        """By a free statement."""
        return self._joined([(ready.score(statement), ready.threshold(statement)) for _, ready in self._parts])

    def ask_without(self, category: str, statement: str) -> Answered:
        """By a free statement, with all that was learned from the category hidden."""
        hidden = [ready.without(learned_from(category)) for _, ready in self._parts]
        return self._joined([(ready.score(statement), ready.threshold(statement)) for ready in hidden])

    def _joined(self, parts: Sequence[tuple[NDArray[np.float32], float]]) -> Answered:
        said, line = np.zeros(self._count, np.float32), np.full(self._count, LINE)
        for (rows, _), (part, least) in zip(self._parts, parts, strict=True):
            said[rows], line[rows] = part, least
        return Answered(said, line)


class Refitted:
    """Each text is answered by heads on words that were fitted and calibrated without its fold.

    No thresholds are fitted to them: their own is the usual one.
    """

    asked_note = (
        "Free words are routed as the product routes them, to heads that were fitted without the fold; heads of "
        "concepts that are not CUAD's are the shipped ones, which have seen these texts, though not their labels."
    )
    absent_note = (
        "The category's head, and all that was learned from its labels, is hidden; the words that its clauses use "
        "have still weighed on what the other statements of the routing were told apart by."
    )

    def __init__(
        self,
        scorer: MeasuredScorer,
        texts: Sequence[str],
        labels: Mapping[str, NDArray[np.int8]],
        fold: IntArray,
        told: Progress,
    ) -> None:
        self._ready = scorer.over(texts)
        rows = Rows(*self._ready.weighted_rows())
        names = [name for name in CATEGORIES if _spread(labels[name], fold)]
        margins = []
        for done, name in enumerate(names):
            told("fitting", done, len(names))
            margins.append(cross_fit(rows, labels[name], fold))
        found = cross_platt(margins, [labels[name] for name in names], fold)[0] if names else []
        self._heads: dict[str, Said] = dict(zip(names, found, strict=True))
        self.heads = frozenset(names)
        self._concepts: dict[str, Said] = {SAME.get(name, name): said for name, said in self._heads.items()}

    def head(self, category: str) -> Answered:
        """By the head fitted for the category."""
        return Answered(self._heads[category])

    def never_learned(self, category: str) -> None:
        """All texts can be answered without the category."""
        del category

    def ask(self, statement: str) -> Answered:
        """By a free statement."""
        return Answered(self._ask(self._ready, statement))

    def ask_without(self, category: str, statement: str) -> Answered:
        """By a free statement, with all that was learned from the category hidden."""
        return Answered(self._ask(self._ready.without(learned_from(category)), statement))

    def _ask(self, ready: ReadyTexts, statement: str) -> Said:
        routes = ready.routes(statement)
        if not routes:
            return ready.score(statement)
        return np.asarray(sum(share * self._concept(name) for name, share in routes), np.float64)

    def _concept(self, concept: str) -> Said:
        if concept not in self._concepts:
            self._concepts[concept] = self._ready.score_concept(concept)
        return self._concepts[concept]


def learned_from(category: str) -> frozenset[str]:
    """The concepts whose heads were taught by the category's labels, its own among them."""
    return frozenset({category, SAME.get(category, category), *LEARNED_FROM.get(category, ())})


def _spread(labels: NDArray[np.int8], fold: IntArray) -> bool:
    """Whether every fold leaves positives and negatives to learn from."""
    return all(
        (labels[fold != number] == 1).any() and (labels[fold != number] == 0).any() for number in np.unique(fold)
    )
