"""Text without the page furniture inside it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from casewright.domain.documents import Furniture, FurnitureKind
from casewright.domain.skipping import (
    blank,
    gaps,
    padded,
    quote_text,
    show_skipped,
    span_of_unit,
    spans_of,
    stands,
    unit_text,
    within,
)

PAGES = "The Supplier shall, without\n\nACME CONFIDENTIAL\n\n- 3 -\n\ndelay, deliver.\n\nACME CONFIDENTIAL\n\nNext."
FURNITURE = tuple(
    Furniture(start, start + len(words), kind)
    for words, start, kind in (
        ("ACME CONFIDENTIAL", 29, FurnitureKind.HEADER),
        ("- 3 -", 48, FurnitureKind.PAGE_NUMBER),
        ("ACME CONFIDENTIAL", 72, FurnitureKind.HEADER),
    )
)
SKIPPED = spans_of(FURNITURE)


@st.composite
def skips(draw: st.DrawFn) -> tuple[str, tuple[tuple[int, int], ...]]:
    """A text and stretches of it that are skipped, apart and in order."""
    text = draw(st.text("ab c\nș.", min_size=1, max_size=40))
    places = sorted(set(draw(st.lists(st.integers(0, len(text)), max_size=8))))
    return text, tuple(zip(places[::2], places[1::2], strict=False))


@pytest.mark.requirement("reading-furniture-unread")
def test_a_sentence_over_a_page_is_one() -> None:
    """What is scored has the sentence whole, what is quoted shows where something stood."""
    end = PAGES.index("\n\nACME CONFIDENTIAL\n\nNext")

    assert unit_text(PAGES, 0, end, SKIPPED) == "The Supplier shall, without delay, deliver."
    assert quote_text(PAGES, 0, end, SKIPPED) == "The Supplier shall, without […] delay, deliver."
    assert gaps(PAGES, 0, end, SKIPPED) == ((27, 55),)


def test_blank_text_keeps_offsets_and_sentences() -> None:
    """A sentence that goes on has no line end in it; what ended keeps its own."""
    read = blank(PAGES, FURNITURE)

    assert len(read) == len(PAGES)
    assert "without" + " " * 28 + "delay, deliver.\n\n" in read
    assert "ACME" not in read
    assert read.index("Next.") == PAGES.index("Next.")


def test_a_quote_stands_with_its_mark_or_word_for_word() -> None:
    """Both forms are held to the place; other words are not."""
    shown = "without […] delay"
    start, end = PAGES.index("without"), PAGES.index("delay") + 5

    assert stands(PAGES, start, end, shown, SKIPPED)
    assert stands(PAGES, start, end, PAGES[start:end], SKIPPED)
    assert not stands(PAGES, start, end, "without delay", SKIPPED)
    assert not stands(PAGES, start, end, shown)
    assert not stands(PAGES, end, start, shown, SKIPPED)


@given(skips())
def test_pieces_have_everything_that_is_not_skipped(case: tuple[str, tuple[tuple[int, int], ...]]) -> None:
    """But for white space no character is lost, none that is skipped stays, and spaces make good for the rest."""
    text, skipped = case
    hidden = {at for low, high in skipped for at in range(low, high)}
    left = "".join(character for at, character in enumerate(text) if at not in hidden)

    unit = unit_text(text, 0, len(text), skipped)

    assert "".join(unit.split()) == "".join(left.split())
    furniture = tuple(Furniture(low, high, FurnitureKind.STAMP) for low, high in skipped)
    assert blank(text, furniture).split() == " ".join(text[low:high] for low, high in _kept(len(text), skipped)).split()


@given(skips(), st.data())
def test_every_part_of_a_unit_is_found_in_the_text(
    case: tuple[str, tuple[tuple[int, int], ...]], data: st.DataObject
) -> None:
    """The place of a part that begins and ends with a character has the part's words."""
    text, skipped = case
    unit = unit_text(text, 0, len(text), skipped)
    shown = [at for at, character in enumerate(unit) if not character.isspace()]
    if not shown:
        return
    first = data.draw(st.sampled_from(shown))
    last = data.draw(st.sampled_from([at for at in shown if at >= first]))

    start, end = span_of_unit(text, 0, len(text), skipped, (first, last + 1))

    assert unit_text(text, start, end, skipped).split() == unit[first : last + 1].split()


@given(skips())
def test_a_padded_quote_is_as_long_as_its_place(case: tuple[str, tuple[tuple[int, int], ...]]) -> None:
    """And it is shown again as it was; a cut one stays its beginning."""
    text, skipped = case
    pieces = unit_text(text, 0, len(text), skipped)
    if not pieces.strip():
        return
    start = len(text) - len(text.lstrip())
    end = len(text.rstrip())
    start, end = span_of_unit(text, 0, len(text), skipped, _shown(pieces))
    inside = gaps(text, start, end, skipped)
    quote = quote_text(text, start, end, skipped)

    long = padded(quote, start, inside)

    assert len(long) == end - start
    assert show_skipped(long, start, inside) == quote
    for length in range(len(quote)):
        cut = padded(quote[:length], start, inside).rstrip()
        assert long.startswith(cut.removesuffix("[").removesuffix("[…").removesuffix("[…]").rstrip())


@given(skips(), st.integers(0, 40), st.integers(0, 40))
def test_within_cuts_at_both_ends(case: tuple[str, tuple[tuple[int, int], ...]], start: int, end: int) -> None:
    """What lies outside does not matter."""
    _text, skipped = case
    hidden = {at for low, high in skipped for at in range(low, high)}

    found = within(start, end, skipped)

    assert {at for low, high in found for at in range(low, high)} == {at for at in hidden if start <= at < end}


def _kept(length: int, skipped: tuple[tuple[int, int], ...]) -> list[tuple[int, int]]:
    places = [0, *(place for span in skipped for place in span), length]
    return list(zip(places[::2], places[1::2], strict=True))


def _shown(unit: str) -> tuple[int, int]:
    return len(unit) - len(unit.lstrip()), len(unit.rstrip())
