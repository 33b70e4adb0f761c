"""The role ``sanad_breaker``."""

from __future__ import annotations

from casewright.agents.debate.node import AgentNode, ModelClass
from casewright.domain.debates import AgentRole


class SanadBreaker(AgentNode):
    """Challenges the chains that claims came along; the only role that may flag a defect."""

    role = AgentRole.SANAD_BREAKER
    model_class = ModelClass.REASONING
    prompt_id = "debate/sanad_breaker/v1"
    permitted_tools = (
        "lookup_claim",
        "lookup_calc",
        "search_evidence",
        "flag_defect",
    )
