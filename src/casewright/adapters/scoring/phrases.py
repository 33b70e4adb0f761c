"""Concepts that are known by their phrases, where there is nothing to learn them from."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from casewright.adapters.scoring.features import SIZE, phrase_features

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    from casewright.adapters.scoring.features import Features

    FloatArray = NDArray[np.float32]

AI_LAW: Mapping[float, tuple[str, ...]] = {
    0.95: (
        "artificial intelligence",
        "machine learning",
        "generative AI",
        "AI system",
        "AI systems",
        "AI model",
        "AI models",
        "AI Act",
        "large language model",
        "large language models",
        "neural network",
        "neural networks",
        "deep learning",
        "automated decision",
        "automated decisions",
        "algorithmic decision",
        "algorithmic bias",
        "foundation model",
        "foundation models",
        "facial recognition",
        "chatbot",
        "chatbots",
        "deepfake",
        "deepfakes",
        "predictive algorithm",
    ),
    0.7: (
        "AI",
        "algorithmic",
        "automated means",
        "training data",
        "language model",
        "language models",
        "biometric identification",
        "biometric categorisation",
        "natural language processing",
        "synthetic content",
        "solely automated",
        "automated processing",
        "computer vision",
        "robot",
        "robots",
    ),
    0.3: ("algorithm", "algorithms", "profiling", "train the model", "autonomous", "biometric", "data mining"),
}
"""What speaks for relevance to the law of artificial intelligence, by how much one phrase alone does."""

RULES: Mapping[str, Mapping[float, tuple[str, ...]]] = {"relevant to ai law": AI_LAW}
"""Templates that phrases answer."""

NOTHING = 0.01
"""The score of a text with none of the phrases."""


def score(phrases: Mapping[float, tuple[str, ...]], features: Features) -> FloatArray:
    """One less the chance that every phrase found misleads, shape (texts,)."""
    rows = np.repeat(np.arange(len(features)), np.diff(features.indptr))
    doubt = np.full(len(features), 1 - NOTHING, np.float32)
    for likely, listed in phrases.items():
        for phrase in listed:
            parts = phrase_features(phrase)
            wanted = np.zeros(SIZE, np.bool_)
            wanted[parts] = True
            hits = np.bincount(rows[wanted[features.index]], minlength=len(features))
            doubt[hits == len(set(parts))] *= 1 - likely
    return (1 - doubt).astype(np.float32)
