"""A corpus whose libraries load when it is first asked."""

from __future__ import annotations

from functools import cached_property
from threading import Lock
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from casewright.domain.ids import TenantId
    from casewright.tools.ports.research import CorpusImports, Imported, Research


class LazyResearch:
    """Fits ``tools.ports.research.Research`` over what ``load`` gives."""

    def __init__(self, backend: str, load: Callable[[], Research]) -> None:
        self.backend = backend
        self._load = load
        self._loading = Lock()

    @cached_property
    def _loaded(self) -> Research:
        return self._load()

    def find(self, tenant: TenantId, query: str, table: str) -> Sequence[Mapping[str, Any]]:
        """The rows of a query that passes the guard."""
        with self._loading:
            research = self._loaded
        return research.find(tenant, query, table)


class LazyImports:
    """Fits ``tools.ports.research.CorpusImports`` over what ``load`` gives."""

    def __init__(self, load: Callable[[], CorpusImports]) -> None:
        self._load = load

    def add(self, tenant: TenantId, table: str, documents: Sequence[Mapping[str, Any]]) -> Imported:
        """Store the documents."""
        return self._load().add(tenant, table, documents)

    def counts(self, tenant: TenantId) -> Mapping[str, int]:
        """How many documents each table holds."""
        return self._load().counts(tenant)
