"""The evaluation of documents named in words: what counts as right, and that its questions can be drawn again."""

from __future__ import annotations

from typing import Any

import pytest

from casewright.errors import InvalidInput
from evals.cuad_data import LabelledContract
from evals.named_documents import figures, judge, outcome, touches
from evals.named_questions import questions

TEXT = (
    "SUPPLY AGREEMENT between Betamax Mills GmbH and Meridian Stores Inc. of 7 June 2019. The laws of Germany govern."
)
LAW = TEXT.index("The laws")


def contract() -> LabelledContract:
    """A contract with its names marked, and its governing law."""
    marks = {
        "Document Name": "SUPPLY AGREEMENT",
        "Parties": "Betamax Mills GmbH",
        "Agreement Date": "7 June 2019",
        "Governing Law": "The laws of Germany govern.",
    }
    spans = {name: [(TEXT.index(words), TEXT.index(words) + len(words))] for name, words in marks.items()}
    return LabelledContract("beta.txt", TEXT, spans)


def searched(place: int, *, named: list[str], certain: bool = True) -> dict[str, Any]:
    citation = {"filename": "beta.txt", "start": place, "end": place + 5}
    told = [{"filenames": named, "certain": certain}] if named else []
    return {"results": [{"citation": citation}], "named": told}


@pytest.mark.requirement("named-measured")
def test_outcomes() -> None:
    """Right is exactly what was meant; a question back counts apart; nothing is right where nothing is named."""
    assert outcome(["a"], ["a"], certain=True) == "right"
    assert outcome(["a"], ["a", "b"], certain=False) == "asked back"
    assert outcome(["a"], ["a", "b"], certain=True) == "wrong"
    assert outcome(["a"], ["b"], certain=False) == "wrong"
    assert outcome(["a"], [], certain=True) == "nothing"
    assert outcome([], [], certain=True) == "right"
    assert outcome([], ["a"], certain=True) == "wrong"


@pytest.mark.requirement("named-measured")
def test_first_passage_is_asked_in_three_ways() -> None:
    """Each way is searched by itself, and a passage counts that touches a mark of the contract that is meant."""
    known = {"beta.txt": contract()}
    [question] = questions("fitted", list(known.values()))
    asked = []

    def search(query: str, files: object, *, read_names: bool) -> dict[str, Any]:
        asked.append((query, files, read_names))
        return searched(LAW if read_names else 0, named=["beta.txt"] if read_names and files is None else [])

    judged = judge(question, known, search)
    assert judged.outcome == "right"
    assert dict(judged.first) == {"given": True, "only named": False, "with names read": True}
    assert len(asked) == 3
    shares = figures([judged])
    assert shares["named: right"].value == 1.0
    assert shares["first passage, only named"].value == 0.0
    elsewhere = searched(LAW, named=[])
    elsewhere["results"][0]["citation"]["filename"] = "other.txt"
    assert not touches(elsewhere, contract(), "Governing Law")


@pytest.mark.requirement("named-measured")
def test_questions_are_drawn_the_same_again() -> None:
    """The seed decides; questions about contracts that are not there are left out, and other halves refused."""
    known = [contract()]
    assert questions("fitted", known) == questions("fitted", known)
    assert all(not one.files for one in questions("unseen", known))
    assert questions("retired", known) == []
    with pytest.raises(InvalidInput):
        questions("other", known)
