"""A model that asks for thousands of calls in one answer: none is made, it is recorded once, and the turn ends well."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from casewright.agents.document.framing import FRAME_TOOL
from casewright.bootstrap.policies import shipped_policy
from tests.deal_room import DealRoom
from tests.e2e.test_debate_models import output, prepare
from tests.providers.anthropic import ScriptedAnthropic
from tests.providers.behind import put_behind
from tests.providers.gemini import ScriptedGemini
from tests.providers.openai import ScriptedOpenAI
from tests.providers.replies import Call, Turn

if TYPE_CHECKING:
    from pathlib import Path

    from tests.e2e.conftest import Shell
    from tests.providers.scripted import ScriptedProvider

MANY = 3_000
REFUSED = "agent.answer_refused"


def many(name: str, arguments: dict[str, Any] | str = "", count: int = MANY) -> Turn:
    """An answer with so many calls. Without arguments each is one piece of a stream."""
    return Turn(calls=(Call(name, arguments),) * count)


def names(found: dict[str, Any]) -> list[str]:
    """The calls of an answer."""
    return [str(one["name"]) for one in found["tool_calls"]]


def sentence(count: int) -> str:
    """How a refusal begins."""
    return f"The model asked for {count:,} calls in one answer, and the policy allows 32: none of them was made."


def events(shell: Shell, kind: str) -> list[dict[str, Any]]:
    """The audit's events of that type."""
    found = shell("--json", "audit", "show", "--last", "500").json["events"]
    return [one for one in found if one["event_type"] == kind]


