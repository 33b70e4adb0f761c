"""Whether a case is locked: until it is paid for it is read, and nothing else is done in it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from casewright.domain.cases import CaseStatus
from casewright.errors import Refused
from casewright.tools.admission import Stop
from casewright.tools.calls import SafetyLevel, Status

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from casewright.domain.ids import MatterId
    from casewright.tools.calls import CallContext
    from casewright.tools.gates.gate import Candidate
    from casewright.tools.ports.billing import CaseStatuses

PAYMENT_LOCK = "payment_lock"
"""What tools name in ``Tool.passes`` that may be called on a case that waits for its payment."""


class PaymentLock:
    """A gate over ``cases``, which know what is paid. ``case_of`` says which case a call is about, if any."""

    def __init__(
        self, cases: CaseStatuses, case_of: Callable[[CallContext, Mapping[str, object]], MatterId | None]
    ) -> None:
        self._cases = cases
        self._case_of = case_of

    def __call__(self, candidate: Candidate) -> None:
        """Raises ``Stop``, ``denied``, where the case waits for its payment. A safe tool passes."""
        tool, context = candidate.tool, candidate.context
        if tool.safety_level is SafetyLevel.SAFE or PAYMENT_LOCK in tool.passes:
            return
        case = self._case_of(context, candidate.call.arguments)
        if case is None or self._cases.status(context.tenant, case) is not CaseStatus.PAYMENT_PENDING:
            return
        message = f"The case waits for its payment, and is locked until then: 'casewright case pay {case}'"
        raise Stop(Status.DENIED, message, Refused)
