"""The sources outside of a deal that are set, in the order in which they are asked."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from casewright.bootstrap.materials import Materials
    from casewright.tools.ports.evidence import EnrichmentConnector


@dataclass(frozen=True, slots=True)
class Connectors:
    """The sources, and the names of those that are asked over the network."""

    all: tuple[EnrichmentConnector, ...]
    providers: tuple[str, ...]


def enrichment_connectors(given: Materials) -> Connectors:
    """What is on this machine first: the folder that is set, the data room; then the services that are set."""
    from casewright.adapters.enrichment.data_room import DataRoom
    from casewright.adapters.enrichment.dataset_folder import DatasetFolder

    settings, now = given.settings, given.clock.now
    own: list[EnrichmentConnector] = []
    if settings.enrichment_folder is not None:
        own.append(DatasetFolder(settings.enrichment_folder, now=now))
    own.append(DataRoom(given.stores.documents, now=now))
    asked = [*_gleif(given), *_edgar(given)]
    return Connectors((*own, *asked), tuple(one.name for one in asked))


def _gleif(given: Materials) -> list[EnrichmentConnector]:
    if not given.settings.gleif:
        return []
    from casewright.adapters.enrichment.gleif import ACCEPT, INTERVAL, GleifRegister
    from casewright.adapters.enrichment.public_service import Pace, PublicService

    service = PublicService(
        "GLEIF", given.settings.gleif_base_url, pace=Pace(INTERVAL), user_agent=_product(), accept=ACCEPT
    )
    given.closing.callback(service.close)
    return [GleifRegister(service, now=given.clock.now)]


def _edgar(given: Materials) -> list[EnrichmentConnector]:
    contact = given.settings.edgar_contact
    if contact is None:
        return []
    from casewright.adapters.enrichment.edgar import INTERVAL, EdgarFacts
    from casewright.adapters.enrichment.public_service import Pace, PublicService

    agent, pace = f"{_product()} {contact}", Pace(INTERVAL)
    filings = PublicService("SEC EDGAR", given.settings.edgar_base_url, pace=pace, user_agent=agent)
    companies = PublicService("SEC EDGAR", given.settings.edgar_list_url, pace=pace, user_agent=agent)
    given.closing.callback(filings.close)
    given.closing.callback(companies.close)
    return [EdgarFacts(filings, companies, now=given.clock.now)]


def _product() -> str:
    from importlib.metadata import version

    return f"Casewright/{version('casewright')}"
