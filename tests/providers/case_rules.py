"""What the minds by rules answer to what a language model would be asked: prompts read back, answers put into words."""

from __future__ import annotations

import asyncio
import json
import re
from datetime import date
from functools import cache
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from casewright.agents.cases.messages import prompt, section
from casewright.agents.cases.mind import Act, Ask, Briefing, Call, Failure, Made, Stage
from casewright.agents.cases.minds.assistant import RuleBasedAssistant
from casewright.agents.cases.minds.reasoner import RuleBasedReasoner
from casewright.agents.cases.minds.stage_tools import ASK, TELL
from casewright.casework.advice import read_advice
from tests.providers.replies import Call as ToolCall
from tests.providers.replies import Turn

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from casewright.agents.cases.mind import Step, TierSaid

_BLOCK = re.compile(r"<<<DATA ([0-9a-f]{32})\n(.*?)\nDATA \1>>>", re.DOTALL)
_QUESTION = "Întrebarea asistentului: "


class NoSuchPrompt(Exception):
    """What was asked is none of the case agent's prompts."""


def assistant_answer(asked: str) -> Turn:
    """What the rule-based assistant says to this prompt. Raises ``NoSuchPrompt``."""
    blocks = [found[2] for found in _BLOCK.finditer(asked)]
    if asked.startswith(prompt("tier").partition("{")[0]) and blocks:
        return Turn(_tier_in_words(asyncio.run(RuleBasedAssistant().tier([blocks[0]], "ro"))))
    stage = next((one for one, beginning in _beginnings().items() if asked.startswith(beginning)), None)
    if stage is None or not blocks:
        raise NoSuchPrompt("this is none of the case agent's prompts")
    return _step_in_words(asyncio.run(RuleBasedAssistant().step(stage, _briefing(json.loads(blocks[-1])))))


def reasoner_answer(lines: Sequence[tuple[str, str]]) -> Turn:
    """What the rule-based reasoner says to a session: roles with their texts, the new question last."""
    before: list[tuple[str, str]] = []
    for (role, text), (next_role, reply) in pairwise(lines):
        if role == "user" and next_role == "assistant":
            before.append((_question(text), reply))
    asked = lines[-1][1]
    found = _BLOCK.search(asked)
    if found is None or _QUESTION not in asked:
        raise NoSuchPrompt("this is no question to the reasoner")
    return Turn(asyncio.run(RuleBasedReasoner().advise(found[2], _question(asked), before)))


@cache
def _beginnings() -> Mapping[Stage, str]:
    """What the prompt of each stage begins with, up to the first name that is filled in."""
    whole = {Stage.PLAN: prompt("consultation"), Stage.RESEARCH: prompt("research"), Stage.DRAFT: prompt("draft")}
    whole |= {one: section("errors", one.value) for one in (Stage.RETRY, Stage.CONSULT, Stage.ASK_USER, Stage.TICKET)}
    return {stage: text.partition("{")[0] for stage, text in whole.items()}


def _question(text: str) -> str:
    return text.rpartition(_QUESTION)[2].partition("\n")[0]


def _briefing(data: Mapping[str, Any]) -> Briefing:
    failed, reply = data.get("failed_call"), data.get("reasoner_said")
    return Briefing(
        case_id=data["case_id"],
        tier=data["tier"],
        language=data["language"],
        today=date.fromisoformat(data["today"]),
        details=data["case_details"],
        parties=data["parties"],
        documents=data["documents"],
        said=data.get("user_said_now"),
        made=[_made(one) for one in data["calls_of_this_turn"]],
        advice=None if reply is None else read_advice(reply),
        failure=None if failed is None else _failure(failed),
    )


def _made(data: Mapping[str, Any]) -> Made:
    result = data["result"]
    content = result if isinstance(result, str) else json.dumps(result, ensure_ascii=False)
    structured = None if isinstance(result, str) else result
    return Made(Call(data["tool"], data["arguments"]), data["status"], content, structured)


def _failure(data: Mapping[str, Any]) -> Failure:
    return Failure(
        Call(data["tool"], data["arguments"]),
        tuple(data["errors"]),
        advice=data["reasoner_advised"],
        answer=data["user_answered"],
    )


def _tier_in_words(said: TierSaid) -> str:
    if said.tier is not None:
        return f"{said.tier}: {said.justification}"
    return f"{'ÎN AFARA SUBIECTULUI' if said.off_topic else 'ÎNTREBARE'}: {said.question}"


def _step_in_words(step: Step) -> Turn:
    if isinstance(step, Act):
        return _calling(step.call.name, step.call.arguments)
    if isinstance(step, Ask):
        about = {} if step.about is None else {"about": step.about}
        return _calling(ASK, {"question": step.question, **about})
    given = {"recommendations": list(step.recommendations), "next_steps": list(step.next_steps)}
    return _calling(TELL, {"text": step.text, **given})


def _calling(name: str, arguments: Mapping[str, Any]) -> Turn:
    return Turn(calls=(ToolCall(name, arguments),))
