"""Challenges in a debate, what the arbiter makes of them, and the gates at which a person decides."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from casewright.adapters.locks.files import FileLocks
from casewright.agents.debate.contract import problems
from casewright.bootstrap.local_actors import LOCAL_TENANT
from casewright.domain.debates import AgentRole
from tests.debate_table import WORDS, Table, by_stage, challenge
from tests.fakes.scripted_minds import draft, position

if TYPE_CHECKING:
    from casewright.agents.debate.mind import Draft, Turn


def _uphold(turn: Turn) -> Draft:
    decisions = [{"challenge_id": one.challenge_id, "upheld": True, "reason": "It holds."} for one in turn.challenges]
    return draft(position=position("PROCEED"), decisions=decisions)


@pytest.mark.requirement("debate-upheld-challenge")
def test_upheld_challenge_becomes_a_defect(table: Table) -> None:
    """The arbiter upholds it, the sanad breaker's tool files it, the grade falls, and its author gains."""
    before = table.room.do("lookup_claim", claim_id=table.arr)["claim"]["claim_grade"]
    table.play(by_stage(risks=draft(challenges=[challenge(table)])), AgentRole.RISK_OFFICER)
    table.play(by_stage(close=_uphold), AgentRole.ARBITER)
    found = table.result()

    after = table.room.do("lookup_claim", claim_id=table.arr)["claim"]
    ruling = found["argument"][0]["rulings"][0]
    assert ruling["outcome"] == "CHANGED_A_GRADE"
    assert ruling["grades"] == {table.arr: [before, after["claim_grade"]]}
    assert after["claim_grade"] > before
    flagged = table.room.events("defect.flagged")
    assert [(one["role"], one["debate_id"] is not None) for one in flagged] == [("sanad_breaker", True)]
    assert found["utility"] == {"risk_officer": "0.10"}
    decision = found["argument"][0]["decision"]
    assert problems("arbiter_decision", decision) == []
    assert decision["utility_adjustments"] == {"risk_officer": 0.1}


@pytest.mark.requirement("debate-frivolous")
@pytest.mark.parametrize(
    ("changed", "reason"),
    [
        ({"claim_refs": []}, "Challenge must reference specific claim_ids"),
        ({"defect_type": None}, "Challenge must specify defect type"),
        ({"evidence_refs": []}, "Challenge must cite evidence for claimed defect"),
        ({"evidence_refs": ["11111111-1111-4111-8111-111111111111"]}, "does not exist in this deal"),
    ],
)
def test_frivolous_challenge_costs(table: Table, changed: dict[str, Any], reason: str) -> None:
    """It is refused in the seed's words, files nothing even where it is upheld, and costs its author."""
    table.play(by_stage(challenge=draft(challenges=[challenge(table, **changed)])), AgentRole.SANAD_BREAKER)
    table.play(by_stage(close=_uphold), AgentRole.ARBITER)
    found = table.result()

    ruling = found["argument"][0]["rulings"][0]
    assert (ruling["valid"], ruling["outcome"]) == (False, "FRIVOLOUS")
    assert reason in ruling["reason"]
    assert found["utility"] == {"sanad_breaker": "-0.10"}
    assert table.room.events("defect.flagged") == []


def test_contradicted_challenge_costs_twice(table: Table) -> None:
    """One that the arbiter saw contradicted costs its author 0.20."""

    def rule(turn: Turn) -> Draft:
        said = [
            {"challenge_id": one.challenge_id, "upheld": False, "reason": "It is not so.", "contradicted": True}
            for one in turn.challenges
        ]
        return draft(position=position("PROCEED"), decisions=said)

    table.play(by_stage(risks=draft(challenges=[challenge(table)])), AgentRole.RISK_OFFICER)
    table.play(by_stage(close=rule), AgentRole.ARBITER)

    assert table.result()["utility"] == {"risk_officer": "-0.20"}


def _relies(table: Table, stance: str = "PROCEED") -> Draft:
    return draft(f"The case rests on {WORDS[0][:-1]} [claim:{table.arr}].", (table.arr,), position=position(stance))


@pytest.mark.requirement("recommendation-rule")
def test_arbiter_may_not_recommend_what_is_open(table: Table) -> None:
    """PROCEED with an open FATAL defect is refused, told as what is wrong, and never becomes the recommendation."""
    table.room.do(
        "flag_defect",
        claim_id=table.arr,
        defect_type="BROKEN_CHAIN",
        severity="FATAL",
        description="The chain of the claim names a document that nobody has ever seen in this room.",
        evidence_refs=[table.evidence[table.arr]],
        cure_protocol="RECONSTRUCT_CHAIN",
    )
    held = table.hold()

    assert held["stop_reason"] == "CRITICAL_DEFECT"
    assert (held["result"]["recommendation"] or {}).get("stance") != "PROCEED"
    rejected = table.room.events("muhasabah.rejected")
    assert any("PROCEED is not to be recommended" in str(one) for one in rejected)


@pytest.mark.requirement("recommendation-rule")
def test_what_an_arbiter_ruled_itself_forbids_its_recommendation(table: Table) -> None:
    """It would proceed and upholds a challenge in one breath: the result has what the deal then allows, and a note."""
    table.play(by_stage(risks=draft(challenges=[challenge(table)])), AgentRole.RISK_OFFICER)
    table.play(by_stage(close=_uphold), AgentRole.ARBITER)

    found = table.result(max_rounds=1)

    assert found["recommendation"]["stance"] == found["outcome"]["stance"] == "ABSTAIN"
    assert "The arbiter held PROCEED" in found["recommendation"]["note"]
    assert "MAJOR or FATAL" in found["recommendation"]["note"]


