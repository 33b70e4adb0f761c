"""Gemini's REST interface."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tests.providers.replies import Turn
from tests.providers.scripted import ScriptedProvider

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.providers.replies import Call, Fail
    from tests.providers.scripted import Request

_STOPS = {"length": "MAX_TOKENS", "refused": "SAFETY", "filtered": "PROHIBITED_CONTENT"}


class ScriptedGemini(ScriptedProvider):
    """``models/m:generateContent`` as JSON, ``models/m:streamGenerateContent`` as server-sent events.

    Its addresses have no version, its calls no id. Arguments that are no JSON object do not exist on its wire: it says
    ``MALFORMED_FUNCTION_CALL`` in their place.
    """

    provider = "google_genai"

    def is_streamed(self, request: Request) -> bool:
        """The method's name says it."""
        return ":streamGenerateContent" in request.path

    def whole(self, turn: Turn) -> object:
        """One ``GenerateContentResponse``."""
        if turn.stop == "blocked":
            return _response([], turn, blocked=True)
        parts = ([{"text": turn.text}] if turn.text else []) + _calls(turn)
        return _response([_candidate(parts, _finish(turn))], turn)

    def events(self, turn: Turn) -> Iterator[tuple[str, object]]:
        """A ``GenerateContentResponse`` for each word, each with the usage until then; the last says why it ends."""
        if turn.stop == "blocked":
            yield "", _response([], turn, blocked=True)
            return
        yield from self.opening(turn.text)
        for call in _calls(turn):
            yield "", _response([_candidate([call])], turn)
        yield "", _response([_candidate([{"text": ""}], _finish(turn))], turn)

    def opening(self, text: str) -> Iterator[tuple[str, object]]:
        """The text word by word."""
        for number, piece in enumerate(Turn(text).pieces, start=1):
            yield "", _response([_candidate([{"text": piece}])], Turn(output_tokens=number))

    def error(self, fail: Fail) -> object:
        """``{"error": …}`` with Google's details."""
        details: list[dict[str, Any]] = []
        if fail.code:
            details.append({"@type": "type.googleapis.com/google.rpc.ErrorInfo", "reason": fail.code})
        if fail.retry_delay:
            details.append({"@type": "type.googleapis.com/google.rpc.RetryInfo", "retryDelay": fail.retry_delay})
        words = {400: "INVALID_ARGUMENT", 401: "UNAUTHENTICATED", 403: "PERMISSION_DENIED", 404: "NOT_FOUND"}
        words |= {429: "RESOURCE_EXHAUSTED", 500: "INTERNAL", 503: "UNAVAILABLE"}
        word = words.get(fail.status, "UNKNOWN")
        return {"error": {"code": fail.status, "message": fail.message, "status": word, "details": details}}


def _finish(turn: Turn) -> str:
    if any(isinstance(call.arguments, str) for call in turn.calls):
        return "MALFORMED_FUNCTION_CALL"
    return _STOPS[turn.stop] if turn.stop else "STOP"


def _calls(turn: Turn) -> list[dict[str, Any]]:
    def part(call: Call) -> dict[str, Any]:
        return {"functionCall": {"name": call.name, "args": call.arguments}}

    return [part(call) for call in turn.calls if not isinstance(call.arguments, str)]


def _candidate(parts: list[dict[str, Any]], finish: str | None = None) -> dict[str, Any]:
    ending = {} if finish is None else {"finishReason": finish}
    return {"content": {"role": "model", "parts": parts}, "index": 0, **ending}


def _response(candidates: list[Any], turn: Turn, *, blocked: bool = False) -> dict[str, Any]:
    total = turn.input_tokens + turn.output_tokens
    usage = {
        "promptTokenCount": turn.input_tokens,
        "candidatesTokenCount": turn.output_tokens,
        "totalTokenCount": total,
    }
    feedback = {"promptFeedback": {"blockReason": "PROHIBITED_CONTENT"}} if blocked else {}
    found = {"candidates": candidates} if candidates else {}
    return {**found, **feedback, "usageMetadata": usage, "modelVersion": "m-1", "responseId": "r"}
