"""Debates over a home of their own, with minds that say what a test has them say: every call through the executor."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from casewright.agents.debate.contract import problems
from casewright.agents.debate.mind import Stage
from casewright.domain.debates import AgentRole
from tests.debate_table import Table, by_stage, challenge
from tests.fakes.scripted_minds import draft, position

if TYPE_CHECKING:
    from casewright.agents.debate.mind import Draft, ToolBox, Turn


@pytest.mark.requirement("debate-graph", "debate-baseline")
def test_debate_round_e2e(table: Table) -> None:
    """A round is spoken in the graph's order, blind first; every state and message fits the seed's schemas."""
    found = table.result()

    assert found["stop_reason"] == "CONSENSUS"
    assert [one["role"] for one in found["opening"]] == [
        "advocate",
        "sanad_breaker",
        "contradiction_finder",
        "risk_officer",
    ]
    assert [(one["stage"], one["role"]) for one in found["argument"][0]["turns"]] == [
        ("advocate_opening", "advocate"),
        ("challenge", "sanad_breaker"),
        ("contradictions", "contradiction_finder"),
        ("risks", "risk_officer"),
        ("rebuttal", "advocate"),
        ("close", "arbiter"),
    ]
    assert found["baseline"]["vote"] == "PROCEED"
    assert found["recommendation"]["stance"] == "PROCEED"
    turns = [turn for mind in table.roles.values() for turn in mind.turns]
    assert all(problems("debate_state", turn.state.to_json()) == [] for turn in turns)
    blind = [turn for turn in turns if turn.stage is Stage.OPENING_POSITION]
    assert [(turn.state.messages, dict(turn.positions)) for turn in blind] == [((), {})] * 4
    closing = next(turn for turn in turns if turn.stage is Stage.CLOSE)
    assert len(closing.state.messages) == 9


@pytest.mark.requirement("debate-events")
def test_every_step_is_in_the_audit(table: Table) -> None:
    """Beginning, stop check with its inputs and their hash, and end are events of the chain, within the range told."""
    held = table.hold()

    events = table.room.events()
    told = [one for one in events if one["event_type"].startswith("debate.")]
    assert [one["event_type"] for one in told] == ["debate.started", "debate.stop_checked", "debate.ended"]
    assert {one["debate_id"] for one in told} == {held["debate_id"]}
    assert told[1]["tool_args"]["inputs_hash"] == held["result"]["stops"][0]["inputs_hash"]
    audit = held["result"]["audit"]
    assert [events[audit[end] - 1]["event_type"] for end in ("from", "to")] == ["debate.started", "debate.ended"]


@pytest.mark.requirement("debate-calls-audited")
def test_every_call_is_audited(table: Table) -> None:
    """Calls counted by the debate are the calls counted in the audit, refused ones included."""

    async def script(_turn: Turn, tools: ToolBox) -> None:
        await tools.call("lookup_claim", {"claim_id": table.arr})
        await tools.call("delete_document", {"document_id": "x"})
        await tools.call("no_such_tool", {"claim_id": object()})

    table.play(script)
    found = table.result()

    turns = [turn for part in (found["opening"], *(one["turns"] for one in found["argument"])) for turn in part]
    calls = [call for turn in turns for call in turn["tool_calls"]]
    assert len(calls) == found["tool_calls"] == 20
    ended = [
        one
        for one in table.room.events("agent.tool_call")
        if one["phase"] in ("outcome", "stopped") and one["debate_id"] is not None
    ]
    assert sorted(call["audit_seq"] for call in calls) == sorted({call["audit_seq"] for call in calls})
    assert len(ended) == len(calls)
    assert {call["status"] for call in calls if call["name"] == "delete_document"} == {"denied"}


@pytest.mark.requirement("debate-evidence-call")
def test_evidence_call_is_made_once_a_round(table: Table) -> None:
    """The first request of a round is served, by the arbiter's search; nothing new and questions open: exhausted."""
    known = tuple(table.evidence.values())

    def script(turn: Turn, _tools: ToolBox) -> Draft | None:
        if turn.stage is Stage.OPENING_POSITION:
            return draft(position=position("PROCEED" if turn.role is AgentRole.ADVOCATE else "DECLINE", 0.5, *known))
        if turn.stage in (Stage.CHALLENGE, Stage.RISKS):
            return draft(retrieval_request={"query": "zebra unicorns"}, open_questions=["Who counted them?"])
        return None

    table.play(script)
    found = table.result()

    assert found["stop_reason"] == "EVIDENCE_EXHAUSTED"
    call = found["argument"][0]["evidence_call"]
    assert (call["asked_by"], call["new"]) == ("sanad_breaker", [])
    assert len(table.room.events("debate.evidence_called")) == 1
    assert found["open_questions"] == ["Who counted them?"]


