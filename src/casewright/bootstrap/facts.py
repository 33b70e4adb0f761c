"""What reads the facts of contracts; it loads when the first document is read."""

from __future__ import annotations

from typing import TYPE_CHECKING

from casewright.bootstrap.firewall import case_documents
from casewright.bootstrap.lazy import lazy

if TYPE_CHECKING:
    from pathlib import Path

    from casewright.adapters.scoring.embedded_scorer import EmbeddedScorer
    from casewright.bootstrap.materials import Materials
    from casewright.toolbox.facts.reading import FactReading
    from casewright.tools.ports.answers import StatedFacts
    from casewright.tools.ports.facts import FactReader


def fact_reading(given: Materials) -> FactReading:
    """What reads facts and keeps them, over the home's stores."""
    guards = given.share(case_documents)

    def load() -> FactReading:
        from casewright.evidence.facts.values.reading import VERSION, value_of
        from casewright.toolbox.facts.reading import FactReading

        return FactReading(
            documents=given.stores.documents,
            facts=given.stores.facts,
            reader=fact_reader(given.embedded, given.model),
            value=value_of,
            value_version=VERSION,
            is_masked=guards.guards,
            clock=given.clock,
            at_ingest=given.settings.facts_at_ingest,
        )

    return lazy(load)


def stated_facts(given: Materials) -> StatedFacts:
    """The facts of documents for who answers questions; opened with the first of them."""
    reading = given.share(fact_reading)

    def load() -> StatedFacts:
        from casewright.toolbox.facts.stated import FactsAsStated

        return FactsAsStated(reading, given.stores.amendments)

    return lazy(load)


def fact_reader(scorer: EmbeddedScorer, folder: Path | None = None) -> FactReader:
    """What reads facts: a model over the scorer's encoder, with rules beside it; the shipped one, or ``folder``'s.

    The encoder and the numbers are read with the first text. Raises ``IntegrityError`` where the model is missing.
    """
    from casewright.adapters.facts import fact_model
    from casewright.adapters.facts.model_reader import ModelReader
    from casewright.adapters.facts.preferred_reader import PreferredReader
    from casewright.adapters.scoring.encoder import Encoder
    from casewright.adapters.scoring.model_file import SHIPPED
    from casewright.evidence.facts.rules.reader import RuleReader

    model = folder or SHIPPED

    def load() -> ModelReader:
        return ModelReader(fact_model.load(model), scorer.encoder() or Encoder.from_folder(model))

    return PreferredReader(fact_model.read_manifest(model), lazy(load), RuleReader())
