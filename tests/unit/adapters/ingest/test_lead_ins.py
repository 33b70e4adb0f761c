"""The words that items of a list go on from."""

from __future__ import annotations

from contextlib import closing

import pytest
from hypothesis import given

from casewright.adapters.ingest.chunker import chunks_of
from casewright.adapters.ingest.lead_ins import LONGEST
from casewright.adapters.ingest.reader import FileReader
from casewright.domain.documents import Furniture, FurnitureKind
from casewright.domain.scored_units import scored_unit
from tests.unit.adapters.ingest.sheet_files import workbook
from tests.unit.adapters.ingest.test_chunker import TEXTS
from tests.unit.adapters.ingest.word_files import word

_LONG = (
    " " + "and does so for as long as this agreement lasts, with the care of a prudent merchant, " * 4 + "at its cost"
)

_DUTIES = "1. Term. Two years.\n\n2. Duties\n\n"

CASES = {
    "letters": (
        _DUTIES + "The Supplier shall:\n\n(a) keep#;\n\n(b) insure#.",
        "The Supplier shall:",
    ),
    "last sentence": (
        _DUTIES + "The goods are new. Smith Inc. shall at all times:\n\n(a) keep#;\n\n(b) insure#.",
        "Smith Inc. shall at all times:",
    ),
    "nested": (
        _DUTIES + "The Supplier shall:\n\n(a) deliver the goods:\n\n(i) in time#;\n\n(ii) insure#.",
        "(a) deliver the goods:",
    ),
    "behind a nested list": (
        _DUTIES + "The Supplier shall:\n\n(a) deliver the goods:\n\n(i) in time#;\n\n(b) insure#.",
        "The Supplier shall:",
    ),
    "clauses under a lead-in": (
        "1. Term. Two years.\n\n2. Duties.\n\n2.1 In each year the Supplier shall:\n\n2.1.1 Keep#;\n\n2.1.2 Insure#.",
        "2.1 In each year the Supplier shall:",
    ),
    "bullets": (
        "The Client may end this agreement where:\n\n- there is war#;\n\n- nobody does insure#.",
        "The Client may end this agreement where:",
    ),
    "where no clause is known": (
        "The Supplier shall each year:\n\na) deliver:\n\n- in time:\n\n(1) at sea#;\n\nb) insure#.",
        "The Supplier shall each year:",
    ),
    "Romanian": (
        "Art. 5. Obligații\n\nPrestatorul are următoarele obligații:\n\na) să păstreze#;\n\nb) să insure#.",
        "Prestatorul are următoarele obligații:",
    ),
    "Romanian verb": (
        "Art. 5. Plata\n\nBeneficiarul va:\n\na) plăti#;\n\nb) insure#.",
        "Beneficiarul va:",
    ),
    "a sentence": (
        _DUTIES + "The Supplier keeps it.\n\n(a) It shall keep#.\n\n(b) It shall insure#.",
        None,
    ),
    "a contract": ("The parties hereto agree as follows:\n\na) He shall keep#.\n\nb) She shall insure#.", None),
    "no words": ("1. Term. Two years.\n\n2. Fees\n\n[*] [*]:\n\n(a) keep#;\n\n(b) insure#.", None),
    "no item": ("The Supplier shall:\n\nKeep the goods in a dry place#.\n\nAnd it shall insure#.", None),
}


@pytest.mark.requirement("documents-lead-ins")
@pytest.mark.parametrize("name", list(CASES))
def test_an_item_goes_on_from_what_leads_to_it(name: str) -> None:
    """The chunk with the word "insure" has the lead-in that the case tells."""
    written, wanted = CASES[name]
    text = written.replace("#", _LONG)

    [found] = [chunk for chunk in chunks_of(text) if "nsure" in text[chunk.start : chunk.end]]

    assert (None if found.lead_in is None else text[slice(*found.lead_in)]) == wanted


@pytest.mark.requirement("documents-lead-ins")
def test_a_list_over_pages_has_its_lead_in_without_furniture() -> None:
    """The header between the beginning of a list and its items is in no unit; the lead-in may go over the page."""
    text = _DUTIES + f"The Supplier\n\nFRAME AGREEMENT\n\nshall:\n\n(a) keep{_LONG};\n\n(b) insure{_LONG}."
    at = text.index("FRAME")
    furniture = [Furniture(at, at + 15, FurnitureKind.HEADER)]

    chunk = chunks_of(text, furniture=furniture)[-1]

    unit = scored_unit(text, chunk, [(at, at + 15)])
    assert unit.startswith("Duties\nThe Supplier shall:\n(b) insure")


@pytest.mark.requirement("documents-lead-ins")
def test_a_list_in_word_has_lead_ins() -> None:
    """What Word shows as a list reads as one, notes keep their own places."""
    parts = ["1. Term. Two years.", "2. Duties", "The Supplier shall:", f"(a) keep{_LONG};", f"(b) insure{_LONG}."]
    with closing(FileReader()) as reader:
        read = reader.read(word(*parts), "list.docx")

    last = read.chunks[-1]
    assert last.lead_in is not None
    assert read.text[slice(*last.lead_in)] == "The Supplier shall:"


@pytest.mark.requirement("documents-lead-ins")
def test_the_end_of_a_long_lead_in_is_taken() -> None:
    """It begins with a word and has no more characters than may be."""
    beginning = "The Supplier and each of its many affiliates " * 12 + "shall:"
    text = _DUTIES + f"{beginning}\n\n(a) keep{_LONG};\n\n(b) insure{_LONG}."

    lead_in = chunks_of(text)[-1].lead_in

    assert lead_in is not None
    assert LONGEST - 12 < lead_in[1] - lead_in[0] <= LONGEST
    assert text[lead_in[0] - 1] == " "
    assert text[slice(*lead_in)].endswith("affiliates shall:")


@given(TEXTS)
def test_a_lead_in_stands_before_its_chunk_and_shows_words(text: str) -> None:
    """Whatever the text: it is short, begins and ends with what shows, and lies before the chunk."""
    for chunk in chunks_of(text):
        if chunk.lead_in is not None:
            start, end = chunk.lead_in
            assert 0 <= start < end <= chunk.start
            assert text[start:end].strip()


@pytest.mark.requirement("documents-lead-ins")
def test_rows_of_a_sheet_are_scored_with_its_name() -> None:
    """A chunk further down a sheet does not say itself what it belongs to."""
    with closing(FileReader()) as reader:
        read = reader.read(workbook({"Rent roll": [[f"Tenant {row}", "x" * 60] for row in range(40)]}), "roll.xlsx")

    units = [scored_unit(read.text, chunk) for chunk in read.chunks]
    assert len(units) > 1
    assert all("Rent roll" in unit[:20] for unit in units)
    assert read.chunks[-1].unit_sha256