@pytest.mark.requirement("answer-budget")
@pytest.mark.parametrize("kind", [ScriptedOpenAI, ScriptedGemini, ScriptedAnthropic])
def test_question(kind: type[ScriptedProvider], shell: Shell, matter: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The model is told so, and answers; the calls are not sent back to it, and no tool has run."""
    flood = many("list_matters", {} if kind is ScriptedGemini else "")
    with kind(flood, Turn("I could not look.")) as server:
        put_behind(server, monkeypatch)
        ended = shell("--json", "ask", matter, "What is there?", "--stream")
    found = ended.json
    assert (found["answer"], names(found), found["stopped"]) == ("I could not look.", [FRAME_TOOL], None)
    assert f"✗ {sentence(MANY)}" in ended.err
    assert sentence(MANY) in server.bodies[1]
    assert server.bodies[1].count("list_matters") == server.bodies[0].count("list_matters")
    (told,) = events(shell, REFUSED)
    assert told["tool_args"] == {"calls": MANY, "max_calls": 32, "made_in_turn": 0, "max_calls_per_turn": 100}
    assert (told["role"], told["result_status"], told["matter_id"]) == ("document_agent", "LIMITED", matter)
    assert told["reason"].startswith(sentence(MANY))
    assert {one["tool_name"] for one in events(shell, "agent.tool_call")} == {FRAME_TOOL}
    assert shell("--json", "audit", "verify").json["verified"]


@pytest.mark.requirement("answer-budget")
def test_model_that_does_not_hear(shell: Shell, matter: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The second such answer ends the turn with that sentence, and the thread can be gone on with."""
    with ScriptedOpenAI(*[many("list_matter_documents", "", 33)] * 2, Turn("Sorry.")) as server:
        put_behind(server, monkeypatch)
        found = shell("--json", "ask", matter, "What is there?").json
        assert len(server.requests) == 2
        again = shell("--json", "ask", matter, "And now?", "--thread", found["thread_id"]).json
    assert found["answer"].startswith(sentence(33))
    assert (found["stopped"], names(found)) == ("calls", [FRAME_TOOL])
    assert again["answer"] == "Sorry."


@pytest.mark.requirement("answer-budget")
def test_turn_and_policy_of_ones_own(
    shell: Shell, matter: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """The numbers are the policy's; what a turn may make in all is counted over its answers."""
    file = tmp_path / "own.toml"
    text = "\n".join(shipped_policy().values())
    file.write_text(text.replace("max_calls = 32", "max_calls = 2").replace("per_turn = 100", "per_turn = 3"))
    monkeypatch.setenv("CASEWRIGHT_POLICY", str(file))
    two = Turn(calls=(Call("list_matter_documents", {"matter_id": matter}),) * 2)
    with ScriptedOpenAI(two, two, Turn("One document.")) as server:
        put_behind(server, monkeypatch)
        found = shell("--json", "ask", matter, "What is there?").json
    assert names(found) == [FRAME_TOOL, *["list_matter_documents"] * 2]
    (told,) = events(shell, REFUSED)
    assert told["reason"].startswith("The model asked for 2 calls after 2 in the same turn, and the policy allows 3")
    assert "Answers of models: at most 2 calls in one, 3 in a turn" in shell("policy", "show").out
    assert shell("--json", "policy", "show").json["answers"] == {"max_calls": 2, "max_calls_per_turn": 3}


@pytest.mark.requirement("answer-budget")
def test_answer_that_cites_thousands_of_documents(shell: Shell, matter: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """To check citations no more documents are opened than an answer may ask for; the rest is not verified."""
    cited = [f"“Rent {number}” [x](cite:{number:08x}-0000-4000-8000-000000000000@0-6)." for number in range(100)]
    with ScriptedOpenAI(Turn(" ".join(cited))) as server:
        put_behind(server, monkeypatch)
        found = shell("--json", "ask", matter, "What is the rent?").json
    assert names(found) == [FRAME_TOOL, *["get_document_text"] * 32]
    assert len(found["unverified"]) == found["answer"].count("[unverified]") == 100
    assert events(shell, REFUSED) == []


@pytest.mark.requirement("answer-budget")
@pytest.mark.parametrize("role", ["assistant", "reasoner"])
def test_case(shell: Shell, monkeypatch: pytest.MonkeyPatch, role: str) -> None:
    """A case's turn ends with what its user is told, and nothing of the answer was read."""
    shell("corpus", "import", "--examples")
    case = shell("--json", "case", "create", "Amendă de circulație").json["case"]["case_id"]
    with ScriptedOpenAI(always=many("list_matters", "", 33)) as server:
        put_behind(server, monkeypatch, role)
        given = {"case_id": case, "message": "Am primit o amendă de circulație de 580 lei."}
        if role == "reasoner":
            given = {"case_id": case, "context_summary": "Amendă.", "specific_question": "Ce lipsește?"}
        tool = "message_case" if role == "assistant" else "consult_grok"
        ended = shell.any("--json", "tools", "call", tool, "--args", json.dumps(given))
    assert ended.out
    assert len(server.requests) == 2
    told = events(shell, REFUSED)
    assert [(one["role"], one["tool_args"]["calls"]) for one in told] == [
        ("case_assistant" if role == "assistant" else "reasoner", 33)
    ] * 2
    made = [one["tool_name"] for one in events(shell, "agent.tool_call")]
    assert "list_matters" not in made


@pytest.mark.requirement("answer-budget")
def test_debate(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A role is told so and hands its output in; its thousands of calls are not made, and none is handed in by them."""
    room, claim = prepare(tmp_path / "home")
    room.close()
    good = output(f"Revenue, FY2025: EUR 12.5 million [claim:{claim}].", claim)
    flood = Turn(calls=(*many("lookup_claim").calls, *good.calls))
    with ScriptedOpenAI(flood, always=good) as server:
        put_behind(server, monkeypatch, "reasoner")
        again = DealRoom(tmp_path / "home", room.deal)
        found = again.do("run_debate", deal_id=room.deal, max_rounds=1, minds={"risk_officer": "model"})["result"]
        told = [one for one in again.events() if one["event_type"] == REFUSED]
        again.close()
    assert sentence(MANY + 1) in server.bodies[1]
    assert [one["role"] for one in told] == ["risk_officer"]
    assert not [one for one in found["opening"] if one["role"] == "risk_officer" and one["rejections"]]
