"""Chat models that claim things: what has no place in a document is marked, and what is not there was looked for."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from casewright.agents.document.placing.judging import NO_PLACE, NOT_LOOKED
from tests.providers.anthropic import ScriptedAnthropic
from tests.providers.behind import put_behind
from tests.providers.gemini import ScriptedGemini
from tests.providers.openai import ScriptedOpenAI
from tests.providers.replies import Call, Turn

if TYPE_CHECKING:
    from tests.e2e.conftest import Shell
    from tests.providers.scripted import ScriptedProvider

MARK = "[unverified]"
UNBORNE = "No passage of the documents bears this answer out."
KINDS = [ScriptedOpenAI, ScriptedGemini, ScriptedAnthropic]
CLAIMS = [
    "The rent is EUR 7 a month.",
    "The landlord is bankrupt",
    "**The term is forty years**",
    "## There is a liability cap",
    "- The deposit is three rents",
    "| Deposit | EUR 9,999 |",
    "> The tenant may assign",
    "Important: the lease is void",
    "[^1]: The lease was signed in 1999",
    "Chiria este de 7 EUR pe lună.",
    "There is no liability cap.",
    "Contractul nu are o clauză de confidențialitate",
    "Yes.",
]


def law(shell: Shell, matter: str) -> tuple[str, str]:
    """The clause on governing law: its words, and a link to where they stand."""
    found = shell("--json", "iql", "{IS governing law clause}", "--matter", matter).json
    one = found["document_results"][0]["matches"][0]["citation"]
    return one["quote"], f"[lease.txt](cite:{one['document_id']}@{one['start']}-{one['end']})"


def ask(shell: Shell, matter: str, question: str, *given: str) -> dict[str, Any]:
    """The answer as data."""
    found: dict[str, Any] = shell("--json", "ask", matter, question, *given).json
    return found


@pytest.mark.requirement("ask-unplaced")
@pytest.mark.parametrize("kind", KINDS)
def test_model_that_ignores_everything(
    kind: type[ScriptedProvider], shell: Shell, matter: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It calls nothing and claims things in every form: each is marked, and the answer says first what it is worth."""
    with kind(always=Turn("\n\n".join(CLAIMS))) as server:
        put_behind(server, monkeypatch)
        found = ask(shell, matter, "What is the rent?")
        shown = shell("ask", matter, "What is the rent?", "--stream")
    paragraphs = found["answer"].split("\n\n")
    assert paragraphs[0] == UNBORNE
    assert [one for one in paragraphs[1 : 1 + len(CLAIMS)] if MARK not in one] == []
    assert len(found["unverified"]) == found["answer"].count(MARK) == len(CLAIMS)
    assert {one["reason"] for one in found["unverified"]} >= {NO_PLACE, NOT_LOOKED}
    assert found["citations"] == []
    assert shown.out.startswith(UNBORNE)
    assert MARK not in shown.err
    assert "not checked yet: the checked answer is the one on standard output" in shown.err


