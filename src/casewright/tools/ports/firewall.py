"""What masks the words of a call on a case, and the texts of its documents, before anything keeps them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from casewright.domain.documents import Reading
    from casewright.domain.ids import DocumentId, MatterId, TenantId


class EntryFirewall(Protocol):
    """Knows the parties of every case by keyed hashes alone."""

    def entered(
        self, tenant: TenantId, case: MatterId, arguments: Mapping[str, Any], names: Collection[str]
    ) -> Mapping[str, Any]:
        """The arguments with placeholders for personal data in every text, at any depth, of those named.

        What was replaced goes to the vault; the arguments given are left as they are.
        """
        ...


@dataclass(frozen=True, slots=True)
class MaskedDocument:
    """What of a document may be kept: counts of what was replaced by kind, and placeholders of undeclared names."""

    reading: Reading | None
    replaced: Mapping[str, int]
    undeclared: Sequence[str]


class DocumentFirewall(Protocol):
    """Lets documents into cases: their texts masked, their bytes sealed."""

    def guards(self, tenant: TenantId, matter: MatterId) -> bool:
        """Whether the matter is a case."""
        ...

    def parties(self, tenant: TenantId, case: MatterId) -> object:
        """Whom the case knows, to be compared: the same as long as nobody is declared, changed or taken out."""
        ...

    def masked(self, tenant: TenantId, case: MatterId, reading: Reading | None) -> MaskedDocument:
        """The reading as the case may keep it."""
        ...

    def name(self, tenant: TenantId, case: MatterId, name: str) -> str:
        """What a file is called, as the case may keep it."""
        ...

    def seal(self, tenant: TenantId, document: DocumentId, data: bytes) -> None:
        """Keep the document's original bytes in the vault."""
        ...

    def forget(self, tenant: TenantId, document: DocumentId) -> None:
        """Remove the document's original from the vault; nothing happens where there is none."""
        ...
