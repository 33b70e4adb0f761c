"""Tables of contents."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from casewright.adapters.ingest.contents_table import with_contents
from casewright.domain.documents import Furniture, FurnitureKind

pytestmark = pytest.mark.requirement("documents-furniture")

BODY = "This agreement is made by the parties that have signed it below and binds them from that day on, all of them."


def found(text: str) -> list[str]:
    """The tables of contents in the text."""
    return [text[one.start : one.end] for one in with_contents(text, ())]


LEADERS = "1. Definitions ........ 2\n2. Services ........... 4\n3. Fees ............... 7\nExhibit A Prices ...... 9"


@pytest.mark.parametrize(
    "table",
    [
        f"TABLE OF CONTENTS\n\n{LEADERS}",
        f"Contents\n{LEADERS}",
        LEADERS,
        "TABLE OF CONTENTS\nPage\n1. Definitions 2\n2. Services 4\n3. Fees 7",
        "TABLE OF CONTENTS Page 1. Definitions 2 2. Services 4 3. Fees and so on 7 Section 4. Term 9 Exhibit A 12",
        "CUPRINS\n1. Definiții\t2\n2. Servicii\t4\n3. Preț\t7",
        "TABLE OF CONTENTS\n\n1. Definitions ........ 2",
        "Table of Contents\n" + "\n".join(f"{number}. Clause {'.' * 150} {number}" for number in range(1, 20)),
    ],
    ids=["headed", "tight", "without-heading", "single-spaces", "one-line", "tabs", "one-entry", "long-leaders"],
)
def test_titles_with_their_pages_are_a_table_of_contents(table: str) -> None:
    """With leaders, tabs, spaces or all in one line; what follows is text."""
    assert found(f"{table}\n\n{BODY}\n\n1. Definitions\n\n{BODY}") == [table]


def test_headings_without_pages_are_a_table_of_contents_where_they_stand_later() -> None:
    """Under its heading a list of titles is one if most of them are headings of what follows."""
    titles = "Definitions\nServices\nFees\nLiability"
    text = "\n\n".join(f"{title}\n\n{BODY}" for title in titles.split("\n"))

    assert found(f"CONTENTS\n{titles}\n\n{BODY}\n\n{text}") == [f"CONTENTS\n{titles}"]
    assert found(f"CONTENTS\n{titles}\n\n{BODY}") == []


@pytest.mark.parametrize(
    "text",
    [
        f"Schedule 1 Prices\n{BODY}\nSchedule 2 Places\n{BODY}\nSchedule 3 Times\n{BODY}",
        "Apples ..... 10\nPears ..... 12\nPlums ..... 15\nFigs ..... 21",
        f"CONTENTS\n\nApples 12\n\n{BODY}",
        f"CONTENTS\n\n{BODY}\n\nApples ........ 12",
        f"CONTENTS\n\n{BODY} {BODY}\n\nThe contents of the box are 12",
        "1. Rent 100\n2. Deposit 90\n3. Charges 20\n4. Parking 5",
        "Section 1. The fee is 3\nSection 2. The term is 2\nSection 3. It ends after 1",
        f"1. Term ........ 3\n\n{BODY}",
    ],
    ids=["schedules", "prices", "no-leader", "far-below", "word", "sums", "clauses", "one"],
)
def test_lists_with_text_of_their_own_are_text(text: str) -> None:
    """Schedules with text, price lists, sums and clauses are none."""
    assert found(text) == []


def test_furniture_inside_is_part_of_the_table() -> None:
    """A table of contents over two pages is one, the page number between them included."""
    text = f"TABLE OF CONTENTS\n{LEADERS}\n- i -\n4. Law ....... 11\n5. Notices ...... 12\n\n{BODY}"
    at = text.index("- i -")

    (table,) = with_contents(text, [Furniture(at, at + 5, FurnitureKind.PAGE_NUMBER)])

    assert text[table.start : table.end].endswith("Notices ...... 12")


PIECES = [
    "CONTENTS",
    "1. Term ..... 3",
    "Fees 4",
    "\n",
    "\n\n",
    " ",
    "....",
    "7",
    BODY,
    "Section 2. Law 5",
    "\f",
    "\t9",
]


@given(st.one_of(st.text(max_size=300), st.lists(st.sampled_from(PIECES), max_size=60).map("\n".join)))
def test_spans_are_in_order_and_show_something(text: str) -> None:
    """Whatever the text: in order, without overlap, no white space at the ends."""
    at = 0
    for one in with_contents(text, ()):
        assert at <= one.start < one.end <= len(text)
        assert text[one.start : one.end] == text[one.start : one.end].strip()
        at = one.end


@pytest.mark.parametrize(
    "text",
    [
        "CONTENTS\n" * 100_000,
        "1. A .... 3\n" * 80_000,
        "a " * 500_000,
        "." * 1_000_000,
        "Contents\na 1\n" * 70_000,
        " 1 Section" * 100_000,
        "CONTENTS\nab\ncd\nef\n" * 50_000,
    ],
    ids=["headings", "entries", "words", "dots", "headed", "inside", "lists"],
)
def test_takes_time_in_proportion_to_the_text(text: str) -> None:
    """A million characters of whatever pattern take a second or two."""
    begun = time.process_time()
    with_contents(text, ())

    assert time.process_time() - begun < 4
