"""How often a tool may be called, and what its arguments must bring: the policy's abuse rules."""

from __future__ import annotations

from threading import Lock
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from casewright.policy.policy import Rule
    from casewright.tools.calls import CallContext

_Key = tuple[str, str | None, int | None, str, str]


class Limits:
    """Calls already reserved per (tenant, run, round, role, tool). Safe to share between tasks and threads."""

    def __init__(self) -> None:
        self._reserved: dict[_Key, int] = {}
        self._lock = Lock()

    def reserve(self, context: CallContext, tool: str, rule: Rule) -> str | None:
        """Take one call off the limit. The sentence that refuses it where none is left, else None."""
        most = rule.limit_of(context.actor.role)
        if most is None:
            return None
        key = _key(context, tool)
        with self._lock:
            used = self._reserved.get(key, 0)
            if used < most:
                self._reserved[key] = used + 1
                return None
        return (
            f"Limit reached: {tool!r} may be called {most} times a round by {context.actor.role}, "
            "0 are left; it resets with the next round"
        )

    def release(self, context: CallContext, tool: str, rule: Rule) -> None:
        """Give a reservation back that was never used: the call was stopped before it ran."""
        if rule.limit_of(context.actor.role) is None:
            return
        key = _key(context, tool)
        with self._lock:
            self._reserved[key] = max(0, self._reserved.get(key, 0) - 1)


def unmet_precondition(tool: str, rule: Rule, arguments: Mapping[str, object]) -> str | None:
    """The sentence that says which precondition of the policy the arguments miss, None where they meet all."""
    for name, least in rule.min_items.items():
        value = arguments.get(name)
        count = len(value) if isinstance(value, list | tuple) else 0
        if count < least:
            return f"{tool!r} needs at least {least} in {name!r}, {count} given"
    for name, least in rule.min_characters.items():
        value = arguments.get(name)
        count = len(value.strip()) if isinstance(value, str) else 0
        if count < least:
            return f"{tool!r} needs at least {least} characters in {name!r}, {count} given"
    return None


def _key(context: CallContext, tool: str) -> _Key:
    return context.tenant, context.run, context.round, context.actor.role, tool
