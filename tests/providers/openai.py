"""OpenAI's Chat Completions, and the others that speak them."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from tests.providers.replies import Turn
from tests.providers.scripted import ScriptedProvider, halves

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.providers.replies import Call, Fail

_CODES = {401: "invalid_api_key", 404: "model_not_found", 429: "rate_limit_exceeded"}
_STOPS = {"length": "length", "refused": "stop", "filtered": "content_filter", "blocked": "content_filter"}


class ScriptedOpenAI(ScriptedProvider):
    """``POST /v1/chat/completions``, as JSON or as server-sent events."""

    provider = "openai"
    root = "/v1"

    def whole(self, turn: Turn) -> object:
        """One ``chat.completion``."""
        message: dict[str, Any] = {"role": "assistant", "content": turn.text or None, "refusal": None}
        if turn.stop == "refused":
            message |= {"content": None, "refusal": "I cannot help with that."}
        if turn.calls:
            message["tool_calls"] = [_call(call, index) for index, call in enumerate(turn.calls)]
        choice = {"index": 0, "message": message, "logprobs": None, "finish_reason": _finish(turn)}
        return _frame("chat.completion", [choice], _usage(turn))

    def events(self, turn: Turn) -> Iterator[tuple[str, object]]:
        """``chat.completion.chunk`` by ``chat.completion.chunk``, the usage in one without choices, then ``[DONE]``."""
        yield from self.opening(turn.text if turn.stop != "refused" else "")
        if turn.stop == "refused":
            yield _chunk({"refusal": "I cannot help "})
            yield _chunk({"refusal": "with that."})
        for index, call in enumerate(turn.calls):
            whole = _call(call, index)
            arguments = whole["function"]["arguments"]
            opened = {**whole, "index": index, "function": {"name": call.name, "arguments": ""}}
            yield _chunk({"tool_calls": [opened]})
            for piece in halves(arguments):
                yield _chunk({"tool_calls": [{"index": index, "function": {"arguments": piece}}]})
        yield _chunk({}, finish=_finish(turn))
        yield "", _frame("chat.completion.chunk", [], _usage(turn))
        yield "", "[DONE]"

    def opening(self, text: str) -> Iterator[tuple[str, object]]:
        """The role, then the text word by word."""
        yield _chunk({"role": "assistant", "content": "", "refusal": None})
        for piece in Turn(text).pieces:
            yield _chunk({"content": piece})

    def error(self, fail: Fail) -> object:
        """``{"error": …}``."""
        code = fail.code or _CODES.get(fail.status, "server_error" if fail.status >= 500 else None)
        kind = "server_error" if fail.status >= 500 else "invalid_request_error"
        return {"error": {"message": fail.message, "type": kind, "param": None, "code": code}}


class ScriptedXai(ScriptedOpenAI):
    """xAI."""

    provider = "xai"


class ScriptedOllama(ScriptedOpenAI):
    """Ollama's side that speaks like OpenAI; ``base_url`` without a path, as people write it."""

    provider = "ollama"
    root = ""


def _finish(turn: Turn) -> str:
    return _STOPS[turn.stop] if turn.stop else ("tool_calls" if turn.calls else "stop")


def _call(call: Call, index: int) -> dict[str, Any]:
    arguments = call.arguments if isinstance(call.arguments, str) else json.dumps(call.arguments)
    return {"id": f"call_{index}", "type": "function", "function": {"name": call.name, "arguments": arguments}}


def _usage(turn: Turn) -> dict[str, int]:
    total = turn.input_tokens + turn.output_tokens
    return {"prompt_tokens": turn.input_tokens, "completion_tokens": turn.output_tokens, "total_tokens": total}


def _frame(kind: str, choices: list[Any], usage: dict[str, int] | None) -> dict[str, Any]:
    return {"id": "chatcmpl-1", "object": kind, "created": 1, "model": "m-1", "choices": choices, "usage": usage}


def _chunk(delta: dict[str, Any], finish: str | None = None) -> tuple[str, object]:
    choice = {"index": 0, "delta": delta, "logprobs": None, "finish_reason": finish}
    return "", _frame("chat.completion.chunk", [choice], None)
