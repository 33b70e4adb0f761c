"""Routing of free statements."""

from __future__ import annotations

import numpy as np
import pytest

from casewright.adapters.scoring.model_file import Routing
from casewright.adapters.scoring.routing import likelihoods, number, route, stem_numbers, terms


NOWHERE = np.zeros(2, np.float32)
TO_DOGS = np.array([1, 0], np.float32)


def routing_of(**weights: float) -> Routing:
    """A routing with the targets "cats" and "dogs": ``weights`` are those of whole words for "cats"."""
    ranked = sorted((number("w " + word), value) for word, value in weights.items())
    columns = np.array([term for term, _ in ranked], np.uint32)
    matrix = np.array([[value, 0, 0] for _, value in ranked], np.float32).reshape(-1, 3)
    stems = np.array([number("barki"[:5])], np.uint32)
    lift = np.array([[0, 4]], np.float32)
    rarity = np.array([5], np.float32)
    bias, directions = np.zeros(3, np.float32), np.array([[0, 9, 0], [0, 0, 0]], np.float32)
    return Routing(("cats", "dogs"), columns, matrix, bias, directions, stems, lift, rarity, 2.0, 0.5, 1.0)


def test_known_term_leads_to_its_concept() -> None:
    """A word with weight for a concept routes there; an unknown one nowhere."""
    routing = routing_of(purring=20.0)

    assert route(routing, "purring", NOWHERE) == [("cats", 1.0)]
    assert route(routing, "swimming", NOWHERE) == []


def test_words_of_a_concepts_clauses_lead_to_it() -> None:
    """A word that no statement has, but a concept's clauses use, routes there."""
    assert route(routing_of(purring=1.0), "barking", NOWHERE) == [("dogs", 1.0)]


def test_a_vector_leads_to_its_concept() -> None:
    """A statement with none of the known words is routed by its vector."""
    assert route(routing_of(purring=1.0), "hounds", TO_DOGS) == [("dogs", 1.0)]


@pytest.mark.parametrize("statement", ["", "…", "the clause that says"])
def test_statement_without_telling_words_is_not_routed(statement: str) -> None:
    """Where no word says anything there is no route."""
    assert stem_numbers(statement) == []
    assert route(routing_of(purring=20.0), statement, NOWHERE) == []


def test_likelihoods_sum_to_one() -> None:
    """The targets and "none" share one."""
    assert abs(likelihoods(routing_of(purring=3.0), "purring barking", NOWHERE).sum() - 1) < 1e-6


def test_terms_have_length_one() -> None:
    """A statement's terms are scaled, so that long statements do not weigh more."""
    assert abs(sum(value**2 for value in terms("a right to audit the books").values()) - 1) < 1e-9
    assert terms("") == {}
