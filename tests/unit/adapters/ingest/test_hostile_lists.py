"""Texts that are nothing but numbers, letters and bullets: work in proportion to their length, counted in calls."""

from __future__ import annotations

import sys
from itertools import pairwise

import pytest

from casewright.adapters.ingest.chunker import CAP, chunks_of
from casewright.adapters.ingest.dense_lines import BLOCK, SHORTEST
from casewright.adapters.ingest.markdown import headings_of
from casewright.adapters.ingest.paragraphs import paragraphs_of

pytestmark = pytest.mark.requirement("documents-hostile-lists")

SHAPES = (
    "(a)\n", "(a) x\n", "(a)\n\n", "1.\n", "1.\n\n", "1. x\n", "1.1.1.1 x\n", "1. A\nb\n", "(i)\n(ii)\n",
    "(a)(i)(A)(1)\n", "1. x\n(a) x\n(i) x\n(A) x\n", "1. x\n\n2. x\n\n", "5. x\n\n1. x\n\n(a) x\n\n", "Section 1\n",
    "ARTICLE I\n\n", "Exhibit A\n\n", "- x\n", "• x\n", "12\n\n", "- 1 -\n", "x\f", "x\n\n", "a.   ", "a; (b) ",
    "a. 1. B ", "Foo. 1.1 Foo ", "# x\n", "x\n=\n\n", "By:\n", "Contents\n\n", "FOO BAR\n\n", "1.......2\n", "\t\n",
    " \n", "(", "1.", "*", "a|b\n", "Аgreement; ",
)  # fmt: skip


def _calls(text: str) -> int:
    """How many calls, of Python and of C, it takes to read the text."""
    counted = 0

    def count(_frame: object, event: str, _argument: object) -> None:
        nonlocal counted
        counted += event in ("call", "c_call")

    before = sys.getprofile()
    sys.setprofile(count)
    try:
        chunks_of(text, headings=headings_of(text))
    finally:
        sys.setprofile(before)
    return counted


@pytest.mark.parametrize("unit", SHAPES)
def test_twice_the_text_is_at_most_about_twice_the_work_and_little_for_each_character(unit: str) -> None:
    whole = unit * (4 * BLOCK // len(unit))
    half, all_of_it = _calls(whole[: len(whole) // 2]), _calls(whole)
    assert all_of_it <= 2.5 * half
    assert all_of_it <= 4 * len(whole)


@pytest.mark.parametrize("unit", SHAPES)
def test_a_text_has_no_more_paragraphs_than_a_real_one_could_have(unit: str) -> None:
    text = unit * (4 * BLOCK // len(unit))
    assert len(paragraphs_of(text, ())) <= len(text) / SHORTEST + BLOCK / len(unit)


@pytest.mark.parametrize("unit", SHAPES)
def test_every_character_that_shows_is_in_exactly_one_chunk(unit: str) -> None:
    text = "1. Fees. The customer pays.\n\n" + unit * (2 * BLOCK // len(unit)) + "\n\n2. Law. English law governs.\n"
    chunks = chunks_of(text)
    assert all(one.end <= other.start for one, other in pairwise(chunks))
    assert all(chunk.end - chunk.start <= CAP for chunk in chunks)
    covered = "".join(text[chunk.start : chunk.end] for chunk in chunks)
    assert "".join(covered.split()) == "".join(text.split())


def test_a_stretch_of_cells_ends_the_clause_before_it_and_the_next_number_is_believed() -> None:
    cells = "".join(f"cell {at}\n" for at in range(3 * BLOCK // 10))
    clause = "1. Fees. The customer pays what the order says within thirty days of the invoice.\n\n"
    text = clause + "The customer pays interest on what is late.\n\n" * (BLOCK // 40)
    at = len(text)
    text += f"{cells}\n" + "And so on, and so on, and so on.\n\n" * BLOCK
    text += "2. Law. English law governs this agreement.\n"
    chunks = chunks_of(text)
    assert chunks[0].section == ("1",)
    assert chunks[-1].section == ("2",)
    inside = [chunk for chunk in chunks if at + BLOCK < chunk.start < at + len(cells) - BLOCK]
    assert inside
    assert {chunk.section for chunk in inside} == {()}
    assert all(text[chunk.start - 1] == "\n" for chunk in inside)
