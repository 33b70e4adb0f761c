"""The facts of documents as answers are made of them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from casewright.domain.citations import Citation
    from casewright.domain.documents import Document
    from casewright.domain.ids import DocumentId, MatterId, TenantId


@dataclass(frozen=True, slots=True)
class StatedFact:
    """One fact where it stands. ``value`` is as results carry it, ``shown`` in it in plain words; None where the words
    could not be read as one. ``confidence`` is a measured share, in [0, 1]; 1 where a person said so.
    """

    field: str
    citation: Citation
    value: Mapping[str, Any] | None
    confidence: float


@dataclass(frozen=True, slots=True)
class StatedFields:
    """What a document states of the fields asked about, the surest fact of each first.

    A confirmed amendment's facts stand in place of the document's own. What of ``looked_for`` has no fact was not
    found; ``why_not`` says why nothing was read, empty where it was.
    """

    document: DocumentId
    looked_for: frozenset[str]
    facts: Mapping[str, Sequence[StatedFact]]
    why_not: str = ""


class StatedFacts(Protocol):
    """Reads facts where they were not read yet, and tells them."""

    def of(
        self, tenant: TenantId, matter: MatterId, documents: Sequence[Document], fields: Sequence[str]
    ) -> Sequence[StatedFields]:
        """What each document states of these fields, in the order of ``documents``."""
        ...

    def value(self, field: str, text: str, start: int, end: int) -> Mapping[str, Any] | None:
        """What ``text[start:end]`` says of the field, as results carry it; None where the words do not say it."""
        ...
