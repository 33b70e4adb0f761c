"""``frame_question``: a question's frame over the matter's documents, with what nothing took in."""

from __future__ import annotations

import pytest

from tests.fakes.memory_matter import MemoryMatter

pytestmark = pytest.mark.requirement("question-tool")
SUPPLY = "Supply Agreement\n\nThis Supply Agreement is made between Alpha Systems Inc. and Borealis Ltd.\n"


def test_documents_conditions_and_words_left_are_told() -> None:
    """The name is the matter's document, the condition has its typed value, the rest is not asked."""
    matter = MemoryMatter()
    added = matter.add("alpha supply.txt", SUPPLY)
    question = "Is the Alpha supply agreement governed by Italian law on Sundays?"
    frame = matter.call("frame_question", question=question).structured

    assert isinstance(frame, dict)
    [named], [law] = frame["documents"], frame["conditions"]
    assert (named["documents"], named["filenames"]) == ([added["document_id"]], ["alpha supply.txt"])
    assert law["value"] == {"type": "law", "place": "Italy", "country": "IT", "shown": "Italy (IT)"}
    assert (law["kind"], law["field"], law["operator"]) == ("fact", "governing_law", "is")
    assert (frame["asked"], frame["form"], frame["not_asked"]) == ("whether", "one", ["Sundays"])
    assert [word["text"] for word in frame["words"] if word["use"] == "not_asked"] == ["Sundays"]
    assert {word["role"] for word in frame["words"] if word["text"] == "Italian"} == {"condition"}


def test_a_matter_without_documents_has_frames_too() -> None:
    """Nothing is named there; a month has its first and its last day."""
    asked = "Which contracts signed in March 2024 have no cap on liability?"
    frame = MemoryMatter().call("frame_question", question=asked).structured
    assert isinstance(frame, dict)
    assert (frame["asked"], frame["form"], frame["documents"]) == ("documents", "table", [])
    assert [(one["field"], one["operator"]) for one in frame["conditions"]] == [
        ("agreement_date", "within"),
        ("cap_on_liability", "lacks"),
    ]
    assert frame["conditions"][0]["value"] == {"type": "days", "first": "2024-03-01", "last": "2024-03-31"}
