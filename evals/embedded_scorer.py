"""The embedded scorer as evaluations see it: texts made ready once, heads by name, and concepts that can be hidden."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from casewright.adapters.scoring.embedded_scorer import EmbeddedScorer
from casewright.adapters.scoring.encoder import Encoder
from casewright.adapters.scoring.model_file import SHIPPED, Model, load
from casewright.errors import IntegrityError
from evals.judgements import LINE

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence
    from pathlib import Path

    from numpy.typing import NDArray

    from casewright.adapters.scoring.features import Features

    FloatArray = NDArray[np.float32]
    IntArray = NDArray[np.int64]


class MeasuredTexts:
    """Texts with their features, computed once. Fits the evaluations' ``ReadyTexts``."""

    def __init__(self, model: Model, encoder: Encoder | None, texts: Sequence[str], features: Features) -> None:
        self._model = model
        self._encoder = encoder
        self._scorer = _scorer(model, encoder)
        self._texts = texts
        self._features = features

    def score(self, statement: str) -> FloatArray:
        """What the scorer says of each text, shape (texts,)."""
        return self._scorer.score_features(
            statement, self._features, lambda rows: [self._texts[row] for row in rows.tolist()]
        )

    def score_concept(self, concept: str) -> FloatArray:
        """What the part made for one concept says. Raises ``KeyError`` where there is none."""
        return self._scorer.score_concept(concept, self._features)

    def threshold(self, statement: str) -> float:
        """From which probability on the statement's matches are best told from the rest."""
        return self._scorer.threshold(statement)

    def concept_threshold(self, concept: str) -> float:
        """The same for the part made for one concept."""
        return self._model.thresholds.get(concept, LINE)

    def weighted_rows(self) -> tuple[IntArray, NDArray[np.uint16], FloatArray, int]:
        """Row starts, features, weights and the number of features there are."""
        return self._scorer.weighted_rows(self._features)

    def routes(self, statement: str) -> list[tuple[str, float]]:
        """The concepts whose parts answer a free statement, with shares that sum to one; empty for its words."""
        return self._scorer.routes(statement)

    def without(self, concepts: Collection[str]) -> MeasuredTexts:
        """The same texts, asked of a model that knows these concepts neither by heads nor by routing."""
        return MeasuredTexts(_hidden(self._model, concepts), self._encoder, self._texts, self._features)


class MeasuredEmbedded:
    """Fits the evaluations' ``MeasuredScorer``."""

    def __init__(
        self, model: Model, encoder: Encoder | None = None, never_learned: frozenset[str] = frozenset()
    ) -> None:
        self._model = model
        self._encoder = encoder
        self._scorer = _scorer(model, encoder)
        self.never_learned = never_learned

    @classmethod
    def from_folder(cls, folder: Path = SHIPPED) -> MeasuredEmbedded:
        """The model of this folder. Raises ``IntegrityError`` where it cannot be used.

        A model made for measuring may have ``never_learned.json`` beside it: a list of the categories that its encoder
        never saw.
        """
        model = load(folder)
        encoder = Encoder.from_folder(folder) if model.encoder else None
        return cls(model, encoder, never_learned(folder / "never_learned.json"))

    @property
    def encoded(self) -> bool:
        """Whether an encoder has a part in the scores."""
        return self._encoder is not None

    @property
    def model(self) -> str:
        """Name and version."""
        return self._scorer.model

    @property
    def contracts(self) -> frozenset[str]:
        """Fingerprints of the contracts that the model was trained on."""
        return self._scorer.contracts

    @property
    def concepts(self) -> tuple[str, ...]:
        """What the model has a head for."""
        return self._scorer.concepts

    def over(self, texts: Sequence[str]) -> MeasuredTexts:
        """The texts made ready to be asked about."""
        return MeasuredTexts(self._model, self._encoder, texts, self._scorer.features(texts))


def _scorer(model: Model, encoder: Encoder | None) -> EmbeddedScorer:
    return EmbeddedScorer(model, None if encoder is None else lambda: encoder)


def never_learned(file: Path) -> frozenset[str]:
    """The categories in the file, none where there is no such file. Raises ``IntegrityError`` for another file."""
    if not file.exists():
        return frozenset()
    try:
        listed = json.loads(file.read_text("utf-8"))
    except (OSError, ValueError) as problem:
        raise IntegrityError(f"{str(file)!r} cannot be read ({problem}): it is a JSON list of categories.") from problem
    if not isinstance(listed, list) or not all(isinstance(name, str) for name in listed):
        raise IntegrityError(f"{str(file)!r} is not a JSON list of categories.")
    return frozenset(listed)


def _hidden(model: Model, concepts: Collection[str]) -> Model:
    kept = np.array([name not in concepts for name in model.routing.targets], np.bool_)
    columns = np.append(kept, True)  # the last one is "none of these"
    routing = replace(
        model.routing,
        targets=tuple(name for name in model.routing.targets if name not in concepts),
        weights=model.routing.weights[:, columns],
        bias=model.routing.bias[columns],
        directions=model.routing.directions[:, columns],
        lift=model.routing.lift[:, kept],
    )
    heads = {name: head for name, head in model.heads.items() if name not in concepts}
    return replace(model, heads=heads, routing=routing)
