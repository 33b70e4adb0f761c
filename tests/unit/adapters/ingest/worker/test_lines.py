"""Paragraphs by the places of lines of print."""

from __future__ import annotations

from casewright.adapters.ingest.worker.lines import Line, paragraph_starts


def lines(*rows: tuple[str, float], page: int = 0, left: float = 72, full: float = 520) -> list[Line]:
    """Lines from (text, base): a line that ends in a stop and has fewer than 20 characters is short."""
    made = []
    for number, (text, base) in enumerate(rows):
        right = left + 100 if len(text) < 20 else full
        made.append(Line(page, number * 100 + page * 10_000, text, left, right, base, base, 10))
    return made


FULL = "a line that fills the width"


def test_wider_gap_begins_a_paragraph() -> None:
    """A distance above the usual one begins a paragraph, even after a line without a stop."""
    page = lines((FULL, 700), (FULL, 688), (FULL, 670), (FULL, 658))

    assert paragraph_starts(page) == (200,)


def test_short_line_that_ends_a_sentence_ends_its_paragraph() -> None:
    """Without a gap, the last line of a paragraph is known by being short and ending a sentence."""
    page = lines((FULL, 700), ("the end.", 688), (FULL, 676), (FULL, 664))

    assert paragraph_starts(page) == (200,)


def test_indented_line_begins_a_paragraph() -> None:
    """After a full line that ends a sentence, an indented line begins a paragraph; a hanging one does not."""
    ends = FULL + "."
    first, second, third = lines((FULL, 700), (ends, 688), (FULL, 676))
    indented = Line(0, 200, FULL, 92, 520, 676, 676, 10)

    assert paragraph_starts([first, second, indented]) == (200,)
    assert paragraph_starts([second, indented]) == ()
    assert paragraph_starts([first, second, third]) == ()


def test_other_size_begins_a_paragraph() -> None:
    """A line of another size is another paragraph."""
    heading = Line(0, 0, "Heading", 72, 150, 700, 700, 18)

    assert paragraph_starts([heading, *lines((FULL, 682), (FULL, 670))[1:]]) == (100,)


def test_column_and_page_go_on_in_a_sentence() -> None:
    """A line higher up or on the next page goes on where the sentence does, and begins a paragraph elsewhere."""
    (last,) = lines(("it is the end", 100))
    goes_on = Line(0, 100, "of the sentence", 320, 520, 700, 700, 10)
    begins = Line(1, 200, "Another one", 72, 520, 700, 700, 10)

    assert paragraph_starts([last, goes_on, begins]) == (200,)


def test_pieces_of_one_line_stay_together() -> None:
    """What stands beside the line before it is no paragraph."""
    (number,) = lines(("1.", 700))
    beside = Line(0, 50, "Term", 100, 160, 700.4, 700.4, 10)

    assert paragraph_starts([number, beside]) == ()


def test_no_lines_have_no_paragraphs() -> None:
    """An empty page begins nothing."""
    assert paragraph_starts([]) == ()
