"""Tests of casewright.iql.excerpt."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from casewright.iql.excerpt import draw, place


@pytest.mark.requirement("iql-caret")
@pytest.mark.parametrize(
    ("text", "position", "expected"),
    [
        ("", 0, (1, 1)),
        ("abc", 3, (1, 4)),
        ("a\nb", 2, (2, 1)),
        ("a\r\nb", 3, (2, 1)),
        ("a\rb", 2, (2, 1)),
        ("a\n\r\n\rb", 5, (4, 1)),
        ("a\r\nb", 1, (1, 2)),
        ("a\r\nb", 2, (1, 3)),
        ("𝔘⚖️\n{", 4, (2, 1)),
        ("a\u2028b", 2, (1, 3)),
    ],
)
def test_place(text: str, position: int, expected: tuple[int, int]) -> None:
    """Lines end with LF, CR or CRLF, and columns count code points, both from 1."""
    assert expected == place(text, position)


@pytest.mark.requirement("iql-caret")
@pytest.mark.parametrize(
    ("text", "position", "line", "caret"),
    [
        ("{A} {B}", 4, "{A} {B}", "    ^"),
        ("{A}", 3, "{A}", "   ^"),
        ("one\r\ntwo {B}\r\nthree", 9, "two {B}", "    ^"),
        ("\t{A}\t\t{B}", 6, "\t{A}\t\t{B}", "\t   \t\t^"),
        ("{合同} {B}", 5, "{合同} {B}", "       ^"),
        ("{e\u0301} {B}", 5, "{e\u0301} {B}", "    ^"),
        ("{عقد} {B}", 6, "{عقد} {B}", "      ^"),
        ("\x00\x1b[31m\x7f{", 7, r"\x00\x1b[31m\x7f{", f"{'':16}^"),
        ("\u202e\u200b\ud800\x9b{", 4, r"\u202e\u200b\ud800\x9b{", f"{'':22}^"),
    ],
    ids=["plain", "end", "lines", "tabs", "wide", "combining", "right to left", "control", "formatting"],
)
def test_caret_stands_under_the_character(text: str, position: int, line: str, caret: str) -> None:
    """The caret stands under the character as a terminal shows it, and nothing in the line steers the terminal."""
    assert f"{line}\n{caret}" == draw(text, position)


@pytest.mark.requirement("iql-caret")
@pytest.mark.parametrize("position", [0, 1, 36, 37, 5_000, 9_963, 9_964, 9_999, 10_000])
def test_long_line_is_cut_round_the_caret(position: int) -> None:
    """Of a long line the stretch around the place is shown, with the caret still under its character."""
    text = "".join(chr(0x100 + i % 1_000) for i in range(10_000))
    line, caret = draw(text, position).split("\n")
    assert len(line) <= 74
    shown = line[len(caret) - 1 : len(caret)]
    assert shown == text[position : position + 1]


@given(st.text(), st.data())
def test_drawing_is_two_printable_lines(text: str, data: st.DataObject) -> None:
    """Whatever the text, the drawing is two lines that can be encoded and printed."""
    position = data.draw(st.integers(0, len(text)))
    drawing = draw(text, position)
    drawing.encode()
    line, caret = drawing.split("\n")
    assert caret.strip() == "^"
    assert len(line.splitlines()) <= 1
