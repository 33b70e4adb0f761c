"""Citations of an answer are held to the text at their places."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from casewright.agents.document.answers import UNVERIFIED, checked, cited, unseen

if TYPE_CHECKING:
    from casewright.agents.document.state import Passage

DOCUMENT = "f47ac10b-58cc-4372-a567-0e02b2c3d479"
TEXT = 'The “Supplier” shall pay\nEUR 5. Either party may "end" it, e.g. at once. The rest follows.'
START = 100
SHOWN: list[Passage] = [
    {"document_id": DOCUMENT, "filename": "a.txt", "start": START, "end": START + len(TEXT), "quote": TEXT, "page": 3}
]


def link(quote: str, *, label: str | None = "a.txt", chunk: str = "") -> str:
    """The link to where the quote stands."""
    at = START + TEXT.index(quote)
    place = f"cite:{DOCUMENT}{chunk}@{at}-{at + len(quote)}"
    return place if label is None else f"[{label}]({place})"


FIRST, SECOND = "The “Supplier” shall pay\nEUR 5.", 'Either party may "end" it, e.g. at once.'
HOLD = {
    "word for word": f"“{FIRST}” {link(FIRST)}",
    "folded lines": f"“The “Supplier” shall pay EUR 5.” {link(FIRST)}",
    "bare link": f"It says “{FIRST}” ({link(FIRST, label=None)}).",
    "straight marks": f'"{SECOND}" {link(SECOND)}',
    "angled marks": f"« {SECOND} » — {link(SECOND)}",
    "words left out": f"“Either party … at once.” {link(SECOND)}",
    "end left out": f"“The “Supplier” …” {link(FIRST)}",
    "with its chunk": f"“{FIRST}” {link(FIRST, chunk='#7')}",
    "a scare quote before": f"The so-called “Supplier” pays: “{FIRST}” {link(FIRST)}",
    "a shown place, nothing quoted": f"The Supplier pays {link(FIRST)}.",
}
FAIL = {
    "other words": f"“The Customer shall pay” {link(FIRST)}",
    "one letter": f"“The “supplier” shall pay EUR 5.” {link(FIRST)}",
    "more than stands there": f"“{FIRST} Twice.” {link(FIRST)}",
    "less than the place": f"“The “Supplier” shall” {link(FIRST)}",
    "nothing but an elision": f"“…” {link(FIRST)}",
    "another order": f"“EUR 5. … shall pay” {link(FIRST)}",
    "no place": f"“{FIRST}” [a.txt](cite:{DOCUMENT})",
    "an empty place": f"“” [a.txt](cite:{DOCUMENT}@120-120)",
    "backwards": f"“{FIRST}” [a.txt](cite:{DOCUMENT}@140-100)",
    "not shown, nothing quoted": f"It is so [a.txt](cite:{DOCUMENT}@0-5).",
    "another document": f"“{FIRST}” [a.txt](cite:11111111-2222-4333-8444-555555555555@100-131)",
}


@pytest.mark.requirement("ask-unverified")
@pytest.mark.parametrize("answer", HOLD.values(), ids=HOLD)
def test_citation_that_holds(answer: str) -> None:
    """What stands at its place is a citation with the document's own words, and the text stays as it was."""
    found = checked(answer, SHOWN, [])
    assert (found.text, found.unverified) == (answer, [])
    (one,) = found.citations
    assert TEXT[one["start"] - START : one["end"] - START] == one["quote"]
    assert one["page"] == 3


@pytest.mark.requirement("ask-unverified")
@pytest.mark.parametrize("answer", FAIL.values(), ids=FAIL)
def test_citation_that_fails(answer: str) -> None:
    """What does not stand at its place is no citation: its sentence is told, and marked in the text."""
    found = checked(f"One thing is true. {answer} Another too.", SHOWN, [])
    assert found.citations == []
    assert found.text.count(UNVERIFIED) == 1
    (one,) = found.unverified
    assert "One thing is true" not in one["sentence"]
    assert one["reason"]


def test_only_the_false_one_of_a_sentence_fails() -> None:
    """Each link is checked with the words right before it."""
    found = checked(f"“{FIRST}” {link(FIRST)} and “no” {link(SECOND)}", SHOWN, [])
    assert [one["quote"] for one in found.citations] == [FIRST]
    assert found.text.endswith(f"{link(SECOND)} {UNVERIFIED}")


def test_same_place_twice_is_one_citation() -> None:
    """A place that is cited twice is listed once."""
    assert len(checked(f"“{FIRST}” {link(FIRST)}\n\n“{FIRST}” {link(FIRST)}", SHOWN, []).citations) == 1


def test_documents_that_have_to_be_read() -> None:
    """Only a place that no shown passage holds makes its document be read; then its words count as any."""
    elsewhere = f"“Page one” [a](cite:{DOCUMENT}@0-8)"
    assert unseen(f"“{FIRST}” {link(FIRST)} {elsewhere} [b](cite:{DOCUMENT})", SHOWN) == [DOCUMENT]
    whole: Passage = {"document_id": DOCUMENT, "filename": "a.txt", "start": 0, "end": 8, "quote": "Page one"}
    assert [one["quote"] for one in checked(elsewhere, SHOWN, [whole]).citations] == ["Page one"]
    assert len(checked(f"Here [a](cite:{DOCUMENT}@0-8).", SHOWN, [whole]).unverified) == 1


def test_answer_without_links() -> None:
    """An answer that cites nothing is as it was."""
    assert checked("Yes. No “cite:x@1-2”.", SHOWN, []).text == "Yes. No “cite:x@1-2”."


@given(
    st.text('ab“”" .\n[]()cite:@-…' + DOCUMENT, max_size=300),
    st.lists(st.sampled_from([*HOLD.values(), *FAIL.values()]), max_size=3),
)
def test_any_text_is_checked(noise: str, parts: list[str]) -> None:
    """Whatever a model writes is checked without an error; each link either holds or is marked."""
    answer = noise.join(["", *parts, ""])
    found = checked(answer, SHOWN, [])
    links = cited(answer)
    assert len(found.unverified) == found.text.count(f" {UNVERIFIED}") - answer.count(f" {UNVERIFIED}")
    assert len(found.unverified) <= len(links)
    for one in found.citations:
        assert TEXT[one["start"] - START : one["end"] - START] == one["quote"]
