"""A conversation as the rules read it: where the person is, what they ask, and what the tools have answered so far."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from langchain_core.messages import AIMessage, HumanMessage, SystemMessage, ToolMessage

from casewright.agents.context import MARK, parse_context
from casewright.agents.document.minds.named_documents import Told

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from langchain_core.messages import BaseMessage

    from casewright.agents.context import Context


@dataclass(frozen=True, slots=True)
class Question:
    """What a person asked, and the context that held then; None where none had been said."""

    words: str
    context: Context | None


@dataclass(frozen=True, slots=True)
class Answered:
    """A call of this turn and what came of it. ``found`` is the result's JSON, None where it is none.

    ``cut``: the result was longer than models are shown, and ``found`` is what of it was left.
    """

    name: str
    arguments: Mapping[str, Any]
    succeeded: bool
    content: str
    found: dict[str, Any] | None
    cut: bool = False

    @property
    def error(self) -> str | None:
        """What went wrong, in the result's words; None where nothing did."""
        if self.succeeded:
            return None
        if self.found is not None and isinstance(self.found.get("error"), str):
            return str(self.found["error"])
        return self.content.strip() or "the tool said nothing"


@dataclass(frozen=True, slots=True)
class Past:
    """An earlier question of the thread with what its calls answered."""

    question: Question
    results: tuple[Answered, ...]


@dataclass(frozen=True, slots=True)
class Turn:
    """The last question with the results since, the questions before it, and the last query with its words."""

    question: Question | None
    results: tuple[Answered, ...]
    earlier: tuple[Question, ...]
    last_query: str | None
    last_words: str = ""
    past: tuple[Past, ...] = ()

    def made(self, name: str, arguments: Mapping[str, Any]) -> Answered | None:
        """The result of exactly this call in this turn, the last one; None where it has not been made."""
        for result in reversed(self.results):
            if result.name == name and dict(result.arguments) == dict(arguments):
                return result
        return None

    @property
    def listed(self) -> dict[str, Any] | None:
        """The listing of the matter's documents that this turn has; None while there is none."""
        for result in reversed(self.results):
            if result.name == "list_matter_documents" and result.succeeded and result.found is not None:
                return result.found
        return None

    @property
    def files(self) -> list[dict[str, Any]] | None:
        """The matter's documents as listed in this turn; None while they are not."""
        return None if self.listed is None else list(self.listed.get("documents", []))

    @property
    def told(self) -> tuple[Told, ...]:
        """Which documents the tools said that the words of this turn's question mean."""
        named = (self.listed or {}).get("named") or []
        return tuple(
            Told(str(one.get("words", "")), tuple(map(str, one.get("documents", []))), bool(one.get("certain")))
            for one in named
            if isinstance(one, dict)
        )


def read_turn(messages: Sequence[BaseMessage]) -> Turn:
    """The turn that ``messages`` end in. Only messages of a person or the system say a context, never a result."""
    context: Context | None = None
    questions: list[Question] = []
    results: list[Answered] = []
    past: list[Past] = []
    calls: dict[str, tuple[str, dict[str, Any]]] = {}
    last_query: str | None = None
    last_words = ""
    for message in messages:
        if isinstance(message, HumanMessage | SystemMessage) and str(message.text).startswith(MARK):
            context = parse_context(str(message.text))
        elif isinstance(message, HumanMessage):
            if questions:
                past.append(Past(questions[-1], tuple(results)))
            questions.append(Question(str(message.text), context))
            results = []
        elif isinstance(message, AIMessage):
            for call in message.tool_calls:
                calls[str(call["id"])] = (call["name"], dict(call["args"]))
        elif isinstance(message, ToolMessage):
            name, arguments = calls.get(message.tool_call_id, (message.name or "", {}))
            results.append(_answered(name, arguments, message))
            if name == "isaacus_iql" and results[-1].succeeded:
                last_query = str(arguments.get("query") or "") or last_query
                last_words = questions[-1].words if questions else ""
    question = questions[-1] if questions else None
    return Turn(question, tuple(results), tuple(questions[:-1]), last_query, last_words, tuple(past))


def _answered(name: str, arguments: Mapping[str, Any], message: ToolMessage) -> Answered:
    content = str(message.text)
    found, cut = _json(content)
    failed = message.status == "error" or (found is not None and set(found) == {"error"})
    return Answered(name, arguments, not failed, content, found, cut)


def _json(content: str) -> tuple[dict[str, Any] | None, bool]:
    """The object that ``content`` holds, and whether only the beginning of it was there."""
    try:
        value = json.loads(content)
    except ValueError:
        value = _beginning(content) if content.startswith("{") else None
        return (value, True) if isinstance(value, dict) else (None, False)
    return (value, False) if isinstance(value, dict) else (None, False)


def _beginning(content: str) -> object:
    """What can be read of JSON text that was cut off: its values up to the last whole one."""
    closers: list[str] = []
    whole, closing = 0, ""
    in_string = escaped = False
    for at, sign in enumerate(content):
        if in_string:
            in_string = escaped or sign != '"'
            escaped = sign == "\\" and not escaped
        elif sign == '"':
            in_string = True
        elif sign in "{[":
            closers.append("}" if sign == "{" else "]")
        elif sign in "}]" and closers and closers[-1] == sign:
            closers.pop()
            whole, closing = at + 1, "".join(reversed(closers))
        elif sign in "}]":
            break
        elif sign == ",":
            whole, closing = at, "".join(reversed(closers))
    try:
        return json.loads(content[:whole] + closing)
    except ValueError:
        return None
