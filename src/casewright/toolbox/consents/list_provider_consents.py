"""The tool ``list_provider_consents``: to which providers a matter's text may be sent."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pydantic import BaseModel, Field

from casewright.domain.consents import PROVIDERS, is_provider
from casewright.errors import InvalidInput
from casewright.toolbox.matter_id import matter_of
from casewright.tools.arguments import Arguments
from casewright.tools.calls import CallContext, Failure, SafetyLevel
from casewright.tools.definition import Tool

if TYPE_CHECKING:
    from casewright.domain.ids import MatterId, TenantId
    from casewright.tools.ports.consents import ConsentStore, Ways


class ListProviderConsentsInput(Arguments):
    """Input of the ``list_provider_consents`` tool."""

    matter_id: str = Field(description="UUID of the matter")


class ConsentView(BaseModel):
    """One provider that the matter's text may be sent to."""

    provider: str
    granted_by: str
    granted_at: str
    proxy: str | None = Field(default=None, description="Host of the proxy on the way there from here; null: none")


class ConsentsView(BaseModel):
    """Every provider that the matter's text may be sent to, by name."""

    matter_id: str
    consents: list[ConsentView]


def consents_of(consents: ConsentStore, ways: Ways, tenant: TenantId, matter: MatterId) -> ConsentsView:
    """The matter's consents, as they are now."""
    return ConsentsView(
        matter_id=matter,
        consents=[
            ConsentView(
                provider=one.provider,
                granted_by=one.granted_by,
                granted_at=one.granted_at.isoformat(),
                proxy=ways.proxy(one.provider),
            )
            for one in consents.of_matter(tenant, matter)
        ],
    )


def known_provider(name: str) -> str:
    """The provider of this name. Raises ``InvalidInput`` for a name that is none's."""
    if not is_provider(name):
        known = ", ".join(map(repr, PROVIDERS))
        raise InvalidInput(
            f"There is no provider {name!r}: there is {known}, or a server's host such as 'llm.acme.com'"
        )
    return name


def list_provider_consents(*, consents: ConsentStore, ways: Ways) -> Tool:
    """The tool over this store."""

    def run(arguments: ListProviderConsentsInput, context: CallContext) -> ConsentsView | Failure:
        matter = matter_of(arguments.matter_id)
        return matter if isinstance(matter, Failure) else consents_of(consents, ways, context.tenant, matter)

    return Tool(
        name="list_provider_consents",
        description="List the providers that the text of a matter may be sent to, and who consented when.",
        arguments=ListProviderConsentsInput,
        output=ConsentsView,
        handler=run,
        safety_level=SafetyLevel.SAFE,
        categories=("matters",),
        reads=("the matter's consents",),
    )