@pytest.mark.requirement("recommendation-rule")
def test_arbiter_gives_up_what_the_record_forbids_without_new_evidence(table: Table) -> None:
    """It would have proceeded, and a defect was filed since: the milder recommendation is no change that is refused."""
    declines = draft(position=position("DECLINE"))
    table.play(by_stage(opening_position=declines, risks=draft(challenges=[challenge(table)])), AgentRole.RISK_OFFICER)
    later = draft(position=position("CONDITIONAL"))
    table.play(by_stage(close=lambda turn: _uphold(turn) if turn.round_number == 1 else later), AgentRole.ARBITER)

    found = table.result(max_rounds=2)

    assert (found["rounds"], found["recommendation"]["stance"]) == (2, "CONDITIONAL")
    assert found["recommendation"]["note"] is None
    assert table.room.events("debate.position_refused") == []


@pytest.mark.requirement("debate-critical-defect", "debate-resume-gate")
def test_grade_d_stops_until_a_person_has_decided(table: Table, caplog: pytest.LogCaptureFixture) -> None:
    """Relying on a claim of grade D stops the debate at a gate; decided and waived, the stop check is made again."""
    defect = table.room.do(
        "flag_defect",
        claim_id=table.arr,
        defect_type="BROKEN_CHAIN",
        severity="FATAL",
        description="The chain of the claim names a document that nobody has ever seen in this room.",
        evidence_refs=[table.evidence[table.arr]],
        cure_protocol="RECONSTRUCT_CHAIN",
    )
    table.play(lambda _turn, _tools: draft(position=position("CONDITIONAL")))
    relies = _relies(table, "CONDITIONAL")
    table.play(
        lambda turn, _tools: (
            relies if turn.stage.value == "advocate_opening" else draft(position=position("CONDITIONAL"))
        ),
        AgentRole.ADVOCATE,
    )
    held = table.hold()

    assert held["stop_reason"] == "CRITICAL_DEFECT"
    assert held["result"]["critical_claims"] == [table.arr]
    gate = held["result"]["gates"][0]
    refused = table.room.casewright.call("resume_debate", {"deal_id": table.room.deal})
    assert not refused.success
    assert gate in refused.content
    deal = table.room.deal
    table.room.do("waive_defect", deal_id=deal, defect_id=defect["defect_id"], reason="The document was found.")
    table.room.do("decide_gate", deal_id=deal, gate_id=gate, decision="approved", reason="It was looked into.")
    again = table.room.do("resume_debate", deal_id=deal)
    assert (again["debate_id"], again["stop_reason"]) == (held["debate_id"], "CONSENSUS")
    assert [one["reason"] for one in again["result"]["stops"]] == ["CRITICAL_DEFECT", "CONSENSUS"]
    ended = table.room.casewright.call("resume_debate", {"deal_id": deal})
    assert "has ended (CONSENSUS)" in ended.content
    assert "deserialization" not in caplog.text  # the checkpoint held nothing but plain data


@pytest.mark.requirement("debate-resume-gate")
def test_debate_waits_at_the_arbiters_gate(table: Table) -> None:
    """The arbiter asks for a person: the debate pauses, is refused while nobody has decided, and then goes on."""
    asked = {"claim_ids": [table.arr], "reason": "Somebody has to call the auditor.", "priority": "HIGH"}

    def close(turn: Turn) -> Draft:
        return draft(position=position("PROCEED"), gate_request=asked if turn.round_number == 1 else None)

    table.play(by_stage(close=close), AgentRole.ARBITER)
    held = table.hold()

    assert (held["status"], held["result"], len(held["waits_for"])) == ("waiting", None, 1)
    refused = table.room.casewright.call("resume_debate", {"deal_id": table.room.deal})
    assert "waits for a person's decision" in refused.content
    [gate] = held["waits_for"]
    table.room.do("decide_gate", deal_id=table.room.deal, gate_id=gate, decision="approved", reason="I called.")
    ended = table.room.do("resume_debate", deal_id=table.room.deal, debate_id=held["debate_id"])
    assert (ended["status"], ended["stop_reason"], ended["result"]["gates"]) == ("ended", "CONSENSUS", [gate])
    assert len(table.room.do("list_gates", deal_id=table.room.deal, status=None)["gates"]) == 1


@pytest.mark.requirement("case-lock")
def test_debate_is_gone_on_with_by_one_process(table: Table) -> None:
    """While another process has the debate, resuming it is refused, and nothing is said twice."""
    asked = {"claim_ids": [table.arr], "reason": "Somebody has to call the auditor.", "priority": "HIGH"}
    table.play(by_stage(close=lambda _turn: draft(gate_request=asked)), AgentRole.ARBITER)
    held = table.hold(max_rounds=1)
    [gate] = held["waits_for"]
    table.room.do("decide_gate", deal_id=table.room.deal, gate_id=gate, decision="approved", reason="I called.")

    elsewhere = FileLocks(table.room.home / "locks", what="debate")
    with elsewhere.held(LOCAL_TENANT, held["debate_id"]):
        refused = table.room.casewright.call("resume_debate", {"deal_id": table.room.deal})
    assert refused.metadata.error_kind == "Busy"
    assert f"debate '{held['debate_id']}' right now" in refused.content
    assert table.room.do("resume_debate", deal_id=table.room.deal)["status"] == "ended"
