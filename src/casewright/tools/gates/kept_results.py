"""Whether the result of a call may be kept: a call with an idempotency key is answered from what was kept."""

from __future__ import annotations

from typing import TYPE_CHECKING

from casewright.errors import BadArguments
from casewright.tools.admission import Stop
from casewright.tools.calls import Status

if TYPE_CHECKING:
    from casewright.tools.gates.gate import Candidate

KEPT_NOWHERE = "its results hold personal data and are kept nowhere"


def require_kept_results(candidate: Candidate) -> None:
    """Raise ``Stop`` for a call with an idempotency key whose tool reveals personal data."""
    tool = candidate.tool
    if tool.reveals and candidate.context.idempotency_key is not None:
        message = f"{tool.name!r} takes no idempotency key: {KEPT_NOWHERE}"
        raise Stop(Status.INVALID_ARGUMENTS, message, BadArguments)
