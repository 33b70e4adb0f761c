"""The role ``risk_officer``."""

from __future__ import annotations

from casewright.agents.debate.node import AgentNode, ModelClass
from casewright.domain.debates import AgentRole


class RiskOfficer(AgentNode):
    """Says what could go wrong, and what nobody has shown yet."""

    role = AgentRole.RISK_OFFICER
    model_class = ModelClass.REASONING
    prompt_id = "debate/risk_officer/v1"
    permitted_tools = (
        "lookup_claim",
        "lookup_calc",
        "search_evidence",
        "query_enrichment",
    )
