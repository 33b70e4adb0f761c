"""Tests of casewright.toolbox.queries.isaacus_iql and what it stands on."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from casewright.errors import Unavailable
from casewright.toolbox.documents.stored_chunks import section_label
from casewright.toolbox.queries.isaacus_iql import IQLMatch, IsaacusIQLInput, IsaacusIQLOutput
from casewright.tools.calls import Status
from tests.fakes.memory_matter import MemoryMatter

if TYPE_CHECKING:
    from pydantic import BaseModel

INDEMNITY = "This is an indemnity clause."
CAP = "This is a liability cap clause."
FIRST = "1. The Supplier shall indemnify.\n2. Liability is capped at EUR 5.\n3. Notices go by post."
SECOND = "1. The Landlord indemnifies fully.\n2. Nothing else."
SCORES = {INDEMNITY: {"indemnif": 0.9}, CAP: {"capped": 0.8, "indemnify": 0.3}}
UNCAPPED = "{IS indemnity clause} AND NOT {IS liability cap clause}"


def two_contracts(**thresholds: float) -> MemoryMatter:
    """A matter with a capped indemnity in first.txt and an uncapped one in second.txt."""
    matter = MemoryMatter(SCORES)
    matter.scores.thresholds.update({{"indemnity": INDEMNITY, "cap": CAP}[name]: of for name, of in thresholds.items()})
    matter.add("first.txt", FIRST)
    matter.add("second.txt", SECOND)
    return matter


@pytest.mark.requirement("iqltool-shape")
def test_result_has_the_shape_of_the_seed() -> None:
    """The keys of the seed, and exactly the added ones, stand in the result, the documents and the matches."""
    found = two_contracts().ask("{IS indemnity clause}")
    assert list(found) == [
        *("query", "document_results", "total_matches", "average_score"),
        *("semantics", "scope", "threshold", "backend", "warnings", "tiers"),
    ]
    second, first = found["document_results"]
    assert list(first) == ["document_id", "filename", "score", "matches", "match_count", "error"]
    assert list(first["matches"][0]) == ["text", "start_index", "end_index", "score", "citation"]
    assert (first["filename"], second["filename"]) == ("first.txt", "second.txt")
    assert (first["score"], first["match_count"], first["error"]) == (pytest.approx(0.9), 1, None)
    assert found["total_matches"] == 2
    assert found["average_score"] == pytest.approx(0.9)
    assert found["backend"] == "keywords-1"
    assert found["tiers"] == {INDEMNITY: "head"}


@pytest.mark.requirement("iqltool-offsets", "iqltool-citation")
def test_every_match_stands_at_its_offsets() -> None:
    """A match is exactly the text at its offsets in what get_document_text returns, and so is its citation's quote."""
    matter = two_contracts()
    for result in matter.ask("{IS indemnity clause}", threshold=0.0)["document_results"]:
        whole = matter.call("get_document_text", document_id=result["document_id"]).structured
        assert isinstance(whole, dict)
        for match in result["matches"]:
            assert match["text"] == whole["text"][match["start_index"] : match["end_index"]]
            citation = match["citation"]
            assert citation["quote"] == match["text"]
            assert (citation["start"], citation["end"]) == (match["start_index"], match["end_index"])
            assert citation["section"] in "123"


@pytest.mark.requirement("iqltool-scopes")
def test_scope_decides_what_uncapped_means() -> None:
    """Chunk scope finds indemnities that state no cap themselves; document scope, contracts with no cap anywhere."""
    matter = two_contracts()
    by_chunk = {one["filename"]: one for one in matter.ask(UNCAPPED)["document_results"]}
    assert [by_chunk[name]["match_count"] for name in ("first.txt", "second.txt")] == [1, 1]
    by_document = {one["filename"]: one for one in matter.ask(UNCAPPED, scope="document")["document_results"]}
    assert by_document["first.txt"]["score"] == pytest.approx(0.2)
    assert by_document["first.txt"]["matches"] == []
    match = by_document["second.txt"]["matches"][0]
    assert match["supports"] == INDEMNITY
    assert match["score"] == pytest.approx(0.9)
    assert by_document["second.txt"]["operands"] == {INDEMNITY: pytest.approx(0.9), CAP: pytest.approx(0.01)}


@pytest.mark.requirement("iqltool-scopes")
def test_query_that_affirms_nothing_has_no_matches_in_document_scope() -> None:
    """NOT {A} gives a document its score and shows no clause for it."""
    found = two_contracts().ask("NOT {IS liability cap clause}", scope="document")
    assert {one["filename"]: one["score"] for one in found["document_results"]} == {
        "first.txt": pytest.approx(0.2),
        "second.txt": pytest.approx(0.99),
    }
    assert found["total_matches"] == 0
    assert found["average_score"] == 0.0


