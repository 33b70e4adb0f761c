"""How a call gets its approval: filed and decided later by a named person, or asked for in this process.

Every step leaves its event: ``approval.requested``, then ``approval.granted``, ``approval.rejected`` or
``approval.edited``; a decision that does not count leaves ``approval.refused`` and changes nothing.
"""

from __future__ import annotations

import asyncio
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, TypeAlias, assert_never

import orjson

from casewright.domain.approvals import ApprovalState
from casewright.errors import BadArguments, CasewrightError, NotFound, Refused
from casewright.tools.admission import Admitted, Stop
from casewright.tools.approval_scope import sees_request
from casewright.tools.approval_token import fingerprint
from casewright.tools.approvals import moment
from casewright.tools.calls import CallContext, Status, ToolCall
from casewright.tools.decisions import Approve, Edit, Reject, denied
from casewright.tools.repeats import left_unbegun
from casewright.tools.target_check import check_target

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from casewright.audit.events import Event
    from casewright.domain.actors import Actor
    from casewright.domain.approvals import ApprovalRequest
    from casewright.policy.policy import ApprovalRule
    from casewright.tools.approvals import Approvals
    from casewright.tools.decision_record import Admit, DecisionRecord, Ruling
    from casewright.tools.decisions import Decision
    from casewright.tools.definition import Tool
    from casewright.tools.joint_record import JointRecord, Tell
    from casewright.tools.repeats import Repeats
    from casewright.tools.visibility import Visibility

Reserve: TypeAlias = "Callable[[Admitted], None]"
MEANWHILE = "was decided by someone else meanwhile"