def test_stable_dissent_is_preserved(table: Table) -> None:
    """Positions that stay apart for two rounds end the debate; dissent on evidence of grade C or better is kept."""

    def officer(turn: Turn, _tools: ToolBox) -> Draft:
        return draft(claims=(table.revenue,), position=position("DECLINE", 0.7, table.evidence[table.revenue]))

    table.play(officer, AgentRole.RISK_OFFICER)
    found = table.result()

    assert (found["stop_reason"], found["rounds"]) == ("STABLE_DISSENT", 2)
    [dissent] = found["dissent"]
    assert (dissent["agent_id"], dissent["position"], dissent["grade"]) == ("risk_officer", "DECLINE", "B")
    kept = {name: dissent[name] for name in dissent if name not in ("preserved", "why_not")}
    assert problems("dissent_record", kept) == []


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ({"max_rounds": 0}, "a debate has from 1 to 5 rounds"),
        ({"max_rounds": 6}, "a debate has from 1 to 5 rounds"),
        ({"minds": {"barrister": "rules"}}, "There is no role 'barrister'"),
        ({"minds": {"advocate": "wishes"}}, "There is no mind 'wishes' for advocate"),
        ({"minds": {"advocate": "model"}}, "No chat model is set: set CASEWRIGHT_REASONER"),
        ({"minds": {"advocate": "acme:one"}}, "there is no provider 'acme'"),
        ({"seed": -1}, "seed"),
    ],
)
@pytest.mark.requirement("debate-bad-input")
def test_bad_input_starts_nothing(table: Table, arguments: dict[str, Any], sentence: str) -> None:
    """What cannot be used gets a sentence, and no debate is begun."""
    result = table.room.casewright.call("run_debate", {"deal_id": table.room.deal, **arguments})

    assert sentence in result.content
    assert table.room.do("list_debates", deal_id=table.room.deal)["debates"] == []
    assert table.room.events("debate.started") == []


@pytest.mark.requirement("debate-bad-input")
def test_about_a_deal_without_claims_everybody_abstains(table: Table) -> None:
    """An empty registry abstains and says what is missing; a matter that is no deal gets a sentence."""
    empty = table.room.do("create_matter", title="Empty", kind="deal")["matter_id"]
    plain = table.room.do("create_matter", title="Plain", kind="matter")["matter_id"]

    found = table.room.do("run_debate", deal_id=empty)["result"]
    assert found["recommendation"]["stance"] == "ABSTAIN"
    assert "the register holds no claim" in found["recommendation"]["rationale"]
    assert "not a deal" in table.room.casewright.call("run_debate", {"deal_id": plain}).content


@pytest.mark.requirement("debate-deterministic")
def test_same_deal_minds_and_seed_give_the_same_result(table: Table) -> None:
    """Two debates of the same deal differ in ids and times only."""
    table.play(by_stage(risks=draft(challenges=[challenge(table)])), AgentRole.RISK_OFFICER)
    first, second = table.hold(seed=7), table.hold(seed=7)

    assert first["debate_id"] != second["debate_id"]
    texts = [
        [
            [turn["role"], turn["content"], turn["position"]]
            for part in one["result"]["argument"]
            for turn in part["turns"]
        ]
        for one in (first, second)
    ]
    assert texts[0] == texts[1]
