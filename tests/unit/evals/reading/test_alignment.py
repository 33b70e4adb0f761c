"""Where known pieces stand in what a reader gave."""

from __future__ import annotations

from dataclasses import replace

import pytest

from casewright.domain.documents import Reading
from evals.reading.alignment import Located, align
from evals.reading.truth import Piece, Role, squeeze, squeezed
from tests.unit.evals.reading.known import SENTENCE, TEXT, known, reading


def _reading(text: str) -> Reading:
    return Reading("text/plain", text, ())


def _found(text: str, *pieces: str) -> list[str | None]:
    places = align([Piece(one, Role.BODY) for one in pieces], _reading(text)).places
    return [text[part[0] : part[-1] + 1] if -1 not in part else None for part in places]


@pytest.mark.parametrize(
    ("text", "letters"),
    [
        ("a b\n\tc", "abc"),
        ("agree-\nment", "agreement"),
        ("of\ufb01ce", "office"),
        ("party.\u00b9", "party.1"),
        ("a\u0306", "a\u0306"),
        ("„ț” – …", "„ț”–..."),
    ],
)
def test_what_counts_of_a_text(text: str, letters: str) -> None:
    """White space and hyphens do not, ligatures are taken apart, other signs stay."""
    assert squeezed(text) == letters


def test_each_letter_knows_its_place() -> None:
    """Offsets lead back, also where one sign makes two letters."""
    assert squeeze("o \ufb01x") == ("ofix", [0, 2, 2, 3])


def test_lines_are_found_joined_divided_and_moved() -> None:
    """Columns that were read one after the other, or line by line, give the same pieces."""
    left, right = "the left column holds this", "and this is in the right one"
    assert _found(f"{right}\n{left}", left, right) == [left, right]
    assert _found(f"{left} {right}", left, right) == [left, right]
    assert _found(f"{left[:10]}\n{left[10:]}", left) == [f"{left[:10]}\n{left[10:]}"]


def test_equal_lines_are_found_in_their_order() -> None:
    """A sentence that is repeated stands at as many places."""
    line = "Nothing in this clause limits anything."
    text = f"{line} One. {line} Two."
    first, second = align([Piece(line, Role.BODY), Piece(line, Role.BODY)], _reading(text)).places
    assert (first[0], second[0]) == (0, text.rindex("Nothing"))


def test_short_pieces_stand_between_their_neighbours() -> None:
    """A page's number is not the first figure that looks like it."""
    text = "There are 3 parties here.\n3\nThe next page begins so."
    pieces = [Piece(one, Role.BODY) for one in ("There are 3 parties here.", "3", "The next page begins so.")]
    assert align(pieces, _reading(text)).places[1] == [26]
    moved = [pieces[1], pieces[0], pieces[2]]
    assert align(moved, _reading(text)).places[0] == [26]


def test_numbers_of_lines_stand_alone() -> None:
    """They are found between the lines, not in them, whether they stand in a column or before each line."""
    lines = ["The year 12 and the month 2 count.", "In 1 or 3 days.", "It ends."]
    pieces = [Piece(one, Role.BODY) for one in ("1", "2", "12", *lines)]
    text = "12 The year 12 and the month 2 count.\n1 In 1 or 3 days.\n2 It ends."
    found = [text[part[0] - 1 : part[-1] + 2] for part in align(pieces, _reading(text)).places[:3]]
    assert found == ["\n1 ", "\n2 ", ""]
    assert align(pieces, _reading(text)).places[2] == [0, 1]
    column = "1\n2\n12\n" + "\n".join(lines)
    assert align(pieces, _reading(column)).places[:3] == [[0], [2], [4, 5]]


def test_what_is_not_there_is_counted() -> None:
    """A line that the reader lost is missing, letter by letter; one that was cut short in part."""
    alignment = align([Piece("a line that was lost by the reader", Role.BODY)], _reading("something else stands here"))
    assert alignment.missing() == len(squeezed("a line that was lost by the reader"))
    half = align([Piece("the supplier delivers the goods in time", Role.BODY)], _reading("the supplier delivers"))
    assert 0 < half.missing() < len(squeezed("the supplier delivers the goods in time"))


def test_a_sentence_over_two_pages_is_located() -> None:
    """Its letters stand before and after the furniture, and its pages are told."""
    located = Located(known(), reading(marked=False, chunks=((0, len(TEXT)),)))
    places = located.places(1, 4, 4 + len(SENTENCE))
    assert TEXT[places[0] : places[-1] + 1].startswith("The supplier shall")
    assert "".join(TEXT[place] for place in places) == squeezed(SENTENCE)
    assert located.pages(1, 4, 4 + len(SENTENCE)) == {1, 2}
    assert located.role_at(TEXT.index("Harrow")) is Role.HEADER
    assert located.role_at(TEXT.index("\n")) is None


def test_chunk_at_knows_gaps() -> None:
    """What stands between two chunks is in none."""
    located = Located(known(), replace(reading(marked=False, chunks=((0, 5), (8, 20)))))
    assert [located.chunk_at(place) for place in (0, 4, 5, 8, 19, 20)] == [0, 0, None, 1, 1, None]
