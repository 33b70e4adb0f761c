"""One role in a debate: it puts a turn together, lets its mind speak, and makes an output of the draft."""

from __future__ import annotations

import asyncio
import math
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import orjson

from casewright.agents.debate.agent_output import find_violations
from casewright.agents.debate.evidence_json import plain
from casewright.agents.debate.mind import Draft, Turn
from casewright.agents.debate.muhasabah_gate import MuhasabahGateError
from casewright.agents.debate.prompts import prompt
from casewright.agents.debate.record_limits import within_record
from casewright.agents.debate.state import AgentOutput
from casewright.errors import InvalidInput
from casewright.evidence.muhasabah.enforcer import LONGEST
from casewright.evidence.muhasabah.violations import MuhasabahValidationResult, MuhasabahViolation, Rule

if TYPE_CHECKING:
    from collections.abc import Sequence

    from casewright.agents.debate.mind import Mind, ToolBox
    from casewright.agents.debate.roles import ModelClass, RoleCard
    from casewright.agents.debate.state import DebateState, ToolCall
    from casewright.domain.debates import AgentRole
    from casewright.evidence.coverage import Coverage

MOST_BYTES = 262_144
"""Of one output's data; a larger one is not read."""
PATIENCE = 600.0
"""Seconds that a mind may take for one turn, its calls included."""


@dataclass(frozen=True, slots=True)
class AgentContext:
    """What a role is given beside the state: its turn, without state and instructions, its tools, and the time."""

    turn: Turn
    tools: ToolBox
    made: Sequence[ToolCall]
    """Grows with every call that is made through ``tools``."""
    now: str
    patience: float = PATIENCE


class AgentNode:
    """One role (agent framework §2.1): its card says what it is, the policy what it may call; its mind thinks."""

    def __init__(self, card: RoleCard, mind: Mind, permitted_tools: Sequence[str]) -> None:
        self.role: AgentRole = card.role
        self.model_class: ModelClass = card.model_class
        self.prompt_id: str = card.prompt_id
        self.permitted_tools: tuple[str, ...] = tuple(permitted_tools)
        self._mind = mind

    @property
    def agent_id(self) -> str:
        """How outputs and scores name who speaks."""
        return self.role.value

    async def execute(self, state: DebateState, context: AgentContext) -> AgentOutput:
        """What the role says in this turn. Raises ``MuhasabahGateError`` for what is no output at all."""
        turn = replace(context.turn, role=self.role, state=state, instructions=prompt(self.prompt_id).text)
        try:
            async with asyncio.timeout(context.patience):
                draft = await self._mind.speak(turn, context.tools)
        except TimeoutError:
            raise self._failed(f"The mind did not answer within {context.patience:g} s") from None
        except Exception as error:
            raise self._failed(f"The mind failed with {type(error).__name__}: {str(error)[:300]}") from error
        output = self._output(draft, turn, context)
        found = self.validate_output(output)
        if not found.valid:
            raise MuhasabahGateError(self.agent_id, found.violations)
        return output

    def validate_output(self, output: AgentOutput) -> MuhasabahValidationResult:
        """Whether the output has the form that the role's outputs need; what it says is the gate's to judge."""
        said = [f"The output is {output.role.value!r}'s"] if output.role is not self.role else []
        said += find_violations(output.structured_content, self.role)
        violations = tuple(MuhasabahViolation(Rule.RECORD_INVALID, one) for one in said)
        return MuhasabahValidationResult(valid=not violations, violations=violations)

    def _output(self, draft: object, turn: Turn, context: AgentContext) -> AgentOutput:
        if not isinstance(draft, Draft):
            raise self._failed(f"The mind returned {type(draft).__name__} where a draft was expected")
        try:
            if not math.isfinite(draft.muhasabah.confidence):
                raise InvalidInput(f"The confidence {draft.muhasabah.confidence!r} is not a number from 0 to 1")
            draft = within_record(draft, turn.bears)
            if len(draft.content) > LONGEST:
                raise InvalidInput(f"content has {len(draft.content):,} characters, at most {LONGEST:,} are read")
            data = {
                "agent_id": self.agent_id,
                "role": self.role.value,
                "round_number": turn.round_number,
                "content": draft.content,
                "structured_content": _with_coverage(plain(draft.structured), turn.coverage),
                "claim_refs": list(draft.claim_refs),
                "calc_refs": list(draft.calc_refs),
                "tool_calls": [call.to_json() for call in context.made],
                "muhasabah_record": plain(draft.muhasabah),
                "timestamp": context.now,
            }
            text = orjson.dumps(data)
            if len(text) > MOST_BYTES:
                raise InvalidInput(f"The output has {len(text):,} bytes, at most {MOST_BYTES:,} are read")
            return AgentOutput.from_json(orjson.loads(text))
        except InvalidInput as error:
            raise MuhasabahGateError(self.agent_id, [MuhasabahViolation(Rule.RECORD_INVALID, str(error))]) from error
        except Exception as error:
            raise self._failed(f"The draft cannot be read: {type(error).__name__}") from error

    def _failed(self, detail: str) -> MuhasabahGateError:
        return MuhasabahGateError(self.agent_id, [MuhasabahViolation(Rule.CHECK_FAILED, detail)])


def _with_coverage(structured: Any, coverage: Coverage | None) -> Any:
    """A position tells how much of the room was read: beside the content, whose figures have to be cited."""
    if coverage is None or not isinstance(structured, dict) or "position" not in structured:
        return structured
    return {**structured, "coverage": coverage.as_json()}
