"""Messages as plain data and back, and calls that a model never finished."""

from __future__ import annotations

import json

from langchain_core.messages import AIMessage, AIMessageChunk, HumanMessage, ToolMessage
from langchain_core.messages.tool import tool_call_chunk

from casewright.agents.document.keys import call_key
from casewright.agents.document.messages import CUT_OFF, as_message, for_model, plain


def chunk(*calls: tuple[str, str, str | None]) -> AIMessageChunk:
    """A streamed message with these calls: name, arguments as text, id."""
    pieces = [tool_call_chunk(name=n, args=a, id=i, index=at) for at, (n, a, i) in enumerate(calls)]
    return AIMessageChunk(content="", tool_call_chunks=pieces)


def test_cut_arguments_are_not_mended() -> None:
    """Arguments that break off reach no tool, though they could be guessed; neither do lists and nameless calls."""
    said = as_message(
        chunk(("a", '{"x": 1}', "1"), ("b", '{"query": "{IS', "2"), ("c", "[1]", "3"), ("", "{}", "4"), ("d", "", "5")),
        lambda: "new",
    )
    assert [(call["name"], call["args"]) for call in said.tool_calls] == [("a", {"x": 1}), ("d", {})]
    assert [call["args"] for call in said.invalid_tool_calls] == ['{"query": "{IS', "[1]", "{}"]


def test_each_call_has_an_id_of_its_own() -> None:
    """Providers that give no ids, or the same twice, get ours."""
    ids = iter(["x", "y", "z"])
    said = as_message(chunk(("a", "{}", None), ("a", "{}", "same"), ("a", "{}", "same")), lambda: next(ids))
    assert [call["id"] for call in said.tool_calls] == ["x", "same", "y"]
    assert as_message(None, lambda: "x").content == ""


def test_messages_are_json() -> None:
    """What is kept is JSON throughout, whatever a provider put in; it comes back as the same messages."""
    said = AIMessage("Yes.", additional_kwargs={"odd": object(), "signature": "s"})
    kept = plain(said)
    assert json.loads(json.dumps(kept)) == kept
    (_, back) = for_model("be brief", [kept], bare=False)
    assert (back.content, back.additional_kwargs["signature"]) == ("Yes.", "s")


def test_calls_that_were_cut_off_get_a_result() -> None:
    """A conversation that broke off between a call and its result is made whole for the provider."""
    asked = AIMessage("", tool_calls=[{"name": "a", "args": {}, "id": "1", "type": "tool_call"}])
    given = for_model("i", [plain(asked), plain(HumanMessage("And?"))], bare=False)
    assert [message.type for message in given] == ["system", "ai", "tool", "human"]
    assert given[2].content == CUT_OFF
    whole = for_model("i", [plain(asked), plain(ToolMessage("ok", tool_call_id="1"))], bare=False)
    assert [message.content for message in whole[2:]] == ["ok"]


def test_keys_tell_places_apart() -> None:
    """The same place has the same key, every other another."""
    places = [
        ("t", "c", "n", 0),
        ("t", "c", "n", 1),
        ("t", "c", "m", 0),
        ("t", "d", "n", 0),
        ("u", "c", "n", 0),
        ("tc", "", "n", 0),
    ]
    assert len({call_key(*place) for place in places}) == len(places)
    assert call_key("t", "c", "n", 0) == call_key("t", "c", "n", 0)
    assert len(call_key("t", "c", "n", 0)) == 64
