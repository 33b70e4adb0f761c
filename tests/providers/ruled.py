"""Gemini and Grok on this machine as minds of cases: their wire formats, with the minds by rules behind them."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from tests.providers.case_rules import NoSuchPrompt, assistant_answer, reasoner_answer
from tests.providers.gemini import ScriptedGemini
from tests.providers.openai import ScriptedXai
from tests.providers.replies import Fail, Turn

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.providers.replies import Reply


def ruled_gemini() -> ScriptedGemini:
    """Gemini as the assistant of cases."""
    return ScriptedGemini(always=lambda body: _reply(lambda: assistant_answer(_gemini_text(body)), _gemini_text(body)))


def ruled_grok() -> ScriptedXai:
    """Grok as the reasoner of cases."""

    def answered(body: Any) -> Reply:
        lines = [(one["role"], _text(one["content"])) for one in body["messages"] if one["role"] != "system"]
        return _reply(lambda: reasoner_answer(lines), " ".join(line for _, line in lines))

    return ScriptedXai(always=answered)


def _reply(answered: Callable[[], Turn], asked: str) -> Reply:
    try:
        turn = answered()
    except (NoSuchPrompt, KeyError, ValueError) as error:
        return Fail(400, message=type(error).__name__)
    said = turn.text or str(turn.calls)
    return replace(turn, input_tokens=len(asked.split()), output_tokens=len(said.split()))


def _gemini_text(body: Any) -> str:
    return "".join(part.get("text", "") for part in body["contents"][-1]["parts"])


def _text(content: object) -> str:
    if isinstance(content, str):
        return content
    parts = content if isinstance(content, list) else []
    return "".join(str(part.get("text", "")) for part in parts if isinstance(part, dict))
