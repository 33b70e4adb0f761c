"""A chat model that says what a test wrote down, and keeps what it was asked."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from langchain_core.language_models import BaseChatModel
from langchain_core.messages import AIMessage, AIMessageChunk
from langchain_core.messages.tool import tool_call_chunk
from langchain_core.outputs import ChatGeneration, ChatGenerationChunk, ChatResult
from pydantic import PrivateAttr

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from langchain_core.messages import BaseMessage

    Line = AIMessage | BaseException | Callable[[Sequence[BaseMessage]], AIMessage]


class ScriptedModel(BaseChatModel):
    """Says its lines in order: a message, what a function makes of the conversation, or an error that it raises."""

    _lines: list[Any] = PrivateAttr()
    _asked: list[list[BaseMessage]] = PrivateAttr(default_factory=list)
    _tools: list[Any] = PrivateAttr(default_factory=list)

    def __init__(self, *lines: Line) -> None:
        super().__init__()
        self._lines = list(lines)

    def script(self, *lines: Line) -> None:
        """What it says from now on."""
        self._lines = list(lines)

    @property
    def asked(self) -> list[list[BaseMessage]]:
        """Every conversation that it was given, in order."""
        return self._asked

    @property
    def shown_tools(self) -> list[str]:
        """The names of the tools that it was bound to."""
        return [tool["function"]["name"] for tool in self._tools]

    @property
    def _llm_type(self) -> str:
        return "scripted"

    def bind_tools(self, tools: Sequence[Any], **_: Any) -> ScriptedModel:
        """Itself: what it says is written down already."""
        self._tools = list(tools)
        return self

    def _generate(self, messages: list[BaseMessage], *_: Any, **__: Any) -> ChatResult:
        self._asked.append(list(messages))
        assert self._lines, "the script has no line left"
        line = self._lines.pop(0)
        if isinstance(line, BaseException):
            raise line
        said = line if isinstance(line, AIMessage) else line(messages)
        return ChatResult(generations=[ChatGeneration(message=said)])

    def _stream(self, messages: list[BaseMessage], *_: Any, **__: Any) -> Iterator[ChatGenerationChunk]:
        said = self._generate(messages).generations[0].message
        assert isinstance(said, AIMessage)
        words = str(said.text)
        for at in range(0, len(words), 20):
            yield ChatGenerationChunk(message=AIMessageChunk(content=words[at : at + 20]))
        pieces = [
            tool_call_chunk(name=one["name"], args=json.dumps(one["args"]), id=one["id"], index=at)
            for at, one in enumerate(said.tool_calls)
        ]
        broken = [
            tool_call_chunk(name=one["name"], args=one["args"], id=one["id"], index=len(pieces) + at)
            for at, one in enumerate(said.invalid_tool_calls)
        ]
        last = AIMessageChunk(
            content="",
            usage_metadata=said.usage_metadata,
            tool_call_chunks=[*pieces, *broken],
            chunk_position="last",
        )
        yield ChatGenerationChunk(message=last)


def calls(*asked: tuple[str, dict[str, Any]], tokens: tuple[int, int] = (0, 0)) -> AIMessage:
    """A message that asks for these calls, without ids of a provider's."""
    return AIMessage(
        "",
        tool_calls=[{"name": name, "args": arguments, "id": None, "type": "tool_call"} for name, arguments in asked],
        usage_metadata=_usage(tokens),
    )


def says(text: str, tokens: tuple[int, int] = (0, 0)) -> AIMessage:
    """A message in words."""
    return AIMessage(text, usage_metadata=_usage(tokens))


def _usage(tokens: tuple[int, int]) -> Any:
    return {"input_tokens": tokens[0], "output_tokens": tokens[1], "total_tokens": sum(tokens)}


async def any_number(calls: int) -> str | None:
    """Refuses no answer, however many calls it asks for."""
    return None
