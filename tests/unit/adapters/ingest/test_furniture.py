"""Running headers and footers."""

from __future__ import annotations

from casewright.adapters.ingest.furniture import repeated_lines
from casewright.domain.documents import Page


def pages_of(*texts: str) -> tuple[str, list[Page]]:
    pages = []
    at = 0
    for number, text in enumerate(texts, start=1):
        pages.append(Page(number, at, at + len(text)))
        at += len(text)
    return "".join(texts), pages


def test_lines_on_most_pages_are_furniture() -> None:
    """A line at the edge of most pages is found on each of them, its page number aside."""
    body = "".join(f"line {letter}\n" for letter in "abcdefghij")
    text, pages = pages_of(
        *(
            f"  Frame Agreement {number}\n{body.replace('line', str(number) * 3 + letter)}"
            for number, letter in ((1, "x"), (2, "y"), (3, "z"))
        )
    )

    assert [text[start:end] for start, end in repeated_lines(text, pages)] == [
        "Frame Agreement 1",
        "Frame Agreement 2",
        "Frame Agreement 3",
    ]


def test_two_pages_have_no_furniture() -> None:
    """Two pages are too few to tell a header from text."""
    assert repeated_lines(*pages_of("Header\none\n", "Header\ntwo\n")) == ()


def test_line_in_the_middle_of_pages_is_no_furniture() -> None:
    """What stands in the middle of pages is text, however often."""
    pages = [f"{letter}{letter}\n" * 6 + "By: ____\n" + f"{letter}!\n" * 6 for letter in "abc"]

    assert repeated_lines(*pages_of(*pages)) == ()
