"""Marks in a text: the pieces together are the text, and exactly the marked characters bear a mark."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from casewright.server.pages.marked_text import Mark, pieces

KINDS = ("current", "match", "insertion", "comment")


@st.composite
def marked(draw: st.DrawFn) -> tuple[str, int, list[Mark]]:
    """A text somewhere in a document, and marks before, in and behind it."""
    text, start = draw(st.text(min_size=1, max_size=40)), draw(st.integers(0, 30))
    places = st.integers(0, 90)
    spans = draw(st.lists(st.tuples(places, places, st.sampled_from(KINDS)), max_size=6))
    return (
        text,
        start,
        [Mark(min(low, high), max(low, high), kind, number) for number, (low, high, kind) in enumerate(spans)],
    )


@given(marked())
def test_every_character_bears_its_marks_and_no_other(given: tuple[str, int, list[Mark]]) -> None:
    """Character by character, against the definition."""
    text, start, marks = given

    found = pieces(text, start, marks)

    assert "".join(one.text for one in found) == text
    borne = [set(one.kinds) for one in found for _ in one.text]
    for place, kinds in enumerate(borne, start):
        assert kinds == {mark.kind for mark in marks if mark.start <= place < mark.end}


@given(marked())
def test_every_mark_that_begins_here_is_told_once(given: tuple[str, int, list[Mark]]) -> None:
    """Also one that marks no character: a deletion has a place and no text."""
    text, start, marks = given

    told = [mark.number for one in pieces(text, start, marks) for mark in one.begins]

    assert sorted(told) == sorted(set(told))
    inside = [one.number for one in marks if start <= one.start < start + len(text)]
    assert set(inside) <= set(told)
