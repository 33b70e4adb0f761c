"""Between the thread's plain messages and those that a chat model takes and gives."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from langchain_core.messages import (
    AIMessage,
    AIMessageChunk,
    BaseMessage,
    HumanMessage,
    SystemMessage,
    ToolMessage,
    message_to_dict,
    messages_from_dict,
)
from langchain_core.messages.tool import invalid_tool_call, tool_call

from casewright.agents.document.boundary import enclosed

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from langchain_core.messages import InvalidToolCall, ToolCall

    from casewright.agents.document.state import Message, OpenCall

_MARK = "boundary"
CUT_OFF = "Tool error: this call was cut off before it had a result. Make it again if it is still needed."


def plain(message: BaseMessage) -> Message:
    """The message as JSON data; what a provider put in that is no JSON is kept as text."""
    found: Message = json.loads(json.dumps(message_to_dict(message), default=str))
    return found


def result_message(call: OpenCall, mark: str) -> Message:
    """What came of a call, for the model; ``mark`` is the boundary it will be shown within."""
    message = ToolMessage(content=call["content"], tool_call_id=call["id"], name=call["name"])
    message.additional_kwargs[_MARK] = mark
    message.status = "success" if call["status"] == "success" else "error"
    return plain(message)


def for_model(
    instructions: str, messages: Sequence[Message], *, bare: bool, asked: str = "", frame: str | None = None
) -> list[BaseMessage]:
    """The conversation as the model is given it: instructions first, every result of a tool within its boundary.

    ``bare`` leaves the boundaries out, for a mind that reads results as JSON and follows no text. A call that was cut
    off gets a result that says so: providers refuse a conversation without one. The ``frame`` of the question that was
    ``asked`` last stands before it; those of earlier questions are not shown again.
    """
    given: list[BaseMessage] = [SystemMessage(instructions)]
    for message in _whole(messages_from_dict(list(messages))):
        mark = message.additional_kwargs.get(_MARK)
        if isinstance(message, ToolMessage) and mark is not None and not bare:
            given.append(message.model_copy(update={"content": enclosed(str(message.content), mark)}))
        else:
            given.append(message)
    if frame is not None:
        own = [at for at, one in enumerate(given) if isinstance(one, HumanMessage) and one.content == asked]
        given.insert(own[-1] if own else len(given), HumanMessage(frame))
    return given


def as_message(chunks: AIMessageChunk | None, new_id: Callable[[], str]) -> AIMessage:
    """One message of the chunks that a model streamed, every call in it with an id of its own.

    Arguments are taken as they came: the framework would mend cut JSON, and a call nobody asked for would run.
    """
    if chunks is None:
        return AIMessage("")
    seen: set[str] = set()
    good: list[ToolCall] = []
    broken: list[InvalidToolCall] = []
    for piece in chunks.tool_call_chunks:
        known = piece["id"]
        id_ = known if known and known not in seen else new_id()
        seen.add(id_)
        arguments = _object(piece["args"])
        if piece["name"] and arguments is not None:
            good.append(tool_call(name=piece["name"], args=arguments, id=id_))
        else:
            broken.append(invalid_tool_call(name=piece["name"], args=piece["args"], id=id_, error="no JSON object"))
    return AIMessage(
        content=chunks.content,
        additional_kwargs=chunks.additional_kwargs,
        response_metadata=chunks.response_metadata,
        usage_metadata=chunks.usage_metadata,
        tool_calls=good,
        invalid_tool_calls=broken,
    )


def _object(text: str | None) -> dict[str, Any] | None:
    """The arguments that the text holds; none at all are an empty object."""
    if not text:
        return {}
    try:
        value = json.loads(text)
    except ValueError:
        return None
    return value if isinstance(value, dict) else None


def _whole(messages: Sequence[BaseMessage]) -> list[BaseMessage]:
    answered = {message.tool_call_id for message in messages if isinstance(message, ToolMessage)}
    whole: list[BaseMessage] = []
    for message in messages:
        whole.append(message)
        if isinstance(message, AIMessage):
            asked = [call["id"] or "" for call in (*message.tool_calls, *message.invalid_tool_calls)]
            whole += [ToolMessage(content=CUT_OFF, tool_call_id=one) for one in asked if one not in answered]
    return whole
