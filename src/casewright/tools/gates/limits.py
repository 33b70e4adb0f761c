"""How often a tool may be called in a round: each call takes a place, and gives it back where it did not run."""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING

from casewright.errors import CasewrightError, Refused
from casewright.tools.admission import Stop
from casewright.tools.calls import Status
from casewright.tools.memory_limits import MemoryCallCounts
from casewright.tools.ports.limits import Round

if TYPE_CHECKING:
    from casewright.tools.admission import Admitted
    from casewright.tools.ports.clock import Clock
    from casewright.tools.ports.limits import CallCounts

_log = logging.getLogger("casewright.executor")


class Limits:
    """Over ``counts`` of calls in runs. Calls outside of any run have no rounds: theirs are counted in this process."""

    def __init__(self, clock: Clock, counts: CallCounts | None = None) -> None:
        self._clock = clock
        self._outside = MemoryCallCounts()
        self._counts: CallCounts = counts or self._outside

    def reserve(self, admitted: Admitted) -> None:
        """Take the call off its limit. Raises ``Stop``, ``limited``, where none is left."""
        role = admitted.context.actor.role
        most = admitted.rule.limit_of(role)
        if most is None or self._of(admitted).take(_round(admitted), most, self._clock.now()):
            return
        message = (
            f"Limit reached: {admitted.tool.name!r} may be called {most} times a round by {role}, "
            "0 are left; it resets with the next round"
        )
        raise Stop(Status.LIMITED, message, Refused)

    def release(self, admitted: Admitted) -> None:
        """Give back the place of a call that did not run; that of an approved call was taken when it was filed."""
        if admitted.approval is not None or admitted.rule.limit_of(admitted.context.actor.role) is None:
            return
        try:
            self._of(admitted).give_back(_round(admitted))
        except CasewrightError as error:
            _log.error("the place of a call that did not run could not be given back: %s", error)

    async def take(self, admitted: Admitted) -> None:
        """As ``reserve``, beside the event loop where there is a limit."""
        if admitted.rule.limit_of(admitted.context.actor.role) is not None:
            await asyncio.to_thread(self.reserve, admitted)

    async def give_back(self, admitted: Admitted) -> None:
        """As ``release``, beside the event loop where there is a limit."""
        if admitted.rule.limit_of(admitted.context.actor.role) is not None:
            await asyncio.to_thread(self.release, admitted)

    def _of(self, admitted: Admitted) -> CallCounts:
        return self._outside if admitted.context.run is None else self._counts


def _round(admitted: Admitted) -> Round:
    context = admitted.context
    return Round(context.tenant, context.run or "", context.round, context.actor.role, admitted.tool.name)