class ApprovalProcess:
    """What happens between the executor and the requests. ``admit`` takes a call through the gates.

    ``joint`` stores a step together with its event.
    """

    def __init__(
        self,
        approvals: Approvals,
        record: DecisionRecord,
        joint: JointRecord,
        admit: Admit,
        repeats: Repeats,
        visibility: Visibility | None = None,
    ) -> None:
        self._approvals = approvals
        self._repeats = repeats
        self._joint = joint
        self._visibility = visibility
        self._record = record
        self._admit = admit

    async def require_approval(
        self, admitted: Admitted, rule: ApprovalRule, reserve: Reserve
    ) -> tuple[Admitted, ApprovalRequest | None]:
        """The call, where it was granted, and the grant that was used up for it now (``give_back``).

        None where it was used before: the journal knows what came of it.
        Raises ``Stop``: ``approval_required`` where it waits (``recorded`` where it waits from now on), ``rejected``,
        or why it cannot wait. A call that begins to wait takes its place in the limits by ``reserve``; one that
        cannot be done, by its tool's own check, does not begin to.
        """
        request = await asyncio.to_thread(self._approvals.standing, admitted)
        if request is None:
            await check_target(admitted)
            filed, seq = await self._joint.change(partial(self._filed, admitted, rule, reserve))
            if seq is not None:
                raise self._waiting(filed, rule, seq)
            request = filed
        if request.fingerprint != fingerprint(admitted.context, admitted.tool.name, admitted.call.arguments):
            message = f"The idempotency key {request.call_key!r} was used for another call: give this one its own"
            raise Stop(Status.INVALID_ARGUMENTS, message, BadArguments)
        if request.state is ApprovalState.PENDING:
            raise self._waiting(request, rule)
        if request.state is ApprovalState.REJECTED:
            raise Stop(Status.REJECTED, denied(request.reason or "", admitted.tool), Refused, approval=request.id)
        stored = await asyncio.to_thread(self._admit, stored_call(request), stored_context(request), admitted.tool)
        granted = request.state is ApprovalState.GRANTED
        why = await self._use(request, stored) if granted else None
        if why is not None:
            raise Stop(Status.DENIED, f"Approval request {request.id!r} {why}", Refused, approval=request.id)
        ready = replace(stored, approval=request.id, approved_by=request.decided_by)
        return ready, request if granted else None

    async def begin(self, admitted: Admitted, granted: ApprovalRequest) -> Admitted:
        """The call that was just granted, in the journal; where that refuses it, its grant is not used up."""
        try:
            return await self._repeats.begin_approved(admitted, granted)
        except (Stop, CasewrightError) as error:
            if left_unbegun(error):
                await self.give_back(granted)
            raise

    async def give_back(self, used: ApprovalRequest) -> None:
        """Make a grant usable again whose call did not begin."""
        await asyncio.to_thread(self._approvals.give_back, used)

    async def find(self, context: CallContext, request: str) -> ApprovalRequest:
        """The request. Raises ``Stop`` where there is none of that id for the approver to see, which is recorded."""
        found = await asyncio.to_thread(self._approvals.get, context.tenant, request)
        if found is not None and await asyncio.to_thread(sees_request, self._visibility, context, found):
            return found
        message = f"Approval request {request!r} not found: 'casewright approvals list' shows the ids"
        call = ToolCall(request, "unknown")
        seq = await self._record.write("refused", call, context, None, approval=request, reason=message)
        raise Stop(Status.ERROR, message, NotFound, recorded=seq)

    async def of_requester(self, context: CallContext, request: str) -> ApprovalRequest | None:
        """The request, where the caller is who asked; None for everybody else."""
        found = await asyncio.to_thread(self._approvals.get, context.tenant, request)
        mine = (context.caller, context.actor.kind)
        return found if found is not None and (found.caller, found.requester.kind) == mine else None

    async def decide(
        self, request: ApprovalRequest, decision: Decision, approver: Actor, tool: Tool | None
    ) -> Admitted:
        """The call that was granted, ready to run. Raises ``Stop`` for every other end, which is recorded."""
        objection = await asyncio.to_thread(self._objection, request, decision, approver, tool)
        if objection is not None:
            if self._approvals.lapsed(request):
                await asyncio.to_thread(self._approvals.expire, request, "nobody decided in time")
            raise await self._refuse(request, approver, tool, objection)
        match decision:
            case Approve():
                return await self._grant(request, approver, tool)
            case Reject():
                raise await self._reject(request, approver, tool, decision.said)
            case Edit(arguments=arguments):
                raise await self._edit(request, approver, tool, arguments)
            case _:
                assert_never(decision)

    def _objection(
        self, request: ApprovalRequest, decision: Decision, approver: Actor, tool: Tool | None
    ) -> str | None:
        """Why this decision does not count, as the end of a sentence; None where it does."""
        if request.state is not ApprovalState.PENDING:
            return f"is {request.state} already" + (f", by {request.decided_by}" if request.decided_by else "")
        rejects = isinstance(decision, Reject)
        stranger = self._approvals.no_approver(request, approver, rejects=rejects)
        if stranger is not None or rejects:
            return stranger
        return self._approvals.unfit(request, tool)

    def _filed(
        self, admitted: Admitted, rule: ApprovalRule, reserve: Reserve, tell: Tell
    ) -> tuple[ApprovalRequest, int | None]:
        """The request that stands for the call, and the number of its event where it waits from now on."""
        request, new = self._approvals.file(admitted, rule)
        if not new:
            return request, None
        try:
            reserve(admitted)
            return request, tell(self._requested(request, admitted))
        except (Stop, CasewrightError) as error:
            self._approvals.expire(request, str(error))
            raise

    def _requested(self, request: ApprovalRequest, admitted: Admitted) -> Event:
        return self._record.recorder.event(
            "requested",
            admitted.call,
            admitted.context,
            admitted.tool,
            admitted.recorded,
            status=Status.APPROVAL_REQUIRED.upper(),
            reason=f"replaces {request.replaces}" if request.replaces else None,
            approval=request.id,
            event_type="approval.requested",
        )

    async def _grant(self, request: ApprovalRequest, approver: Actor, tool: Tool | None) -> Admitted:
        try:
            admitted = await asyncio.to_thread(self._admit, stored_call(request), stored_context(request), tool)
        except Stop as stop:
            raise await self._refuse(request, approver, tool, f"cannot run any more: {stop.message}") from stop
        why = await self._repeats.objection(admitted, request)
        if why is not None:
            raise await self._refuse(request, approver, tool, why)

        within = replace(admitted.context, actor=approver)
        event = self._record.event("granted", admitted.call, within, admitted.tool, approval=request.id)

        def grant(tell: Tell) -> ApprovalRequest | None:
            granted = self._approvals.decide(request, ApprovalState.GRANTED, approver)
            if granted is not None:
                try:
                    tell(event)
                except CasewrightError:
                    self._approvals.expire(granted, "the decision could not be recorded")
                    raise
            return granted

        granted = await self._joint.change(grant)
        if granted is None:
            raise await self._refuse(request, approver, tool, MEANWHILE)
        why = await self._use(granted, admitted)
        if why is not None:
            raise await self._refuse(request, approver, tool, why)
        return replace(admitted, approval=granted.id, approved_by=approver.id)

    async def _use(self, granted: ApprovalRequest, admitted: Admitted) -> str | None:
        """Use the grant up, once; why that may not be, as the end of a sentence."""
        why = await asyncio.to_thread(self._approvals.unused, granted, admitted.tool)
        if why is None:
            why = await self._repeats.objection(admitted, granted)
        if why is None and not await asyncio.to_thread(self._approvals.consume, granted):
            why = "was used already"
        return why

    async def _reject(self, request: ApprovalRequest, approver: Actor, tool: Tool | None, reason: str) -> Stop:
        event = self._decided("rejected", request, approver, tool, reason)

        def reject(tell: Tell) -> int | None:
            rejected = self._approvals.decide(request, ApprovalState.REJECTED, approver, reason=reason)
            return None if rejected is None else tell(event)

        seq = await self._joint.change(reject)
        if seq is None:
            return await self._refuse(request, approver, tool, MEANWHILE)
        return Stop(Status.REJECTED, denied(reason, tool), Refused, approval=request.id, recorded=seq)

    async def _edit(
        self, request: ApprovalRequest, approver: Actor, tool: Tool | None, arguments: Mapping[str, object]
    ) -> Stop:
        try:
            edited = replace(stored_call(request), arguments=arguments)
            admitted = await asyncio.to_thread(self._admit, edited, stored_context(request), tool)
        except Stop as stop:
            return await self._refuse(request, approver, tool, f"cannot be edited so: {stop.message}")
        rule = admitted.rule.approval
        if rule is None:
            return await self._refuse(request, approver, tool, "needs no approval any more")
        await check_target(admitted)

        def edit(tell: Tell) -> tuple[ApprovalRequest, int] | None:
            new = self._approvals.edited(request, admitted, rule, approver)
            if new is None:
                return None
            tell(self._decided("edited", request, approver, tool, f"replaced by {new.id}"))
            return new, tell(self._requested(new, admitted))

        replaced = await self._joint.change(edit)
        if replaced is None:
            return await self._refuse(request, approver, tool, MEANWHILE)
        return self._waiting(replaced[0], rule, replaced[1])

    async def _refuse(self, request: ApprovalRequest, approver: Actor, tool: Tool | None, why: str) -> Stop:
        message = f"Approval request {request.id!r} {why}"
        seq = await self._record.submit(self._decided("refused", request, approver, tool, message))
        return Stop(Status.DENIED, message, Refused, approval=request.id, recorded=seq)

    def _waiting(self, request: ApprovalRequest, rule: ApprovalRule, seq: int | None = None) -> Stop:
        roles = " or ".join(sorted(rule.roles))
        message = (
            f"Approval required: request {request.id} waits for {roles} until {moment(request.expires_at)}. "
            f"Do not call the tool again meanwhile{self._approvals.how_to_decide(request, rule)}"
        )
        return Stop(Status.APPROVAL_REQUIRED, message, Refused, approval=request.id, recorded=seq)

    def _decided(
        self, ruling: Ruling, request: ApprovalRequest, approver: Actor, tool: Tool | None, reason: str
    ) -> Event:
        context = replace(stored_context(request), actor=approver)
        return self._record.event(ruling, stored_call(request), context, tool, approval=request.id, reason=reason)


def stored_call(request: ApprovalRequest) -> ToolCall:
    """The call that a request holds; where somebody made its arguments unreadable, a call that no tool takes."""
    try:
        arguments = orjson.loads(request.arguments)
    except orjson.JSONDecodeError:
        arguments = None
    return ToolCall(request.call_id, request.tool, arguments if isinstance(arguments, dict) else {"unreadable": True})


def stored_context(request: ApprovalRequest) -> CallContext:
    """What the requester asked within."""
    return CallContext(
        actor=request.requester,
        matter=request.matter,
        run=request.run,
        round=request.round,
        debate=request.debate,
        idempotency_key=request.call_key,
        why=request.why or None,
        on_behalf_of=request.behind,
    )
