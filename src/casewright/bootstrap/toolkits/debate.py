"""The six tools of a debate: look up, search, flag, escalate, enrich."""

from __future__ import annotations

from typing import TYPE_CHECKING

from casewright.bootstrap.enrichment import enrichment_connectors
from casewright.bootstrap.toolkits.claims import open_deal_stores

if TYPE_CHECKING:
    from casewright.bootstrap.materials import Materials
    from casewright.tools.definition import Tool


def debate_tools(given: Materials) -> list[Tool]:
    """Look up claims and calculations, search evidence, flag defects, ask for a person, ask sources outside."""
    from casewright.adapters.database.evidence_places import SqlEvidencePlaces
    from casewright.toolbox.calculations.lookup_calc import lookup_calc
    from casewright.toolbox.claims.lookup_claim import lookup_claim
    from casewright.toolbox.deals.sight import Sight
    from casewright.toolbox.defects.flag_defect import flag_defect
    from casewright.toolbox.evidence.evidence_search import EvidenceSearch
    from casewright.toolbox.evidence.query_enrichment import query_enrichment
    from casewright.toolbox.evidence.search_evidence import search_evidence
    from casewright.toolbox.gates.request_human_review import request_human_review
    from casewright.tools.visibility import Visibility

    stores, connectors = open_deal_stores(given), enrichment_connectors(given)
    visibility = Visibility(given.stores.matters, given.stores.participants)
    sight = Sight(stores.claims, stores.calculations, visibility)
    search = EvidenceSearch(stores.documents, SqlEvidencePlaces(given.database), given.search, given.words)
    return [
        lookup_claim(claims=stores.claims, defects=stores.defects, documents=stores.documents, sight=sight),
        lookup_calc(claims=stores.claims, sight=sight),
        search_evidence(search=search),
        flag_defect(stores=stores, sight=sight),
        request_human_review(stores=stores, sight=sight),
        query_enrichment(connectors=connectors.all, sight=sight, providers=connectors.providers),
    ]
