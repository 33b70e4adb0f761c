"""Normalised text: what is mended, and that every offset leads back."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from casewright.adapters.ingest.normalise import Edit, apply, extracted, plain
from casewright.adapters.ingest.wire import Extract, Heading
from casewright.domain.documents import OffsetMap, Page

_MARKS = st.sampled_from(
    ["\r\n", "\r", "\n", "\ufeff", "\ufffe", "\ufb01", "\xad", "\xa0", "\x00", "\ud800", "a", "ab-", " "]
)
RAW = st.lists(st.one_of(_MARKS, st.text(max_size=5)), max_size=40).map("".join)


@pytest.mark.requirement("documents-offsets")
@given(RAW)
def test_plain_text_changes_only_mark_and_line_ends(raw: str) -> None:
    """Of a text file only a byte order mark goes and line ends become one character; offsets lead back."""
    normalised = plain(raw)

    assert normalised.text == raw.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    for offset, character in enumerate(normalised.text):
        there = raw[normalised.offsets.raw(offset)]
        assert there == character or (character == "\n" and there == "\r")


@pytest.mark.requirement("documents-offsets")
@given(RAW, st.data())
def test_kept_characters_stand_where_the_map_says(raw: str, data: st.DataObject) -> None:
    """Every character that is neither mended nor put in is, in the raw text, where its offset leads."""
    starts = data.draw(st.lists(st.integers(0, len(raw)), max_size=5))
    cut = data.draw(st.integers(0, len(raw)))
    extract = Extract(raw, pages=((0, cut), (cut, len(raw))), paragraphs=tuple(sorted(starts)))

    normalised = extracted(extract)

    offsets = [normalised.offsets.raw(offset) for offset in range(len(normalised.text))]
    assert offsets == sorted(offsets)
    for character, offset in zip(normalised.text, offsets, strict=True):
        if character not in "\n -fil\ufffdst":
            assert raw[offset] == character
    normalised.text.encode("utf-8")


@given(RAW, st.data())
def test_pages_cover_the_text(raw: str, data: st.DataObject) -> None:
    """Pages follow one another without a hole, from the first character to the last."""
    cut = data.draw(st.integers(0, len(raw)))

    normalised = extracted(Extract(raw, pages=((0, cut), (cut, len(raw)))))

    first, second = normalised.pages
    assert (first.start, first.end, second.end) == (0, second.start, len(normalised.text))
    assert (first.number, second.number) == (1, 2)


@pytest.mark.requirement("documents-pdf-marks")
@pytest.mark.parametrize(
    ("raw", "text"),
    [
        ("one\r\ntwo", "one\ntwo"),
        ("non\ufffedisclosure", "non-disclosure"),
        ("confi\ufffedential is confidential", "confidential is confidential"),
        ("re\ufffesign or re-sign or resign", "re-sign or re-sign or resign"),
        ("ends in a dash\ufffe", "ends in a dash-"),
        ("of\ufb01ce\u00ad \x02x", "office x"),
        ("a\u00a0b\u2003c", "a b c"),
        ("half \ud83d", "half \ufffd"),
    ],
)
def test_marks_of_formats_are_mended(raw: str, text: str) -> None:
    """Line ends, hyphens at them, ligatures, kinds of space and invisible characters read as a person sees them."""
    assert extracted(Extract(raw)).text == text


def test_blank_line_stands_before_a_paragraph_that_the_format_knows() -> None:
    """Where a new paragraph begins, a line end becomes a blank line of the same length, so offsets stay in step."""
    normalised = extracted(Extract("one\r\ntwo\r\nthree", paragraphs=(5,)))

    assert normalised.text == "one\n\ntwo\nthree"
    assert normalised.offsets == OffsetMap(((0, 0), (9, 10)))


def test_pages_are_parted_and_headings_move_along() -> None:
    """A line end or a blank line is put between pages; headings point at their text still."""
    raw = "one\x02\r\ntwoThree"
    extract = Extract(raw, pages=((0, 9), (9, 14)), paragraphs=(9,), headings=(Heading(9, 14, 1),))

    normalised = extracted(extract)

    assert normalised.text == "one\ntwo\n\nThree"
    assert normalised.pages == (Page(1, 0, 9), Page(2, 9, 14))
    (heading,) = normalised.headings
    assert normalised.text[heading.start : heading.end] == "Three"


def test_edit_moves_what_stands_after_it() -> None:
    """The text, the map and the moving function of an edit agree."""
    text, offsets, moved = apply("abcdef", [Edit(1, 3, "X"), Edit(4, 4, "YZ")])

    assert text == "aXdYZef"
    assert [offsets.raw(index) for index in range(7)] == [0, 1, 3, 4, 4, 4, 5]
    assert [moved(index) for index in (0, 3, 4, 5)] == [0, 2, 5, 6]
