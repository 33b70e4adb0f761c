"""What looks like structure and is none."""

from __future__ import annotations

from casewright.adapters.ingest.contents import corrected
from casewright.adapters.ingest.paragraphs import paragraphs_of


def roles(text: str) -> list[str]:
    """What each paragraph is: its role, with a star where it still counts as a clause."""
    paragraphs = corrected(text, paragraphs_of(text, ()))
    return [paragraph.role + ("*" if paragraph.mark.label is not None else "") for paragraph in paragraphs]


BODY = "This agreement is made by the parties that have signed it below and binds them from that day on, all of them."


def test_entries_with_page_numbers_are_no_clauses() -> None:
    """A line that ends in leaders and a page number is an entry, even alone."""
    assert roles(f"1. Term ........ 3\n\n{BODY}") == ["furniture", "text"]


def test_many_headings_without_text_are_contents() -> None:
    """Four numbered headings in a row without any text are a table of contents; three may be clauses."""
    titles = ["1. Definitions", "2. Services", "3. Fees", "4. Governing Law"]

    assert roles("\n\n".join([*titles, BODY])) == ["furniture"] * 4 + ["text"]
    assert roles("\n\n".join([*titles[:3], BODY])) == ["heading*"] * 3 + ["text"]


def test_what_stands_under_contents_is_contents_until_text_begins() -> None:
    """After its heading, everything short belongs to the table of contents."""
    text = f"TABLE OF CONTENTS\n\n1. Term\n\nPage\n\nSchedule 1 Prices\n\n{BODY}\n\n1. Term. {BODY}"

    assert roles(text) == ["furniture"] * 4 + ["text", "text*"]


def test_list_of_annexes_is_no_annex() -> None:
    """Annexes named one after the other are a list; one with text under it is an annex."""
    assert roles("Exhibit A - Prices\n\nExhibit B - Places") == ["furniture", "furniture"]
    assert roles(f"Exhibit A - Prices\n\n{BODY}") == ["heading*", "text"]


def test_numbers_torn_off_their_clauses_count_for_nothing() -> None:
    """Where numbers stand in rows without text, a lone number elsewhere is not believed either."""
    text = f"1.\n\n1.1\n\n1.2\n\n{BODY}\n\n2.\n\n{BODY}"

    assert roles(text) == ["heading"] * 3 + ["text", "heading", "text"]


def test_page_numbers_and_lines_repeated_again_and_again_are_noise() -> None:
    """Page numbers, and short lines that stand alone five times, digits aside, are noise."""
    pages = "\n\n".join(
        f"{BODY}\n\nAcme Frame Agreement p{number}\n\n- {number} -\n\nPage 1 of 3" for number in range(5)
    )

    assert roles(pages) == ["text", "noise", "noise", "noise"] * 5


def test_names_on_a_title_page_are_no_headings() -> None:
    """Of many lines in capitals one after another only the first is a heading."""
    text = "\n\n".join(["JOINT VENTURE AGREEMENT", "BETWEEN", "ACME", "AND", "WIDGETS", BODY])
    paragraphs = corrected(text, paragraphs_of(text, ()))

    assert [paragraph.mark.title for paragraph in paragraphs if paragraph.mark.title] == ["JOINT VENTURE AGREEMENT"]
