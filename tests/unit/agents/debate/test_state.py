"""The debate's values and the schemas that they fit."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft7Validator

from casewright.agents.debate import state
from casewright.agents.debate.contract import NAMES, problems, schema
from casewright.agents.debate.evidence_json import as_json, record_from_json
from casewright.agents.debate.state import (
    AgentOutput,
    ArbiterDecision,
    ChallengeRuling,
    DebateMessage,
    DebateState,
    ToolCall,
    challenge_from_json,
    challenge_to_json,
    dissent_from_json,
    position_from_json,
)
from casewright.domain.claims import Verdict
from casewright.domain.debates import AgentRole, Position, Stance, StopReason
from casewright.domain.defects import DefectType
from casewright.domain.evidence import Grade
from casewright.domain.ids import CalcId, ClaimId, MatterId
from casewright.errors import InvalidInput
from casewright.evidence.challenges import Challenge
from casewright.evidence.dissent import DissentRecord
from casewright.evidence.muhasabah.record import FalsifiabilityTest, MuhasabahRecord, Uncertainty
from tests.fakes.claims_of_a_deal import an_id

_SEED = json.loads((Path(__file__).parents[3] / "cases" / "debate" / "seed_schemas.json").read_text("utf-8"))

ids = st.uuids().map(str)
claims = st.lists(ids.map(ClaimId), max_size=3).map(tuple)
calcs = st.lists(ids.map(CalcId), max_size=3).map(tuple)
words = st.text(max_size=20)
names = st.text(min_size=1, max_size=20)
shares = st.floats(0, 1)
rounds = st.integers(1, 5)
times = st.datetimes(timezones=st.timezones()).map(lambda time: time.isoformat())
plain_data = st.dictionaries(words, words | st.integers() | st.lists(words), max_size=3)
records = st.builds(
    MuhasabahRecord,
    supported_claim_ids=claims,
    confidence=shares,
    supported_calc_ids=calcs,
    evidence_summary=words,
    counter_hypothesis=words,
    falsifiability_tests=st.lists(st.builds(FalsifiabilityTest, words, words, words), max_size=2).map(tuple),
    uncertainties=st.lists(st.builds(Uncertainty, words, words, words), max_size=2).map(tuple),
    failure_modes=st.lists(words, max_size=2).map(tuple),
    confidence_justification=words,
)
tool_calls = st.builds(ToolCall, names, names, plain_data, names, st.none() | st.integers(1))
outputs = st.builds(
    AgentOutput,
    agent_id=words,
    role=st.sampled_from(AgentRole),
    content=words,
    claim_refs=claims,
    muhasabah_record=records,
    round_number=st.none() | rounds,
    structured_content=plain_data,
    calc_refs=calcs,
    tool_calls=st.lists(tool_calls, max_size=2).map(tuple),
    timestamp=st.none() | times,
)
messages = st.builds(
    DebateMessage,
    message_id=ids,
    role=st.sampled_from(AgentRole),
    agent_id=names,
    content=words,
    claim_refs=claims,
    calc_refs=calcs,
    round_number=st.integers(0, 5),
    timestamp=times,
    prompt_id=st.none() | names,
    prompt_hash=st.none() | st.just("sha256:" + "0a" * 32),
)
rulings = st.builds(ChallengeRuling, ids, st.just(value=True)) | st.builds(
    ChallengeRuling, ids, st.just(value=False), names
)
decisions = st.builds(
    ArbiterDecision,
    decision_id=ids,
    round_number=rounds,
    challenges_validated=st.lists(rulings, max_size=2).map(tuple),
    dissent_preserved=st.booleans(),
    utility_adjustments=st.dictionaries(words, st.floats(-1, 1), max_size=2),
    rationale=words,
    timestamp=times,
)
dissents = st.builds(
    DissentRecord,
    dissent_id=ids,
    agent_id=names,
    position=st.sampled_from(Stance),
    claim_refs=claims,
    evidence_refs=st.lists(words, max_size=2).map(tuple),
    grade=st.sampled_from(Grade),
    reason=words,
    round_number=rounds,
)
challenges = st.builds(
    Challenge,
    challenge_id=ids,
    agent_id=names,
    claim_refs=claims,
    defect_type=st.none() | st.sampled_from(DefectType).map(str),
    evidence_refs=st.lists(words, max_size=2).map(tuple),
    description=words,
)
positions = st.builds(
    Position,
    stance=st.sampled_from(Stance),
    confidence=shares,
    verdicts=st.dictionaries(ids.map(ClaimId), st.sampled_from(Verdict), max_size=2),
)
states = st.builds(
    DebateState,
    deal_id=ids.map(MatterId),
    round_number=rounds,
    messages=st.lists(messages, max_size=2).map(tuple),
    claim_registry_ref=words,
    debate_id=st.none() | ids,
    max_rounds=rounds,
    sanad_graph_ref=st.none() | words,
    open_questions=st.lists(words, max_size=2).map(tuple),
    utility_scores=st.dictionaries(words, st.floats(-1, 1), max_size=2),
    arbiter_decisions=st.lists(decisions, max_size=2).map(tuple),
    consensus_reached=st.booleans(),
    stop_reason=st.none() | st.sampled_from(StopReason),
    preserved_dissent=st.lists(dissents, max_size=2).map(tuple),
)


def _alone(name: str) -> dict[str, Any]:
    """The schema without what makes it a file."""
    return {key: part for key, part in schema(name).items() if key not in ("$schema", "title", "definitions")}


@pytest.mark.requirement("debate-schemas")
@pytest.mark.parametrize("name", _SEED)
def test_the_seeds_schemas_word_for_word(name: str) -> None:
    """Beside its title and the definitions that it points to, a shipped schema is the seed's."""
    assert _alone(name) == _SEED[name]


