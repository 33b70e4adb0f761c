"""Puts a chat model through the checks, one question after the other."""

from __future__ import annotations

from typing import TYPE_CHECKING

from langchain_core.messages import AIMessage, HumanMessage, SystemMessage

from casewright.agents.model_check.check import read_checks
from casewright.agents.model_check.judgement import objection
from casewright.domain.model_checks import CheckResult
from casewright.errors import Refused, ToolFailed

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable

    from langchain_core.language_models import BaseChatModel

    from casewright.agents.model_check.check import Check


async def examine(model: BaseChatModel, new_id: Callable[[], str]) -> AsyncIterator[CheckResult]:
    """The result of each check as it comes.

    A request that the model declines, or that its provider does not take, is a check that failed. Raises what else the
    model raises: ``Unavailable`` where it cannot be reached, ``BadSettings`` for a wrong key or name.
    """
    listed = read_checks()
    for check in listed.checks:
        try:
            answer = await _ask(model, listed.instructions, check, new_id)
        except (Refused, ToolFailed) as error:
            yield CheckResult(check.name, check.ability, " ".join(str(error).split()))
            continue
        usage = answer.usage_metadata
        yield CheckResult(
            check.name,
            check.ability,
            objection(check, answer),
            input_tokens=0 if usage is None else usage["input_tokens"],
            output_tokens=0 if usage is None else usage["output_tokens"],
        )


async def _ask(model: BaseChatModel, instructions: str, check: Check, new_id: Callable[[], str]) -> AIMessage:
    shown = [] if check.text is None else [check.text.written(new_id)]
    messages = [SystemMessage(instructions), HumanMessage("\n\n".join([*shown, check.ask]))]
    bound = model.bind_tools([dict(tool) for tool in check.tools]) if check.tools else model
    answer = await bound.ainvoke(messages)
    if not isinstance(answer, AIMessage):
        raise ToolFailed(f"The model answered with a {type(answer).__name__}, not with a message of its own")
    return answer
