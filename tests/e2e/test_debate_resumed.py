"""A debate that is gone on with after a person put the deal right ends as one that is begun now."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from casewright.domain.debates import AgentRole
from casewright.toolbox.debates.result_view import DebateResultView
from evals.golden.suites import deals
from evals.golden_room import GoldenRoom
from tests.debate_table import Table
from tests.fakes.scripted_minds import draft, position

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from casewright.agents.debate.mind import Turn
    from casewright.bootstrap.home import Casewright

STOPPED = ("generated-002", "generated-006", "generated-007", "generated-010")
"""Golden deals whose debates stop at claims of grade D."""
_NAMES = ("message_id", "challenge_id", "decision_id", "dissent_id", "inputs_hash", "timestamp", "audit", "audit_seq")
_OF_ONE_DEBATE = ("gates", "earlier", "stops", "tool_calls")
"""What two debates about one record differ in: names of their own, and what was before the argument began again."""


def end(value: Any) -> Any:
    """A result without what differs from debate to debate."""
    if isinstance(value, dict):
        return {name: end(one) for name, one in value.items() if name not in (*_NAMES, *_OF_ONE_DEBATE)}
    return [end(one) for one in value] if isinstance(value, list) else value


def do(home: Casewright, tool: str, **arguments: Any) -> Any:
    """What the tool answers; it has to succeed."""
    result = home.call(tool, arguments)
    assert result.success, result.content
    return result.structured


@pytest.fixture
def room(tmp_path: Path) -> Iterator[GoldenRoom]:
    """A home in which golden deals are debated."""
    with GoldenRoom(tmp_path / "home") as opened:
        yield opened


@pytest.mark.requirement("debate-resumed-as-fresh", "debate-resume-gate")
@pytest.mark.parametrize(("name", "resolve"), list(zip(STOPPED, ("waive_defect", "cure_defect") * 2, strict=True)))
def test_resumed_debate_ends_as_a_fresh_one(room: GoldenRoom, name: str, resolve: str) -> None:
    """With the FATAL defects waived or cured, the stopped debate comes to what a new one about the same record does."""
    [golden] = [one for one in deals("generated") if one.name == name]
    home, deal = room.home, room.bring_in(golden)
    stopped = do(home, "run_debate", deal_id=deal)
    assert stopped["stop_reason"] == "CRITICAL_DEFECT"
    for one in do(home, "list_defects", deal_id=deal)["defects"]:
        if one["severity"] == "FATAL" and one["status"] == "OPEN":
            do(home, resolve, deal_id=deal, defect_id=one["defect_id"], reason="The chain was gone through by hand.")
    for gate in stopped["result"]["gates"]:
        do(home, "decide_gate", deal_id=deal, gate_id=gate, decision="corrected", reason="It was put right.")

    resumed = do(home, "resume_debate", deal_id=deal, debate_id=stopped["debate_id"])
    fresh = do(home, "run_debate", deal_id=deal)

    assert (resumed["debate_id"], resumed["status"]) == (stopped["debate_id"], "ended")
    view = DebateResultView.model_validate(resumed["result"])
    assert [(one.stop_reason, one.rounds) for one in view.earlier] == [("CRITICAL_DEFECT", 1)]
    assert end(resumed["result"]) == end(fresh["result"])
    assert resumed["stop_reason"] == fresh["stop_reason"] != "CRITICAL_DEFECT"
    assert resumed["result"]["tool_calls"] == stopped["result"]["tool_calls"] + fresh["result"]["tool_calls"]


@pytest.mark.requirement("debate-resumed-as-fresh")
def test_nothing_put_right_ends_as_before(room: GoldenRoom) -> None:
    """Where the gate was decided and the deal stands as it stood, only the stop check is made again."""
    [golden] = [one for one in deals("generated") if one.name == STOPPED[0]]
    home, deal = room.home, room.bring_in(golden)
    stopped = do(home, "run_debate", deal_id=deal)
    for gate in stopped["result"]["gates"]:
        do(home, "decide_gate", deal_id=deal, gate_id=gate, decision="rejected", reason="I see nothing wrong.")

    resumed = do(home, "resume_debate", deal_id=deal)

    assert resumed["stop_reason"] == "CRITICAL_DEFECT"
    assert resumed["result"]["earlier"] == []
    [before], [after] = (end(one["result"])["argument"] for one in (stopped, resumed))
    assert before["turns"] == after["turns"]


@pytest.mark.requirement("debate-resumed-as-fresh")
def test_waiting_debate_begins_again_where_the_deal_changed(tmp_path: Path) -> None:
    """A defect that is flagged while the debate waits is seen by everybody, not by the stop check alone."""
    table = Table(tmp_path / "home")
    asked = {"claim_ids": [table.arr], "reason": "Somebody has to call the auditor.", "priority": "HIGH"}

    def speak(turn: Turn) -> Any:
        stands = f"The claims stand at {' and '.join(f'grade {one.grade}' for one in turn.claims)}."
        first = turn.role is AgentRole.ARBITER and turn.claims[0].grade == "B"
        return draft(stands, position=position("CONDITIONAL"), gate_request=asked if first else None)

    table.play(lambda turn, _tools: speak(turn))
    held = table.hold()
    assert held["status"] == "waiting"
    table.room.do(
        "flag_defect",
        claim_id=table.arr,
        defect_type="UNKNOWN_SOURCE",
        severity="MAJOR",
        description="Nobody knows where the figure of the claim was taken from in the first place.",
        evidence_refs=[table.evidence[table.arr]],
        cure_protocol="REQUEST_SOURCE",
    )
    [gate] = held["waits_for"]
    table.room.do("decide_gate", deal_id=table.room.deal, gate_id=gate, decision="approved", reason="I called.")

    resumed = table.room.do("resume_debate", deal_id=table.room.deal, debate_id=held["debate_id"])
    fresh = table.hold()

    assert end(resumed["result"]) == end(fresh["result"])
    assert "grade C" in resumed["result"]["opening"][0]["content"]
    table.room.close()
