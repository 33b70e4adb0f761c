"""Which concept a free statement is about: from statements people write for it, and from words its clauses use."""

from __future__ import annotations

import zlib
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from casewright.adapters.scoring.tokens import words

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    from casewright.adapters.scoring.model_file import Routing

    FloatArray = NDArray[np.float32]

STEM = 5
"""How many letters of a word stand for the word and its inflections."""

SURE = 0.5
"""How likely a statement must be about the concepts together to be routed, and not answered by its words alone."""

CLEAR = 0.3
"""How likely the best concept must be by itself."""

CONSIDERED = 3
"""To how many concepts a statement is routed at most."""

UNKNOWN = 8.0
"""How rare a word is taken to be that no clause of the training data uses."""

_EMPTY = """
a an the this that these those is are be been of to for in on at by with from as or and any all its it their
clause clauses provision provisions section agreement contract party parties which who whom what when where how
must shall may can will would should does do has have if not no other under upon about between into than such
says say states state describes concerns relates relating regarding there here one own s
"""

EMPTY_WORDS = frozenset(_EMPTY.split())
"""Words that say nothing about what a statement is about."""


def number(term: str) -> int:
    """A term's number: the CRC-32 of its UTF-8 bytes."""
    return zlib.crc32(term.encode("utf-8"))


def terms(statement: str) -> dict[int, float]:
    """The statement's terms by number, each with its weight; the squares of the weights sum to one."""
    parts = words(statement)
    found: dict[int, float] = {}
    stems = [part[:STEM] for part in parts]
    for part, stem in zip(parts, stems, strict=True):
        weight = 0.3 if part in EMPTY_WORDS else 1.0
        _note(found, "w " + part, weight)
        _note(found, "s " + stem, weight)
    for first, second in pairwise(stems):
        _note(found, f"p {first} {second}", 0.7)
    length = float(np.sqrt(sum(value * value for value in found.values()))) or 1.0
    return {term: value / length for term, value in found.items()}


def stem_numbers(statement: str) -> list[int]:
    """The numbers of the stems of the words that say something, in order."""
    return [number(word[:STEM]) for word in words(statement) if word not in EMPTY_WORDS]


def logits(routing: Routing, statement: str, vector: FloatArray) -> FloatArray:
    """What speaks for each target, "none" last, shape (targets + 1,); ``vector`` is the statement's."""
    known = terms(statement)
    total = routing.bias + vector @ routing.directions
    for term, value in known.items():
        place = _place(routing.columns, term)
        if place is not None:
            total += value * routing.weights[place]
    total[:-1] += routing.trust * lift(routing, statement)
    total[-1] += routing.doubt
    return np.asarray(total * routing.sharpness, np.float32)


def lift(routing: Routing, statement: str) -> FloatArray:
    """How much likelier the statement's words are in each target's clauses, mean of the logarithms by rarity."""
    total, mass = np.zeros(len(routing.targets), np.float32), 0.0
    for stem in stem_numbers(statement):
        place = _place(routing.stems, stem)
        if place is None:
            mass += UNKNOWN
        else:
            total += routing.lift[place] * routing.rarity[place]
            mass += float(routing.rarity[place])
    return total / np.float32(mass or 1.0)


def likelihoods(routing: Routing, statement: str, vector: FloatArray) -> FloatArray:
    """How likely the statement is about each target, "none" last; they sum to one."""
    known = logits(routing, statement, vector)
    likely = np.exp(known - known.max())
    return np.asarray(likely / likely.sum(), np.float32)


def route(routing: Routing, statement: str, vector: FloatArray) -> list[tuple[str, float]]:
    """The concepts that may answer the statement, best first, with shares that sum to one; empty where none may."""
    if not stem_numbers(statement):
        return []
    likely = likelihoods(routing, statement, vector)
    best = np.argsort(-likely[:-1], kind="stable")[:CONSIDERED]
    if 1 - likely[-1] < SURE or likely[best[0]] < CLEAR:
        return []
    share = likely[best] * (likely[best] >= likely[best[0]] / 3)
    return [(routing.targets[i], float(s)) for i, s in zip(best, share / share.sum(), strict=True) if s > 0]


def _place(sorted_numbers: NDArray[np.uint32], wanted: int) -> int | None:
    place = int(np.searchsorted(sorted_numbers, np.uint32(wanted)))
    return place if place < len(sorted_numbers) and int(sorted_numbers[place]) == wanted else None


def _note(found: dict[int, float], term: str, weight: float) -> None:
    known: Mapping[int, float] = found
    found[number(term)] = max(known.get(number(term), 0.0), weight)
