"""What a debate is made of: the state, the roles' outputs and what they hold. Frozen values with their JSON.

Source: agent framework §3 and spec/evidence-and-debate.md, "The debate". ``to_json`` gives what fits the schema of the
same name in ``schemas/``; ``from_json`` takes nothing else and raises ``InvalidInput``. What is None is left out.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Self

from casewright.agents.debate.contract import require
from casewright.agents.debate.evidence_json import as_json, record_from_json
from casewright.domain.claims import Verdict
from casewright.domain.debates import MAX_ROUNDS, AgentRole, Position, Stance, StopReason
from casewright.domain.evidence import Grade
from casewright.domain.ids import CalcId, ClaimId
from casewright.errors import InvalidInput
from casewright.evidence.challenges import Challenge
from casewright.evidence.dissent import DissentRecord

if TYPE_CHECKING:
    from collections.abc import Mapping

    from casewright.domain.ids import MatterId
    from casewright.evidence.muhasabah.record import MuhasabahRecord


@dataclass(frozen=True, slots=True)
class ToolCall:
    """One call that a role made, with its number in the audit (None where it was never recorded)."""

    id: str
    name: str
    arguments: Mapping[str, Any]
    status: str
    audit_seq: int | None

    def to_json(self) -> dict[str, Any]:
        """As ``schemas/tool_call.json`` has it."""
        return {**as_json(self), "audit_seq": self.audit_seq}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Self:
        """The call that ``data`` describes."""
        require("tool_call", data)
        return cls(data["id"], data["name"], dict(data["arguments"]), data["status"], data["audit_seq"])


@dataclass(frozen=True, slots=True)
class AgentOutput:
    """What a role says in one turn, and the account that it gives of it."""

    agent_id: str
    role: AgentRole
    content: str
    claim_refs: tuple[ClaimId, ...]
    muhasabah_record: MuhasabahRecord
    round_number: int | None = None
    structured_content: Mapping[str, Any] = field(default_factory=lambda: MappingProxyType({}))
    calc_refs: tuple[CalcId, ...] = ()
    tool_calls: tuple[ToolCall, ...] = ()
    timestamp: str | None = None

    def to_json(self) -> dict[str, Any]:
        """As ``schemas/agent_output.json`` has it."""
        return {**as_json(self), "tool_calls": [call.to_json() for call in self.tool_calls]}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Self:
        """The output that ``data`` describes. A role that is none of the five is refused too."""
        require("agent_output", data)
        return cls(
            agent_id=data["agent_id"],
            role=_role(data["role"]),
            content=data["content"],
            claim_refs=claim_ids(data["claim_refs"]),
            muhasabah_record=record_from_json(data["muhasabah_record"]),
            round_number=data.get("round_number"),
            structured_content=dict(data.get("structured_content", {})),
            calc_refs=tuple(CalcId(one.lower()) for one in data.get("calc_refs", ())),
            tool_calls=tuple(ToolCall.from_json(call) for call in data.get("tool_calls", ())),
            timestamp=data.get("timestamp"),
        )


@dataclass(frozen=True, slots=True)
class DebateMessage:
    """What was said, as the others see it. ``round_number`` is 0 for the blind opening positions."""

    message_id: str
    role: AgentRole
    agent_id: str
    content: str
    claim_refs: tuple[ClaimId, ...]
    calc_refs: tuple[CalcId, ...]
    round_number: int
    timestamp: str
    prompt_id: str | None = None
    prompt_hash: str | None = None

    def to_json(self) -> dict[str, Any]:
        """As ``schemas/debate_message.json`` has it."""
        return as_json(self)

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Self:
        """The message that ``data`` describes."""
        require("debate_message", data)
        return cls(
            message_id=data["message_id"],
            role=AgentRole(data["role"]),
            agent_id=data["agent_id"],
            content=data["content"],
            claim_refs=claim_ids(data["claim_refs"]),
            calc_refs=tuple(CalcId(one.lower()) for one in data["calc_refs"]),
            round_number=data["round_number"],
            timestamp=data["timestamp"],
            prompt_id=data.get("prompt_id"),
            prompt_hash=data.get("prompt_hash"),
        )


@dataclass(frozen=True, slots=True)
class ChallengeRuling:
    """Whether the arbiter let a challenge in; the reason where not."""

    challenge_id: str
    valid: bool
    reason: str | None = None


@dataclass(frozen=True, slots=True)
class ArbiterDecision:
    """How the arbiter closed a round. ``utility_adjustments`` are by agent id."""

    decision_id: str
    round_number: int
    challenges_validated: tuple[ChallengeRuling, ...]
    dissent_preserved: bool
    utility_adjustments: Mapping[str, float]
    rationale: str
    timestamp: str

    def to_json(self) -> dict[str, Any]:
        """As ``schemas/arbiter_decision.json`` has it."""
        return as_json(self)

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Self:
        """The decision that ``data`` describes."""
        require("arbiter_decision", data)
        rulings = data["challenges_validated"]
        return cls(
            decision_id=data["decision_id"],
            round_number=data["round_number"],
            challenges_validated=tuple(
                ChallengeRuling(one["challenge_id"], one["valid"], one.get("reason")) for one in rulings
            ),
            dissent_preserved=data["dissent_preserved"],
            utility_adjustments=dict(data["utility_adjustments"]),
            rationale=data["rationale"],
            timestamp=data["timestamp"],
        )


@dataclass(frozen=True, slots=True)
class DebateState:
    """What every role sees. ``claim_registry_ref`` is ``registry:<deal>@<sha256>``; scores are by agent id."""

    deal_id: MatterId
    round_number: int
    messages: tuple[DebateMessage, ...]
    claim_registry_ref: str
    debate_id: str | None = None
    max_rounds: int = MAX_ROUNDS
    sanad_graph_ref: str | None = None
    open_questions: tuple[str, ...] = ()
    utility_scores: Mapping[str, float] = field(default_factory=lambda: MappingProxyType({}))
    arbiter_decisions: tuple[ArbiterDecision, ...] = ()
    consensus_reached: bool = False
    stop_reason: StopReason | None = None
    preserved_dissent: tuple[DissentRecord, ...] = ()

    def to_json(self) -> dict[str, Any]:
        """As ``schemas/debate_state.json`` has it."""
        return as_json(self)

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Self:
        """The state that ``data`` describes."""
        require("debate_state", data)
        stop = data.get("stop_reason")
        return cls(
            deal_id=data["deal_id"],
            round_number=data["round_number"],
            messages=tuple(DebateMessage.from_json(one) for one in data["messages"]),
            claim_registry_ref=data["claim_registry_ref"],
            debate_id=data.get("debate_id"),
            max_rounds=data.get("max_rounds", MAX_ROUNDS),
            sanad_graph_ref=data.get("sanad_graph_ref"),
            open_questions=tuple(data.get("open_questions", ())),
            utility_scores=dict(data.get("utility_scores", {})),
            arbiter_decisions=tuple(ArbiterDecision.from_json(one) for one in data.get("arbiter_decisions", ())),
            consensus_reached=data.get("consensus_reached", False),
            stop_reason=None if stop is None else StopReason(stop),
            preserved_dissent=tuple(dissent_from_json(one) for one in data.get("preserved_dissent", ())),
        )


def claim_ids(ids: Any) -> tuple[ClaimId, ...]:
    """Claim ids as they are kept, in lower case."""
    return tuple(ClaimId(one.lower()) for one in ids)


def _role(name: str) -> AgentRole:
    try:
        return AgentRole(name)
    except ValueError:
        raise InvalidInput(f"The role {name!r} is none of {', '.join(AgentRole)}.") from None


def challenge_from_json(data: Mapping[str, Any]) -> Challenge:
    """The challenge that ``data`` describes, frivolous or not."""
    require("challenge", data)
    return Challenge(
        challenge_id=data["challenge_id"],
        agent_id=data["agent_id"],
        claim_refs=claim_ids(data["claim_refs"]),
        defect_type=data["defect_type"],
        evidence_refs=tuple(data["evidence_refs"]),
        description=data["description"],
    )


def challenge_to_json(challenge: Challenge) -> dict[str, Any]:
    """As ``schemas/challenge.json`` has it."""
    return {**as_json(challenge), "defect_type": challenge.defect_type}


def dissent_from_json(data: Mapping[str, Any]) -> DissentRecord:
    """The dissent that ``data`` describes."""
    require("dissent_record", data)
    return DissentRecord(
        dissent_id=data["dissent_id"],
        agent_id=data["agent_id"],
        position=Stance(data["position"]),
        claim_refs=claim_ids(data["claim_refs"]),
        evidence_refs=tuple(data["evidence_refs"]),
        grade=Grade(data["grade"]),
        reason=data["reason"],
        round_number=data["round_number"],
    )


def position_from_json(data: Mapping[str, Any]) -> Position:
    """The position that ``data`` describes."""
    require("position", data)
    verdicts = {ClaimId(claim.lower()): Verdict(verdict) for claim, verdict in data["verdicts"].items()}
    return Position(Stance(data["stance"]), data["confidence"], verdicts)
