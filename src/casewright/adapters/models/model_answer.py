"""What a model said, put into one form for all providers: text, tool calls, why it stopped, what it used.

A tool call whose arguments are no JSON object becomes a call with the one argument ``malformed_arguments``, which says
what is wrong: no tool has such a parameter, so the executor answers ``invalid_arguments`` and the model can mend it.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any
from uuid import uuid4

from langchain_core.messages import AIMessage, AIMessageChunk, ToolCall
from langchain_core.messages.ai import UsageMetadata, add_usage
from langchain_core.messages.tool import tool_call, tool_call_chunk
from langchain_core.outputs import ChatGeneration, ChatGenerationChunk

from casewright.adapters.models.failures import BrokenAnswer, Declined

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from langchain_core.messages.tool import ToolCallChunk

    Content = str | list[str | dict[str, Any]]

MALFORMED = "malformed_arguments"
END, CALLS, LENGTH, REFUSED, BROKEN = "end", "tool_calls", "length", "refused", "broken"
"""Why a model stopped. The last two never reach a caller: they become errors."""

# Of the libraries' own: kept in tool_calls, or of use to nobody.
_CALL_BLOCKS = ("tool_use", "input_json_delta", "function_call")
_OWN_EXTRAS = ("function_call", "tool_calls", "refusal", "parsed")
_PLAIN_KEYS = frozenset({"type", "text", "index", "citations", "annotations", "id"})


@dataclass(slots=True)
class _Call:
    index: int | str | None
    id: str | None
    name: str
    arguments: str


@dataclass(slots=True)
class Heard:
    """Collects the pieces of one answer. ``stops`` translates the provider's words for why a model stops."""

    stops: Mapping[str, str]
    _calls: list[_Call] = field(default_factory=list)
    _usage: UsageMetadata | None = None
    _metadata: dict[str, Any] = field(default_factory=dict)
    _extras: AIMessageChunk = field(default_factory=lambda: AIMessageChunk(content=""))

    @property
    def usage(self) -> UsageMetadata | None:
        """What the provider counted so far; None where it counted nothing."""
        return self._usage

    def piece(self, chunk: ChatGenerationChunk) -> ChatGenerationChunk | None:
        """Take a piece in; returns what of it can be shown at once, which is its content."""
        message = chunk.message
        if not isinstance(message, AIMessageChunk):
            raise BrokenAnswer("it is not an assistant's message")
        for part in message.tool_call_chunks:
            self._hear_call(part)
        if message.usage_metadata is not None:
            self._usage = add_usage(self._usage, message.usage_metadata)
        self._note({**(chunk.generation_info or {}), **message.response_metadata})
        self._extras += AIMessageChunk(content="", additional_kwargs=message.additional_kwargs)
        content = _plain(message.content)
        return ChatGenerationChunk(message=AIMessageChunk(content=content)) if content else None

    def last_piece(self, tries: int) -> ChatGenerationChunk:
        """Everything but the content, when all pieces came. Raises ``BrokenAnswer`` or ``Declined``."""
        extras, metadata = self._extras.additional_kwargs, self._settled(tries, bool(self._calls))
        calls = [_settled_call(one.name, one.id, one.arguments) for one in self._calls]
        calls = _unique(_without_a_cut_one(calls, metadata["stop"]))
        chunks = [
            tool_call_chunk(name=one["name"], args=json.dumps(one["args"]), id=one["id"], index=index)
            for index, one in enumerate(calls)
        ]
        return ChatGenerationChunk(
            message=AIMessageChunk(
                content="",
                tool_call_chunks=chunks,
                usage_metadata=self._usage,
                response_metadata=metadata,
                additional_kwargs=_without_own(extras),
                chunk_position="last",
            )
        )

    def whole(self, generation: ChatGeneration, output: Mapping[str, Any], tries: int) -> ChatGeneration:
        """An answer that came in one piece. Raises ``BrokenAnswer`` or ``Declined``."""
        message = generation.message
        if not isinstance(message, AIMessage):
            raise BrokenAnswer("it is not an assistant's message")
        self._usage = message.usage_metadata
        self._note({**output, **(generation.generation_info or {}), **message.response_metadata})
        self._extras = AIMessageChunk(content="", additional_kwargs=message.additional_kwargs)
        calls = [*message.tool_calls]
        calls += [_settled_call(one["name"] or "", one["id"], one["args"] or "") for one in message.invalid_tool_calls]
        metadata = self._settled(tries, bool(calls))
        return ChatGeneration(
            message=AIMessage(
                content=_plain(message.content),
                tool_calls=_unique(_without_a_cut_one(calls, metadata["stop"])),
                usage_metadata=message.usage_metadata,
                response_metadata=metadata,
                additional_kwargs=_without_own(message.additional_kwargs),
            )
        )

    def _hear_call(self, part: ToolCallChunk) -> None:
        index, given = part.get("index"), part.get("id") or None
        same = next((one for one in reversed(self._calls) if index is not None and one.index == index), None)
        # Some servers number every call 0: another id is another call.
        if same is None or (given and same.id and given != same.id):
            self._calls.append(_Call(index, given, part.get("name") or "", part.get("args") or ""))
            return
        same.id = same.id or given
        same.name = same.name or part.get("name") or ""
        same.arguments += part.get("args") or ""

    def _note(self, metadata: Mapping[str, Any]) -> None:
        self._metadata.update({key: value for key, value in metadata.items() if value is not None})

    def _settled(self, tries: int, calls: bool) -> dict[str, Any]:
        blocked = (self._metadata.get("prompt_feedback") or {}).get("block_reason")
        if self._extras.additional_kwargs.get("refusal") or blocked:
            raise Declined(str(getattr(blocked, "value", blocked) or "refusal"))
        word = self._metadata.get("finish_reason") or self._metadata.get("stop_reason")
        if word is None:
            raise BrokenAnswer("it breaks off")
        stop = self.stops.get(str(word), END)
        if stop == REFUSED:
            raise Declined(str(word))
        if stop == BROKEN:
            raise BrokenAnswer(f"the provider says {word}")
        kept: dict[str, Any] = {
            key: self._metadata[key] for key in ("model_provider", "model_name") if key in self._metadata
        }
        return {**kept, "stop": CALLS if calls and stop == END else stop, "stop_reason": str(word), "tries": tries}


