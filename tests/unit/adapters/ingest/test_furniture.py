"""Page furniture in texts that were made from pages."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from casewright.adapters.ingest.furniture import page_furniture
from tests.unit.adapters.ingest.paged_texts import PROSE, paged


def found(text: str) -> list[str]:
    """The lines that are furniture."""
    return [text[one.start : one.end] for one in page_furniture(text)]


@pytest.mark.requirement("documents-furniture")
@pytest.mark.parametrize(
    "form",
    ["{0}", "- {0} -", "-{0}-", "Page {0}", "Page {0} of 9", "{0} of 9", "[{0}]", "{0} | Page", "Pagina {0} din 9"],
)
def test_numbers_that_count_pages_are_furniture(form: str) -> None:
    """A number that stands alone in the middle of sentences and grows by one from page to page numbers pages."""
    text = paged(foot=[form])

    assert found(text) == [form.format(number) for number in range(1, 9)]


@pytest.mark.requirement("documents-furniture")
@pytest.mark.parametrize(
    ("head", "foot"),
    [
        (["CONFIDENTIAL TREATMENT REQUESTED"], ["{0}"]),
        (["Acme Frame Agreement"], ["- {0} -"]),
        ([], ["Acme Frame Agreement", "Page {0}"]),
        (["Acme Frame Agreement", "Execution Version"], ["__________", "{0}"]),
        (["Case 18-10248-MFW Doc 632-1 Filed 04/18/18 Page {0} of 9"], []),
        ([], ["ACME0004{0}"]),
        (["<PAGE>"], ["{0}"]),
    ],
)
def test_lines_at_the_ends_of_pages_are_furniture(head: list[str], foot: list[str]) -> None:
    """Lines at the end of every page, page numbers aside, are headers and footers; the first may be a title."""
    text = paged(head=head, foot=foot)

    printed = [line.format(number) for number in range(1, 9) for line in (*head, *foot)]
    shown = found(text)
    assert shown[-len(printed) + len(head) :] == printed[len(head) :]
    assert set(shown) <= set(printed)


def test_form_feeds_show_where_pages_end() -> None:
    """Where form feeds part pages, a line beside each is furniture, though no sentence is cut there."""
    text = "\f".join(f"Frame Agreement\n\n{PROSE[:900]} End of it.\n" for _ in range(5))

    assert found(text) == ["Frame Agreement"] * 5


@pytest.mark.parametrize(
    "text",
    [
        "\n\n".join(
            f"{number}\n\nDEFINITIONS OF PART {number}\n\n{PROSE[:900]} It ends here." for number in range(1, 9)
        ),
        "\n\n".join(f"{number}.\n\n{PROSE[:900]}" for number in range(1, 9)),
        "\n\n".join(f"SCHEDULE {number}\n\n{PROSE[:900]}" for number in range(1, 9)),
        "\n\n".join(f"{PROSE[: 300 + 37 * number]}.\n\n[***]" for number in range(1, 9)),
        "\n\n".join(f"By: ______\n\nName:\n\nTitle:\n\nDate: {number}" for number in range(1, 9)),
        "Item\n1\n2\n3\n4\n5\n6\nSum\n21\n" * 8,
        "\n\n".join(["The parties agree as follows:", PROSE[:200], "Name of the party"] * 5),
    ],
    ids=["numbers-of-parts", "clauses", "schedules", "omissions", "signatures", "columns", "phrases"],
)
def test_what_only_repeats_or_counts_is_text(text: str) -> None:
    """Clause numbers, schedules, omissions, signatures, columns of numbers and phrases are text, however often."""
    assert found(text) == []


@given(
    st.text(max_size=300),
    st.lists(st.sampled_from(["3", "4", "- 5 -", "Page 6", "\f", "\n", "\n\n\n\n", "word " * 90, "Head"]), max_size=60),
)
def test_furniture_is_in_order_and_shows_something(text: str, pieces: list[str]) -> None:
    """Whatever the text: in order, without overlap, no white space at the ends, on one line each."""
    text += "\n".join(pieces)
    at = 0
    for one in page_furniture(text):
        assert at <= one.start < one.end <= len(text)
        shown = text[one.start : one.end]
        assert shown == shown.strip()
        assert "\n" not in shown
        at = one.end


@pytest.mark.parametrize(
    "text",
    [
        "Acme\n" * 200_000,
        "1\n" * 500_000,
        "\n".join(map(str, range(150_000))),
        "Page 1\f" * 100_000,
        "\n" * 1_000_000,
        ". " * 500_000,
        "a 1\n\n" * 200_000,
    ],
    ids=["equal", "ones", "counting", "pages", "blank", "dots", "groups"],
)
def test_takes_time_in_proportion_to_the_text(text: str) -> None:
    """A million characters of whatever pattern take a second or two."""
    begun = time.process_time()
    page_furniture(text)

    assert time.process_time() - begun < 4
