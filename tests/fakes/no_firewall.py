"""A firewall that guards nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from casewright.domain.documents import Reading
    from casewright.domain.ids import DocumentId, MatterId, TenantId
    from casewright.tools.ports.firewall import MaskedDocument


class NoFirewall:
    """Fits ``DocumentFirewall`` where no matter is a case, or where those of ``cases`` are."""

    def __init__(self, *cases: MatterId) -> None:
        self._cases = frozenset(cases)

    def guards(self, tenant: TenantId, matter: MatterId) -> bool:
        return matter in self._cases

    def parties(self, tenant: TenantId, case: MatterId) -> object:
        return None

    def masked(self, tenant: TenantId, case: MatterId, reading: Reading | None) -> MaskedDocument:
        raise NotImplementedError

    def name(self, tenant: TenantId, case: MatterId, name: str) -> str:
        raise NotImplementedError

    def seal(self, tenant: TenantId, document: DocumentId, data: bytes) -> None:
        raise NotImplementedError

    def forget(self, tenant: TenantId, document: DocumentId) -> None:
        raise NotImplementedError
