"""Sources outside of a deal that can be asked about an entity."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from casewright.domain.enrichment import Enrichment, EnrichmentQuery, EntityType


class EnrichmentConnector(Protocol):
    """One source. It proposes and keeps nothing of what it says in the deal."""

    @property
    def name(self) -> str:
        """What results call it, such as ``gleif``."""
        ...

    @property
    def entity_types(self) -> Collection[EntityType]:
        """What it can be asked about."""
        ...

    def ask(self, query: EnrichmentQuery) -> Sequence[Enrichment]:
        """What it knows of the data points asked, at most one answer each; none where it does not know the entity.

        An entity is known by its whole name, whatever its case, diacritics and punctuation; where that name fits
        several, none is meant. A source in the network is asked only where it could know one of the data points.
        Raises ``Unavailable`` where it does not answer, ``BadSettings`` where it cannot be used as it is set.
        """
        ...
