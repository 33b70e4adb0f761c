"""Which concept a free statement is about, read from its own words."""

from __future__ import annotations

import itertools
import zlib
from typing import TYPE_CHECKING

import numpy as np

from casewright.adapters.scoring.tokens import words

if TYPE_CHECKING:
    from casewright.adapters.scoring.model_file import Routing

STEM = 5
"""How many letters of a word stand for the word and its inflections."""

SURE = 0.5
"""How likely a statement must be about the concepts together to be routed, and not answered by its words alone."""

CLEAR = 0.25
"""How likely the best concept must be by itself."""

CONSIDERED = 3
"""To how many concepts a statement is routed at most."""

EMPTY_WORDS = frozenset(
    [
        "a",
        "an",
        "the",
        "this",
        "that",
        "these",
        "those",
        "is",
        "are",
        "be",
        "been",
        "of",
        "to",
        "for",
        "in",
        "on",
        "at",
        "by",
        "with",
        "from",
        "as",
        "or",
        "and",
        "any",
        "all",
        "its",
        "it",
        "their",
        "clause",
        "clauses",
        "provision",
        "provisions",
        "section",
        "agreement",
        "contract",
        "party",
        "parties",
        "which",
        "who",
        "whom",
        "what",
        "when",
        "where",
        "how",
        "must",
        "shall",
        "may",
        "can",
        "will",
        "would",
        "should",
        "does",
        "do",
        "has",
        "have",
        "if",
        "not",
        "no",
        "other",
        "under",
        "upon",
        "about",
        "between",
        "into",
        "than",
        "such",
        "says",
        "say",
        "states",
        "state",
        "describes",
        "concerns",
        "relates",
        "relating",
        "regarding",
        "there",
        "here",
        "one",
        "own",
        "s",
    ]
)
"""Words that say nothing about what a statement is about."""


def terms(statement: str) -> dict[int, float]:
    """The statement's terms by number, each with its weight; the squares of the weights sum to one."""
    parts = words(statement)
    found: dict[int, float] = {}
    stems = [part[:STEM] for part in parts]
    for part, stem in zip(parts, stems, strict=True):
        weight = 0.3 if part in EMPTY_WORDS else 1.0
        _count(found, "w " + part, weight)
        _count(found, "s " + stem, weight)
    for first, second in itertools.pairwise(stems):
        _count(found, f"p {first} {second}", 0.7)
    length = float(np.sqrt(sum(value * value for value in found.values()))) or 1.0
    return {number: value / length for number, value in found.items()}


def route(routing: Routing, statement: str) -> list[tuple[str, float]]:
    """The concepts that may answer the statement, best first, with shares that sum to one; empty where none may."""
    known = terms(statement)
    if not known or len(routing.columns) == 0:
        return []
    numbers = np.fromiter(known, np.uint32, len(known))
    values = np.fromiter(known.values(), np.float32, len(known))
    places = np.minimum(np.searchsorted(routing.columns, numbers), len(routing.columns) - 1)
    hit = routing.columns[places] == numbers
    logits = values[hit] @ routing.weights[places[hit]] + routing.bias
    likely = np.exp(logits - logits.max())
    likely /= likely.sum()
    best = np.argsort(-likely[:-1], kind="stable")[:CONSIDERED]
    if 1 - likely[-1] < SURE or likely[best[0]] < CLEAR:
        return []
    share = likely[best] * (likely[best] >= likely[best[0]] / 3)
    return [(routing.targets[i], float(s)) for i, s in zip(best, share / share.sum(), strict=True) if s > 0]


def _count(found: dict[int, float], term: str, weight: float) -> None:
    number = zlib.crc32(term.encode("utf-8"))
    found[number] = max(found.get(number, 0.0), weight)
