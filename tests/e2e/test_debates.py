"""Debates over a home of their own, with minds that say what a test has them say: every call through the executor."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from casewright.adapters.locks.files import FileLocks
from casewright.agents.debate.contract import problems
from casewright.agents.debate.mind import Stage
from casewright.bootstrap.local_actors import LOCAL_TENANT
from casewright.domain.debates import AgentRole
from tests.deal_room import DealRoom
from tests.fakes.scripted_minds import ScriptedMind, cast, draft, minds, position

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from casewright.agents.debate.mind import Draft, ToolBox, Turn

SCRIPTED = {"all": "scripted"}
WORDS = "The annual recurring revenue is EUR 12.1 million.", "The audited revenue is EUR 9.6 million."


class Table:
    """A deal with two claims, and roles whose minds are scripted."""

    def __init__(self, home: Path) -> None:
        self.roles: dict[AgentRole, Any] = dict(cast())
        self.room = DealRoom(home, minds=minds(self.roles))
        deck = self.room.put("deck.txt", *WORDS)
        money = {"type": "monetary", "amount": "12100000", "currency": "EUR"}
        self.arr = self.room.claim(
            WORDS[0],
            deck,
            WORDS[0],
            materiality="HIGH",
            metric="arr",
            entity="acme",
            period="FY2025",
            value_struct=money,
            source_type="board_deck",
        )
        self.revenue = self.room.claim(WORDS[1], deck, WORDS[1], materiality="LOW", source_type="board_deck")
        self.evidence = {
            claim: self.room.do("lookup_claim", claim_id=claim, include_evidence=True)["evidence"][0]["evidence_id"]
            for claim in (self.arr, self.revenue)
        }

    def play(self, script: Callable[[Turn, ToolBox], Any], *roles: AgentRole) -> None:
        """Have these roles, or all, follow the script."""
        for role in roles or AgentRole:
            self.roles[role] = ScriptedMind(script)

    def hold(self, **settings: Any) -> dict[str, Any]:
        """A debate, held."""
        held: dict[str, Any] = self.room.do("run_debate", deal_id=self.room.deal, minds=SCRIPTED, **settings)
        return held

    def result(self, **settings: Any) -> dict[str, Any]:
        """What a debate came to."""
        found: dict[str, Any] = self.hold(**settings)["result"]
        return found


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    """A deal with two claims, and five scripted minds that agree."""
    found = Table(tmp_path / "home")
    yield found
    found.room.close()


def by_stage(**said: Draft | Callable[[Turn], Draft]) -> Callable[[Turn, ToolBox], Draft | None]:
    """A script of what is said at each stage."""

    def script(turn: Turn, _tools: ToolBox) -> Draft | None:
        found = said.get(turn.stage.value)
        return found(turn) if callable(found) else found

    return script


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


@pytest.mark.requirement("debate-gate", "debate-correction")
def test_rejected_output_ends_the_debate(table: Table) -> None:
    """An output that breaks a rule twice is not stored, is recorded, and ends the run with its violations."""
    table.play(by_stage(challenge=draft("Revenue grew by 40 % last year.")), AgentRole.SANAD_BREAKER)
    found = table.result()

    assert found["stop_reason"] == "CRITICAL_DEFECT"
    assert found["needs_person"]
    assert len(found["gates"]) == 1
    failed = found["muhasabah"]["failed"]
    assert (failed["role"], failed["stage"], len(failed["violations"])) == ("sanad_breaker", "challenge", 2)
    assert {one["rule"] for one in failed["violations"][0]} == {"NO_FREE_FACTS"}
    assert "40 %" not in str([one["content"] for one in found["argument"][0]["turns"]])
    rejected = table.room.events("muhasabah.rejected")
    assert len(rejected) == 2
    assert rejected[0]["tool_args"]["violations"] == failed["violations"][0]


@pytest.mark.requirement("debate-correction")
def test_one_correction_is_enough(table: Table) -> None:
    """A role that mends its draft on its one chance goes on; the first draft's violations are kept."""

    def script(turn: Turn, _tools: ToolBox) -> Draft:
        return draft("Revenue grew by 40 %.") if turn.correction is None else draft("I was wrong to say so.")

    table.play(script, AgentRole.RISK_OFFICER)
    found = table.result()

    assert found["stop_reason"] == "CONSENSUS"
    assert found["muhasabah"]["rejected_drafts"] == 2
    risks = next(one for one in found["argument"][0]["turns"] if one["stage"] == "risks")
    assert risks["content"] == "I was wrong to say so."
    assert risks["rejections"][0][0]["rule"] == "NO_FREE_FACTS"


def _raises(_turn: Turn, _tools: ToolBox) -> Draft:
    raise ZeroDivisionError("a mind may be anything")


@pytest.mark.requirement("debate-any-mind")
@pytest.mark.parametrize(
    "said",
    [
        lambda *_: "no draft at all",
        lambda *_: 7,
        _raises,
        lambda *_: draft(""),
        lambda *_: draft("x" * 1_000_000),
        lambda *_: draft(claims=("11111111-1111-4111-8111-111111111111",)),
        lambda *_: draft(position={"stance": "MAYBE"}),
        lambda *_: draft(position=position("PROCEED", 0.5, **{"11111111-1111-4111-8111-111111111111": "VERIFIED"})),
        lambda *_: draft(confidence=float("nan")),
        lambda *_: draft(challenges="all of them"),
        lambda *_: draft(open_questions=["x"] * 1000),
        lambda *_: draft(anything=object()),
        lambda *_: draft(open_questions=["Why did revenue grow by 40 %?", "Revenue was EUR 40 million."]),
        lambda *_: draft(decisions=[{"challenge_id": "x", "upheld": True, "reason": ""}]),
    ],
    ids=[
        "words", "number", "raises", "nothing", "million", "other-deal", "stance", "other-verdict", "nan", "challenges",
        "questions", "object", "free-question", "not-arbiter",
    ],
)  # fmt: skip
def test_any_mind_ends_in_an_explained_stop(table: Table, said: Callable[..., Any]) -> None:
    """Whatever a mind returns or raises, the debate ends with one stop reason and the violations that say why."""
    table.play(said, AgentRole.CONTRADICTION_FINDER)
    found = table.result()

    assert found["stop_reason"] == "CRITICAL_DEFECT"
    assert found["muhasabah"]["failed"]["role"] == "contradiction_finder"
    assert all(one["detail"] for part in found["muhasabah"]["failed"]["violations"] for one in part)


