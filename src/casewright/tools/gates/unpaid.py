"""Whether a case is locked: until it is paid for it is read, and nothing else is done in it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from casewright.domain.cases import CaseStatus
from casewright.policy.decisions import Deny
from casewright.tools.calls import SafetyLevel

if TYPE_CHECKING:
    from casewright.domain.ids import MatterId
    from casewright.tools.calls import CallContext
    from casewright.tools.definition import Tool
    from casewright.tools.ports.billing import CaseStatuses


def unpaid(context: CallContext, tool: Tool, case: MatterId | None, cases: CaseStatuses | None) -> Deny | None:
    """What stops a call on a case that waits for its payment; None lets it pass.

    ``case`` is the one that the call is about. A safe tool passes, and one that says so (``Tool.while_unpaid``).
    """
    if case is None or cases is None or tool.safety_level is SafetyLevel.SAFE or tool.while_unpaid:
        return None
    if cases.status(context.tenant, case) is not CaseStatus.PAYMENT_PENDING:
        return None
    reason = f"The case waits for its payment, and is locked until then: casewright case pay {case}"
    return Deny(rule="case.payment_pending", reason=reason)
