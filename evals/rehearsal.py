"""A conversation with a chat model over tools that only pretend: which calls it makes, step by step."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from langchain_core.messages import AIMessage, HumanMessage, ToolMessage

from casewright.errors import ToolFailed

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from langchain_core.language_models import BaseChatModel
    from langchain_core.messages import BaseMessage

Model: TypeAlias = "BaseChatModel"
"""What can be rehearsed: any chat model."""
MOST_STEPS = 6


class Made(NamedTuple):
    """A call that the model made."""

    name: str
    arguments: Mapping[str, Any]


def rehearse(model: Model, context: str, questions: Sequence[str], result: Callable[[Made], str]) -> list[list[Made]]:
    """The calls of each step for the last of ``questions``, the others asked before it; ``result`` answers a call.

    Raises ToolFailed for a model that answers with something else than a message.
    """
    messages: list[BaseMessage] = [HumanMessage(context)]
    steps: list[list[Made]] = []
    for question in questions:
        messages.append(HumanMessage(question))
        steps = _steps(model, messages, result)
    return steps


def _steps(model: Model, messages: list[BaseMessage], result: Callable[[Made], str]) -> list[list[Made]]:
    """The calls until the model answers in words; ``messages`` grow by the exchange."""
    steps: list[list[Made]] = []
    while len(steps) < MOST_STEPS:
        said = model.invoke(messages)
        if not isinstance(said, AIMessage):
            raise ToolFailed(f"The model answered with a {type(said).__name__}, not with a message of its own")
        messages.append(said)
        if not said.tool_calls:
            break
        made = [Made(call["name"], call["args"]) for call in said.tool_calls]
        messages += [
            ToolMessage(result(one), tool_call_id=str(call["id"]), name=one.name)
            for one, call in zip(made, said.tool_calls, strict=True)
        ]
        steps.append(made)
    return steps
