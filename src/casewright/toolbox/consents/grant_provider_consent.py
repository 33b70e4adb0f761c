"""The tool ``grant_provider_consent``: a matter's text may be sent to a provider from now on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pydantic import Field

from casewright.domain.actors import ActorKind
from casewright.domain.consents import Consent
from casewright.errors import Refused
from casewright.toolbox.consents.list_provider_consents import ConsentsView, consents_of, known_provider
from casewright.toolbox.matter_id import matter_of
from casewright.tools.arguments import Arguments
from casewright.tools.calls import CallContext, Failure, SafetyLevel
from casewright.tools.definition import Tool

if TYPE_CHECKING:
    from casewright.tools.ports.clock import Clock
    from casewright.tools.ports.consents import ConsentStore, Ways


class GrantProviderConsentInput(Arguments):
    """Input of the ``grant_provider_consent`` tool."""

    matter_id: str = Field(description="UUID of the matter")
    provider: str = Field(description="The provider that its text may be sent to, such as 'isaacus'")


def grant_provider_consent(*, consents: ConsentStore, ways: Ways, clock: Clock) -> Tool:
    """The tool over this store. Only a person can consent, whatever the policy says."""

    def run(arguments: GrantProviderConsentInput, context: CallContext) -> ConsentsView | Failure:
        matter = matter_of(arguments.matter_id)
        if isinstance(matter, Failure):
            return matter
        if context.actor.kind is not ActorKind.PERSON:
            raise Refused("Only a person can consent that text is sent to a provider: ask one")
        provider = known_provider(arguments.provider)
        consents.grant(Consent(context.tenant, matter, provider, context.actor.id, clock.now()))
        return consents_of(consents, ways, context.tenant, matter)

    return Tool(
        name="grant_provider_consent",
        description="Consent, as a person, that the text of a matter is sent to a provider, once for the matter.",
        arguments=GrantProviderConsentInput,
        output=ConsentsView,
        handler=run,
        atomic=True,
        safety_level=SafetyLevel.CAUTIOUS,
        categories=("matters",),
        idempotent=True,
        writes=("the matter's consents",),
    )