def _plain(content: Content) -> Content:
    """Text as a string; blocks that hold more than text, such as a signature to be sent back, stay blocks."""
    if isinstance(content, str):
        return content
    kept: list[str | dict[str, Any]] = []
    for block in content:
        if isinstance(block, dict) and block.get("type") in _CALL_BLOCKS:
            continue
        if isinstance(block, dict) and block.get("type") == "text" and set(block) <= _PLAIN_KEYS:
            block = str(block.get("text") or "")
        kept.append(block)
    texts = [block for block in kept if isinstance(block, str)]
    return "".join(texts) if len(texts) == len(kept) else kept


def _settled_call(name: str, given: str | None, arguments: str) -> ToolCall:
    return tool_call(name=name, args=mended(arguments), id=given)


def mended(arguments: str) -> dict[str, Any]:
    """The arguments as an object; where they are none, one argument that says so."""
    try:
        read = json.loads(arguments or "{}")
    except ValueError as error:
        place = getattr(error, "pos", 0)
        read = {MALFORMED: f"not JSON, from character {place} of {len(arguments)} on: send one JSON object"}
    if not isinstance(read, dict):
        read = {MALFORMED: f"JSON, but {type(read).__name__} in place of an object: send one JSON object"}
    return read


def _without_a_cut_one(calls: Sequence[ToolCall], stop: str) -> list[ToolCall]:
    """Where the answer ended at its greatest length, its last call may lack arguments: it does not run."""
    if stop != LENGTH or not calls:
        return list(calls)
    cut = {MALFORMED: "the answer was cut off at its greatest length in this call: send it again, and shorter"}
    return [*calls[:-1], tool_call(name=calls[-1]["name"], args=cut, id=calls[-1]["id"])]


def _unique(calls: Sequence[ToolCall]) -> list[ToolCall]:
    """Every call with an id of its own: some servers give none, some the same twice."""
    seen: set[str] = set()
    named: list[ToolCall] = []
    for call in calls:
        given = call["id"]
        if not given or given in seen:
            given = f"call_{uuid4().hex}"
        seen.add(given)
        named.append(tool_call(name=call["name"], args=call["args"], id=given))
    return named


def _without_own(extras: Mapping[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in extras.items() if key not in _OWN_EXTRAS}