@pytest.mark.requirement("debate-schemas")
@pytest.mark.parametrize("name", NAMES)
def test_schemas_are_complete(name: str) -> None:
    """Each is a valid schema, and a definition inside it is the schema of that name."""
    whole = schema(name)
    Draft7Validator.check_schema(whole)
    own = {schema(one)["title"]: one for one in NAMES}
    for title, definition in whole.get("definitions", {}).items():
        alone = schema(own[title])
        assert definition == {
            key: part for key, part in alone.items() if key not in ("$schema", "title", "definitions")
        }


@pytest.mark.requirement("debate-schemas")
@given(output=outputs)
def test_agent_output_schema(output: AgentOutput) -> None:
    """Every output fits its schema, its record fits its own, and both read back as they were."""
    data = json.loads(json.dumps(output.to_json()))
    assert problems("agent_output", data) == []
    assert problems("muhasabah_record", data["muhasabah_record"]) == []
    assert AgentOutput.from_json(data) == output


@pytest.mark.requirement("debate-schemas")
@given(debate=states)
def test_debate_state_schema(debate: DebateState) -> None:
    """Every state fits its schema, with its messages, decisions and dissent, and reads back as it was."""
    data = json.loads(json.dumps(debate.to_json()))
    assert problems("debate_state", data) == []
    assert DebateState.from_json(data) == debate


@pytest.mark.requirement("debate-schemas")
@given(challenge=challenges, dissent=dissents, position=positions, call=tool_calls, record=records)
def test_other_schemas(
    challenge: Challenge, dissent: DissentRecord, position: Position, call: ToolCall, record: MuhasabahRecord
) -> None:
    """Challenges, dissent, positions, calls and records fit their schemas and read back as they were."""
    assert challenge_from_json(challenge_to_json(challenge)) == challenge
    assert dissent_from_json(as_json(dissent)) == dissent
    assert position_from_json(as_json(position)) == position
    assert ToolCall.from_json(call.to_json()) == call
    assert record_from_json(as_json(record)) == record


_OUTPUT: dict[str, Any] = {
    "agent_id": "advocate",
    "role": "advocate",
    "content": "",
    "claim_refs": [],
    "muhasabah_record": {"supported_claim_ids": [], "confidence": 0.5},
}


@pytest.mark.parametrize(
    ("changes", "place"),
    [
        ({"agent_id": 5}, r"\$\.agent_id"),
        ({"claim_refs": ["not a uuid"]}, r"\$\.claim_refs\[0\]"),
        ({"claim_refs": None}, r"\$\.claim_refs"),
        ({"timestamp": "yesterday"}, r"\$\.timestamp"),
        ({"timestamp": "2026-02-01T09:00:00"}, r"\$\.timestamp"),
        ({"muhasabah_record": {"confidence": 0.5}}, r"\$\.muhasabah_record"),
        ({"muhasabah_record": {"supported_claim_ids": [], "confidence": 1.5}}, r"\$\.muhasabah_record\.confidence"),
        (
            {"muhasabah_record": {"supported_claim_ids": [], "confidence": float("nan")}},
            r"\$\.muhasabah_record\.confidence",
        ),
        ({"tool_calls": [{"id": "1"}]}, r"\$\.tool_calls\[0\]"),
        ({"role": "moderator"}, "moderator"),
    ],
)
def test_what_does_not_fit_is_refused(changes: dict[str, Any], place: str) -> None:
    """The sentence names the place of what is wrong."""
    with pytest.raises(InvalidInput, match=place):
        AgentOutput.from_json(_OUTPUT | changes)


def test_ids_are_kept_in_lower_case() -> None:
    """An id may come in either case and is one id."""
    found = AgentOutput.from_json(_OUTPUT | {"claim_refs": [an_id("arr").upper()]})
    assert found.claim_refs == (an_id("arr"),)


@pytest.mark.parametrize("data", [None, [], "text", 5, {}])
@pytest.mark.parametrize("read", [AgentOutput.from_json, state.DebateState.from_json, record_from_json])
def test_nonsense_is_refused(read: Any, data: object) -> None:
    """Whatever is no object, or an empty one, gets a sentence."""
    with pytest.raises(InvalidInput, match="This is no "):
        read(data)
