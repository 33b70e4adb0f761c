"""Whether the person whom a model works for may do it: nobody gets done through a model what they may not do."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from casewright.tools.gates.permission import require_permission_behind

if TYPE_CHECKING:
    from casewright.policy.policy import Policy
    from casewright.tools.gates.gate import Candidate
    from casewright.tools.gates.matter_scope import MatterScope


class PersonBehind:
    """Asks of the person what permission and ``scope`` ask of the caller."""

    def __init__(self, policy: Policy, scope: MatterScope) -> None:
        self._policy = policy
        self._scope = scope

    def __call__(self, candidate: Candidate) -> None:
        """Raises ``Stop`` where no model may call the tool for the person, or not in this matter."""
        person = candidate.context.on_behalf_of
        if person is None:
            return
        require_permission_behind(self._policy, person.role, candidate.tool.name)
        self._scope.require(candidate, replace(candidate.context, actor=person))
