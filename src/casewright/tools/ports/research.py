"""Research in a corpus of acts and decisions."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from casewright.casework.research_sql import ResearchQuery
    from casewright.domain.ids import TenantId


@dataclass(frozen=True, slots=True)
class Imported:
    """How many documents were added, and how many took the place of one of the same ``doc_id``."""

    added: int
    replaced: int


@dataclass(frozen=True, slots=True)
class Hits:
    """The rows that a query found, dates as ``date``; ``bytes_billed`` where somebody bills and says how much."""

    rows: Sequence[Mapping[str, Any]]
    bytes_billed: int | None = None


class LegalCorpus(Protocol):
    """Answers research queries over a tenant's corpus."""

    @property
    def backend(self) -> str:
        """What it is called in results, such as ``embedded``."""
        ...

    @property
    def datasets(self) -> Sequence[tuple[str, ...]]:
        """Project and dataset names that queries may put before a table's name."""
        ...

    def answer(self, tenant: TenantId, query: ResearchQuery) -> Hits:
        """The rows; texts compared without regard to case and diacritics.

        Raises ``ToolFailed`` where the query cannot be computed, takes too long or gives too much, ``Unavailable``
        where the corpus cannot be reached, ``Refused`` where it may not be.
        """
        ...


class Research(Protocol):
    """Answers SQL over a tenant's corpus, after a guard let it through."""

    @property
    def backend(self) -> str:
        """What it is called in results."""
        ...

    def find(self, tenant: TenantId, query: str, table: str) -> Hits:
        """The rows, with what ``casework.hits.marked`` wants of them.

        Raises ``InvalidInput`` for a query or a table that the guard refuses, and what ``LegalCorpus.answer`` raises.
        """
        ...


class CorpusImports(Protocol):
    """Takes documents into a tenant's corpus."""

    def add(self, tenant: TenantId, table: str, documents: Sequence[Mapping[str, Any]]) -> Imported:
        """Store the documents, every column of the table in each, all of them or none.

        Of several with one ``doc_id`` the last stays. Raises ``StorageBusy``, ``StorageFull`` or ``Unavailable``.
        """
        ...

    def counts(self, tenant: TenantId) -> Mapping[str, int]:
        """How many documents each table holds."""
        ...
