"""Whether the key that a call came with is for its tool."""

from __future__ import annotations

from typing import TYPE_CHECKING

from casewright.errors import Refused
from casewright.tools.admission import Stop
from casewright.tools.calls import Status

if TYPE_CHECKING:
    from casewright.tools.gates.gate import Candidate


def require_key_scope(candidate: Candidate) -> None:
    """Raises ``Stop``, ``denied``, where it is not. What an agent calls meanwhile, it calls in a role of its own."""
    reason = candidate.context.scope.objection(candidate.tool.name)
    if reason is not None:
        raise Stop(Status.DENIED, reason, Refused)
