"""Consents that a matter's text is sent to a provider."""

from __future__ import annotations

from typing import TYPE_CHECKING

from casewright.bootstrap.toolkits.toolkit import CAUTIOUS, SAFE, Toolkit

if TYPE_CHECKING:
    from casewright.bootstrap.materials import Materials
    from casewright.tools.definition import Tool

TOOLKIT = Toolkit("consents")


@TOOLKIT.tool(CAUTIOUS, "matters")
def grant_provider_consent(given: Materials) -> Tool:
    from casewright.toolbox.consents.grant_provider_consent import grant_provider_consent

    return grant_provider_consent(consents=given.stores.consents, ways=given.ways, clock=given.clock)


@TOOLKIT.tool(CAUTIOUS, "matters")
def revoke_provider_consent(given: Materials) -> Tool:
    from casewright.toolbox.consents.revoke_provider_consent import revoke_provider_consent

    return revoke_provider_consent(consents=given.stores.consents, ways=given.ways)


@TOOLKIT.tool(SAFE, "matters")
def list_provider_consents(given: Materials) -> Tool:
    from casewright.toolbox.consents.list_provider_consents import list_provider_consents

    return list_provider_consents(consents=given.stores.consents, ways=given.ways)
