"""The words of chunks in memory."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from casewright.tools.ports.search import PLACES

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from casewright.domain.ids import DocumentId, MatterId, TenantId
    from casewright.tools.ports.search import IntArray


class MemoryWords:
    """Fits ``WordStore``; tells the numbers of all matters."""

    def __init__(self) -> None:
        self._documents: dict[tuple[TenantId, DocumentId], tuple[int, int]] = {}
        self._words: dict[int, Sequence[str]] = {}
        self._last = 0

    def numbers(self, tenant: TenantId, matter: MatterId, version: int) -> Mapping[DocumentId, int]:
        return {
            document: number
            for (owner, document), (number, stored) in self._documents.items()
            if (owner, stored) == (tenant, version)
        }

    def add(self, tenant: TenantId, document: DocumentId, words: Sequence[str], version: int) -> None:
        self.forget(tenant, document)
        self._last += 1
        self._documents[tenant, document] = (self._last, version)
        self._words[self._last] = list(words)

    def places(self, tenant: TenantId, word: str, low: int, high: int) -> IntArray:
        found = [
            number * PLACES + at
            for number, texts in self._words.items()
            for at, text in enumerate(texts)
            if word in text.split()
        ]
        return np.array(sorted(place for place in found if low <= place < high), dtype=np.int64)

    def forget(self, tenant: TenantId, document: DocumentId) -> None:
        known = self._documents.pop((tenant, document), None)
        if known is not None:
            del self._words[known[0]]
