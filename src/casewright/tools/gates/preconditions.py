"""Whether the arguments bring what the policy asks for before a tool may be called."""

from __future__ import annotations

from typing import TYPE_CHECKING

from casewright.errors import Refused
from casewright.tools.admission import Stop
from casewright.tools.calls import Status

if TYPE_CHECKING:
    from collections.abc import Mapping

    from casewright.policy.policy import Rule
    from casewright.tools.gates.gate import Candidate


def require_preconditions(candidate: Candidate) -> None:
    """Raise ``Stop``, ``limited``, where the arguments hold fewer items or characters than the rule asks for."""
    rule = candidate.rule
    if rule is None or not (rule.min_items or rule.min_characters):
        return
    unmet = _unmet(candidate.tool.name, rule, candidate.call.arguments)
    if unmet is not None:
        raise Stop(Status.LIMITED, unmet, Refused)


def _unmet(tool: str, rule: Rule, arguments: Mapping[str, object]) -> str | None:
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
