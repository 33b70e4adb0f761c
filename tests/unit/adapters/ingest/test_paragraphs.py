"""Where a text's paragraphs begin."""

from __future__ import annotations

import pytest

from casewright.adapters.ingest.paragraphs import paragraphs_of
from casewright.adapters.ingest.wire import Heading


def starts(text: str) -> list[str]:
    """The first words of each paragraph."""
    return [" ".join(text[p.start : p.end].split()[:2]) for p in paragraphs_of(text, ())]


WRAPPED = "The supplier delivers the goods to the place that the customer has\n"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("One.\n\nTwo.\n \t\nThree.", ["One.", "Two.", "Three."]),
        ("One.\fTwo.", ["One.", "Two."]),
        (WRAPPED * 2 + "named.\nThe customer pays within thirty days of", ["The supplier", "The customer"]),
        (WRAPPED + "named.\n7.2 The customer pays.", ["The supplier", "7.2 The"]),
        (WRAPPED + "named under\n7.2 The customer pays.", ["The supplier"]),
        (WRAPPED * 2 + "7.2 The customer pays.", ["The supplier"]),
        ("It may:\n(a) sell;\n(b) lend; or\n(c) keep it.", ["It may:", "(a) sell;", "(b) lend;", "(c) keep"]),
        ("- one\n- two", ["- one", "- two"]),
        ("DEFINITIONS\nWords mean what they say.", ["DEFINITIONS", "Words mean"]),
        ("NOTHING IN THIS AGREEMENT LIMITS THE\nliability of a party.", ["NOTHING IN"]),
        ("Ann Smith\nBerlin Street 1\nLondon", ["Ann Smith"]),
    ],
)  # fmt: skip
def test_paragraphs_begin_where_structure_or_a_short_line_shows(text: str, expected: list[str]) -> None:
    """Blank lines, labels, bullets, capitals and last lines part paragraphs; wrapped lines stay together."""
    assert starts(text) == expected


def test_lines_that_an_export_ran_together_are_parted() -> None:
    """In a line as long as a page, wide gaps after a sentence part paragraphs, as line ends do elsewhere."""
    sentence = "The supplier delivers the goods to the place that the customer has named in its order."
    text = f"RECITALS     {sentence}     2. Prices. {sentence}   {sentence[:-1]}   and more"

    assert starts(text) == ["RECITALS", "The supplier", "2. Prices."]


def test_items_in_a_line_as_long_as_a_page_are_parted() -> None:
    """Where a line has to be cut anyway, the items of a list in it are paragraphs."""
    text = "The customer may: " + " ".join(f"({letter}) {'sell the goods to others ' * 12};" for letter in "abcdef")

    assert starts(text)[:3] == ["The customer", "(a) sell", "(b) sell"]


def test_heading_that_the_format_marks_is_a_paragraph() -> None:
    """A marked heading is a paragraph with its level, whatever stands around it."""
    text = "Before\nTitle of it\nafter"

    paragraphs = paragraphs_of(text, [Heading(7, 18, 2)])

    assert [(text[p.start : p.end], p.mark.title, p.mark.level) for p in paragraphs] == [
        ("Before", None, None),
        ("Title of it", "Title of it", 2),
        ("after", None, None),
    ]


def test_labelled_line_without_more_is_bare() -> None:
    """A number alone waits for its heading; with a title it is a heading; with a sentence it is text."""
    found = [
        (p.role, p.mark.is_bare, p.mark.title)
        for p in paragraphs_of("7.\n\n7.1 Term of Agreement\n\n7.2 Law. English law governs it.", ())
    ]

    assert found == [("heading", True, None), ("heading", False, "Term of Agreement"), ("text", False, "Law")]
