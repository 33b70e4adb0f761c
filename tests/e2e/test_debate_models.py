"""Debates by language models on loopback servers that speak the providers' own protocols."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from casewright.agents.debate.minds.output_schema import SUBMIT
from tests.deal_room import DealRoom
from tests.providers.anthropic import ScriptedAnthropic
from tests.providers.gemini import ScriptedGemini
from tests.providers.openai import ScriptedOpenAI, ScriptedXai
from tests.providers.replies import Call, Turn

if TYPE_CHECKING:
    from pathlib import Path

    from tests.providers.scripted import ScriptedProvider

TURNS = 10
"""Of one round: four blind positions and six turns."""


def output(content: str, claim: str, **fields: Any) -> Turn:
    """What a model hands in."""
    record = {
        "supported_claim_ids": [claim],
        "confidence": 0.7,
        "uncertainties": [
            {"uncertainty": "One source", "impact": "A mistake goes through", "mitigation": "A second one"}
        ],
        "falsifiability_tests": [
            {"test_description": "Another source", "required_evidence": "Accounts", "pass_fail_rule": "They differ"}
        ],
    }
    position = {"stance": "CONDITIONAL", "confidence": 0.7, "verdicts": {}, "evidence_refs": []}
    given = {"content": content, "claim_refs": [claim], "muhasabah_record": record, "position": position, **fields}
    return Turn(calls=(Call(SUBMIT, given),))


def prepare(home: Path) -> tuple[DealRoom, str]:
    """A deal with one claim."""
    room = DealRoom(home)
    words = "Revenue for 2025 was EUR 12,500,000."
    document = room.put("accounts.txt", words)
    value = {"type": "monetary", "amount": "12500000", "currency": "EUR"}
    figure = {"value_struct": value, "metric": "revenue", "entity": "Alder", "period": "FY2025", "materiality": "HIGH"}
    return room, room.claim(words, document, words, source_type="audited_accounts", **figure)


@pytest.mark.requirement("debate-language-model")
@pytest.mark.parametrize("kind", [ScriptedOpenAI, ScriptedXai, ScriptedAnthropic, ScriptedGemini])
def test_five_roles_by_a_language_model(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: type[ScriptedProvider]
) -> None:
    """All five roles think by a model; its outputs pass the same gate, and they come to a consensus."""
    said: list[Turn] = []
    with kind(*[lambda _: said[0]] * TURNS) as server:
        for name, value in server.environment("reasoner").items():
            monkeypatch.setenv(name, value)
        room, claim = prepare(tmp_path / "home")
        said.append(output(f"Revenue, FY2025: EUR 12.5 million [claim:{claim}].", claim))
        found = room.do("run_debate", deal_id=room.deal, minds={"all": "model"})["result"]
        room.close()

    assert found["stop_reason"] == "CONSENSUS", found["muhasabah"]["failed"]
    assert found["recommendation"]["stance"] == "CONDITIONAL"
    assert found["muhasabah"]["outputs"] == len(server.requests) == TURNS
    assert found["muhasabah"]["rejected_drafts"] == 0


@pytest.mark.requirement("debate-language-model")
def test_roles_can_be_mixed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One role by a model and four by rules; a free fact is rejected, and mended on the one chance."""
    room, claim = prepare(tmp_path / "home")
    room.close()
    bad = output("Revenue grew by 40 %.", claim)
    good = output(f"Revenue, FY2025: EUR 12.5 million [claim:{claim}].", claim)
    look = Turn(calls=(Call("lookup_claim", {"claim_id": claim, "include_evidence": True}),))
    with ScriptedOpenAI(bad, good, look, good) as server:
        for name, value in server.environment("reasoner").items():
            monkeypatch.setenv(name, value)
        again = DealRoom(tmp_path / "home", room.deal)
        found = again.do("run_debate", deal_id=room.deal, max_rounds=1, minds={"risk_officer": "model"})["result"]
        again.close()

    [opening] = [one for one in found["opening"] if one["role"] == "risk_officer"]
    assert [one["rule"] for one in opening["rejections"][0]] == ["NO_FREE_FACTS"]
    assert "Revenue grew" in server.requests[1].body["messages"][-1]["content"]
    [risks] = [one for one in found["argument"][0]["turns"] if one["role"] == "risk_officer"]
    assert [call["name"] for call in risks["tool_calls"]] == ["lookup_claim"]
    assert found["stop_reason"] in ("MAX_ROUNDS", "CONSENSUS")


def test_model_that_fails_ends_the_debate_explained(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A provider that refuses every request ends the debate at the gate, with what went wrong."""
    with ScriptedOpenAI() as server:
        for name, value in server.environment("reasoner").items():
            monkeypatch.setenv(name, value)
        room, _ = prepare(tmp_path / "home")
        found = room.do("run_debate", deal_id=room.deal, minds={"arbiter": "model"})["result"]
        room.close()

    assert found["stop_reason"] == "CRITICAL_DEFECT"
    assert found["muhasabah"]["failed"]["role"] == "arbiter"
