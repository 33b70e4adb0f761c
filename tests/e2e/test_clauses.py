"""The clauses of contracts become claims by ``casewright deal extract``, and are held against what is asserted."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from pathlib import Path

    from tests.e2e.conftest import Shell

SUPPLY = """SUPPLY AGREEMENT

This Supply Agreement is made on 4 March 2024 between Alder Limited (the "Supplier") and
Pine Stores plc (the "Customer").

1. Term

1.1 The Customer may terminate this Agreement at any time, without giving a reason, by 90 days' written notice.

2. Assignment and control

2.1 The Customer may end this Agreement at once if a third party acquires control of the Supplier.

2.2 Neither party may assign this Agreement without the consent of the other party.

Signed: /s/ Ben Oak, for the Supplier
"""
BARE = """DELIVERY AGREEMENT

Between Alder Limited (the "Supplier") and Fir Cafes Limited (the "Buyer").

1. The Supplier brings the goods to the depot at Wakeby within five working days of each order.
"""
DECK = """Alder Limited

Board deck, 18 May 2026

No contract has a change-of-control clause. Pines grow near the works.
"""


@pytest.fixture
def deal(shell: Shell, tmp_path: Path) -> str:
    """A deal with two contracts and a deck."""
    room = tmp_path / "room"
    room.mkdir()
    for name, text in (("supply agreement.txt", SUPPLY), ("delivery agreement.txt", BARE), ("deck.txt", DECK)):
        (room / name).write_text(text, encoding="utf-8")
    made: str = shell("--json", "deal", "create", "Alder Limited: sale", "--documents", room).json["deal"]["matter_id"]
    return made


@pytest.mark.requirement("clauses-are-claims")
def test_clauses_enter_with_whose_good_they_are(shell: Shell, deal: str) -> None:
    """Each clause is a claim with place, party, value and polarity; what was looked for in vain is said."""
    documents = {one["filename"]: one for one in shell("--json", "deal", "extract", deal).json["documents"]}

    supply = documents["supply agreement.txt"]["clauses"]
    assert supply["other_party"] == "Pine Stores plc"
    assert {"change_of_control", "termination_for_convenience", "anti_assignment", "signatures"} <= set(supply["found"])
    assert supply["polarities"]["change_of_control"] == ["bad"]
    assert "exclusivity" in supply["not_found"]
    assert documents["deck.txt"]["clauses"] is None
    claims = shell("--json", "claims", "list", deal, "--class", "LEGAL_TERMS").json["claims"]
    [leaving] = [one for one in claims if one["metric"] == "termination for convenience"]
    assert (leaving["polarity"], leaving["shown"], leaving["entity"]) == ("bad", "90 days", "pine stores plc")
    assert leaving["claim_verdict"] == "UNVERIFIED"
    span = leaving["primary_span"]
    assert SUPPLY[span["start"] : span["end"]].startswith("The Customer may terminate")


@pytest.mark.requirement("clauses-are-claims")
def test_a_clause_enters_once(shell: Shell, deal: str) -> None:
    """A second run enters nothing, and no two clauses of a kind overlap."""
    shell("deal", "extract", deal)

    again = shell("--json", "deal", "extract", deal).json

    assert again["extracted"] == 0
    claims = shell("--json", "claims", "list", deal, "--class", "LEGAL_TERMS").json["claims"]
    places = [(one["metric"], one["primary_span"]["document_id"], one["primary_span"]["start"]) for one in claims]
    assert len(places) == len(set(places))


@pytest.mark.requirement("clauses-are-claims")
def test_what_is_denied_and_is_there_is_a_defect(shell: Shell, deal: str) -> None:
    """The deck's sentence is a claim of absence, and the contract's clause stands against it, once."""
    shell("deal", "extract", deal)

    found = shell("--json", "defects", "list", deal).json["defects"]

    assert [one["defect_type"] for one in found] == ["ANOMALY_VS_STRONGER_SOURCES"]
    claim = shell("--json", "claims", "show", found[0]["claim_id"]).json["claim"]
    assert claim["claim_text"] == "No contract has a change-of-control clause."
    assert (claim["metric"], claim["shown"], claim["polarity"]) == ("change of control", "none", "good")


@pytest.mark.requirement("clauses-are-claims")
def test_coverage_says_what_contracts_were_read_for(shell: Shell, deal: str) -> None:
    """Both contracts are named with the kinds found and not found; a contract that has none says so."""
    told = shell("deal", "extract", deal).out
    covered = {one["filename"]: one for one in shell("--json", "deal", "show", deal).json["coverage"]["contracts"]}

    assert "0 clauses entered, none was found" in " ".join(told.split())
    assert set(covered) == {"supply agreement.txt", "delivery agreement.txt"}
    assert covered["delivery agreement.txt"]["clauses"] == 0
    assert "change_of_control" in covered["delivery agreement.txt"]["not_found"]
    assert "change_of_control" in covered["supply agreement.txt"]["found"]
    assert all(one["facts_read"] for one in covered.values())
    assert "not found" in shell("deal", "show", deal).out


@pytest.mark.requirement("clauses-are-claims")
def test_what_a_person_rejected_is_no_clause(shell: Shell, deal: str) -> None:
    """A field that a person said is not there is neither entered by a model nor by its wording."""
    shell("facts", "correct", deal, "supply agreement.txt", "termination_for_convenience", "reject")

    shell("deal", "extract", deal)

    claims = shell("--json", "claims", "list", deal, "--class", "LEGAL_TERMS").json["claims"]
    assert "termination for convenience" not in {one["metric"] for one in claims}


@pytest.mark.requirement("clauses-are-claims")
def test_a_person_may_say_whose_good_a_claim_is_for(shell: Shell, deal: str, tmp_path: Path) -> None:
    """A polarity that is imported is kept and shown; one that there is not is named with the four that there are."""
    place = {"document": "deck.txt", "quote": "Pines grow near the works."}
    row = {"claim_text": "Pines grow.", "claim_class": "OTHER", "polarity": "neutral", "evidence": [place]}
    file = tmp_path / "claims.json"
    file.write_text(json.dumps([row]), encoding="utf-8")
    shell("deal", "import-claims", deal, file)
    file.write_text(json.dumps([{**row, "polarity": "fine"}]), encoding="utf-8")

    refused = shell.any("deal", "import-claims", deal, file)

    [claim] = shell("--json", "claims", "list", deal).json["claims"]
    assert claim["polarity"] == "neutral"
    assert "neutral" in shell("claims", "show", claim["claim_id"]).out
    assert "good, bad, neutral, unknown" in refused.out + refused.err