@pytest.mark.requirement("ask-unplaced")
@pytest.mark.parametrize("kind", KINDS)
def test_claims_beside_a_place(
    kind: type[ScriptedProvider], shell: Shell, matter: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What has a place stands, also where the place has nothing to do with it; what stands beside it is marked."""
    words, link = law(shell, matter)
    placed = f"The rent is free: “{words}” {link}"
    text = f"{placed}; the term is long\n{placed}\nThe landlord is bankrupt. {placed}.\n\n“The rent is EUR 7” {link}"
    query = Call("isaacus_iql", {"matter_id": matter, "query": "{IS governing law clause}"})
    with kind(Turn(calls=(query,)), Turn(text)) as server:
        put_behind(server, monkeypatch)
        found = ask(shell, matter, "Is the rent free?")
    body = found["answer"].split("\n\nNot asked")[0]
    assert body == (
        f"{placed}; the term is long {MARK}\n{placed}\nThe landlord is bankrupt. {MARK} {placed}.\n\n"
        f"“The rent is EUR 7” {link} {MARK}"
    )
    assert [one["sentence"] for one in found["unverified"][:2]] == ["the term is long", "The landlord is bankrupt."]
    assert len(found["citations"]) == 1


@pytest.mark.requirement("ask-unplaced", "ask-frame")
@pytest.mark.parametrize("kind", KINDS)
def test_model_that_keeps_to_the_rules(
    kind: type[ScriptedProvider], shell: Shell, matter: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is given the question's frame, and its answer stands as it is; the frame is of the question, and recorded."""
    words, link = law(shell, matter)
    text = f"## Governing law\n\nThe lease is under English law: “{words}” {link}.\n\nI hope this helps."
    query = Call("isaacus_iql", {"matter_id": matter, "query": "{IS governing law clause}"})
    facts = Call("contract_facts", {"matter_id": matter, "fields": ["governing_law"]})
    with kind(Turn(calls=(query, facts)), Turn(text)) as server:
        put_behind(server, monkeypatch)
        found = ask(shell, matter, "Which contracts are governed by English law?")
        assert "governing_law" in server.bodies[0]
        assert "[FRAME]" in server.bodies[0]
        assert words not in server.bodies[0]
    assert (found["answer"], found["unverified"]) == (text, [])
    assert [one["name"] for one in found["tool_calls"]] == ["frame_question", "isaacus_iql", "contract_facts"]
    events = shell("--json", "audit", "show", "--last", "100").json["events"]
    framing = [one for one in events if one["tool_name"] == "frame_question"]
    assert {one["role"] for one in framing} == {"document_agent"}


@pytest.mark.requirement("ask-not-there")
@pytest.mark.parametrize("kind", KINDS)
def test_what_is_not_there_was_looked_for(
    kind: type[ScriptedProvider], shell: Shell, matter: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A line says what was looked for, where and how, and the nearest passages follow with places that open."""
    query = Call("isaacus_iql", {"matter_id": matter, "query": "{IS liability cap clause}"})
    with kind(
        Turn(calls=(query,)), Turn("The lease contains no liability cap, so the tenant owes millions.")
    ) as server:
        put_behind(server, monkeypatch)
        found = ask(shell, matter, "Is there a liability cap?")
    line, near = found["answer"].split("\n\n")[:2]
    assert line == "I could not find “{IS liability cap clause}” in lease.txt, looking by clause scores."
    assert near.startswith("Nearest passages, which may not answer it:\n- “")
    assert near.count("cite:") == len(found["citations"]) > 0
    assert found["unverified"] == []
    assert [one["name"] for one in found["tool_calls"]] == ["frame_question", "isaacus_iql", "isaacus_search"]
    arguments = json.dumps({"matter_id": matter, "document_id": found["citations"][0]["document_id"]})
    text = shell("--json", "tools", "call", "get_document_text", "--args", arguments).json["structured"]["text"]
    assert all(text[one["start"] : one["end"]] == one["quote"] for one in found["citations"])


@pytest.mark.requirement("ask-not-there")
def test_what_is_not_there_in_romanian(shell: Shell, matter: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Asked in Romanian the lines are Romanian; a statement that nothing looked for is marked, and said so first."""
    call = Call("isaacus_extract", {"matter_id": matter, "question": "Care este plafonul răspunderii?"})
    with ScriptedOpenAI(
        Turn("Nu există un plafon al răspunderii."), Turn(calls=(call,)), Turn("Nu există un plafon al răspunderii.")
    ) as server:
        put_behind(server, monkeypatch)
        asked = "Care este plafonul răspunderii?"
        unlooked, looked = ask(shell, matter, asked), ask(shell, matter, asked)
    assert unlooked["answer"].startswith("Niciun pasaj din documente nu susține acest răspuns.\n\nNu există un plafon")
    assert [one["reason"] for one in unlooked["unverified"]] == [NOT_LOOKED]
    assert looked["answer"].startswith("Nu am găsit „Care este plafonul răspunderii” în lease.txt, căutând după ")
    assert "Pasajele cele mai apropiate" in looked["answer"]
    assert looked["unverified"] == []


@pytest.mark.requirement("ask-frame")
def test_what_no_call_asked_is_named(shell: Shell, matter: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """What of the question nothing took in and no call asked for is named; what a call asked for is not."""
    words, link = law(shell, matter)
    question = "Which contracts are governed by Italian law on Sundays?"
    query = Call("isaacus_iql", {"matter_id": matter, "query": "{IS governing law clause}"})
    sundays = Call("isaacus_search", {"matter_id": matter, "query": "Italian law, Sundays"})
    said = Turn(f"The lease: “{words}” {link}.")
    with ScriptedOpenAI(Turn(calls=(query,)), said, Turn(calls=(query, sundays)), said, Turn("Hello.")) as server:
        put_behind(server, monkeypatch)
        left = ask(shell, matter, question)["answer"]
        asked = ask(shell, matter, question)["answer"]
        greeted = ask(shell, matter, question)["answer"]
    assert left.endswith("\n\nNot asked: “Sundays”, “are governed by Italian law”.")
    assert "Not asked" not in asked
    assert greeted == "Hello."
