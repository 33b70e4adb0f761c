"""Matters that hold nothing but their documents, removed from memory."""

from __future__ import annotations

from typing import TYPE_CHECKING

from casewright.tools.ports.removal import Remains

if TYPE_CHECKING:
    from casewright.domain.cases import Case
    from casewright.domain.ids import MatterId, TenantId
    from casewright.tools.ports.documents import DocumentStore


class MemoryMatterRows:
    """Fits ``MatterRows``; the matter itself stays."""

    def __init__(self, documents: DocumentStore) -> None:
        self._documents = documents

    def remains(self, tenant: TenantId, matter: MatterId) -> Remains:
        there = self._documents.of_matter(tenant, matter)
        return Remains(len(there), len(there), tuple(one.blob for one in there), (), (), ())

    def remove(self, tenant: TenantId, matter: MatterId) -> Remains:
        there = self.remains(tenant, matter)
        for one in self._documents.of_matter(tenant, matter):
            self._documents.delete(tenant, matter, one.id)
        return there


class NoCheckpoints:
    """Fits ``MatterCheckpoints``, where no agent ever worked."""

    def forget(self, tenant: TenantId, matter: MatterId, remains: Remains) -> int:
        del tenant, matter, remains
        return 0


class NoCases:
    """Fits what ``delete_matter`` asks of a ``CaseStore``, where there are no cases."""

    def get(self, tenant: TenantId, case: MatterId) -> Case | None:
        del tenant, case
        return None
