"""Learns the longest word that all examples share, and scores by it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from casewright.errors import InvalidInput

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from casewright.domain.ids import TenantId
    from casewright.tools.ports.templates import FloatArray, IntArray


class WordExamples:
    """Fits ``ExampleScores``; ``learned`` counts how often it learned."""

    def __init__(self, model: str = "keywords-1") -> None:
        self.model = model
        self.learned = 0

    def learn(self, positive: Sequence[str], negative: Sequence[str]) -> bytes:
        self.learned += 1
        shared = set.intersection(*(set(text.split()) for text in positive)) - {w for t in negative for w in t.split()}
        if not shared:
            raise InvalidInput("The positive example 1 has no word in it: leave it out.")
        return max(sorted(shared), key=len).encode()

    def learned_scores(
        self,
        tenant: TenantId,
        statement: str,
        head: bytes,
        content: IntArray,
        texts: Callable[[IntArray], Sequence[str]],
    ) -> FloatArray:
        assert tenant
        assert statement
        word = head.decode()
        return np.array([0.9 if word in text else 0.1 for text in texts(np.arange(len(content)))], np.float32)
