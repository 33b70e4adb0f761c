"""Research in acts and decisions: the corpus on this machine, or BigQuery where the settings name it."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from casewright.bootstrap.casework import open_case_stores
from casewright.casework.fact_dates import earliest_fact
from casewright.domain.ids import MatterId
from casewright.errors import BadSettings

if TYPE_CHECKING:
    from collections.abc import Callable
    from datetime import date

    from casewright.adapters.corpora.bigquery import BigqueryCorpus
    from casewright.adapters.corpora.embedded import DuckdbCorpus
    from casewright.bootstrap.materials import Materials
    from casewright.tools.calls import CallContext
    from casewright.tools.definition import Tool
    from casewright.tools.ports.research import Research


def research_tools(given: Materials) -> list[Tool]:
    """``query_bigquery``, and what fills the embedded corpus."""
    from casewright.adapters.corpora.lazy import LazyImports
    from casewright.toolbox.research.import_acts import import_acts
    from casewright.toolbox.research.query_bigquery import query_bigquery

    embedded = _embedded(given)
    cases = open_case_stores(given).cases

    def facts_date(context: CallContext) -> date:
        case = None if context.matter is None else cases.get(context.tenant, MatterId(context.matter.lower()))
        earliest = None if case is None else earliest_fact(case.details)
        return earliest or given.clock.now().date()

    return [
        query_bigquery(research=_research(given, embedded), facts_date=facts_date),
        import_acts(corpus=LazyImports(embedded), blobs=given.blobs),
    ]


def open_research(given: Materials) -> Research:
    """Research in the corpus that is set, opened with the first question."""
    return _research(given, _embedded(given))


def _embedded(given: Materials) -> Callable[[], DuckdbCorpus]:
    @cache
    def embedded() -> DuckdbCorpus:
        from casewright.adapters.blobs.layout import folder_name
        from casewright.adapters.corpora.embedded import DuckdbCorpus

        corpus = DuckdbCorpus(given.settings.corpus_folder, folder_name=folder_name)
        given.closing.callback(corpus.close)
        return corpus

    return embedded


def _research(given: Materials, embedded: Callable[[], DuckdbCorpus]) -> Research:
    from casewright.adapters.corpora.lazy import LazyResearch

    corpus = given.settings.corpus

    def guarded() -> Research:
        from casewright.adapters.corpora.guarded import GuardedCorpus

        return GuardedCorpus(embedded() if corpus == "embedded" else _bigquery(given))

    return LazyResearch(corpus.partition(":")[0], guarded)


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
    given.closing.callback(corpus.close)
    return corpus
