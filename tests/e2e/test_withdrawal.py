"""What the detectors find no more ends by itself, with a note; what people said and ended stays."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from tests.e2e.acme_deal import ARR, claim, imported, listed, money

if TYPE_CHECKING:
    from pathlib import Path

    from tests.e2e.conftest import Shell

DETECTORS = "casewright:detectors"
STALE = [claim("Cash is EUR 900,000", "EUR 900,000", value_struct=money("900000"), metric="cash", period="2025-12-31")]
STALE[0]["evidence"][0]["source_date"] = "2026-01-15"
LATER, BACK = "2028-01-01", "2026-02-01"
TWO_DECKS = [
    claim("ARR was EUR 12.5m", "EUR 12.5 million", value_struct=money("12500000"), **ARR),
    {
        **claim("ARR was EUR 10m", "EUR 10,000,000", "Accounts.txt", value_struct=money("10000000"), **ARR),
        "evidence": [{"document": "Accounts.txt", "quote": "EUR 10,000,000", "source_type": "board_deck"}],
    },
]


def defects(shell: Shell, deal: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = shell("--json", "defects", "list", deal, "--all").json["defects"]
    return found


def dated(shell: Shell, deal: str, day: str) -> dict[str, Any]:
    found: dict[str, Any] = shell("--json", "deal", "as-of", deal, day).json["assessment"]
    return found


@pytest.mark.requirement("defects-withdrawn")
def test_a_finding_goes_with_its_premise_and_is_told(shell: Shell, deal: str, tmp_path: Path) -> None:
    """Once the kind of a source is said, what was found without knowing it ends, with what changed."""
    imported(shell, deal, tmp_path, TWO_DECKS)
    before = defects(shell, deal)

    told = shell("deal", "source", deal, "Accounts.txt", "--type", "audited_accounts").out

    assert {one["defect_type"] for one in before} == {"INCONSISTENCY"}
    after = {one["defect_id"]: one for one in defects(shell, deal)}
    for one in before:
        ended = after[one["defect_id"]]
        assert (ended["status"], ended["resolved_by"], ended["withdrawn"]) == ("CURED", DETECTORS, True)
        assert ended["reason"] == "Found no more: “Accounts.txt” was described as audited accounts."
        assert f"withdrawn: INCONSISTENCY {one['defect_id']}" in told
    assert [one["defect_type"] for one in after.values() if one["status"] == "OPEN"] == ["ANOMALY_VS_STRONGER_SOURCES"]
    assert {one["claim_text"]: one["claim_grade"] for one in listed(shell, deal)}["ARR was EUR 10m"] == "A"
    shown = shell("deal", "show", deal).out
    assert f"{len(before)} defect" in shown
    assert "“Accounts.txt” was described as audited accounts" in shown
    assert f"withdrawn by {DETECTORS}" in shell("defects", "list", deal, "--all").out
    events = shell("--json", "audit", "show", "--last", "1000").json["events"]
    told_of = [one["tool_args"]["defect_id"] for one in events if one["event_type"] == "defect.withdrawn"]
    assert sorted(told_of) == sorted(one["defect_id"] for one in before)
    shell("audit", "verify")


@pytest.mark.requirement("defects-withdrawn")
def test_what_comes_back_is_open_again(shell: Shell, deal: str, tmp_path: Path) -> None:
    """A withdrawn finding that is found again is filed anew; each end and each beginning stays on record."""
    imported(shell, deal, tmp_path, STALE)

    dated(shell, deal, LATER)
    back = dated(shell, deal, BACK)
    again = dated(shell, deal, LATER)
    assert dated(shell, deal, LATER)["defects_filed"] == 0

    assert [one["defect_type"] for one in back["withdrawn"]] == ["STALENESS"]
    assert back["withdrawn"][0]["reason"] == f"Found no more: ages are counted from {BACK}."
    assert [one["defect_type"] for one in again["defects"]] == ["STALENESS"]
    assert [one["status"] for one in defects(shell, deal)] == ["CURED", "OPEN"]
    dated(shell, deal, BACK)
    assert [one["withdrawn"] for one in defects(shell, deal)] == [True, True]


@pytest.mark.requirement("defects-withdrawn")
@pytest.mark.parametrize("end", ["cure", "waive"])
def test_what_a_person_ended_stays_ended(shell: Shell, deal: str, tmp_path: Path, end: str) -> None:
    """A finding that a person cured or waived is neither withdrawn nor opened again, whether it is found or not."""
    imported(shell, deal, tmp_path, STALE)
    [filed] = dated(shell, deal, LATER)["defects"]
    shell("defects", end, deal, filed["defect_id"], "--reason", "the bank confirmed it")

    assert dated(shell, deal, BACK)["withdrawn"] == []
    assert dated(shell, deal, LATER)["defects"] == []

    [kept] = defects(shell, deal)
    assert (kept["withdrawn"], kept["reason"]) == (False, "the bank confirmed it")


@pytest.mark.requirement("defects-withdrawn")
def test_what_a_person_flagged_is_never_withdrawn(shell: Shell, deal: str, tmp_path: Path) -> None:
    """The detectors take back their own findings only."""
    imported(shell, deal, tmp_path, STALE)
    [one] = listed(shell, deal)
    flagged = {
        "claim_id": one["claim_id"],
        "defect_type": "IMPLAUSIBILITY",
        "severity": "MAJOR",
        "description": "Nobody at the company could say on which accounts the cash is held.",
        "evidence_refs": [f"claim:{one['claim_id']}"],
        "cure_protocol": "HUMAN_ARBITRATION",
    }
    shell("tools", "call", "flag_defect", "--args", json.dumps(flagged))

    shell("deal", "assess", deal)
    dated(shell, deal, BACK)

    assert [one["status"] for one in defects(shell, deal)] == ["OPEN"]


@pytest.mark.requirement("defects-withdrawn")
def test_a_gate_goes_with_its_question(shell: Shell, deal: str, tmp_path: Path) -> None:
    """The gate about an absent document ends when the document comes in, and says so."""
    imported(shell, deal, tmp_path, [claim("The lender agreed, see Side letter with the lender", "EUR 900,000")])
    [gate] = shell("--json", "gates", "list", deal).json["gates"]
    letter = tmp_path / "Side letter with the lender.txt"
    letter.write_text("The lender agrees.", encoding="utf-8")

    shell("ingest", deal, letter)
    told = shell("deal", "assess", deal).out

    assert "1 gate withdrawn: nothing is left to decide" in told
    assert shell("--json", "gates", "list", deal).json["gates"] == []
    [ended] = shell("--json", "gates", "list", deal, "--all").json["gates"]
    assert (ended["gate_id"], ended["status"], ended["decided_by"]) == (gate["gate_id"], "corrected", DETECTORS)
    assert ended["decision"] == "Found no more: “Side letter with the lender.txt” was added."
    assert "withdrawn" in shell("gates", "list", deal, "--all").out
    events = shell("--json", "audit", "show", "--last", "1000").json["events"]
    assert "human_gate.withdrawn" in {one["event_type"] for one in events}


@pytest.mark.requirement("defects-withdrawn")
def test_a_gate_asks_no_more_about_a_claim_that_cites_no_more(shell: Shell, deal: str, tmp_path: Path) -> None:
    """An open gate keeps to the claims that cite the absent document, and the audit says when there are fewer."""
    named = claim("The lender agreed, see Side letter with the lender", "EUR 10,000,000", "Accounts.txt")
    taken = claim("Cash is EUR 900,000", "EUR 900,000")
    taken["evidence"][0]["upstream_origin"] = "Side letter with the lender"
    imported(shell, deal, tmp_path, [named, taken])
    [before] = shell("--json", "gates", "list", deal).json["gates"]

    shell("deal", "source", deal, "Deck.txt", "--type", "board_deck", "--origin", "the ledger")

    [after] = shell("--json", "gates", "list", deal).json["gates"]
    ids = {one["claim_text"]: one["claim_id"] for one in listed(shell, deal)}
    assert sorted(before["claim_ids"]) == sorted(ids.values())
    assert after["gate_id"] == before["gate_id"]
    assert after["claim_ids"] == [ids["The lender agreed, see Side letter with the lender"]]
    events = shell("--json", "audit", "show", "--last", "1000").json["events"]
    [told] = [one["tool_args"] for one in events if one["event_type"] == "human_gate.narrowed"]
    assert told["claim_ids"] == after["claim_ids"]
