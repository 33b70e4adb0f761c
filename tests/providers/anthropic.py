"""Anthropic's Messages."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from tests.providers.replies import Turn
from tests.providers.scripted import ScriptedProvider, halves

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.providers.replies import Call, Fail

_CODES = {
    400: "invalid_request_error",
    401: "authentication_error",
    403: "permission_error",
    404: "not_found_error",
    413: "request_too_large",
    429: "rate_limit_error",
    529: "overloaded_error",
}
_STOPS = {"length": "max_tokens", "refused": "refusal", "filtered": "refusal", "blocked": "refusal"}


class ScriptedAnthropic(ScriptedProvider):
    """``POST /v1/messages``, as JSON or as named server-sent events. Its addresses have no version."""

    provider = "anthropic"

    def whole(self, turn: Turn) -> object:
        """One ``message``. Arguments come parsed in this form: what is no JSON object comes as an empty one."""
        blocks: list[dict[str, Any]] = [{"type": "text", "text": turn.text}] if turn.text else []
        blocks += [{**_opened(call, index), "input": _parsed(call)} for index, call in enumerate(turn.calls)]
        usage = {"input_tokens": turn.input_tokens, "output_tokens": turn.output_tokens}
        return {**_message(usage), "content": blocks, "stop_reason": _finish(turn)}

    def events(self, turn: Turn) -> Iterator[tuple[str, object]]:
        """From ``message_start`` to ``message_stop``."""
        yield from self.opening(turn.text, turn.input_tokens)
        index = 1 if turn.text else 0
        if turn.text:
            yield _named({"type": "content_block_stop", "index": 0})
        for number, call in enumerate(turn.calls):
            block = {"type": "content_block_start", "index": index + number, "content_block": _opened(call, number)}
            yield _named(block)
            arguments = call.arguments if isinstance(call.arguments, str) else json.dumps(call.arguments)
            for piece in ("", *halves(arguments)):
                delta = {"type": "input_json_delta", "partial_json": piece}
                yield _named({"type": "content_block_delta", "index": index + number, "delta": delta})
            yield _named({"type": "content_block_stop", "index": index + number})
        ending = {"stop_reason": _finish(turn), "stop_sequence": None}
        usage = {"input_tokens": turn.input_tokens, "output_tokens": turn.output_tokens}
        yield _named({"type": "message_delta", "delta": ending, "usage": usage})
        yield _named({"type": "message_stop"})

    def opening(self, text: str, input_tokens: int = 11) -> Iterator[tuple[str, object]]:
        """The message's frame, then the text word by word."""
        usage = {"input_tokens": input_tokens, "output_tokens": 1}
        yield _named({"type": "message_start", "message": {**_message(usage), "content": [], "stop_reason": None}})
        if text:
            yield _named({"type": "content_block_start", "index": 0, "content_block": {"type": "text", "text": ""}})
        yield _named({"type": "ping"})
        for piece in Turn(text).pieces:
            delta = {"type": "text_delta", "text": piece}
            yield _named({"type": "content_block_delta", "index": 0, "delta": delta})

    def error(self, fail: Fail) -> object:
        """``{"type": "error", …}``."""
        code = fail.code or _CODES.get(fail.status, "api_error")
        return {"type": "error", "error": {"type": code, "message": fail.message}, "request_id": "r"}


def _finish(turn: Turn) -> str:
    return _STOPS[turn.stop] if turn.stop else ("tool_use" if turn.calls else "end_turn")


def _opened(call: Call, index: int) -> dict[str, Any]:
    return {"type": "tool_use", "id": f"toolu_{index}", "name": call.name, "input": {}}


def _parsed(call: Call) -> object:
    return {} if isinstance(call.arguments, str) else call.arguments


def _message(usage: dict[str, int]) -> dict[str, Any]:
    return {
        "id": "msg_1",
        "type": "message",
        "role": "assistant",
        "model": "m-1",
        "stop_sequence": None,
        "usage": usage,
    }


def _named(data: dict[str, Any]) -> tuple[str, object]:
    return data["type"], data
