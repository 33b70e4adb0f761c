"""Claims of a deal: how they come in, and how they are shown."""

from __future__ import annotations

from typing import TYPE_CHECKING

from casewright.bootstrap.assistant import ModelProposer
from casewright.bootstrap.facts import fact_reading
from casewright.bootstrap.toolkits.toolkit import CAUTIOUS, SAFE, Toolkit

if TYPE_CHECKING:
    from casewright.bootstrap.materials import Materials
    from casewright.tools.definition import Tool

TOOLKIT = Toolkit("claims")


@TOOLKIT.tool(CAUTIOUS, "evidence")
def import_claims(given: Materials) -> Tool:
    from casewright.toolbox.claims.import_claims import import_claims

    return import_claims(stores=given.deal_stores, blobs=given.blobs)


@TOOLKIT.tool(CAUTIOUS, "evidence")
def add_claim(given: Materials) -> Tool:
    from casewright.toolbox.claims.add_claim import add_claim

    return add_claim(stores=given.deal_stores)


@TOOLKIT.tool(CAUTIOUS, "evidence")
def extract_claims(given: Materials) -> Tool:
    from casewright.toolbox.claims.clauses import ClauseReading
    from casewright.toolbox.claims.extract_claims import extract_claims

    return extract_claims(
        stores=given.deal_stores,
        consents=given.stores.consents,
        ways=given.ways,
        proposer=ModelProposer(given.settings, given.chat_model, given.model_money),
        clauses=ClauseReading(given.share(fact_reading), given.stores.amendments),
    )


@TOOLKIT.tool(CAUTIOUS, "evidence")
def verify_claim(given: Materials) -> Tool:
    from casewright.toolbox.claims.verify_claim import verify_claim

    return verify_claim(stores=given.deal_stores)


@TOOLKIT.tool(SAFE, "evidence")
def list_claims(given: Materials) -> Tool:
    from casewright.toolbox.claims.list_claims import list_claims

    return list_claims(stores=given.deal_stores)


@TOOLKIT.tool(SAFE, "evidence", "debate")
def lookup_claim(given: Materials) -> Tool:
    from casewright.toolbox.claims.lookup_claim import lookup_claim

    return lookup_claim(
        claims=given.stores.claims,
        defects=given.stores.defects,
        documents=given.stores.documents,
        sight=given.sight,
        transaction=given.database,
    )
