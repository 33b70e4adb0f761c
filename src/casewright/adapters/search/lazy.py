"""Search by words that is loaded when it is first asked."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from casewright.domain.documents import Document
    from casewright.domain.ids import DocumentId, TenantId
    from casewright.tools.ports.search import FloatArray, WordSearch


class LazyWords:
    """Fits ``tools.ports.search.WordSearch`` over what ``load`` gives."""

    def __init__(self, load: Callable[[], WordSearch]) -> None:
        self._load = load

    @cached_property
    def _loaded(self) -> WordSearch:
        return self._load()

    def prepare(self, tenant: TenantId, document: DocumentId, texts: Sequence[str]) -> None:
        """Learn the words of a document's chunks."""
        self._loaded.prepare(tenant, document, texts)

    def romanian(self, question: str) -> bool:
        """Whether the question looks Romanian."""
        return self._loaded.romanian(question)

    def shares(
        self, question: str, documents: Sequence[Document], texts: Callable[[Document], Sequence[str]]
    ) -> FloatArray:
        """The share of the question's words found in each chunk."""
        return self._loaded.shares(question, documents, texts)

    def of_texts(self, question: str, texts: Sequence[str]) -> FloatArray:
        """The share of the question's words found in each of a few texts."""
        return self._loaded.of_texts(question, texts)
