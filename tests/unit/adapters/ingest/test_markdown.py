"""Headings of Markdown."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from casewright.adapters.ingest.markdown import headings_of


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("# One\n## Two ##\n", [("One", 1), ("Two", 2)]),
        ("One\n===\n\nTwo\n---\n", [("One", 1), ("Two", 2)]),
        ("   ### Three", [("Three", 3)]),
        ("#no\n####### no\n    # no\n#\n# #\n", []),
        ("```\n# no\n```\n# yes", [("yes", 1)]),
        ("~~~~\n# no\n```\n# no\n~~~~\n# yes", [("yes", 1)]),
        ("text\nmore\n---\n", []),
        ("| a |\n---\n", []),
        ("\n---\n", []),
        ("# C# and F#", [("C# and F#", 1)]),
    ],
)
def test_headings_are_found(text: str, expected: list[tuple[str, int]]) -> None:
    """ATX and setext headings are found with their levels, nothing inside fenced code, and rules are none."""
    assert [(text[heading.start : heading.end], heading.level) for heading in headings_of(text)] == expected


@given(st.lists(st.sampled_from(["#", "##", " ", "\n", "a", "=", "---", "```", "~", "\t"]), max_size=40).map("".join))
def test_headings_are_in_order_and_in_the_text(text: str) -> None:
    """Whatever the text, headings stand in order, inside it, on one line, with something to see."""
    at = 0
    for heading in headings_of(text):
        assert at <= heading.start < heading.end <= len(text)
        assert "\n" not in text[heading.start : heading.end]
        assert text[heading.start : heading.end].strip()
        at = heading.end
