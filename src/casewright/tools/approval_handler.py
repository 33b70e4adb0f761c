"""An approval asked for in this process: a handler, on a command line say, decides at once (spec, "Approval")."""

from __future__ import annotations

import asyncio
import inspect
import logging
from collections.abc import Awaitable
from dataclasses import replace
from typing import TYPE_CHECKING

import orjson

from casewright.domain.actors import Actor, ActorKind
from casewright.domain.ids import ActorId
from casewright.errors import CasewrightError, Refused, ToolFailed
from casewright.tools.admission import Stop
from casewright.tools.approval_token import argument_text
from casewright.tools.calls import Status
from casewright.tools.decisions import Approve, Edit, Reject, denied, name_of
from casewright.tools.target_check import check_target

if TYPE_CHECKING:
    from casewright.tools.admission import Admitted
    from casewright.tools.decision_record import Admit, DecisionRecord
    from casewright.tools.decisions import ApprovalHandler, Decision

_log = logging.getLogger("casewright.executor")
_ROLE = "handler"


async def ask_handler(admitted: Admitted, handler: ApprovalHandler, admit: Admit, record: DecisionRecord) -> Admitted:
    """The call as the handler lets it run, edited arguments validated like any others.

    Raises ``Stop``: ``rejected``, or ``error`` where the handler failed, because then nobody approved.
    """
    name = name_of(handler)
    approver = Actor(admitted.context.tenant, ActorId(name), _ROLE, ActorKind.PERSON)
    decision = await _decision(handler, admitted)
    if isinstance(decision, Reject):
        await record.about("rejected", admitted, approver, reason=decision.said)
        raise Stop(Status.REJECTED, denied(decision.said, admitted.tool), Refused)
    if isinstance(decision, Edit):
        await record.about("edited", admitted, approver, reason=decision.said)
        edited = replace(admitted.call, arguments=decision.arguments)
        again = await asyncio.to_thread(admit, edited, admitted.context, admitted.tool)
        admitted = replace(again, key=admitted.key, edited=decision.said)
        await check_target(admitted)
    await record.about("granted", admitted, approver)
    return replace(admitted, approved_by=name)


async def _decision(handler: ApprovalHandler, admitted: Admitted) -> Decision:
    """What the handler says; one that is not asynchronous may wait for a person, so it waits in a thread."""
    # A copy of the arguments, so that what the handler does to them does not change what runs.
    shown = orjson.loads(argument_text(admitted.call.arguments))
    try:
        # Through an alias: type checkers take the plain call for a TypeIs and narrow the "else" wrongly.
        if bool(inspect.iscoroutinefunction(handler)):
            answer = handler(admitted.tool, shown)
        else:
            answer = await asyncio.to_thread(handler, admitted.tool, shown)
        # What a handler returns is not ours to trust, whatever its annotation says.
        decision: object = await answer if isinstance(answer, Awaitable) else answer
    except CasewrightError as error:
        message = f"the approval handler failed, so the tool did not run: {error}"
        raise Stop(Status.ERROR, message, type(error)) from error
    except Exception as error:
        _log.debug("the approval handler failed", exc_info=error)
        message = f"the approval handler failed, so the tool did not run: {type(error).__name__}"
        raise Stop(Status.ERROR, message, ToolFailed) from error
    if not isinstance(decision, Approve | Reject | Edit):
        message = f"the approval handler answered with a {type(decision).__name__}, so the tool did not run"
        raise Stop(Status.ERROR, message, ToolFailed)
    return decision
