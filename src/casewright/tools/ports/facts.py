"""What reads the facts of a contract, and where they are kept."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from casewright.domain.facts import FactText, FactValue, FoundFact
    from casewright.domain.ids import DocumentId, TenantId
    from casewright.domain.kept_facts import FactCorrection, FactsRead


class FactReader(Protocol):
    """Finds where a document states its facts."""

    @property
    def version(self) -> str:
        """Name and version; facts that another version read are read again."""
        ...

    def looks_for(self, text: FactText) -> Collection[str]:
        """The fields that are looked for in such a text; of the others it is not known whether they are there."""
        ...

    def read(self, text: FactText) -> Sequence[FoundFact]:
        """Every fact found, ordered by field and then by how sure it is, surest first. Depends on ``text`` alone."""
        ...


class ValueOf(Protocol):
    """Makes values of the words that state facts."""

    def __call__(
        self, field: str, text: str, start: int, end: int, *, around: Mapping[str, Sequence[tuple[int, int]]] = ...
    ) -> FactValue | None:
        """What ``text[start:end]`` says of the field, None where the words do not say it.

        ``around`` are the places of the facts of the same document, this one's among them, by field.
        """
        ...


class FactStore(Protocol):
    """Facts of all tenants; every question names the tenant and sees only its own.

    What is kept of a document goes with it. Where its text is stored anew, what was read of it is forgotten;
    corrections stay, and hold for the text that they were said of.
    """

    def read(self, tenant: TenantId, documents: Sequence[DocumentId]) -> Mapping[DocumentId, FactsRead]:
        """What was last read of these documents; those of which nothing was read are left out."""
        ...

    def keep(self, read: FactsRead) -> bool:
        """Keep this in place of what was read of the document before. False where the document is gone."""
        ...

    def corrections(
        self, tenant: TenantId, documents: Sequence[DocumentId]
    ) -> Mapping[DocumentId, Sequence[FactCorrection]]:
        """What people said to these documents' facts, oldest first; documents without are left out."""
        ...

    def correct(self, correction: FactCorrection) -> FactCorrection:
        """Keep the correction after all others of its document; it comes back with its number.

        Raises ``NotFound`` where the document is gone.
        """
        ...

    def reword(self, corrections: Sequence[FactCorrection]) -> None:
        """Put these in place of the same ones (document and number): personal data in them were masked.

        Nothing else is ever changed of what people said.
        """
        ...
