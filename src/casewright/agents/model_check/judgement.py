"""Whether a chat model's answer passes a check, and if not, why."""

from __future__ import annotations

from typing import TYPE_CHECKING

from casewright.agents.document.answers import checked

if TYPE_CHECKING:
    from collections.abc import Mapping

    from langchain_core.messages import AIMessage

    from casewright.agents.model_check.check import Check

_MAX_SHOWN_CHARS = 120


def objection(check: Check, answer: AIMessage) -> str | None:
    """Why the answer does not pass, as the second half of a sentence; None where it passes."""
    if answer.response_metadata.get("stop") == "length":
        return "its answer was cut off at its greatest length"
    text = str(answer.text)
    if check.calls is not None:
        return _objection_to_calls(check.calls, answer, text)
    if answer.tool_calls:
        return f"it called {answer.tool_calls[0]['name']}, where nothing was to be called"
    if check.not_found is not None:
        return _objection_to_missing(check, text)
    if check.quotes:
        return _objection_to_quotes(check, text)
    return None if text.strip() else "it answered nothing"


def _objection_to_calls(expected: Mapping[str, Mapping[str, str]], answer: AIMessage, text: str) -> str | None:
    if not answer.tool_calls:
        return f"it called no tool, and answered {_shown(text)}"
    for call in answer.tool_calls:
        wanted = expected.get(call["name"])
        if wanted is None:
            return f"it called {call['name']} in place of {' or '.join(expected)}"
        given = call["args"]
        fits = given.keys() == wanted.keys() and all(_holds(str(given[name]), words) for name, words in wanted.items())
        if not fits:
            return f"it called {call['name']} with arguments that do not fit: {_shown(str(given))}"
    return None


def _objection_to_missing(check: Check, text: str) -> str | None:
    assert check.not_found is not None
    if "cite:" in text:
        return f"it cited the text, which does not answer: {_shown(text)}"
    if not _holds(text, check.not_found.rstrip(".")):
        return f"it answered {_shown(text)}, and the text does not say so"
    return None


def _objection_to_quotes(check: Check, text: str) -> str | None:
    passages = [] if check.text is None else list(check.text.passages)
    found = checked(text, passages, [])
    if found.unverified:
        first = found.unverified[0]
        return f"{first['reason']}: {_shown(first['sentence'])}"
    if not found.citations:
        return f"it cited no place, and answered {_shown(text)}"
    for words in check.quotes:
        if not _holds(text, words) or not any(_holds(str(one["quote"]), words) for one in found.citations):
            return f"it did not quote the passage that says {words!r}"
    return None


def _holds(text: str, words: str) -> bool:
    """Whether the words stand in the text, whatever the case, white space and kind of apostrophe."""
    return _plain(words) in _plain(text)


def _plain(text: str) -> str:
    return " ".join(text.replace("’", "'").split()).casefold()


def _shown(text: str) -> str:
    plain = " ".join(text.split())
    return repr(plain if len(plain) <= _MAX_SHOWN_CHARS else f"{plain[: _MAX_SHOWN_CHARS - 1]}…")
