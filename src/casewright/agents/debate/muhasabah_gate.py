"""The hard gate behind every output (agent framework §7.2): what does not account for itself is rejected.

It fails closed: an output that cannot be checked, for whatever reason, is one that is rejected.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol, TypeAlias

from casewright.agents.debate.contract import problems
from casewright.errors import Refused
from casewright.evidence.muhasabah.enforcer import MuhasabahEnforcer
from casewright.evidence.muhasabah.violations import MuhasabahValidationResult, MuhasabahViolation, Rule

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Mapping, Sequence

    from casewright.agents.debate.state import AgentOutput
    from casewright.canonical import Json
    from casewright.evidence.muhasabah.citable import Citations

REJECTED = "muhasabah.rejected"

Emit: TypeAlias = "Callable[[str, Mapping[str, Json]], Awaitable[None]]"
"""Records one event of the debate: its type and what it tells."""


class Enforcer(Protocol):
    """What decides. ``MuhasabahEnforcer`` is the one that ships."""

    def validate(self, output: AgentOutput, context: Citations) -> MuhasabahValidationResult:
        """Everything that is wrong with the output."""
        ...


class MuhasabahGateError(Refused):
    """An output was rejected; ``violations`` are all that was found."""

    def __init__(self, agent_id: str, violations: Sequence[MuhasabahViolation]) -> None:
        self.agent_id = agent_id
        self.violations = tuple(violations)
        told = "; ".join(f"{one.rule}: {one.detail}" for one in self.violations)
        super().__init__(f"The output of {agent_id!r} was rejected by the Muhasabah gate: {told}.")


async def muhasabah_gate(
    output: AgentOutput, context: Citations, *, emit: Emit, enforcer: Enforcer | None = None
) -> AgentOutput:
    """``output`` as it is, where it keeps every rule against what ``context`` lets it cite.

    Otherwise ``muhasabah.rejected`` is recorded with every violation and ``MuhasabahGateError`` raised. Where the
    event cannot be recorded the recorder's error is raised: nothing passes either way.
    """
    found = examine(output, context, enforcer or MuhasabahEnforcer())
    if found.valid is True and not found.violations:
        return output
    agent_id = str(getattr(output, "agent_id", "unknown"))
    await emit(REJECTED, {"agent_id": agent_id, "violations": [one.to_dict() for one in found.violations]})
    raise MuhasabahGateError(agent_id=agent_id, violations=found.violations)


def examine(output: AgentOutput, context: Citations, enforcer: Enforcer) -> MuhasabahValidationResult:
    """What the gate would say, with nothing recorded: the schema's word first, then the enforcer's. It never raises."""
    try:
        misfits = problems("agent_output", output.to_json())
        if misfits:
            return _failed(*(MuhasabahViolation(Rule.RECORD_INVALID, one) for one in misfits))
        return enforcer.validate(output, context)
    except Exception as error:  # noqa: BLE001 (the gate fails closed: whatever goes wrong rejects)
        return _failed(MuhasabahViolation(Rule.CHECK_FAILED, f"It could not be checked: {type(error).__name__}"))


def _failed(*violations: MuhasabahViolation) -> MuhasabahValidationResult:
    return MuhasabahValidationResult(valid=False, violations=violations)
