"""Which passages a result shows."""

from __future__ import annotations

import json

import pytest

from casewright.agents.document.ledger import holding, passages

CITATION = {
    "document_id": "d",
    "filename": "a.txt",
    "start": 5,
    "end": 8,
    "quote": 'ș "x',
    "page": None,
    "section": "2",
}


@pytest.mark.requirement("ask-ledger")
def test_citations_wherever_they_stand() -> None:
    """A citation at any depth is a passage, once, with the call that showed it; a page that is none is left out."""
    result = {"results": [{"citation": CITATION}, {"deep": [[CITATION]]}], "citation": {"quote": "no place"}}
    (one,) = passages(result, json.dumps(result, ensure_ascii=False), "call-1")
    assert one == {
        "document_id": "d",
        "filename": "a.txt",
        "start": 5,
        "end": 9,
        "quote": 'ș "x',
        "section": "2",
        "call": "call-1",
    }


@pytest.mark.requirement("ask-ledger")
def test_what_was_cut_was_not_shown() -> None:
    """Of a result that was too long for a model only what it was shown is listed."""
    text = "x" * 50 + "ș" * 50
    result = {"text": text, "document_id": "d", "filename": "a", "character_count": 100, "truncated": False}
    content = json.dumps(result, ensure_ascii=False)
    assert passages(result, content, "c")[0]["end"] == 100
    assert passages(result, content[: content.index("ș") + 10], "c")[0]["end"] == 60
    cut = {**result, "text": text[:20] + "[... text truncated ...]", "truncated": True}
    assert passages(cut, json.dumps(cut), "c")[0]["end"] == 20


@pytest.mark.requirement("reading-furniture-unread")
def test_what_a_quote_leaves_out_is_blank() -> None:
    """A passage is as long as its place, so that offsets in it are the document's; furniture cannot be quoted."""
    text = "shall, without\n\nPage 3\n\ndelay"
    citation = {**CITATION, "start": 100, "end": 100 + len(text), "quote": "shall, without […] delay"}
    cited = {**citation, "skipped": [[114, 124]]}
    whole = {"text": text, "document_id": "d", "character_count": len(text), "furniture": [[16, 22, "page number"]]}

    (one,) = passages(cited, json.dumps(cited, ensure_ascii=False), "c")
    (all_of_it,) = passages(whole, json.dumps(whole), "c")

    assert one["quote"] == "shall, without" + " " * 10 + "delay"
    assert one["end"] == 100 + len(text)
    assert all_of_it["quote"] == one["quote"]
    assert all_of_it["skipped"] == [[16, 22]]


def test_nothing_is_shown() -> None:
    """Errors, counts and words of people hold no passage."""
    results: list[object] = [None, "text", 7, {"error": "x"}, {"document_results": []}, {"quote": "q", "start": "1"}]
    for result in results:
        assert passages(result, str(result), "c") == []


def test_passage_that_holds_a_place() -> None:
    """A place is held by a passage of its document that holds all of it."""
    (one,) = passages(CITATION, 'ș "x', "c")
    assert holding([one], "d", 6, 8) == one
    for document, start, end in (("e", 6, 8), ("d", 4, 8), ("d", 6, 10), ("d", 7, 7)):
        assert holding([one], document, start, end) is None
