"""Whether a matter's text may go to the providers that a call sends it to."""

from __future__ import annotations

from typing import TYPE_CHECKING

from casewright.domain.ids import MatterId, is_uuid
from casewright.policy.decisions import Deny
from casewright.tools.gates.matter_scope import named_matters

if TYPE_CHECKING:
    from collections.abc import Mapping

    from casewright.tools.calls import CallContext
    from casewright.tools.definition import Tool
    from casewright.tools.ports.consents import ConsentStore


def without_consent(
    context: CallContext, tool: Tool, arguments: Mapping[str, object], consents: ConsentStore | None
) -> Deny | None:
    """What stops a call whose tool sends a matter's text to a provider that nobody consented to; None lets it pass.

    The matter is the one that the arguments name, else the context's. Without a store nobody consented to anything.
    An id that is no UUID passes: the tool's contract has its own answer to it, and it names no text.
    """
    if not tool.providers:
        return None
    matters = named_matters(arguments) or ([] if context.matter is None else [context.matter])
    if not matters:
        return Deny("consent", f"Tool {tool.name!r} sends text to a provider, and this call names no matter: name one")
    for matter in filter(is_uuid, matters):
        given = () if consents is None else consents.of_matter(context.tenant, MatterId(matter.lower()))
        missing = sorted(set(tool.providers) - {consent.provider for consent in given})
        if missing:
            return Deny(f"consent.{missing[0]}", _nobody_consented(matter, missing[0]))
    return None


def _nobody_consented(matter: str, provider: str) -> str:
    return (
        f"The text of matter {matter!r} may not be sent to {provider!r}: nobody has consented to it. Somebody who "
        f"works in the matter can: casewright matter consent {matter} {provider}"
    )
