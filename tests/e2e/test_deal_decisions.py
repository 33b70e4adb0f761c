"""What people decide about a deal on the command line: defects, gates, doubtful claims, calculations."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from tests.e2e.acme_deal import CLAIMS, claim, imported, listed

if TYPE_CHECKING:
    from pathlib import Path

    from tests.e2e.conftest import Shell


@pytest.mark.requirement("evidence-defects-life")
def test_a_waived_defect_is_regraded_at_once(shell: Shell, deal: str, tmp_path: Path) -> None:
    """Waiving needs a reason, counts once, and the claim is graded anew; looking again files nothing twice."""
    imported(shell, deal, tmp_path)
    [defect] = shell("--json", "defects", "list", deal).json["defects"]
    arguments = ("defects", "waive", deal, defect["defect_id"], "--reason")

    shell(*arguments, " ", code=2)
    waived = shell("--json", *arguments, "the accounts leave out a segment").json

    assert (waived["defect"]["status"], waived["new_grade"]) == ("WAIVED", "B")
    assert "waived already" in shell(*arguments, "again", code=2).err
    again = shell("--json", "deal", "assess", deal).json
    assert (again["defects_filed"], again["regraded_count"]) == (0, 0)
    assert shell("--json", "defects", "list", deal).json["defects"] == []
    [kept] = shell("--json", "defects", "list", deal, "--all").json["defects"]
    assert kept["reason"] == "the accounts leave out a segment"


@pytest.mark.requirement("evidence-verify")
def test_a_person_verifies_a_claim_read_with_doubt(shell: Shell, deal: str, tmp_path: Path) -> None:
    """Below 0.95 a claim is unverified and feeds no calculation; a person's look changes both, once."""
    rows = [{**row, "confidence": 0.85} for row in CLAIMS[2:4]]
    cash, burn = imported(shell, deal, tmp_path, rows)["claim_ids"]
    run = ("calc", "run", deal, "RUNWAY", f"cash={cash}", f"monthly_burn={burn}")

    assert "let a person verify it first" in shell(*run, code=2).err
    for one in (cash, burn):
        verified = shell("--json", "claims", "verify", deal, one).json
        assert (verified["claim_verdict"], verified["confidence"]) == ("VERIFIED", 0.85)
    assert "was verified by" in shell("claims", "verify", deal, cash, code=2).err
    assert "18 months" in shell(*run).out


@pytest.mark.requirement("evidence-calculate")
def test_a_calculation_is_stored_once_and_can_be_a_claim(shell: Shell, deal: str, tmp_path: Path) -> None:
    """The same inputs give the same calculation; its claim is derived, graded by its inputs, and feeds none."""
    _, _, cash, burn, _ = imported(shell, deal, tmp_path)["claim_ids"]
    run = ("--json", "calc", "run", deal, "RUNWAY", f"monthly_burn={burn}", f"cash={cash}")

    first = shell(*run).json
    second = shell(*run, "--as-claim").json

    assert (first["known"], second["known"]) == (False, True)
    assert second["calc"] == first["calc"]
    made = second["claim"]
    assert (made["claim_type"], made["shown"], made["claim_grade"]) == ("derived", "18 months", "B")
    assert made["source_calc_id"] == first["calc"]["calc_id"]
    assert "which is derived" in shell("calc", "run", deal, "MOIC", f"value={made['claim_id']}", code=2).err
    assert len(shell("--json", "calc", "list", deal).json["calculations"]) == 1


@pytest.mark.requirement("evidence-gates")
def test_a_hidden_document_opens_a_gate_that_a_person_confirms(shell: Shell, deal: str, tmp_path: Path) -> None:
    """A claim on the index that names an absent document waits at a gate; approving makes it FATAL and grade D."""
    rows = [claim("There is a side letter", "Side letter with the lender", "Index.txt", claim_class="LEGAL_TERMS")]
    imported(shell, deal, tmp_path, rows)
    [gate] = shell("--json", "gates", "list", deal).json["gates"]
    assert (gate["candidate"], gate["status"]) == ("CONCEALMENT", "open")

    decided = shell("--json", "gates", "decide", deal, gate["gate_id"], "approved", "--reason", "They refuse it").json

    assert [(one["defect_type"], one["severity"]) for one in decided["defects"]] == [("CONCEALMENT", "FATAL")]
    [hidden] = listed(shell, deal)
    assert (hidden["claim_grade"], hidden["claim_action"]) == ("D", "HUMAN_GATE")
    again = shell("gates", "decide", deal, gate["gate_id"], "rejected", "--reason", "no", code=2)
    assert "stays so" in again.err
    assert "No decision is waited for." in shell("gates", "list", deal).out


