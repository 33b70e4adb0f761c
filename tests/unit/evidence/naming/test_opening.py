"""What a document's first page says that it is called."""

from __future__ import annotations

from datetime import date

import pytest

from casewright.domain.document_names import DocumentNames
from casewright.domain.ids import DocumentId
from casewright.evidence.naming.opening import merged, names_of

ID = DocumentId("one")
ENGLISH = """Exhibit 10.2

RESELLER AGREEMENT

This Reseller Agreement (the "Agreement") is made on 4 May 2020 between Alphatron Robotics Ltd, a company registered in
England ("Alphatron"), and Meridian Stores Inc. (the "Reseller"). The reseller shall sell.
"""
ROMANIAN = """CONTRACT DE ÎNCHIRIERE

Încheiat între Popescu Ion, domiciliat în București, și S.C. Țiriac Imobile S.R.L., la 3 martie 2021.
"""


@pytest.mark.requirement("named-documents")
def test_titles_parties_and_aliases_are_read() -> None:
    """An English opening: its title, both parties, what they are called, its day, and words in small letters."""
    found = names_of(ID, "x.txt", ENGLISH)
    assert "RESELLER AGREEMENT" in found.titles
    assert {"Alphatron Robotics Ltd", "Meridian Stores Inc"} <= {one.rstrip(".") for one in found.parties}
    assert {"Alphatron", "Reseller"} <= set(found.aliases)
    assert found.days == (date(2020, 5, 4),)
    assert {"shall", "registered"} <= set(found.plain)


@pytest.mark.requirement("named-documents")
def test_romanian_opening_is_read() -> None:
    """Persons and firms after "între", the title folded."""
    found = names_of(ID, "x.txt", ROMANIAN)
    assert found.titles == ("CONTRACT DE INCHIRIERE",)
    assert "Popescu Ion" in found.parties
    assert any("Tiriac" in one for one in found.parties)


def test_known_names_come_first() -> None:
    """What was read as facts stands before what the opening seems to say; nothing known changes nothing."""
    read = names_of(ID, "x.txt", ENGLISH)
    known = DocumentNames(ID, "x.txt", titles=("Master Reseller Agreement",), parties=("Alphatron Holding SE",))
    both = merged(read, known)
    assert both.titles[0] == "Master Reseller Agreement"
    assert both.parties[0] == "Alphatron Holding SE"
    assert both.plain == read.plain
    assert merged(read, None) == read


@pytest.mark.parametrize("text", ["", "\n\n", "12345 !!!", "(" * 5_000, "A" * 9_000])
def test_odd_openings_have_no_names(text: str) -> None:
    """Nothing is made up, and nothing takes long."""
    assert names_of(ID, "x.txt", text).parties == ()
