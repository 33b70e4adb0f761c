"""A corpus behind the guard: every query is checked, and carries what its hits are marked by."""

from __future__ import annotations

from typing import TYPE_CHECKING

from casewright.casework.research_marks import carrying
from casewright.casework.research_sql import guard

if TYPE_CHECKING:
    from casewright.domain.ids import TenantId
    from casewright.tools.ports.research import Hits, LegalCorpus


class GuardedCorpus:
    """Fits ``tools.ports.research.Research`` over any corpus."""

    def __init__(self, corpus: LegalCorpus) -> None:
        self._corpus = corpus

    @property
    def backend(self) -> str:
        """What the corpus is called."""
        return self._corpus.backend

    def find(self, tenant: TenantId, query: str, table: str) -> Hits:
        """The rows of a query that passes the guard."""
        return self._corpus.answer(tenant, carrying(guard(query, table, self._corpus.datasets)))
