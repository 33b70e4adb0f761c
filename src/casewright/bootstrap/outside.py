"""What lies outside of a home: sources of enrichment, corpora of research, payments, printers and files of drafts."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from typing import TYPE_CHECKING

from casewright.bootstrap.lazy import lazy
from casewright.domain.payments import DEFAULT_PLAN
from casewright.errors import BadSettings, InvalidInput

if TYPE_CHECKING:
    from casewright.adapters.corpora.bigquery import BigqueryCorpus
    from casewright.adapters.corpora.duckdb_corpus import DuckdbCorpus
    from casewright.adapters.payments.stripe_checkout import StripePayments
    from casewright.bootstrap.materials import Materials
    from casewright.casework.plans import Plans
    from casewright.config import Settings
    from casewright.tools.ports.billing import PaymentProvider
    from casewright.tools.ports.drafts import DraftPrinter
    from casewright.tools.ports.evidence import EnrichmentConnector
    from casewright.tools.ports.reports import ReportSetter
    from casewright.tools.ports.research import CorpusImports, LegalCorpus, Research


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
    given.closing.parts.callback(service.close)
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
    given.closing.parts.callback(filings.close)
    given.closing.parts.callback(companies.close)
    return [EdgarFacts(filings, companies, now=given.clock.now)]


def _product() -> str:
    from importlib.metadata import version

    return f"Casewright/{version('casewright')}"


def payment_provider(given: Materials) -> PaymentProvider:
    """Who takes the money; Stripe's library and its settings are looked at with the first payment."""
    if given.settings.payments == "invoice":
        from casewright.adapters.payments.invoice import InvoicePayments

        return InvoicePayments()

    def load() -> PaymentProvider:
        return _stripe(given)

    return lazy(load, name="stripe", by_hand=False)


def _stripe(given: Materials) -> StripePayments:
    settings = given.settings
    try:
        from casewright.adapters.payments.stripe_checkout import StripePayments
    except ModuleNotFoundError as error:
        raise BadSettings(
            "CASEWRIGHT_PAYMENTS is 'stripe', and its client library is missing: pip install 'casewright[stripe]'"
        ) from error
    key, secret, return_url = settings.stripe_api_key, settings.stripe_webhook_secret, settings.payment_return_url
    if key is None or secret is None or return_url is None:
        missing = "STRIPE_API_KEY" if key is None else "STRIPE_WEBHOOK_SECRET" if secret is None else None
        name = f"CASEWRIGHT_{missing or 'PAYMENT_RETURN_URL'}"
        raise BadSettings(f"CASEWRIGHT_PAYMENTS is 'stripe', and {name} is not set: set it")
    payments = StripePayments(
        key=key.get_secret_value(),
        webhook_secret=secret.get_secret_value(),
        return_url=return_url,
        base_url=settings.stripe_base_url,
    )
    given.closing.parts.callback(payments.close)
    return payments


def load_plans(settings: Settings) -> Plans:
    """The plans that are set, or the shipped ones. Raises ``BadSettings`` saying what is wrong with the file."""
    from casewright.casework.plans import read_plans, shipped_plans

    file = settings.plans
    if file is None:
        return shipped_plans()
    try:
        plans = read_plans(tomllib.loads(file.read_text(encoding="utf-8")))
    except (OSError, UnicodeDecodeError) as error:
        raise BadSettings(f"CASEWRIGHT_PLANS names {str(file)!r}, which cannot be read: {error}") from error
    except (tomllib.TOMLDecodeError, InvalidInput) as error:
        raise BadSettings(f"The plans in {str(file)!r} (CASEWRIGHT_PLANS) cannot be used: {error}") from error
    if DEFAULT_PLAN not in plans.by_name:
        raise BadSettings(
            f"The plans in {str(file)!r} (CASEWRIGHT_PLANS) have no {DEFAULT_PLAN!r}, which is the plan of everybody "
            "that none was set for: add it"
        )
    return plans


def research(given: Materials) -> Research:
    """Research in the corpus that is set, opened with the first question."""
    corpus = given.settings.corpus

    def guarded() -> Research:
        from casewright.adapters.corpora.guarded_corpus import GuardedCorpus

        opened: LegalCorpus = _embedded_corpus(given) if corpus == "embedded" else _bigquery(given)
        return GuardedCorpus(opened)

    return lazy(guarded, backend=corpus.partition(":")[0])


def corpus_imports(given: Materials) -> CorpusImports:
    """What fills the embedded corpus, opened with the first import."""

    def load() -> CorpusImports:
        from casewright.adapters.blobs.layout import folder_name
        from casewright.adapters.corpora.duckdb_imports import DuckdbImports

        return DuckdbImports(given.settings.corpus_folder, folder_name=folder_name)

    return lazy(load)


def _embedded_corpus(given: Materials) -> DuckdbCorpus:
    from casewright.adapters.blobs.layout import folder_name
    from casewright.adapters.corpora.duckdb_corpus import DuckdbCorpus

    settings = given.settings
    corpus = DuckdbCorpus(settings.corpus_folder, folder_name=folder_name, memory_mb=settings.corpus_memory_mb)
    given.closing.parts.callback(corpus.close)
    return corpus


def _bigquery(given: Materials) -> BigqueryCorpus:
    try:
        from casewright.adapters.corpora.bigquery import BigqueryCorpus
    except ModuleNotFoundError as error:
        raise BadSettings(
            "CASEWRIGHT_CORPUS names BigQuery, and its client library is missing: pip install 'casewright[bigquery]'"
        ) from error
    settings = given.settings
    project, _, dataset = settings.corpus.partition(":")[2].rpartition(".")
    corpus = BigqueryCorpus(project, dataset, most_bytes=settings.bigquery_bytes, endpoint=settings.bigquery_endpoint)
    given.closing.parts.callback(corpus.close)
    return corpus


def draft_printer() -> DraftPrinter:
    """The printer of drafts, with typst and its fonts."""
    from casewright.adapters.drafting.markdown_pdf import DraftPdf

    return DraftPdf()


def report_setter() -> ReportSetter:
    """What sets reports; typst and the page templates load when the first one is asked for."""

    def load() -> ReportSetter:
        from casewright.adapters.drafting.report_setter import SetReports

        return SetReports()

    return lazy(load)
