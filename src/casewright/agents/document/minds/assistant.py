"""The assistant that needs no language model: rules behind a chat model's interface. It reads nothing but messages."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from langchain_core.language_models import BaseChatModel
from langchain_core.messages import AIMessage, AIMessageChunk
from langchain_core.messages.tool import tool_call, tool_call_chunk
from langchain_core.outputs import ChatGeneration, ChatGenerationChunk, ChatResult

from casewright.agents.document.minds.asked import LIST
from casewright.agents.document.minds.composition import CAN_DO, NO_MODEL, compose_answer
from casewright.agents.document.minds.plan import Plan, plan
from casewright.agents.document.minds.turn import read_turn

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from langchain_core.callbacks import CallbackManagerForLLMRun
    from langchain_core.language_models import LanguageModelInput
    from langchain_core.messages import BaseMessage
    from langchain_core.runnables import Runnable
    from langchain_core.tools import BaseTool

    from casewright.agents.document.minds.turn import Answered, Turn

_PIECE = re.compile(r"\S+\s*|\s+")
_LONGEST_NAMED = 2_000
_WORDS_AT_ONCE = 8
_Calls = list[tuple[str, dict[str, Any]]]


class RuleBasedAssistant(BaseChatModel):
    """Answers with calls of the bound tools until their results are there, then with text made of them.

    Without bound tools it calls those of the document agent. It never calls a tool that was not bound.
    """

    @property
    def _llm_type(self) -> str:
        return "casewright-rules"

    def bind_tools(
        self,
        tools: Sequence[Mapping[str, Any] | type | Callable[..., Any] | BaseTool],
        *,
        tool_choice: str | None = None,  # noqa: ARG002 (the interface's; rules choose by the question)
        **kwargs: Any,
    ) -> Runnable[LanguageModelInput, AIMessage]:
        """The assistant with these tools, given in OpenAI's envelope (``tools.schemas.export``)."""
        return self.bind(tools=list(tools), **kwargs)

    def _generate(
        self,
        messages: list[BaseMessage],
        stop: list[str] | None = None,  # noqa: ARG002 (the interface's)
        run_manager: CallbackManagerForLLMRun | None = None,  # noqa: ARG002 (the interface's)
        **kwargs: Any,
    ) -> ChatResult:
        text, calls = _said(messages, kwargs.get("tools"))
        named = [
            tool_call(name=name, args=arguments, id=_id(messages, at)) for at, (name, arguments) in enumerate(calls)
        ]
        return ChatResult(generations=[ChatGeneration(message=AIMessage(content=text, tool_calls=named))])

    def _stream(
        self,
        messages: list[BaseMessage],
        stop: list[str] | None = None,  # noqa: ARG002 (the interface's)
        run_manager: CallbackManagerForLLMRun | None = None,
        **kwargs: Any,
    ) -> Iterator[ChatGenerationChunk]:
        import orjson

        text, calls = _said(messages, kwargs.get("tools"))
        for piece in _pieces(text):
            if run_manager is not None:
                run_manager.on_llm_new_token(piece)
            yield ChatGenerationChunk(message=AIMessageChunk(content=piece))
        if calls or not text:
            chunks = [
                tool_call_chunk(name=name, args=orjson.dumps(arguments).decode(), id=_id(messages, at), index=at)
                for at, (name, arguments) in enumerate(calls)
            ]
            yield ChatGenerationChunk(message=AIMessageChunk(content="", tool_call_chunks=chunks))


def _said(messages: Sequence[BaseMessage], tools: Sequence[Mapping[str, Any]] | None) -> tuple[str, _Calls]:
    """What the assistant says next: text, or calls."""
    turn = read_turn(messages)
    if turn.question is None:
        return f"{CAN_DO}\n\n{NO_MODEL}", []
    known = None if tools is None else _parameters(tools)
    planned = _fitting(plan(turn), known or {})
    wanted = _next(turn, planned, known)
    lacking = [name for name, _ in wanted if known is not None and name not in known]
    if lacking:
        missing = ", ".join(dict.fromkeys(lacking))
        return f"This needs the tool {missing}, which this role may not use.\n\n{NO_MODEL}", []
    if wanted:
        return "", wanted
    return compose_answer(turn, planned), []


def _next(turn: Turn, planned: Plan, known: Mapping[str, frozenset[str]] | None) -> _Calls:
    """The calls to make now; none where the answer can be put together."""
    look_up: _Calls = [(LIST, {"matter_id": _matter(turn), **_names_asked(turn, planned, known)})]
    if planned.look_up:
        failed = any(result.name == LIST for result in turn.results)
        return [] if failed else look_up
    open_calls: _Calls = [
        (step.name, dict(step.arguments)) for step in planned.steps if turn.made(step.name, step.arguments) is None
    ]
    if open_calls:
        return open_calls
    listed = any(result.name == LIST for result in turn.results)
    return look_up if not listed and any(_about_a_document(result) for result in turn.results) else []


def _names_asked(turn: Turn, planned: Plan, known: Mapping[str, frozenset[str]] | None) -> dict[str, Any]:
    """The question with the listing, so that the tool says which documents its words name."""
    names = any(one.words != "other" for intent in planned.intents for one in intent.named)
    if turn.question is None or not names or known is None or "named_in" not in known.get(LIST, frozenset()):
        return {}
    return {"named_in": turn.question.words[:_LONGEST_NAMED]}


def _about_a_document(result: Answered) -> bool:
    """Whether a result says that a document is not there or not ready, so that the others are worth listing."""
    errors = [result.error or ""]
    if result.found is not None:
        errors += [
            str(one.get("error") or "") for one in result.found.get("document_results", []) if isinstance(one, dict)
        ]
    return any("Document is not ready" in error or "not found in this matter" in error for error in errors)


def _matter(turn: Turn) -> str | None:
    assert turn.question is not None, "a plan that looks documents up has a question"
    return turn.question.context["matter_id"] if turn.question.context else None


def _parameters(tools: Sequence[Mapping[str, Any]]) -> dict[str, frozenset[str]]:
    """The parameters of each bound tool by its name."""
    found: dict[str, frozenset[str]] = {}
    for given in tools:
        function = given.get("function", given)
        schema = function.get("parameters") or {}
        found[str(function.get("name"))] = frozenset(schema.get("properties", {}))
    return found


def _fitting(planned: Plan, known: Mapping[str, frozenset[str]]) -> Plan:
    """The plan with those arguments that the tools take; all of them where a tool's schema is not known."""
    steps = [
        replace(step, arguments={name: value for name, value in step.arguments.items() if name in known[step.name]})
        if known.get(step.name)
        else step
        for step in planned.steps
    ]
    return replace(planned, steps=tuple(steps))


def _id(messages: Sequence[BaseMessage], at: int) -> str:
    """An id that no other call of the conversation has."""
    return f"call_{len(messages)}_{at}"


def _pieces(text: str) -> Iterator[str]:
    words = _PIECE.findall(text)
    for at in range(0, len(words), _WORDS_AT_ONCE):
        yield "".join(words[at : at + _WORDS_AT_ONCE])
