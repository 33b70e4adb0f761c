"""The rest of the way of a call that has a key or needs an approval: it runs once, and only where it may."""

from __future__ import annotations

from typing import TYPE_CHECKING

from casewright.errors import CasewrightError, Refused
from casewright.tools.admission import Stop
from casewright.tools.approval_handler import ask_handler
from casewright.tools.approval_token import fingerprint
from casewright.tools.calls import Status
from casewright.tools.repeats import left_unbegun
from casewright.tools.target_check import check_target

if TYPE_CHECKING:
    from casewright.tools.admission import Admitted
    from casewright.tools.approval_process import ApprovalProcess
    from casewright.tools.decision_record import Admit, DecisionRecord
    from casewright.tools.decisions import ApprovalHandler
    from casewright.tools.gates.limits import Limits
    from casewright.tools.repeats import Repeats

NO_APPROVER = "Dangerous tool requires approval handler, but none configured"
"""The seed's words for a dangerous tool that nobody can approve."""


class Clearance:
    """Over the journal and the limits. Approval is asked of the ``process`` of requests, or of ``approver`` at once."""

    def __init__(
        self,
        repeats: Repeats,
        limits: Limits,
        admit: Admit,
        decisions: DecisionRecord,
        process: ApprovalProcess | None,
        approver: ApprovalHandler | None,
    ) -> None:
        self._repeats = repeats
        self._limits = limits
        self._admit = admit
        self._decisions = decisions
        self._process = process
        self._approver = approver

    async def clear(self, admitted: Admitted) -> Admitted:
        """The call, ready to run: in the journal, approved, and off its limit. Raises ``Stop``."""
        rule, key = admitted.rule.approval, admitted.context.idempotency_key
        if rule is not None and self._process is not None:
            # As it was first asked for: a person may have let it run with other arguments.
            known = fingerprint(admitted.context, admitted.tool.name, admitted.call.arguments)
            granted, used = await self._process.require_approval(admitted, rule, self._limits.reserve)
            try:
                return await self._repeats.begin(granted, key, known)
            except (Stop, CasewrightError) as error:
                if used is not None and left_unbegun(error):
                    await self._process.give_back(used)
                if isinstance(error, Stop):
                    error.approval, error.approved_by = granted.approval, granted.approved_by
                raise
        admitted = await self._repeats.begin(admitted, key)
        try:
            if not admitted.needs_approval:
                await self._limits.take(admitted)
            elif rule is not None or self._approver is None:
                raise Stop(Status.NO_APPROVER, NO_APPROVER, Refused)
            else:
                admitted = await self._asked(admitted, self._approver)
        except BaseException:
            await self._repeats.forget(admitted)
            raise
        return admitted

    async def _asked(self, admitted: Admitted, approver: ApprovalHandler) -> Admitted:
        await check_target(admitted)
        await self._limits.take(admitted)
        try:
            return await ask_handler(admitted, approver, self._admit, self._decisions)
        except BaseException:
            await self._limits.give_back(admitted)
            raise
