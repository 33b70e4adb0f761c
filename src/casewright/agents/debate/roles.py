"""The five roles of a debate (agent framework §2.2). Which tools each may call, the policy alone says."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from casewright.domain.debates import AgentRole


class ModelClass(StrEnum):
    """What kind of model a role asks for; settings say which one that is."""

    REASONING = "REASONING"
    FAST = "FAST"


@dataclass(frozen=True, slots=True)
class RoleCard:
    """What tells one role from another: the kind of model it asks for, and its prompt."""

    role: AgentRole
    model_class: ModelClass
    prompt_id: str


ROLES = (
    # Argues for the deal, and relies on what it cites.
    RoleCard(AgentRole.ADVOCATE, ModelClass.REASONING, "debate/advocate/v1"),
    # Challenges the chains that claims came along; the only role that may flag a defect.
    RoleCard(AgentRole.SANAD_BREAKER, ModelClass.REASONING, "debate/sanad_breaker/v1"),
    # Finds where the documents contradict each other.
    RoleCard(AgentRole.CONTRADICTION_FINDER, ModelClass.REASONING, "debate/contradiction_finder/v1"),
    # Says what could go wrong, and what nobody has shown yet.
    RoleCard(AgentRole.RISK_OFFICER, ModelClass.REASONING, "debate/risk_officer/v1"),
    # Rules on challenges and recommends; the only role that may ask a person to decide.
    RoleCard(AgentRole.ARBITER, ModelClass.REASONING, "debate/arbiter/v1"),
)
