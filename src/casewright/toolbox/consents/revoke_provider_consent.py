"""The tool ``revoke_provider_consent``: no more of a matter's text is sent to a provider."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pydantic import Field

from casewright.errors import NotFound
from casewright.toolbox.consents.list_provider_consents import ConsentsView, consents_of, known_provider
from casewright.toolbox.matter_id import matter_of
from casewright.tools.arguments import Arguments
from casewright.tools.calls import CallContext, Failure, SafetyLevel
from casewright.tools.definition import Tool

if TYPE_CHECKING:
    from casewright.tools.ports.consents import ConsentStore, Ways


class RevokeProviderConsentInput(Arguments):
    """Input of the ``revoke_provider_consent`` tool."""

    matter_id: str = Field(description="UUID of the matter")
    provider: str = Field(description="The provider that its text may be sent to no more, such as 'isaacus'")


def revoke_provider_consent(*, consents: ConsentStore, ways: Ways) -> Tool:
    """The tool over this store."""

    def run(arguments: RevokeProviderConsentInput, context: CallContext) -> ConsentsView | Failure:
        matter = matter_of(arguments.matter_id)
        if isinstance(matter, Failure):
            return matter
        provider = known_provider(arguments.provider)
        if not consents.revoke(context.tenant, matter, provider):
            raise NotFound(f"Nobody consented that the text of this matter is sent to {provider!r}: nothing to revoke")
        return consents_of(consents, ways, context.tenant, matter)

    return Tool(
        name="revoke_provider_consent",
        description="Take back the consent that the text of a matter is sent to a provider; what was sent stays sent.",
        arguments=RevokeProviderConsentInput,
        output=ConsentsView,
        handler=run,
        atomic=True,
        safety_level=SafetyLevel.CAUTIOUS,
        categories=("matters",),
        writes=("the matter's consents",),
    )
