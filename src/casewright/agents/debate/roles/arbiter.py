"""The role ``arbiter``."""

from __future__ import annotations

from casewright.agents.debate.node import AgentNode, ModelClass
from casewright.domain.debates import AgentRole


class Arbiter(AgentNode):
    """Rules on challenges and recommends; the only role that may ask a person to decide."""

    role = AgentRole.ARBITER
    model_class = ModelClass.REASONING
    prompt_id = "debate/arbiter/v1"
    permitted_tools = (
        "lookup_claim",
        "lookup_calc",
        "search_evidence",
        "request_human_review",
    )
