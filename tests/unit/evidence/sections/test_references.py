"""References to clauses in words, English and Romanian, and what only looks like one."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from casewright.evidence.sections.references import MOST, read_reference, references_in


@pytest.mark.requirement("sections-references")
@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Clause 12.1", ["clause 12.1"]),
        ("12.1", ["clause 12.1"]),
        ("12.1.", ["clause 12.1"]),
        ("section 6.1(b)", ["section 6.1(b)"]),
        ("6.1 (b)", ["clause 6.1(b)"]),
        ("paragraph 3(a)(ii)", ["paragraph 3(a)(ii)"]),
        ("§ 6.1", ["§ 6.1"]),
        ("§§ 3 and 4", ["§§ 3", "§§ 4"]),
        ("Sections 3 and 4", ["sections 3", "sections 4"]),
        ("sections 3, 4 and 7.2", ["sections 3", "sections 4", "sections 7.2"]),
        ("clauses 3 to 5", ["clauses 3", "clauses 4", "clauses 5"]),
        ("sections 5.1-5.3", ["sections 5.1", "sections 5.2", "sections 5.3"]),
        ("clauses 6.1(a) and (b)", ["clauses 6.1(a)", "clauses 6.1(b)"]),
        ("6.1(a) to (c)", ["clause 6.1(a)", "clause 6.1(b)", "clause 6.1(c)"]),
        ("SECTION TWO", ["section two"]),
        ("Article IV", ["article iv"]),
        ("Section 4.2 of Article IV", ["article iv, section 4.2"]),
        ("Schedule 2, paragraph 3", ["schedule 2, paragraph 3"]),
        ("paragraph 3 of Schedule 2", ["schedule 2, paragraph 3"]),
        ("Schedule A, Part 2, paragraph 4", ["schedule A, part 2, paragraph 4"]),
        ("section 10 and Schedule 2", ["section 10", "schedule 2"]),
        ("Exhibit B", ["exhibit B"]),
        ("1.A", ["clause 1.a"]),
        ("art. 7", ["art 7"]),
        ("art. 7 alin. (2)", ["art 7, alin 2"]),
        ("Art. 7 alin. (2) lit. a) pct. 3", ["art 7, alin 2, lit a, pct 3"]),
        ("articolul 7 litera b", ["articolul 7, litera b"]),
        ("art. 5 și 6", ["art 5", "art 6"]),
        ("clauza 5.2", ["clauza 5.2"]),
        ("Secțiunea a 2-a", ["sectiunea 2"]),
        ("Capitolul II", ["capitolul ii"]),
        ("Anexa nr. 1", ["anexa 1"]),
        ("pct. 3 din anexa 2", ["anexa 2, pct 3"]),
    ],
)
def test_reference_alone_is_read(text: str, expected: list[str]) -> None:
    """What a clause is called, outermost part first; a list or a range is one for each."""
    assert [str(one) for one in read_reference(text)] == expected


@pytest.mark.requirement("sections-references")
@pytest.mark.parametrize(
    "text", ["Clause 12.1 of the lease", "clause 5 days", "(b)", "lit. b)", "the clause", "", "30%"]
)
def test_what_is_more_or_less_than_a_reference_is_refused(text: str) -> None:
    """Other words beside it, an item of who knows what, and no number at all are no reference."""
    assert read_reference(text) == ()


@pytest.mark.requirement("sections-references")
@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("What does clause 12.1 say about 30 days?", ["clause 12.1"]),
        ("Show me section 6.1 of the lease", ["section 6.1"]),
        ("Ce spune art. 7?", ["art 7"]),
        ("Which section I should read", []),
        ("which part of this is a point in 2 documents", []),
        ("part I think", []),
        ("Is there an exhibit?", []),
        ("the article a journalist wrote", []),
        ("3.5 million by 12.1.2026", []),
    ],
)
def test_references_of_a_question(text: str, expected: list[str]) -> None:
    """Only numbers that a word calls a clause are references in a sentence."""
    found = references_in(text)
    assert [str(one) for one in found] == expected
    assert all(text[one.start : one.end].strip() == text[one.start : one.end] for one in found)


@given(st.text(st.sampled_from("clause setionar1.2.3()§, ofandtoIVX-\n"), max_size=80))
def test_references_stand_in_the_text(text: str) -> None:
    """Whatever a text holds, references are in it, in order, with a part that is more than an item."""
    found = references_in(text)
    assert len(found) <= MOST
    assert [one.start for one in found] == sorted(one.start for one in found)
    for one in found:
        assert 0 <= one.start < one.end <= len(text)
        assert any(step.kind != "item" for step in one.steps)


@pytest.mark.parametrize(
    "piece", ["section 1, ", "clause 3 to ", "(a)", "art. 7 alin. (2) ", "1.1.1", "§", "Schedule A "]
)
def test_long_text_takes_no_longer_than_its_length(piece: str) -> None:
    """A hundred thousand characters of references are read in a moment."""
    text = (piece * 100_000)[:100_000]
    started = time.process_time()
    references_in(text)
    assert time.process_time() - started < 5
