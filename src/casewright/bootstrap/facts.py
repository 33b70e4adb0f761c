"""What reads the facts of contracts; it loads when the first document is read."""

from __future__ import annotations

from typing import TYPE_CHECKING

from casewright.bootstrap.firewall import case_documents
from casewright.bootstrap.lazy import lazy

if TYPE_CHECKING:
    from casewright.bootstrap.materials import Materials
    from casewright.toolbox.facts.reading import FactReading


def fact_reading(given: Materials) -> FactReading:
    """What reads facts and keeps them, over the home's stores."""
    guards = given.share(case_documents)

    def load() -> FactReading:
        from casewright.evidence.facts.rules.reader import RuleReader
        from casewright.evidence.facts.values.reading import VERSION, value_of
        from casewright.toolbox.facts.reading import FactReading

        return FactReading(
            documents=given.stores.documents,
            facts=given.stores.facts,
            reader=RuleReader(),
            value=value_of,
            value_version=VERSION,
            is_masked=guards.guards,
            clock=given.clock,
            at_ingest=given.settings.facts_at_ingest,
        )

    return lazy(load)
