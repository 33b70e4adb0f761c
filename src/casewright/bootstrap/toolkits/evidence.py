"""Evidence of a deal: searched, its sources described, and asked for outside."""

from __future__ import annotations

from typing import TYPE_CHECKING

from casewright.bootstrap.outside import enrichment_connectors
from casewright.bootstrap.toolkits.toolkit import CAUTIOUS, SAFE, Toolkit

if TYPE_CHECKING:
    from casewright.bootstrap.materials import Materials
    from casewright.toolbox.evidence.evidence_search import EvidenceSearch
    from casewright.tools.definition import Tool

TOOLKIT = Toolkit("evidence")


@TOOLKIT.tool(CAUTIOUS, "evidence")
def describe_source(given: Materials) -> Tool:
    from casewright.toolbox.evidence.describe_source import describe_source

    return describe_source(stores=given.deal_stores)


@TOOLKIT.tool(SAFE, "evidence")
def list_sources(given: Materials) -> Tool:
    from casewright.toolbox.evidence.list_sources import list_sources

    return list_sources(stores=given.deal_stores)


@TOOLKIT.tool(CAUTIOUS, "evidence")
def confirm_sources(given: Materials) -> Tool:
    from casewright.toolbox.evidence.confirm_sources import confirm_sources

    return confirm_sources(stores=given.deal_stores)


@TOOLKIT.tool(SAFE, "evidence", "debate")
def search_evidence(given: Materials) -> Tool:
    from casewright.toolbox.evidence.search_evidence import search_evidence

    return search_evidence(search=given.share(_search))


@TOOLKIT.tool(CAUTIOUS, "evidence", "debate")
def query_enrichment(given: Materials) -> Tool:
    from casewright.toolbox.evidence.query_enrichment import query_enrichment

    connectors = given.share(enrichment_connectors)
    return query_enrichment(connectors=connectors.all, sight=given.sight, providers=connectors.providers)


def _search(given: Materials) -> EvidenceSearch:
    from casewright.toolbox.evidence.evidence_search import EvidenceSearch

    return EvidenceSearch(given.stores.documents, given.stores.evidence_places, given.search, given.words)