@pytest.mark.requirement("iql-threshold-auto")
@pytest.mark.parametrize("scope", ["chunk", "document"])
def test_auto_takes_each_statements_threshold(scope: str) -> None:
    """A clause matches from its statement's own threshold on, and the result says which these were."""
    matter = two_contracts(indemnity=0.95, cap=0.25)
    found = matter.ask("{IS indemnity clause} OR {IS liability cap clause}", threshold="auto", scope=scope)
    assert found["threshold"] == {INDEMNITY: 0.95, CAP: 0.25}
    texts = {one["filename"]: [match["text"] for match in one["matches"]] for one in found["document_results"]}
    # "indemnify" scores .9 as an indemnity, which is too little here, and .3 as a cap.
    cap, indemnity = "2. Liability is capped at EUR 5.", "1. The Supplier shall indemnify."
    assert texts == {
        "first.txt": [cap, indemnity] if scope == "document" else [indemnity, cap],
        "second.txt": [],
    }


@pytest.mark.requirement("iql-threshold-auto")
def test_auto_says_which_documents_hold_as_a_whole() -> None:
    """NOT of a statement below its threshold holds, whatever its score."""
    matter = two_contracts(cap=0.9)
    found = matter.ask("NOT {IS liability cap clause}", scope="document", threshold="auto")
    assert {one["filename"]: (round(one["score"], 2), one["holds"]) for one in found["document_results"]} == {
        "first.txt": (0.2, True),
        "second.txt": (0.99, True),
    }
    plain = matter.ask("NOT {IS liability cap clause}", scope="document")
    assert {one["filename"]: one["holds"] for one in plain["document_results"]} == {
        "first.txt": False,
        "second.txt": True,
    }


@pytest.mark.requirement("scoring-none")
def test_statement_that_says_nothing_is_told() -> None:
    """A statement that nothing can answer scores 0 everywhere, and a warning says why."""
    found = two_contracts().ask("{???}")
    assert found["total_matches"] == 0
    assert found["warnings"] == ["Nothing was looked for with '???': no word of it says what is meant"]


@pytest.mark.requirement("iqltool-comparison")
def test_comparison_carries_its_operands() -> None:
    """A comparison's matches and documents carry both scores, and two irrelevant ones are no match."""
    found = two_contracts().ask("{IS indemnity clause} > {IS liability cap clause}")
    first = next(one for one in found["document_results"] if one["filename"] == "first.txt")
    operands = {"{IS indemnity clause}": pytest.approx(0.9), "{IS liability cap clause}": pytest.approx(0.3)}
    assert first["matches"][0]["operands"] == operands
    assert first["operands"] == operands
    assert first["matches"][0]["score"] == pytest.approx(0.8)
    assert [match["text"] for match in first["matches"]] == ["1. The Supplier shall indemnify."]


def test_strict_semantics_is_named() -> None:
    """The result names the semantics that ran; strict gives A where A > B and 0 elsewhere."""
    found = two_contracts().ask("{IS indemnity clause} > {IS liability cap clause}", semantics="strict")
    assert found["semantics"] == "strict"
    assert [one["score"] for one in found["document_results"]] == [pytest.approx(0.9), pytest.approx(0.9)]


@pytest.mark.requirement("iqltool-order")
def test_matches_are_sorted_and_ties_keep_the_order_of_the_text() -> None:
    """Best matches first; equal scores in document order."""
    matter = MemoryMatter({INDEMNITY: {"best": 0.9, "tie": 0.6}})
    matter.add("a.txt", "tie one\nbest\ntie two")
    matches = matter.ask("{IS indemnity clause}")["document_results"][0]["matches"]
    assert [match["text"] for match in matches] == ["best", "tie one", "tie two"]


METHODS = {"auto": 0.8, "chunk_max": 0.8, "chunk_min": 0.01, "chunk_avg": (0.8 + 0.3 + 0.01) / 3}


@pytest.mark.parametrize("method", METHODS)
def test_scoring_method(method: str) -> None:
    """A document's score is the maximum, mean or minimum over its chunks, as asked."""
    found = two_contracts().ask("{IS liability cap clause}", scoring_method=method)
    first = next(one for one in found["document_results"] if one["filename"] == "first.txt")
    assert first["score"] == pytest.approx(METHODS[method])


@pytest.mark.requirement("iqltool-not-ready")
def test_document_that_is_not_ready_is_in_the_results() -> None:
    """A document without text is never dropped: it stands in the results with score 0 and its error."""
    matter = two_contracts()
    broken = matter.add("broken.txt", "BROKEN")
    found = matter.ask("{IS indemnity clause}")
    result = next(one for one in found["document_results"] if one["document_id"] == broken["document_id"])
    assert (result["score"], result["matches"], result["match_count"]) == (0.0, [], 0)
    assert result["error"] == "Document is not ready (status: error): 'broken.txt' is broken: mend it"


