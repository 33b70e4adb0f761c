"""The source form of a sample agreement is read as it is written, or refused."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from samples.agreement import Heading, Lines, PageBreak, Paragraph, Run, Table, read_agreement, text_of, tied

if TYPE_CHECKING:
    from pathlib import Path

    from samples.agreement import Agreement

FRONT = '+++\nfile = "a.txt"\ntitle = "A"\nsubtitle = "B"\nheader = "C"\nlanguage = "en-GB"\n+++\n\n'


def read(folder: Path, body: str) -> Agreement:
    path = folder / "source.md"
    path.write_text(FRONT + body, encoding="utf-8")
    return read_agreement(path)


def test_each_kind_of_block_is_known_by_its_first_characters(tmp_path: Path) -> None:
    """Headings, signatures, tables and page breaks are told from paragraphs."""
    blocks = read(tmp_path, "# H\n\n> a\n> b\n\n| x | y |\n| 1 | 2 |\n\n---\n\ntext\n").blocks
    assert [type(block) for block in blocks] == [Heading, Lines, Table, PageBreak, Paragraph]


@pytest.mark.parametrize(
    ("source", "level", "label", "text"),
    [
        ("1.1 The text.", 0, "1.1", "The text."),
        ("Section 1.01 The text.", 0, "Section 1.01", "The text."),
        ("  (a) the text;", 1, "(a)", "the text;"),
        ("    (iv) the text.", 2, "(iv)", "the text."),
        ("A. The text.", 0, "A.", "The text."),
        ("2023 was a year.", 0, "", "2023 was a year."),
    ],
)
def test_paragraph_parts_from_its_number(tmp_path: Path, source: str, level: int, label: str, text: str) -> None:
    """A number or letter at the start of a paragraph is its label, and two spaces are a level."""
    body = f"first\n\n{source}\n"
    paragraph = read(tmp_path, body).blocks[1]
    assert isinstance(paragraph, Paragraph)
    assert (paragraph.level, paragraph.label, text_of(paragraph.line)) == (level, label, text)


def test_marks_become_faces(tmp_path: Path) -> None:
    """Stars set bold and italic type, and do not stay in the text."""
    (paragraph,) = read(tmp_path, "a **b** *c* d").blocks
    assert isinstance(paragraph, Paragraph)
    assert paragraph.line == (Run("a "), Run("b", bold=True), Run(" "), Run("c", italic=True), Run(" d"))


def test_paragraph_on_two_lines_is_refused(tmp_path: Path) -> None:
    """A forgotten blank line is an error, not a paragraph run together."""
    with pytest.raises(ValueError, match="join its lines"):
        read(tmp_path, "1.1 one\n1.2 two")


def test_uneven_table_is_refused(tmp_path: Path) -> None:
    """A row with a missing cell is an error."""
    with pytest.raises(ValueError, match="as many cells"):
        read(tmp_path, "| a | b |\n| 1 |")


@given(st.text(alphabet="ab 1(2).", max_size=40))
def test_tying_loses_no_character(text: str) -> None:
    """The stretches that are kept together and the others make up the text."""
    assert "".join(piece for piece, _ in tied(text)) == text


def test_numbers_are_tied_to_the_word_before_them() -> None:
    """A cross-reference is kept in one line, the rest may be broken."""
    assert tied("see clause 4.1 and go") == [("see ", False), ("clause 4.1", True), (" and go", False)]