def test_mind_that_hangs_is_given_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A mind that does not answer within the time of a turn ends the debate with that reason."""
    import asyncio

    async def script(_turn: Turn, _tools: ToolBox) -> None:
        await asyncio.Event().wait()

    monkeypatch.setenv("CASEWRIGHT_DEBATE_TURN_TIMEOUT", "0.05")
    table = Table(tmp_path / "home")
    table.play(script, AgentRole.ADVOCATE)
    found = table.result()
    table.room.close()

    assert "did not answer within 0.05 s" in found["muhasabah"]["failed"]["violations"][0][0]["detail"]


@pytest.mark.requirement("debate-change-needs-evidence")
def test_change_of_mind_needs_new_evidence(table: Table) -> None:
    """Another position is refused without evidence that is new to the role, and taken with it."""
    new = table.evidence[table.revenue]

    def script(turn: Turn, _tools: ToolBox) -> Draft | None:
        if turn.stage is Stage.CHALLENGE:
            return draft(position=position("DECLINE"))
        return None

    def officer(turn: Turn, _tools: ToolBox) -> Draft | None:
        return draft(position=position("DECLINE", 0.5, new)) if turn.stage is Stage.RISKS else None

    table.play(script, AgentRole.SANAD_BREAKER)
    table.play(officer, AgentRole.RISK_OFFICER)
    found = table.result(max_rounds=1)

    turns = {one["stage"]: one for one in found["argument"][0]["turns"]}
    assert "needs an evidence id" in turns["challenge"]["refused"]
    assert turns["challenge"]["position"] is None
    assert turns["risks"]["position"]["stance"] == "DECLINE"
    assert [one["event_type"] for one in table.room.events("debate.position_refused")] == ["debate.position_refused"]
    assert found["outcome"]["changed_minds"] == [
        {"role": "risk_officer", "before": "PROCEED", "after": "DECLINE", "verdicts": {}}
    ]
    assert found["stop_reason"] == "MAX_ROUNDS"


def _challenge(table: Table, **changed: Any) -> dict[str, Any]:
    return {
        "claim_refs": [table.arr],
        "defect_type": "IMPLAUSIBILITY",
        "evidence_refs": [table.evidence[table.arr]],
        "description": "The figure is implausible beside what the accounts say of the same year.",
        **changed,
    }


def _uphold(turn: Turn) -> Draft:
    decisions = [{"challenge_id": one.challenge_id, "upheld": True, "reason": "It holds."} for one in turn.challenges]
    return draft(position=position("PROCEED"), decisions=decisions)


@pytest.mark.requirement("debate-upheld-challenge")
def test_upheld_challenge_becomes_a_defect(table: Table) -> None:
    """The arbiter upholds it, the sanad breaker's tool files it, the grade falls, and its author gains."""
    before = table.room.do("lookup_claim", claim_id=table.arr)["claim"]["claim_grade"]
    table.play(by_stage(risks=draft(challenges=[_challenge(table)])), AgentRole.RISK_OFFICER)
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
    table.play(by_stage(challenge=draft(challenges=[_challenge(table, **changed)])), AgentRole.SANAD_BREAKER)
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

    table.play(by_stage(risks=draft(challenges=[_challenge(table)])), AgentRole.RISK_OFFICER)
    table.play(by_stage(close=rule), AgentRole.ARBITER)

    assert table.result()["utility"] == {"risk_officer": "-0.20"}


def _relies(table: Table) -> Draft:
    return draft(f"The case rests on {WORDS[0][:-1]} [claim:{table.arr}].", (table.arr,), position=position("PROCEED"))


@pytest.mark.requirement("debate-critical-defect", "debate-resume-gate")
def test_grade_d_stops_until_a_person_has_decided(table: Table) -> None:
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
    table.play(by_stage(advocate_opening=_relies(table)), AgentRole.ADVOCATE)
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
    assert refused.metadata.error_kind == "Refused"
    assert f"debate '{held['debate_id']}' right now" in refused.content
    assert table.room.do("resume_debate", deal_id=table.room.deal)["status"] == "ended"


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
def test_deal_without_claims_has_nothing_to_argue_about(table: Table) -> None:
    """A deal without claims, and a matter that is no deal, get a sentence."""
    empty = table.room.do("create_matter", title="Empty", kind="deal")["matter_id"]
    plain = table.room.do("create_matter", title="Plain", kind="matter")["matter_id"]

    assert "has no claims to argue about" in table.room.casewright.call("run_debate", {"deal_id": empty}).content
    assert "not a deal" in table.room.casewright.call("run_debate", {"deal_id": plain}).content


@pytest.mark.requirement("debate-deterministic")
def test_same_deal_minds_and_seed_give_the_same_result(table: Table) -> None:
    """Two debates of the same deal differ in ids and times only."""
    table.play(by_stage(risks=draft(challenges=[_challenge(table)])), AgentRole.RISK_OFFICER)
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