@pytest.mark.requirement("iqltool-unknown-document")
def test_unknown_document_is_an_entry() -> None:
    """An id that is no document of the matter is an entry that says so, and the others are answered."""
    matter = two_contracts()
    known = matter.ask("{IS indemnity clause}")["document_results"][0]["document_id"]
    stranger = "00000000-0000-4000-8000-000000000000"
    found = matter.ask("{IS indemnity clause}", document_ids=[stranger, known, "not an id"])
    errors = [one["error"] for one in found["document_results"]]
    assert errors == ["Document not found in this matter", None, "Document not found in this matter"]
    assert found["total_matches"] == 1


FAILURES = {
    "matter id": ({"matter_id": "M-1"}, "Invalid matter ID format", "InvalidInput"),
    "syntax": ({"query": "{IS indemnity clause"}, "Invalid IQL query syntax: ", "InvalidInput"),
    "model": (
        {"model": "gpt"},
        "Unknown model 'gpt': use kanon-universal-classifier or kanon-universal-classifier-mini",
        "InvalidInput",
    ),
    "method": ({"scope": "document", "scoring_method": "chunk_avg"}, "In document scope", "InvalidInput"),
}


@pytest.mark.requirement("iqltool-errors")
@pytest.mark.parametrize("case", FAILURES)
def test_failure_is_the_object_of_the_seed(case: str) -> None:
    """A failure is {"error": …} as structured result and as compact JSON content, with status error."""
    arguments, message, kind = FAILURES[case]
    result = two_contracts().call("isaacus_iql", **{"query": "{IS indemnity clause}", **arguments})
    assert result.status is Status.ERROR
    assert isinstance(result.structured, dict)
    assert list(result.structured) == ["error"]
    assert result.structured["error"].startswith(message)
    assert result.content.startswith('{"error":"')
    assert result.metadata.error_kind == kind


@pytest.mark.requirement("iqltool-errors")
def test_nothing_ready() -> None:
    """A matter without any ready document says so; with ids given, each id has its own entry instead."""
    matter = MemoryMatter()
    broken = matter.add("broken.txt", "BROKEN")["document_id"]
    assert matter.ask("{x}") == {"error": "No ready documents found in this matter"}
    assert matter.ask("{x}", document_ids=[broken])["document_results"][0]["error"].startswith("Document is not ready")


@pytest.mark.requirement("iqltool-errors")
def test_backend_that_fails() -> None:
    """A scorer that fails is reported in the seed's words, with the kind of failure kept."""
    matter = MemoryMatter(failure=Unavailable("the model is away"))
    matter.add("a.txt", "x")
    result = matter.call("isaacus_iql", query="{x}")
    assert result.structured == {"error": "Isaacus API error: the model is away"}
    assert result.metadata.error_kind == "Unavailable"


@pytest.mark.parametrize("threshold", [-0.1, 1.1, float("nan")])
def test_threshold_outside_its_bounds(threshold: float) -> None:
    """A threshold outside [0, 1] is an invalid argument that names it."""
    result = two_contracts().call("isaacus_iql", query="{x}", threshold=threshold)
    assert result.status is Status.INVALID_ARGUMENTS
    assert "'threshold'" in result.content


def test_model_of_the_seed_may_be_null() -> None:
    """Both names of the seed, and null, run the model that is there."""
    matter = two_contracts()
    for model in ("kanon-universal-classifier", "kanon-universal-classifier-mini", None):
        assert matter.ask("{IS indemnity clause}", model=model)["backend"] == "keywords-1"


@pytest.mark.requirement("iqltool-models")
def test_seed_fields_come_first() -> None:
    """Input, output and match models keep the seed's fields, in its order, with its descriptions."""

    def first_fields(model: type[BaseModel], count: int) -> list[str]:
        return list(model.model_fields)[:count]

    assert first_fields(IsaacusIQLInput, 4) == ["matter_id", "query", "document_ids", "model"]
    assert first_fields(IsaacusIQLOutput, 4) == ["query", "document_results", "total_matches", "average_score"]
    assert first_fields(IQLMatch, 4) == ["text", "start_index", "end_index", "score"]
    assert IsaacusIQLInput.model_fields["matter_id"].description == "UUID of the matter containing the documents"


LABELS = {(): None, ("7", "7.2"): "7.2", ("7", "7.2", "(a)", "(i)"): "7.2(a)(i)", ("(a)",): "(a)"}


@pytest.mark.parametrize("path", LABELS)
def test_section_label(path: tuple[str, ...]) -> None:
    """A section is cited by its last clause number with the items below it."""
    assert section_label(path) == LABELS[path]


@pytest.mark.requirement("encoder-window")
def test_statement_that_is_not_read_whole_is_told() -> None:
    """A statement longer than what the model reads is answered, with a warning that says how much was read."""
    long = "says that " + "the goods are delivered and " * 50 + "paid"
    warnings = two_contracts().ask(f'{{IS clause that "{long}"}}')["warnings"]
    assert warnings == [
        "Of the statement 'This is a clause that says that the good…' only the first 256 tokens were read"
    ]
