"""Research in acts and decisions: the corpus on this machine, or BigQuery where the settings name it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from casewright.bootstrap.outside import corpus_imports
from casewright.bootstrap.outside import research as open_research
from casewright.bootstrap.toolkits.toolkit import CAUTIOUS, SAFE, Toolkit
from casewright.domain.ids import MatterId

if TYPE_CHECKING:
    from datetime import date

    from casewright.bootstrap.materials import Materials
    from casewright.tools.calls import CallContext
    from casewright.tools.definition import Tool

TOOLKIT = Toolkit("research")


@TOOLKIT.tool(SAFE, "cases", "research")
def query_bigquery(given: Materials) -> Tool:
    from casewright.casework.fact_dates import earliest_fact
    from casewright.toolbox.research.query_bigquery import query_bigquery

    cases = given.stores.cases

    def facts_date(context: CallContext) -> date:
        case = None if context.matter is None else cases.get(context.tenant, MatterId(context.matter.lower()))
        earliest = None if case is None else earliest_fact(case.details)
        return earliest or given.clock.now().date()

    return query_bigquery(research=given.share(open_research), facts_date=facts_date)


@TOOLKIT.tool(CAUTIOUS, "cases", "research")
def import_acts(given: Materials) -> Tool:
    from casewright.toolbox.research.import_acts import import_acts

    return import_acts(corpus=corpus_imports(given), blobs=given.blobs)
