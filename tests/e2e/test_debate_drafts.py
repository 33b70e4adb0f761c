"""What a mind drafts in a debate is checked: one correction, then the debate ends and says why."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from casewright.agents.debate.mind import Stage
from casewright.domain.debates import AgentRole
from tests.debate_table import Table, by_stage
from tests.fakes.scripted_minds import draft, position

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from casewright.agents.debate.mind import Draft, ToolBox, Turn


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
