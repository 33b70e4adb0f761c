"""Documents on their way into a case: texts masked as they are read, bytes sealed."""

from __future__ import annotations

from base64 import b64encode
from dataclasses import dataclass
from typing import TYPE_CHECKING

from casewright.casework.masked_reading import mask_reading
from casewright.domain.matters import MatterKind
from casewright.toolbox.cases.case_stores import original_place
from casewright.tools.ports.firewall import MaskedDocument

if TYPE_CHECKING:
    from casewright.domain.documents import Reading
    from casewright.domain.ids import DocumentId, MatterId, TenantId
    from casewright.toolbox.cases.case_firewall import CaseFirewall
    from casewright.tools.ports.matters import MatterStore
    from casewright.tools.ports.parties import VaultWriter
    from casewright.tools.tenant_limits import Storage


@dataclass(frozen=True, slots=True)
class CaseDocuments:
    """Fits ``tools.ports.firewall.DocumentFirewall``."""

    matters: MatterStore
    firewall: CaseFirewall
    vault: VaultWriter
    storage: Storage | None = None
    """The room that the originals take; left out: it is not counted."""

    def guards(self, tenant: TenantId, matter: MatterId) -> bool:
        """Whether the matter is a case."""
        found = self.matters.get(tenant, matter)
        return found is not None and found.kind is MatterKind.CASE

    def parties(self, tenant: TenantId, case: MatterId) -> object:
        """Whom the case knows by what they are called, to be compared."""
        return self.firewall.known_parties(tenant, case)

    def masked(self, tenant: TenantId, case: MatterId, reading: Reading | None) -> MaskedDocument:
        """The reading as the case may keep it."""
        if reading is None:
            return MaskedDocument(None, {}, ())
        clean, found = mask_reading(reading, self.firewall.masking(tenant, case))
        return MaskedDocument(clean, found.replaced, found.undeclared)

    def name(self, tenant: TenantId, case: MatterId, name: str) -> str:
        """What a file is called, as the case may keep it."""
        return self.firewall.masking(tenant, case)(name).text

    def seal(self, tenant: TenantId, document: DocumentId, data: bytes) -> None:
        """Keep the document's original bytes in the vault."""
        if self.storage is not None:
            self.storage.take(tenant, original_place(document), len(data))
        self.vault.seal(tenant, original_place(document), {"base64": b64encode(data).decode()})

    def forget(self, tenant: TenantId, document: DocumentId) -> None:
        """Remove the document's original from the vault; nothing happens where there is none."""
        self.vault.forget(tenant, original_place(document))
        if self.storage is not None:
            self.storage.give_back(tenant, original_place(document))
