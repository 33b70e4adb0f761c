"""Which providers a matter's text may go to."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from casewright.bootstrap.materials import Materials
    from casewright.tools.definition import Tool


def consent_tools(given: Materials) -> list[Tool]:
    """Grant, revoke and list consents."""
    from casewright.toolbox.consents.grant_provider_consent import grant_provider_consent
    from casewright.toolbox.consents.list_provider_consents import list_provider_consents
    from casewright.toolbox.consents.revoke_provider_consent import revoke_provider_consent

    consents = given.stores.consents
    return [
        grant_provider_consent(consents=consents, clock=given.clock),
        revoke_provider_consent(consents=consents),
        list_provider_consents(consents=consents),
    ]
