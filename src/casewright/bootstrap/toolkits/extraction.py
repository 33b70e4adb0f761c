"""Claims taken from documents by rules, and by a chat model where one may be asked."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from casewright.bootstrap.materials import Materials
    from casewright.tools.definition import Tool


def extraction_tools(given: Materials) -> list[Tool]:
    """``extract_claims``."""
    from casewright.bootstrap.proposing import ModelProposer
    from casewright.bootstrap.toolkits.claims import open_deal_stores
    from casewright.toolbox.claims.extract_claims import extract_claims

    return [
        extract_claims(
            stores=open_deal_stores(given),
            consents=given.stores.consents,
            proposer=ModelProposer(given.settings, given.chat_model),
        )
    ]
