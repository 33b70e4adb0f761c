"""The tool ``request_human_review``: a gate at which a person decides about claims (agent-framework seed, 4.5)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal
from uuid import uuid4

from pydantic import BaseModel, Field, field_validator

from casewright.domain.human_gates import GatePriority, GateStatus, HumanGate
from casewright.domain.ids import GateId
from casewright.errors import InvalidInput
from casewright.toolbox.deals.deal_events import GATE_CREATED, tell_gate
from casewright.tools.arguments import Arguments
from casewright.tools.calls import CallContext, SafetyLevel
from casewright.tools.definition import Tool

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from datetime import datetime

    from casewright.domain.claims import Claim
    from casewright.toolbox.deals.deal_stores import DealStores
    from casewright.toolbox.deals.sight import Sight

MOST_CLAIMS = 100
LONGEST_REASON = 4_000
Rank = Literal["ANALYST", "PARTNER", "ADMIN"]


class RequestHumanReviewInput(Arguments):
    """Input of the ``request_human_review`` tool."""

    claim_ids: list[str] = Field(
        description="Claims requiring review, all of one deal", min_length=1, max_length=MOST_CLAIMS
    )
    reason: str = Field(description="Why human review is needed", max_length=LONGEST_REASON)
    priority: GatePriority = Field(default=GatePriority.NORMAL, description="LOW, NORMAL, HIGH or CRITICAL")
    required_role: Rank = Field(default="ANALYST", description="Minimum role for approval")

    @field_validator("reason")
    @classmethod
    def _not_blank(cls, reason: str) -> str:
        if not any(character.isalnum() for character in reason):
            raise ValueError("a reason needs a word: say what a person should decide")
        return reason.strip()


class HumanGateResult(BaseModel):
    """The gate."""

    gate_id: str
    claim_ids: list[str]
    priority: GatePriority
    required_role: str
    status: GateStatus


def _new_id() -> str:
    return str(uuid4())


def request_human_review(*, stores: DealStores, sight: Sight, new_id: Callable[[], str] = _new_id) -> Tool:
    """The tool over these stores."""

    def run(arguments: RequestHumanReviewInput, context: CallContext) -> HumanGateResult:
        found = {claim.id: claim for claim in (sight.claim(context, tool, one) for one in arguments.claim_ids)}
        claims = list(found.values())
        strangers = [claim for claim in claims if claim.deal != claims[0].deal]
        if strangers:
            raise InvalidInput(
                f"claim_ids: {strangers[0].id!r} belongs to another deal than {claims[0].id!r}: ask for each deal alone"
            )
        with stores.transaction.together():
            gate = _same(stores, claims, arguments)
            if gate is None:
                gate = stores.gates.file(_gate(arguments, claims, context, GateId(new_id()), stores.clock.now()))
                tell_gate(gate)
        return HumanGateResult(
            gate_id=gate.id,
            claim_ids=list(gate.claims),
            priority=gate.priority,
            required_role=gate.required_role,
            status=gate.status,
        )

    tool = Tool(
        name="request_human_review",
        description=(
            "Create a human review gate: a person with the required role or a higher one approves, corrects or "
            "rejects. A gate that is open already for the same claims and reason is answered with, not opened twice."
        ),
        arguments=RequestHumanReviewInput,
        output=HumanGateResult,
        handler=run,
        atomic=True,
        safety_level=SafetyLevel.CAUTIOUS,
        categories=("evidence", "debate"),
        reads=("the claims",),
        writes=("the deal's human gates",),
        emits=(GATE_CREATED,),
    )
    return tool


def _gate(
    arguments: RequestHumanReviewInput, claims: Sequence[Claim], context: CallContext, name: GateId, at: datetime
) -> HumanGate:
    return HumanGate(
        id=name,
        tenant=context.tenant,
        deal=claims[0].deal,
        claims=tuple(claim.id for claim in claims),
        reason=arguments.reason,
        priority=arguments.priority,
        required_role=arguments.required_role,
        status=GateStatus.OPEN,
        candidate=None,
        key=f"requested:{name}",
        made_by=context.actor.id,
        made_at=at,
    )


def _same(stores: DealStores, claims: Sequence[Claim], asked: RequestHumanReviewInput) -> HumanGate | None:
    """The open gate that asks the same about the same claims, with this priority and role."""
    wanted = {claim.id for claim in claims}
    for gate in stores.gates.of_deal(claims[0].tenant, claims[0].deal):
        if gate.status is not GateStatus.OPEN or set(gate.claims) != wanted or gate.reason != asked.reason:
            continue
        if (gate.priority, gate.required_role) == (asked.priority, asked.required_role):
            return gate
    return None
