"""What every provider's chat model promises, asked through the provider's own library over a real wire."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest
from langchain_core.messages import ToolMessage

from casewright.adapters.models.chat_model import chat_model
from casewright.adapters.models.choice import choose
from casewright.adapters.models.model_answer import MALFORMED
from casewright.tools.schemas import export, read
from tests.providers.asking import CALLS, CASES, HELLO, TURN, Case, Waits, asked
from tests.providers.openai import ScriptedOpenAI
from tests.providers.replies import Call, Turn
from tests.schema_tools import TOOLS

pytestmark = pytest.mark.usefixtures("bare_environment")


@pytest.mark.requirement("models-providers")
def test_plain_answer(case: Case, streamed: bool) -> None:
    """Text, usage and why it stopped come in one form; streamed text comes in its pieces."""
    with case.server(TURN) as server:
        answer, pieces = asked(case, server, streamed=streamed)
    assert answer.content == TURN.text
    assert pieces == (TURN.pieces if streamed else [TURN.text])
    assert answer.usage_metadata is not None
    usage = {name: answer.usage_metadata[name] for name in ("input_tokens", "output_tokens", "total_tokens")}
    assert usage == {"input_tokens": 11, "output_tokens": 7, "total_tokens": 18}
    assert (answer.response_metadata["stop"], answer.response_metadata["tries"]) == ("end", 1)
    assert [*answer.tool_calls, *answer.invalid_tool_calls] == []


@pytest.mark.requirement("models-providers")
def test_several_calls_in_one_turn(case: Case, streamed: bool) -> None:
    """Calls come whole, in order, each with an id of its own, though Gemini's wire has none."""
    with case.server(CALLS) as server:
        answer, _ = asked(case, server, streamed=streamed)
    assert [(call["name"], call["args"]) for call in answer.tool_calls] == [
        ("look", {"page": 1}),
        ("look", {"page": 2}),
    ]
    assert len({call["id"] for call in answer.tool_calls} - {None, ""}) == 2
    assert (answer.text, answer.response_metadata["stop"]) == ("Let me look.", "tool_calls")


@pytest.mark.requirement("models-providers")
def test_conversation_goes_back(case: Case, streamed: bool) -> None:
    """What was called and what came of it is sent back in the provider's form, and the model goes on."""
    with case.server(CALLS, TURN) as server:
        answer, _ = asked(case, server, streamed=streamed)
        results = [
            ToolMessage(f'{{"found": {number}}}', tool_call_id=call["id"] or "", name=call["name"])
            for number, call in enumerate(answer.tool_calls)
        ]
        final, _ = asked(case, server, streamed=streamed, messages=[*HELLO, answer, *results])
    sent = str(server.requests[1].body)
    assert sent.count("found") == 2
    assert sent.count("look") >= 3
    assert "Let me look." in sent
    assert "You are careful." in sent
    assert final.content == TURN.text


@pytest.mark.requirement("models-providers", "tool-schemas-providers")
def test_schemas_arrive_unchanged(case: Case) -> None:
    """Every tool's name, description and schema arrives as it was exported."""
    with case.server(TURN) as server:
        asked(case, server, streamed=False, tools=[export(tool, "openai") for tool in TOOLS])
    sent = server.requests[0].body["tools"]
    declared = sent[0]["functionDeclarations"] if case.dialect == "gemini" else sent
    found = [read(case.dialect, one) for one in declared]
    assert found == [(tool.name, tool.description, tool.input_schema) for tool in TOOLS]


@pytest.mark.requirement("models-malformed-calls")
@pytest.mark.parametrize("arguments", ['{"page": ', "[1]", "page 1"])
def test_malformed_arguments_become_an_argument_that_says_so(wire: Case, arguments: str) -> None:
    """Arguments that are no JSON object come as a call that the executor answers as invalid; Gemini is asked again."""
    waits = Waits()
    with wire.server(Turn("", (Call("look", arguments),)), CALLS) as server:
        answer, _ = asked(wire, server, streamed=True, waits=waits)
    if wire.dialect == "gemini":
        assert (len(answer.tool_calls), len(waits.seconds)) == (2, 1)
    else:
        [call] = answer.tool_calls
        assert (call["name"], list(call["args"]), waits.seconds) == ("look", [MALFORMED], [])
        assert "object" in call["args"][MALFORMED]
        assert answer.invalid_tool_calls == []


@pytest.mark.requirement("models-malformed-calls")
@pytest.mark.parametrize("arguments", ['{"page": ', "[1]", "page 1"])
def test_malformed_arguments_in_one_piece(arguments: str) -> None:
    """The same where the answer is not streamed; only OpenAI's form can hold such arguments then."""
    with ScriptedOpenAI(Turn("", (Call("look", arguments),))) as server:
        answer, _ = asked(CASES["compatible"], server, streamed=False)
    assert [list(call["args"]) for call in answer.tool_calls] == [[MALFORMED]]


@pytest.mark.requirement("models-malformed-calls")
def test_unknown_tool_is_handed_on(case: Case, streamed: bool) -> None:
    """A call of a tool that was not offered comes through as it is: the executor answers it."""
    with case.server(Turn("", (Call("no_such_tool", {"a": 1}),))) as server:
        answer, _ = asked(case, server, streamed=streamed)
    assert [(call["name"], call["args"]) for call in answer.tool_calls] == [("no_such_tool", {"a": 1})]


@pytest.mark.requirement("models-truncation")
def test_truncation_is_seen(case: Case, streamed: bool) -> None:
    """An answer cut off at its greatest length says so, and its last call does not run."""
    with case.server(Turn("The notice", stop="length"), replace(CALLS, stop="length")) as server:
        cut, _ = asked(case, server, streamed=streamed)
        called, _ = asked(case, server, streamed=streamed)
    assert (cut.text, cut.response_metadata["stop"]) == ("The notice", "length")
    assert called.response_metadata["stop"] == "length"
    assert [list(call["args"]) for call in called.tool_calls] == [["page"], [MALFORMED]]


@pytest.mark.requirement("models-quiet")
def test_tokens_are_not_counted_beforehand() -> None:
    """Counting would download a vocabulary; asking without a loop would block one: both say what to do."""

    async def go() -> None:
        model = chat_model(choose("openai:m", role="assistant", key="k", base_url="http://127.0.0.1:9"))
        with pytest.raises(NotImplementedError, match="usage_metadata"):
            model.get_num_tokens("words")
        with pytest.raises(NotImplementedError, match="await ainvoke"):
            model.invoke("words")
        await model.aclose()

    asyncio.run(go())
