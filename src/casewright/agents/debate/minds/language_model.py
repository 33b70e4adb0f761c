"""A mind that asks a language model. What it writes passes the same gate as what rules write, or it does not count."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

from langchain_core.messages import AIMessage, HumanMessage, SystemMessage, ToolMessage

from casewright.agents.debate.evidence_json import record_from_json
from casewright.agents.debate.mind import Draft
from casewright.agents.debate.minds.briefing import as_text, briefing, corrections, enclose
from casewright.agents.debate.minds.output_schema import SUBMIT, submit_tool
from casewright.agents.debate.state import claim_ids
from casewright.domain.ids import CalcId
from casewright.errors import InvalidInput, ToolFailed

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from langchain_core.language_models import BaseChatModel
    from langchain_core.messages import BaseMessage

    from casewright.agents.debate.mind import ToolBox, Turn
    from casewright.domain.debates import AgentRole

MOST_STEPS = 6
"""Answers of the model in one turn; in the last it may only hand its output in."""
_STRUCTURED = (
    "position",
    "challenges",
    "challenged_claim_ids",
    "against_claim_ids",
    "decisions",
    "retrieval_request",
    "gate_request",
    "open_questions",
)
_OBJECT = re.compile(r"\{.*\}", re.DOTALL)
_LONGEST_RESULT = 20_000
_HAND_IN = f"Call {SUBMIT} with your output for this turn."


class LanguageModelMind:
    """Fits ``mind.Mind``. ``tools`` gives the tools of a role in the form in which chat models are offered them."""

    def __init__(
        self, model: BaseChatModel, tools: Callable[[AgentRole], Sequence[dict[str, Any]]] | None = None
    ) -> None:
        self._model = model
        self._tools = tools

    async def speak(self, turn: Turn, tools: ToolBox) -> Draft:
        """What the model hands in. Raises ``ToolFailed`` where it hands in nothing that could be read as an output."""
        offered = [*(self._tools(turn.role) if self._tools else ()), submit_tool(turn.role)]
        messages, refused = _beginning(turn), False
        for step in range(MOST_STEPS):
            choice = SUBMIT if step == MOST_STEPS - 1 or len(offered) == 1 else "auto"
            said = await self._model.bind_tools(offered, tool_choice=choice).ainvoke(messages)
            if not isinstance(said, AIMessage):
                raise ToolFailed(f"The model answered with a {type(said).__name__}, not with a message of its own")
            refusal = await tools.refuse(len(said.tool_calls) + len(said.invalid_tool_calls))
            if refusal is not None:
                if refused:
                    raise ToolFailed(refusal)
                refused = True
                # Its calls are not kept: they would be sent to the model again with every step that follows.
                messages += [AIMessage(str(said.text) or "(too many calls)"), HumanMessage(refusal)]
                continue
            output = _handed_in(said)
            if output is not None:
                return _draft(output)
            messages += [said, *await _answered(said, turn, tools, step)]
        raise ToolFailed(f"The model handed in no output within {MOST_STEPS} answers")


def _beginning(turn: Turn) -> list[BaseMessage]:
    text = enclose(as_text(briefing(turn)), turn.debate_id, turn.round_number, turn.stage, turn.role)
    asked = f"Round {turn.round_number}, stage {turn.stage.value}. You speak as {turn.role.value}.\n{text}\n{_HAND_IN}"
    messages: list[BaseMessage] = [SystemMessage(turn.instructions), HumanMessage(asked)]
    if turn.correction:
        messages.append(HumanMessage(corrections(turn.correction)))
    return messages


async def _answered(said: AIMessage, turn: Turn, tools: ToolBox, step: int) -> list[BaseMessage]:
    """What came of the model's calls, each between its boundary; a nudge where it called nothing."""
    found: list[BaseMessage] = []
    for number, call in enumerate(said.tool_calls):
        reply = await tools.call(call["name"], call["args"])
        text = f"{reply.status}\n{reply.content}"[:_LONGEST_RESULT]
        place = (turn.debate_id, turn.round_number, turn.stage, turn.role, step, number)
        status = "success" if reply.success else "error"
        found.append(ToolMessage(enclose(text, *place), tool_call_id=str(call["id"]), name=call["name"], status=status))
    for broken in said.invalid_tool_calls:
        words = "error\nThe arguments are no JSON object. Send the call again with one."
        found.append(ToolMessage(words, tool_call_id=str(broken["id"]), name=broken["name"] or "", status="error"))
    return found or [HumanMessage(_HAND_IN)]


def _handed_in(said: AIMessage) -> dict[str, Any] | None:
    """The output in an answer: the arguments of the call that hands it in, or an object with content in its text."""
    for call in said.tool_calls:
        if call["name"] == SUBMIT:
            return dict(call["args"])
    if said.tool_calls or said.invalid_tool_calls:
        return None
    found = _OBJECT.search(str(said.text))
    try:
        output = json.loads(found[0]) if found else None
    except ValueError:
        return None
    return output if isinstance(output, dict) and "content" in output else None


def _draft(output: Mapping[str, Any]) -> Draft:
    """The draft that the output describes. Raises ``InvalidInput`` naming what does not fit."""
    content, record = output.get("content"), output.get("muhasabah_record")
    if not isinstance(content, str):
        raise InvalidInput("content is no text")
    if not isinstance(record, dict):
        raise InvalidInput("muhasabah_record is no object")
    return Draft(
        content=content,
        muhasabah=record_from_json(record),
        structured={name: output[name] for name in _STRUCTURED if output.get(name) is not None},
        claim_refs=claim_ids(_texts(output, "claim_refs")),
        calc_refs=tuple(CalcId(one.lower()) for one in _texts(output, "calc_refs")),
    )


def _texts(output: Mapping[str, Any], name: str) -> list[str]:
    given = output.get(name) or []
    if not isinstance(given, list) or not all(isinstance(one, str) for one in given):
        raise InvalidInput(f"{name} is no list of ids")
    return given
