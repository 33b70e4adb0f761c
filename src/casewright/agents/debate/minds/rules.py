"""The rule-based mind of each role: the embedded default."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING

from casewright.agents.debate.minds.advocate import RuleBasedAdvocate
from casewright.agents.debate.minds.arbiter import RuleBasedArbiter
from casewright.agents.debate.minds.contradiction_finder import RuleBasedContradictionFinder
from casewright.agents.debate.minds.risk_officer import RuleBasedRiskOfficer
from casewright.agents.debate.minds.sanad_breaker import RuleBasedSanadBreaker
from casewright.domain.debates import AgentRole

if TYPE_CHECKING:
    from collections.abc import Mapping

    from casewright.agents.debate.mind import Mind

RULES: Mapping[AgentRole, Mind] = MappingProxyType(
    {
        AgentRole.ADVOCATE: RuleBasedAdvocate(),
        AgentRole.SANAD_BREAKER: RuleBasedSanadBreaker(),
        AgentRole.CONTRADICTION_FINDER: RuleBasedContradictionFinder(),
        AgentRole.RISK_OFFICER: RuleBasedRiskOfficer(),
        AgentRole.ARBITER: RuleBasedArbiter(),
    }
)
"""They keep nothing between turns."""
