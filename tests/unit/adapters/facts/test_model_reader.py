"""Facts read off tokens: their places in the document, whatever stands before a chunk or is skipped inside it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from casewright.adapters.facts.model_reader import ModelReader, _shown
from casewright.domain.documents import Chunk
from casewright.domain.facts import FactHow, FactText
from casewright.errors import IntegrityError
from tests.fakes.marking_encoder import fact_model, marking_encoder

if TYPE_CHECKING:
    from pathlib import Path

    from casewright.domain.facts import FoundFact

    Spans = tuple[tuple[int, int], ...]

WORDS = {"governing_law": "Kenya", "insurance": "insured"}


@pytest.fixture
def reader(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ModelReader:
    encoder, _ = marking_encoder(tmp_path, monkeypatch, WORDS, 32)
    return ModelReader(fact_model(encoder), encoder)


def one_chunk(text: str, start: int = 0, *, heading: str | None = None, skipped: Spans = ()) -> FactText:
    chunk = Chunk(0, start, len(text), "", (), heading, None, skipped)
    return FactText(text, (chunk,), (), skipped)


def quotes(text: FactText, found: list[FoundFact]) -> list[tuple[str, str]]:
    return [(one.field, text.text[one.start : one.end]) for one in found]


def test_places_are_in_the_document(reader: ModelReader) -> None:
    """Behind furniture inside a chunk as well, and over it where the words go on behind it."""
    text = "It is insured.\n\nPage 7\n\nThe law of Kenya governs."
    page = (text.index("Page"), text.index("Page") + 6)
    read = one_chunk(text, skipped=(page,))
    found = reader.read(read)
    assert quotes(read, found) == [("governing_law", "Kenya"), ("insurance", "insured")]
    assert {one.how for one in found} == {FactHow.MODEL}

    text = "the law of Kenya\n\nPage 7\n\nKenya governs"
    read = one_chunk(text, skipped=((text.index("Page"), text.index("Page") + 6),))
    assert quotes(read, reader.read(read)) == [("governing_law", "Kenya\n\nPage 7\n\nKenya")]


def test_what_stands_before_a_chunk_is_not_of_it(reader: ModelReader) -> None:
    """A heading and a lead-in help to read, and no fact stands in them: they are their own chunk's."""
    lead = "If goods from Kenya are sold:\n"
    text = lead + "(a) they are insured."
    chunk = Chunk(0, len(lead), len(text), "", (), "Law of Kenya", None, lead_in=(0, len(lead) - 1))
    read = FactText(text, (chunk,), ())
    assert quotes(read, reader.read(read)) == [("insurance", "insured")]


@pytest.mark.requirement("facts-long-units")
def test_the_end_of_a_long_unit_is_read(reader: ModelReader) -> None:
    """Far beyond the window, in its place."""
    text = "Nothing is said in this sentence. " * 20 + "At last the law of Kenya governs."
    read = one_chunk(text, heading="Law")
    assert quotes(read, reader.read(read)) == [("governing_law", "Kenya")]


def test_places_go_on_in_the_next_chunk(reader: ModelReader) -> None:
    """What ends with one and begins the next is one place."""
    text = "law of Kenya\n\nKenya governs"
    cut = text.index("\n")
    chunks = (Chunk(0, 0, cut, "", (), None, None), Chunk(1, cut + 2, len(text), "", (), None, None))
    read = FactText(text, chunks, ())
    assert quotes(read, reader.read(read)) == [("governing_law", "Kenya\n\nKenya")]


def test_how_sure_a_place_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As the weights say and at most what its field may say; too unlikely ones are candidates only."""
    encoder, _ = marking_encoder(tmp_path, monkeypatch, WORDS)
    read = one_chunk("The law of Kenya governs.")
    [sure] = ModelReader(fact_model(encoder, bias=9.0), encoder).read(read)
    assert sure.confidence == 0.89
    unsure = ModelReader(fact_model(encoder, bias=-2.0), encoder)
    assert unsure.read(read) == []
    assert [one.confidence for one in unsure.candidates(read)] == [0.1192]


def test_places_are_of_whole_words() -> None:
    """A token may be a part of a word: what is shown is the word."""
    assert _shown("by the State. ", 8, 10) == (7, 12)
    assert _shown("by the State. ", 3, 14) == (3, 13)
    assert _shown("ab", 0, 1) == (0, 2)
    assert _shown("a  b", 1, 3) == (3, 3)


def test_masked_texts_are_not_read(reader: ModelReader) -> None:
    """And it does not say that it looked."""
    read = one_chunk("The law of Kenya governs.")
    assert reader.looks_for(read) == set(WORDS)
    masked = replace(read, masked=True)
    assert reader.read(masked) == reader.candidates(masked) == []
    assert reader.looks_for(masked) == set()


def test_nothing_to_read(reader: ModelReader) -> None:
    """No chunk, or none with a word."""
    assert reader.read(FactText("", (), ())) == []
    assert reader.read(one_chunk("…")) == []


@pytest.mark.requirement("facts-damage")
def test_model_of_another_encoder_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its lines are those of other numbers."""
    encoder, _ = marking_encoder(tmp_path, monkeypatch, WORDS)
    for changed in ({"encoder": "0" * 64}, {"fields": ("insurance", "governing_law")}):
        with pytest.raises(IntegrityError, match="made for another encoder"):
            ModelReader(replace(fact_model(encoder), **changed), encoder)
