"""What the cells of a review grid say of what the tools found, case by case."""

from __future__ import annotations

from typing import Any

import pytest

from casewright.domain.facts import FIELDS
from casewright.domain.grids import CellOpinion, CellState
from casewright.server.pages.fact_labels import LABELS
from casewright.server.pages.grid_cells import answer_cell, fact_cell, query_cell, unread_cell
from casewright.server.pages.grid_columns import column_of, columns_of
from casewright.server.pages.grid_reviews import keeps
from casewright.server.problems import Problem

READ = {"state": "read", "reason": None, "fields_not_looked_for": ["venue"], "fields_rejected": ["insurance"]}


# Any, here and below: a tool's JSON.
def fact(**more: Any) -> dict[str, Any]:
    place = {"document_id": "d1", "filename": "a.pdf", "start": 3, "end": 9, "page": 1, "section": None}
    value = {"type": "law", "shown": "Delaware"}
    said = {"field": "governing_law", "value": value, "quote": "of\nDelaware", "confidence": 0.95, "how": "model"}
    return {**place, **said, "amended_by": None, **more}


def document(*facts: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"document_id": "d1", "reading": READ, "facts": list(facts), "in_force": [], **more}


@pytest.mark.parametrize(
    ("told", "state", "band"),
    [
        (document(fact()), CellState.FOUND, "high"),
        (document(fact(confidence=0.8)), CellState.FOUND, "medium"),
        (document(fact(confidence=0.6)), CellState.PERHAPS, "perhaps"),
        (document(fact(confidence=0.6, how="person")), CellState.FOUND, "a person said so"),
        (document(), CellState.NOT_FOUND, None),
        (document(reading={**READ, "state": "not read", "reason": "damaged"}), CellState.NOT_READ, None),
        (document(reading={**READ, "fields_rejected": ["governing_law"]}), CellState.REJECTED, None),
        (document(reading={**READ, "fields_not_looked_for": ["governing_law"]}), CellState.NOT_LOOKED_FOR, None),
    ],
)
def test_fact_says_how_it_stands(told: dict[str, Any], state: CellState, band: str | None) -> None:
    """What was not read is never said to be not found."""
    cell = fact_cell(told, "governing_law", "en")
    assert (cell.state, cell.band) == (state, band)


def test_fact_of_a_later_document_counts_and_is_named() -> None:
    """The document's own, amended word is not shown, and the place is the later document's."""
    later = fact(document_id="d2", filename="side letter.pdf", value={"type": "law", "shown": "New York"})
    amended = {"field": "governing_law", "document_id": "d2", "filename": "side letter.pdf", "facts": [later]}
    cell = fact_cell(document(fact(amended_by="d2"), in_force=[amended]), "governing_law", "ro")

    assert cell.value == "New York"
    assert cell.place is not None
    assert cell.place.document_id == "d2"
    assert "side letter.pdf" in cell.note


def test_words_without_a_value_are_the_quote_alone() -> None:
    """Nothing is made up where the words could not be read as a value; white space is folded."""
    cell = fact_cell(document(fact(value=None)), "governing_law", "en")
    assert (cell.value, cell.quote) == ("", "of Delaware")


def test_query_shows_the_best_clause_and_counts_the_others() -> None:
    """Without a match the best score is still told."""
    match = {"text": "Indemnity", "score": 0.71, "citation": {"start": 1, "end": 5, "page": 2}}
    found = {"document_id": "d1", "error": None, "score": 0.71, "matches": [match, {**match, "score": 0.6}]}

    cell = query_cell(found)
    assert (cell.state, cell.band, cell.score, cell.more) == (CellState.FOUND, "strong", 0.71, 1)
    assert query_cell({**found, "matches": [], "score": 0.2}).state is CellState.NOT_FOUND
    assert query_cell({**found, "matches": [], "score": 0.2}).score == 0.2
    assert query_cell({**found, "error": "not ready"}).state is CellState.NOT_READ


def test_answer_that_is_often_wrong_is_perhaps() -> None:
    """And a question for an opinion is not looked for."""
    cited = {"document_id": "d1", "start": 1, "end": 5, "quote": "ninety days"}
    answer = {"found": True, "how": "facts", "band": "perhaps", "confidence": 0.5, "primary_citation": cited}
    answer |= {"value": {"shown": "90 days"}, "values": []}

    assert answer_cell(answer, "en").state is CellState.PERHAPS
    assert answer_cell({**answer, "band": "high"}, "en").value == "90 days"
    assert answer_cell({**answer, "found": False}, "en").state is CellState.NOT_FOUND
    assert answer_cell({**answer, "how": "judgement"}, "en").state is CellState.NOT_LOOKED_FOR


@pytest.mark.parametrize(
    ("status", "reading", "state"),
    [
        ("ready", {"state": "whole"}, None),
        ("ready", {"state": "needs OCR", "reason": "pictures"}, CellState.NEEDS_OCR),
        ("error", {"state": "password", "reason": "it has a password"}, CellState.NOT_READ),
        ("embedding", None, CellState.NOT_READ),
    ],
)
def test_document_without_text_says_why(status: str, reading: dict[str, str] | None, state: CellState | None) -> None:
    """Of each of its cells."""
    cell = unread_cell({"processing_status": status, "reading": reading}, "en")
    assert (None if cell is None else cell.state) == state


def test_column_is_what_its_key_says() -> None:
    """Each is there once; what is none is refused."""
    assert [one.label for one in columns_of(["fact:term", "fact:term", "query:{IS right}"])] == ["Term", "right"]
    for wrong in ("fact:nonsense", "query:", "template:right", "x"):
        with pytest.raises(Problem):
            column_of(wrong)


def test_filter_goes_by_the_columns_shown() -> None:
    """A document is kept for one cell of the state; a stale one is found under its state and as stale."""
    said = {"fact:term": CellOpinion("disputed", "ada", stale=True)}
    assert keeps("disputed", said, ["fact:term"])
    assert keeps("stale", said, ["fact:term"])
    assert not keeps("reviewed", said, ["fact:term"])
    assert not keeps("disputed", said, ["fact:venue"])
    assert keeps("unreviewed", said, ["fact:term", "fact:venue"])
    assert not keeps("unreviewed", said, ["fact:term"])
    assert keeps("", {}, ["fact:term"])


def test_every_fact_has_its_label_among_those_that_are_translated() -> None:
    """A new field is in the catalogue only if its label is named here."""
    assert {one.label for one in FIELDS} == LABELS
