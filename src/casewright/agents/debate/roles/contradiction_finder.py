"""The role ``contradiction_finder``."""

from __future__ import annotations

from casewright.agents.debate.node import AgentNode, ModelClass
from casewright.domain.debates import AgentRole


class ContradictionFinder(AgentNode):
    """Finds what the documents say otherwise than each other."""

    role = AgentRole.CONTRADICTION_FINDER
    model_class = ModelClass.REASONING
    prompt_id = "debate/contradiction_finder/v1"
    permitted_tools = (
        "lookup_claim",
        "lookup_calc",
        "search_evidence",
        "query_enrichment",
    )
