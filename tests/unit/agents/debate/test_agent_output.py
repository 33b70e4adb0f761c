"""Tests of casewright.agents.debate.agent_output: what a mind wrote as data is read or refused, and never raises."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from casewright.agents.debate import agent_output
from casewright.domain.debates import AgentRole

ID = "11111111-1111-4111-8111-111111111111"
KEYS = (
    "position",
    "challenges",
    "challenged_claim_ids",
    "decisions",
    "retrieval_request",
    "gate_request",
    "open_questions",
)
GOOD: dict[str, Any] = {
    "position": {"stance": "PROCEED", "confidence": 0.5, "verdicts": {ID: "VERIFIED"}, "evidence_refs": [ID]},
    "challenges": [{"claim_refs": [ID], "evidence_refs": [f"evidence:{ID}", "document:d"]}, {}],
    "challenged_claim_ids": [ID],
    "decisions": [{"challenge_id": "c", "upheld": True, "reason": "It holds."}],
    "retrieval_request": {"query": " churn "},
    "gate_request": {"claim_ids": [ID, ID], "reason": "Ask the auditor."},
    "open_questions": ["Who counted?", " "],
}
_JSON = st.recursive(
    st.none() | st.booleans() | st.floats() | st.integers() | st.text(max_size=5) | st.just(ID),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from([*GOOD["position"], "query"]), inner),
    max_leaves=6,
)


def read(said: dict[str, Any]) -> None:
    """Everything that can be read of an output."""
    agent_output.position(said)
    agent_output.cited_evidence(said)
    agent_output.challenges(said, "advocate", str)
    agent_output.decisions(said)
    agent_output.questions(said)
    agent_output.query(said)
    agent_output.gate_request(said)
    list(agent_output.named_claims(said))
    list(agent_output.texts(said))


@given(st.dictionaries(st.sampled_from(KEYS), _JSON), st.sampled_from(AgentRole))
def test_what_has_no_misfit_can_be_read(said: dict[str, Any], role: AgentRole) -> None:
    """Any data either has a misfit, told in a sentence, or can be read throughout."""
    found = agent_output.find_violations(said, role)

    assert all(found)
    if not found:
        read(said)


def test_what_is_said_is_read() -> None:
    """Ids are given to challenges in order, what is missing stays missing, texts are stripped."""
    assert agent_output.find_violations(GOOD, AgentRole.ARBITER) == []
    first, second = agent_output.challenges(GOOD, "risk_officer", lambda place: f"id-{place}")
    assert (first.challenge_id, first.agent_id, first.claim_refs) == ("id-0", "risk_officer", (ID,))
    assert (second.challenge_id, second.claim_refs, second.defect_type, second.evidence_refs) == ("id-1", (), None, ())
    assert list(agent_output.evidence_of(first.evidence_refs)) == [ID]
    assert agent_output.query(GOOD) == "churn"
    assert agent_output.questions(GOOD) == ["Who counted?"]
    assert agent_output.gate_request(GOOD) == {
        "claim_ids": [ID], "reason": "Ask the auditor.", "priority": "NORMAL", "required_role": "ANALYST",
    }  # fmt: skip


@pytest.mark.parametrize("name", ["decisions", "gate_request"])
@pytest.mark.parametrize("role", [role for role in AgentRole if role is not AgentRole.ARBITER])
def test_some_things_are_the_arbiters_alone(name: str, role: AgentRole) -> None:
    """Nobody else rules or asks for a person."""
    assert agent_output.find_violations({name: GOOD[name]}, role) == [f"{name} are the arbiter's alone"]


@pytest.mark.parametrize(
    "said",
    [
        {"position": "PROCEED"},
        {"position": {**GOOD["position"], "confidence": 1.5}},
        {"position": {**GOOD["position"], "verdicts": {"x": "VERIFIED"}}},
        {"position": {**GOOD["position"], "evidence_refs": [7]}},
        {"challenges": [7]},
        {"challenges": [{"claim_refs": "all"}]},
        {"challenges": [{"description": "x" * 5000}]},
        {"challenges": [{}] * 51},
        {"retrieval_request": {"query": "?!"}},
        {"decisions": [{"challenge_id": "c"}]},
        {"gate_request": {"claim_ids": [], "reason": "Because."}},
        {"gate_request": {"claim_ids": [ID], "reason": "Because.", "priority": "SOON"}},
        {"gate_request": {"claim_ids": [ID], "reason": "Because.", "required_role": "KING"}},
        {"open_questions": "Why?"},
    ],
)
def test_misfits_are_named(said: dict[str, Any]) -> None:
    """Each is told with the name of what it is in."""
    [name] = said
    assert any(name in one for one in agent_output.find_violations(said, AgentRole.ARBITER))
