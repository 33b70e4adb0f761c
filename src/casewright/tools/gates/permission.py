"""Whether the policy lets the caller's role call the tool."""

from __future__ import annotations

from typing import TYPE_CHECKING

from casewright.errors import Refused
from casewright.policy.decisions import Deny
from casewright.tools.admission import Stop
from casewright.tools.calls import Status

if TYPE_CHECKING:
    from casewright.policy.decisions import Decision
    from casewright.policy.policy import Policy
    from casewright.tools.gates.gate import Candidate


class Permission:
    """Asks the policy, and brings the tool's rule along."""

    def __init__(self, policy: Policy) -> None:
        self._policy = policy

    def __call__(self, candidate: Candidate) -> None:
        """Raises ``Stop``, ``denied``, where the role is not listed for the tool."""
        tool = candidate.tool.name
        require_permission(self._policy, candidate.context.actor.role, tool)
        candidate.rule = self._policy.rules[tool]


def require_permission(policy: Policy, role: str, tool: str) -> None:
    """Raise ``Stop``, ``denied``, where the policy does not list the role for the tool."""
    _require(policy.decide(role, tool))


def require_permission_behind(policy: Policy, role: str, tool: str) -> None:
    """Raise as ``require_permission`` where no model may call the tool for a person of that role."""
    _require(policy.decide_behind(role, tool))


def _require(decision: Decision) -> None:
    if isinstance(decision, Deny):
        raise Stop(Status.DENIED, decision.reason, Refused)
