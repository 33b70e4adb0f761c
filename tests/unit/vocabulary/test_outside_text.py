"""Text from outside as it is shown."""

from __future__ import annotations

import json
import sys
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from casewright.vocabulary.outside_text import is_visible, show_json, show_line, show_name, show_text

EVERY_SIGN = [chr(code) for code in range(sys.maxunicode + 1)]


@pytest.mark.requirement("outside-names")
def test_no_sign_without_a_shape_is_left() -> None:
    """Of all of Unicode: no control, format, surrogate, private or unassigned sign, no other end of a line."""
    for sign in EVERY_SIGN:
        shown = show_text(sign)
        hidden = unicodedata.category(sign) in {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"} and sign not in "\t\n"
        assert (shown != sign) == hidden, f"U+{ord(sign):04X}"
        assert shown == sign or (shown.isascii() and shown.isprintable())


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("Smith v. Jones – ștampilă\u00a0€ [red]", "Smith v. Jones – ștampilă\u00a0€ [red]"),
        ("a\x1b[2Jb\x9b\x7f", r"a\x1b[2Jb\x9b\x7f"),
        ("\u200e\u200f\u061c\u202e\u2066\ufeff", r"\u200e\u200f\u061c\u202e\u2066\ufeff"),
        ("a\r\n\tb\u2028c", "a\\x0d\n\tb\\u2028c"),
        ("\U000e0041\udcff", r"\U000e0041\udcff"),
    ],
)
def test_signs_without_a_shape_are_escapes(text: str, shown: str) -> None:
    """Letters, spaces and markup stay; what steers a terminal or turns the writing round is seen."""
    assert show_text(text) == shown


def test_line_is_one_line() -> None:
    """No sign that any reader takes for the end of a line is left."""
    assert show_line("first\nsecond\t third\x85\u2029") == r"first second third\x85\u2029"


@given(st.text())
def test_shown_twice_is_shown_once(text: str) -> None:
    """What was shown passes again as it is, so that two doors do no harm."""
    assert show_text(show_text(text)) == show_text(text)


@given(st.text(alphabet=st.characters(exclude_categories=["Cs"])))
def test_json_says_the_same(text: str) -> None:
    """A document reads back as it was, and holds nothing that has no shape."""
    document = show_json(json.dumps([text], ensure_ascii=False))
    assert json.loads(document) == [text]
    assert show_text(document) == document


@pytest.mark.parametrize(("text", "visible"), [("", False), (" \t", False), ("\u202e\u200b", False), ("\u202ea", True)])
def test_what_a_reader_sees(text: str, visible: bool) -> None:
    """Marks of direction and spaces alone are nothing to see."""
    assert is_visible(text) is visible


def test_names_that_differ_look_so() -> None:
    """A name is one line, and what stands in it is told apart: a space is no tab and no end of a line."""
    assert show_name("a b\tc\nd\x1b\u202ee") == r"a b\x09c\x0ad\x1b\u202ee"
