"""Parties: names, what contracts call them, and their roles."""

from __future__ import annotations

import pytest

from casewright.domain.facts import PartyValue
from casewright.evidence.facts.values.parties import parties_of
from casewright.evidence.facts.values.reading import value_of

_PREAMBLE = (
    'THIS AGREEMENT is made by and between Acme Widgets, Inc., a Delaware corporation ("Acme" or the "Supplier"), and '
    "Beta Stores Ltd., a company of England (hereinafter referred to as the “Customer”). Acme and Customer are each a "
    '"Party" and together the "Parties".'
)


def _places(text: str, *names: str) -> list[tuple[int, int]]:
    return [(text.index(name), text.index(name) + len(name)) for name in names]


def test_names_and_aliases_are_joined() -> None:
    """Whichever places are marked: aliases belong to the name after which they are defined."""
    expected = [
        PartyValue("Acme Widgets, Inc.", ("Acme", "Supplier"), "Supplier"),
        PartyValue("Beta Stores Ltd.", ("Customer",), "Customer"),
    ]
    assert parties_of(_PREAMBLE, _places(_PREAMBLE, "Acme Widgets, Inc", "Beta Stores Ltd")) == expected
    marked = _places(_PREAMBLE, "Acme Widgets, Inc", "Acme", "Supplier", "Beta Stores Ltd", "Customer")
    assert parties_of(_PREAMBLE, marked) == expected


def test_what_names_several_is_no_party() -> None:
    """Nor are "Party" and "Parties" what one is called."""
    together = 'Acme and Customer are each a "Party" and together the "Parties'
    assert [one.name for one in parties_of(_PREAMBLE, _places(_PREAMBLE, "Beta Stores Ltd", together))] == [
        "Beta Stores Ltd."
    ]


def test_an_alias_on_the_cover_is_found_where_it_is_defined() -> None:
    """People mark the first place of a word, which may be in a table of contents."""
    text = "LICENCES FROM ACME TO SPINCO\n\n" + 'between Acme Inc. ("Acme") and Cerence Inc. ("SpinCo")'
    found = parties_of(text, _places(text, "ACME", "SPINCO", "Acme Inc", "Cerence Inc"))
    assert found == [PartyValue("Acme Inc.", ("Acme",)), PartyValue("Cerence Inc.", ("SpinCo",))]


@pytest.mark.parametrize(
    ("text", "name", "expected"),
    [
        ('Nuance Corp. (the "Licensor")', "Nuance Corp", PartyValue("Nuance Corp.", ("Licensor",), "Licensor")),
        ('Nuance Corp. made this (the "Effective Date")', "Nuance Corp", PartyValue("Nuance Corp.")),
        ("John Smith, an individual", "John Smith", PartyValue("John Smith")),
        (
            'SC Gama SRL, denumită în continuare "Vânzătorul"',
            "SC Gama SRL",
            PartyValue("SC Gama SRL", ("Vânzătorul",), "Vânzătorul"),
        ),
    ],
)
def test_one_party(text: str, name: str, expected: PartyValue) -> None:
    """A single place says name, aliases and role."""
    (place,) = _places(text, name)
    assert value_of("parties", text, *place) == expected


def test_an_alias_leads_to_its_party() -> None:
    """A place that calls a party is that party, where its name is known."""
    around = {"parties": _places(_PREAMBLE, "Acme Widgets, Inc", "Beta Stores Ltd")}
    (place,) = _places(_PREAMBLE, "Customer")
    value = value_of("parties", _PREAMBLE, *place, around=around)
    assert value == PartyValue("Beta Stores Ltd.", ("Customer",), "Customer")


def test_places_outside_of_the_text_are_left_out() -> None:
    """No place of another document raises."""
    assert parties_of("Acme Inc.", [(0, 400), (-3, 2), (5, 5)]) == []