@pytest.mark.requirement("evidence-gates")
def test_an_absent_document_has_one_open_gate(shell: Shell, deal: str, tmp_path: Path) -> None:
    """Claims that cite it later join the gate that waits; once it is decided, later ones get a gate of their own."""

    def cite(text: str) -> list[dict[str, Any]]:
        rows = [claim(text, "Side letter with the lender", "Index.txt", claim_class="LEGAL_TERMS", materiality="LOW")]
        imported(shell, deal, tmp_path, rows)
        found: list[dict[str, Any]] = shell("--json", "gates", "list", deal).json["gates"]
        return found

    shell("deal", "assess", deal)
    [none] = shell("--json", "gates", "list", deal).json["gates"]
    assert none["claim_ids"] == []
    assert "claims none" in shell("gates", "list", deal).out
    [first] = cite("There is a side letter")
    [second] = cite("The side letter is with the lender")

    assert none["gate_id"] == first["gate_id"] == second["gate_id"]
    assert (len(first["claim_ids"]), len(second["claim_ids"])) == (1, 2)
    assert ("no claim cites" in none["reason"], "2 claims cite" in second["reason"]) == (True, True)
    assert (none["priority"], second["priority"]) == ("HIGH", "NORMAL")

    shell("gates", "decide", deal, first["gate_id"], "approved", "--reason", "They refuse it")
    [third] = cite("A lender has a side letter")

    assert third["gate_id"] != first["gate_id"]
    assert not set(third["claim_ids"]) & set(second["claim_ids"])
    decided = shell("--json", "gates", "decide", deal, third["gate_id"], "approved", "--reason", "Still").json
    assert [one["evidence_refs"] != [] for one in decided["defects"]] == [True]
    concealed = shell("--json", "defects", "list", deal).json["defects"]
    assert sorted(one["defect_type"] for one in concealed) == ["CONCEALMENT"] * 3


@pytest.mark.requirement("concealment-confirmed")
def test_a_withheld_document_reaches_the_claims_that_its_name_names(shell: Shell, deal: str, tmp_path: Path) -> None:
    """No claim cites the side letter with the lender; the one about the lender is FATAL once a person confirms it."""
    rows = [CLAIMS[2], claim("It may be called", "We hold EUR 900,000", metric="lender covenant")]
    imported(shell, deal, tmp_path, rows)
    [gate] = shell("--json", "gates", "list", deal).json["gates"]
    assert gate["claim_ids"] == []

    decided = shell("--json", "gates", "decide", deal, gate["gate_id"], "approved", "--reason", "They refuse it").json

    [defect] = decided["defects"]
    assert (defect["defect_type"], defect["severity"]) == ("CONCEALMENT", "FATAL")
    grades = {one["claim_id"]: one["claim_grade"] for one in listed(shell, deal)}
    assert grades.pop(defect["claim_id"]) == "D"
    assert "D" not in grades.values()


@pytest.mark.requirement("concealment-confirmed", "recommendation-rule")
def test_a_withheld_document_that_reaches_no_claim_is_named_by_the_recommendation(
    shell: Shell, deal: str, tmp_path: Path
) -> None:
    """Once a person confirmed it nobody may proceed, and the recommendation names the document."""
    imported(shell, deal, tmp_path, [CLAIMS[1]])
    before = shell("--json", "debate", "run", deal).json["result"]
    assert before["documents_withheld"] == []
    [gate] = shell("--json", "gates", "list", deal).json["gates"]
    assert gate["claim_ids"] == []

    decided = shell("--json", "gates", "decide", deal, gate["gate_id"], "approved", "--reason", "They refuse it").json
    found = shell("--json", "debate", "run", deal).json["result"]

    assert decided["defects"] == []
    assert found["documents_withheld"] == ["Side letter with the lender.pdf"]
    assert found["recommendation"]["stance"] == "CONDITIONAL"
    assert "'Side letter with the lender.pdf', withheld as a person confirmed" in found["recommendation"]["rationale"]
    assert "Withheld       Side letter with the lender.pdf" in shell("debate", "show", deal).out


@pytest.mark.requirement("evidence-gates")
def test_a_gate_needs_the_role_that_it_names(shell: Shell, deal: str, tmp_path: Path) -> None:
    """An analyst who takes part in the deal sees its gate and does not decide it; nor do they waive."""
    rows = [claim("There is a side letter", "Side letter with the lender", "Index.txt")]
    imported(shell, deal, tmp_path, rows)
    key = tmp_path / "bo.key"
    shell("users", "add", "bo", "--role", "ANALYST", "--key-file", key)
    shell("matter", "share", deal, "bo", "--role", "counsel")
    [gate] = shell("--json", "--as", key, "gates", "list", deal).json["gates"]

    ended = shell("--as", key, "gates", "decide", deal, gate["gate_id"], "approved", "--reason", "so", code=3)

    assert "decided by PARTNER or ADMIN; you are ANALYST" in ended.err
    waived = shell("--as", key, "defects", "waive", deal, gate["gate_id"], "--reason", "so", code=3)
    assert "not permitted for ANALYST" in waived.err
