"""Tests of casewright.toolbox.queries.party_names and statement_scores."""

from __future__ import annotations

import pytest

from casewright.iql import parse
from casewright.toolbox.queries.party_names import OPENING, other_names
from tests.fakes.memory_matter import MemoryMatter

TWO = (
    "This Agreement is made between Smith Analytics Limited, a company incorporated in England (the “Supplier”), and "
    'Jones Logistics Inc., a Delaware corporation (hereinafter "Customer" or "Jones").'
)
CASES: dict[str, tuple[str, str, tuple[str, ...]]] = {
    "full name": (TWO, "Smith Analytics Limited", ("Supplier",)),
    "short name": (TWO, "Smith Analytics", ("Supplier",)),
    "article and case": (TWO, "the smith analytics", ("Supplier",)),
    "two aliases": (TWO, "Jones Logistics Inc.", ("Customer", "Jones")),
    "what is defined itself": (
        TWO + " The Supplier works at its plant in Port, Delaware (the “Plant”).",
        "Supplier",
        (),
    ),
    "mentioned in a sentence": (
        "Smith Analytics owns a plant at Port Alder (the “Plant”).",
        "Smith Analytics",
        (),
    ),
    "mentioned within brackets": ("(formerly Smith Analytics), of Leeds (the “Tenant”)", "Smith Analytics", ()),
    "another paragraph": ("Smith Analytics Limited,\n\nJONES LTD (the “Customer”)", "Smith Analytics", ()),
    "capitals behind and": ("ALPHA LTD, of York, and BETA TRADING LIMITED (the “Buyer”)", "Alpha Ltd", ()),
    "alias itself": (TWO, "Supplier", ()),
    "stranger": (TWO, "Acme", ()),
    "part of a word": (TWO, "Smi", ()),
    "another company between": (
        'Made between Alpha Ltd and Beta Trading Inc (the "Buyer").',
        "Alpha Ltd",
        (),
    ),
    "over a line end": ('SMITH\nANALYTICS LIMITED\n("Supplier")', "Smith Analytics", ("Supplier",)),
    "bracket without a quote": ("Smith Analytics Limited (company number 123)", "Smith Analytics", ()),
    "blank": (TWO, "the ", ()),
    "pattern characters": (TWO, "Smith (.*", ()),
    "behind the opening": ("x" * OPENING + TWO, "Smith Analytics", ()),
}


@pytest.mark.requirement("iqltool-party-names")
@pytest.mark.parametrize("case", CASES)
def test_other_names(case: str) -> None:
    """A party's aliases are those that the opening defines behind its name, with no other company between."""
    text, name, expected = CASES[case]
    assert other_names(text, name) == expected


@pytest.mark.requirement("iqltool-party-names")
def test_query_about_a_company_finds_the_clauses_about_its_alias() -> None:
    """Asked about a company, a contract that calls it the Supplier is searched for the Supplier too, and says so."""
    about_supplier = parse('{IS clause obligating "Supplier"}').statements[0]
    matter = MemoryMatter({about_supplier: {"Supplier shall": 0.9}})
    matter.add("msa.txt", TWO + "\nThe Supplier shall deliver.")
    matter.add("other.txt", "The Supplier shall sing.")
    found = matter.ask('{IS clause obligating "Smith Analytics"}')
    by_name = {one["filename"]: [match["text"] for match in one["matches"]] for one in found["document_results"]}
    assert by_name == {"msa.txt": ["The Supplier shall deliver."], "other.txt": []}
    assert found["warnings"] == [
        'msa.txt defines "Smith Analytics" as "Supplier", so clauses about "Supplier" count',
    ]
