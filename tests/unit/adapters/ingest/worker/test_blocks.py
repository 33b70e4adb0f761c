"""Blocks put together."""

from __future__ import annotations

from casewright.adapters.ingest.worker.blocks import Block, compose, row_blocks


def test_blocks_are_parted_by_blank_lines_and_rows_by_line_ends() -> None:
    """Paragraphs stand apart, the rows of one table below one another, and empty blocks leave nothing."""
    extract = compose([Block(" one "), Block("  "), Block("a\tb", row=1), Block("c\td", row=2), Block("e", row=1)])

    assert extract.text == "one\n\na\tb\nc\td\n\ne"


def test_headings_are_noted() -> None:
    """A heading's place in the text is noted with its level."""
    extract = compose([Block("x"), Block("Title", level=2)])

    assert [(extract.text[h.start : h.end], h.level) for h in extract.headings] == [("Title", 2)]


def test_row_of_single_cells_is_a_line() -> None:
    """Cells of one paragraph each are a line; a cell of several makes all of them paragraphs."""
    assert row_blocks([[Block("a")], [], [Block("b")]], 3) == [Block("a\tb", row=3)]
    assert row_blocks([[Block("a")], [Block("b"), Block("c")]], 3) == [Block("a"), Block("b"), Block("c")]
    assert row_blocks([[], []], 3) == []
