"""Concepts that are known by their phrases, where labels teach nothing better."""

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

PROVISION: Mapping[float, tuple[str, ...]] = {
    0.9: (
        "shall",
        "must",
        "may",
        "will",
        "agrees",
        "agree",
        "governed",
        "hereby",
        "entitled",
        "supersedes",
        "supersede",
        "grants",
        "grant",
        "warrants",
        "represents",
        "represent",
        "undertakes",
        "undertake",
        "means",
        "constitutes",
        "constitute",
        "acknowledges",
        "acknowledge",
        "survive",
        "survives",
        "terminates",
        "terminate",
        "responsible",
        "liable",
        "payable",
        "binding",
        "prohibited",
    ),
    0.4: ("is", "are", "was", "were", "has", "have", "be", "been", "not", "includes", "including"),
}
"""What speaks for a contractual provision, and not a title, a list of contents or a signature block."""

BEYOND_CONTROL: Mapping[float, tuple[str, ...]] = {
    0.95: ("force majeure", "acts of god", "act of god"),
    0.8: (
        "beyond its control",
        "beyond their control",
        "beyond its reasonable control",
        "beyond their reasonable control",
        "beyond the reasonable control",
        "beyond the control",
        "beyond such party",
        "parties control",
        "outside its control",
        "outside the parties",
        "outside their control",
        "excusable delay",
        "circumstances beyond",
        "events beyond",
        "event beyond",
        "causes beyond",
        "cause beyond",
    ),
}
"""What speaks of events beyond a party's control."""

MAXIMUM: Mapping[float, tuple[str, ...]] = {
    0.95: (
        "exceed",
        "exceeds",
        "exceeding",
        "in excess",
        "cap",
        "caps",
        "capped",
        "maximum liability",
        "maximum aggregate",
        "maximum amount",
        "maximum total",
        "maximum extent of",
        "no more than",
        "not more than",
        "for more than",
        "greater than",
    ),
    0.8: ("be limited to", "is limited to", "are limited to"),
    0.5: ("total liability", "aggregate liability", "entire liability", "limits liability"),
}
"""What speaks of a sum that something may not exceed."""

RULES: Mapping[str, Mapping[float, tuple[str, ...]]] = {"relevant to ai law": AI_LAW, "clause": PROVISION}
"""Templates that phrases alone answer."""

JOINT: Mapping[str, tuple[str, Mapping[float, tuple[str, ...]]]] = {
    "force majeure termination clause": ("termination clause", BEYOND_CONTROL),
    "liability cap clause": ("Cap On Liability", MAXIMUM),
}
"""Templates that mean another one's clause with these phrases in it: both must speak for them."""

NOTHING = 0.01
"""The score of a text with none of the phrases."""


def score(phrases: Mapping[float, tuple[str, ...]], features: Features) -> FloatArray:
    """One less the chance that every phrase found misleads, shape (texts,)."""
    sought = [(likely, phrase_features(phrase)) for likely, listed in phrases.items() for phrase in listed]
    telling = np.zeros(SIZE, np.bool_)
    telling[[feature for _, parts in sought for feature in parts]] = True
    entries = np.flatnonzero(telling[features.index])
    rows, found = np.searchsorted(features.indptr, entries, side="right") - 1, features.index[entries]
    doubt = np.full(len(features), 1 - NOTHING, np.float32)
    for likely, parts in sought:
        hits = np.bincount(rows[np.isin(found, parts)], minlength=len(features))
        doubt[hits == len(set(parts))] *= 1 - likely
    return (1 - doubt).astype(np.float32)
