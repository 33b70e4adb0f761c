"""The role ``advocate``."""

from __future__ import annotations

from casewright.agents.debate.node import AgentNode, ModelClass
from casewright.domain.debates import AgentRole


class Advocate(AgentNode):
    """Argues for the deal, and relies on what it cites (agent framework §2.2)."""

    role = AgentRole.ADVOCATE
    model_class = ModelClass.REASONING
    prompt_id = "debate/advocate/v1"
    permitted_tools = (
        "lookup_claim",
        "lookup_calc",
    )
