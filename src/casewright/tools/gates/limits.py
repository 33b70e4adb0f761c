"""How often a tool may be called in a round: each call takes a place, and gives it back where it did not run."""

from __future__ import annotations

from threading import Lock
from typing import TYPE_CHECKING

from casewright.errors import Refused
from casewright.tools.admission import Stop
from casewright.tools.calls import Status

if TYPE_CHECKING:
    from casewright.tools.admission import Admitted
    from casewright.tools.calls import CallContext

_Key = tuple[str, str | None, int | None, str, str]


class Limits:
    """Calls already reserved per (tenant, run, round, role, tool). Safe to share between tasks and threads."""

    def __init__(self) -> None:
        self._reserved: dict[_Key, int] = {}
        self._lock = Lock()

    def reserve(self, admitted: Admitted) -> None:
        """Take the call off its limit. Raises ``Stop``, ``limited``, where none is left."""
        role = admitted.context.actor.role
        most = admitted.rule.limit_of(role)
        if most is None:
            return
        tool = admitted.tool.name
        key = _key(admitted.context, tool)
        with self._lock:
            used = self._reserved.get(key, 0)
            if used < most:
                self._reserved[key] = used + 1
                return
        message = (
            f"Limit reached: {tool!r} may be called {most} times a round by {role}, "
            "0 are left; it resets with the next round"
        )
        raise Stop(Status.LIMITED, message, Refused)

    def release(self, admitted: Admitted) -> None:
        """Give back the place of a call that did not run; that of an approved call was taken when it was filed."""
        if admitted.approval is not None or admitted.rule.limit_of(admitted.context.actor.role) is None:
            return
        key = _key(admitted.context, admitted.tool.name)
        with self._lock:
            self._reserved[key] = max(0, self._reserved.get(key, 0) - 1)


def _key(context: CallContext, tool: str) -> _Key:
    return context.tenant, context.run, context.round, context.actor.role, tool
