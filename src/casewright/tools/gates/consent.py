"""Whether a matter's text may go to the providers that a call sends it to."""

from __future__ import annotations

from typing import TYPE_CHECKING

from casewright.domain.ids import MatterId, is_uuid
from casewright.errors import Refused
from casewright.policy.decisions import Deny
from casewright.tools.admission import Stop
from casewright.tools.calls import Status
from casewright.tools.matter_names import named_matters

if TYPE_CHECKING:
    from collections.abc import Collection

    from casewright.domain.ids import TenantId
    from casewright.tools.gates.gate import Candidate
    from casewright.tools.ports.consents import ConsentStore, Ways


class ProviderConsent:
    """Asks the consents. Without a store nobody consented to anything. ``ways`` name the proxies on the way."""

    def __init__(self, consents: ConsentStore | None, ways: Ways | None = None) -> None:
        self._consents = consents
        self._ways = ways

    def __call__(self, candidate: Candidate) -> None:
        """Raises ``Stop``, ``denied``, where the tool sends the matter's text to a provider without a consent.

        The matter is the one that the arguments name, else the context's. An id that is no UUID passes: the tool's
        contract has its own answer to it, and it names no text.
        """
        providers = candidate.tool.providers
        if not providers:
            return
        context = candidate.context
        matters = named_matters(candidate.call.arguments) or ([] if context.matter is None else [context.matter])
        if not matters:
            name = candidate.tool.name
            message = f"Tool {name!r} sends text to a provider, and this call names no matter: name one"
            raise Stop(Status.DENIED, message, Refused)
        for matter in filter(is_uuid, matters):
            missing = unconsented(context.tenant, MatterId(matter.lower()), providers, self._consents, self._ways)
            if missing is not None:
                raise Stop(Status.DENIED, missing.reason, Refused)


def unconsented(
    tenant: TenantId,
    matter: MatterId,
    providers: Collection[str],
    consents: ConsentStore | None,
    ways: Ways | None = None,
) -> Deny | None:
    """What stops the matter's text from being sent to these providers; None where a consent names each of them.

    Chat models are asked outside of any tool: who asks one with text of a matter asks this first.
    """
    given = () if consents is None else consents.of_matter(tenant, matter)
    missing = sorted(set(providers) - {consent.provider for consent in given})
    if not missing:
        return None
    proxy = None if ways is None else ways.proxy(missing[0])
    return Deny(f"consent.{missing[0]}", _nobody_consented(matter, missing[0], proxy))


def _nobody_consented(matter: str, provider: str, proxy: str | None) -> str:
    way = "" if proxy is None else f", through the proxy {proxy}"
    return (
        f"The text of matter {matter!r} may not be sent to {provider!r}{way}: nobody has consented to it. Somebody who "
        f"works in the matter can: 'casewright matter consent {matter} {provider}'"
    )
