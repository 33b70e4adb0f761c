"""Pieces of an answer, put together."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from langchain_core.messages import AIMessageChunk
from langchain_core.messages.tool import ToolCallChunk, tool_call_chunk
from langchain_core.outputs import ChatGenerationChunk

from casewright.adapters.models.failures import BrokenAnswer
from casewright.adapters.models.model_answer import END, MALFORMED, Heard, mended


def heard(*parts: ToolCallChunk, stop: str | None = "stop") -> list[dict[str, Any]]:
    """The calls that come out of these pieces."""
    collected = Heard({"stop": END})
    for part in parts:
        collected.piece(ChatGenerationChunk(message=AIMessageChunk(content="", tool_call_chunks=[part])))
    ending = ChatGenerationChunk(message=AIMessageChunk(content=""), generation_info={"finish_reason": stop})
    collected.piece(ending)
    message = collected.last_piece(1).message
    assert isinstance(message, AIMessageChunk)
    return [dict(call) for call in message.tool_calls]


@pytest.mark.requirement("models-malformed-calls")
@given(st.text())
def test_arguments_are_an_object_whatever_came(text: str) -> None:
    """Any text gives an object: the one it is, or one that says what is wrong without repeating it."""
    arguments = mended(text)
    try:
        read = json.loads(text or "{}")
    except ValueError:
        read = None
    if isinstance(read, dict):
        assert str(arguments) == str(read)
    else:
        assert list(arguments) == [MALFORMED]
        assert len(arguments[MALFORMED]) < 120


@pytest.mark.requirement("models-malformed-calls")
@given(st.dictionaries(st.text(max_size=5), st.integers() | st.text(max_size=5), max_size=4), st.data())
def test_arguments_in_any_pieces(arguments: dict[str, Any], data: st.DataObject) -> None:
    """However the arguments are cut, they come together; two calls do not mix."""
    text = json.dumps(arguments)
    cut = data.draw(st.integers(min_value=0, max_value=len(text)))
    calls = heard(
        tool_call_chunk(name="a", args=text[:cut], id="1", index=0),
        tool_call_chunk(name="b", args="{}", id="2", index=1),
        tool_call_chunk(name=None, args=text[cut:], id=None, index=0),
    )
    assert [(call["name"], call["args"], call["id"]) for call in calls] == [("a", arguments, "1"), ("b", {}, "2")]


def test_calls_that_all_have_the_same_number() -> None:
    """Some servers number every call 0: another id is another call."""
    calls = heard(
        tool_call_chunk(name="a", args="{}", id="1", index=0),
        tool_call_chunk(name="b", args="{}", id="2", index=0),
    )
    assert [call["name"] for call in calls] == ["a", "b"]


@pytest.mark.parametrize("ids", [("", ""), (None, None), ("x", "x")])
def test_every_call_has_an_id_of_its_own(ids: tuple[str | None, str | None]) -> None:
    """Some servers give no ids, or the same twice."""
    calls = heard(*(tool_call_chunk(name="a", args="{}", id=one, index=None) for one in ids))
    assert len({call["id"] for call in calls} - {None, ""}) == 2


def test_answer_without_an_end_is_broken() -> None:
    """An answer that does not say why it stopped has broken off."""
    with pytest.raises(BrokenAnswer, match="breaks off"):
        heard(stop=None)
