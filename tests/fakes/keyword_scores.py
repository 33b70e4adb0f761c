"""Scores by keyword: a statement's score for a text is that of the first keyword found in it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from casewright.domain.ids import TenantId
    from casewright.errors import CasewrightError
    from casewright.tools.ports.scoring import FloatArray, IntArray, Tier


class KeywordScores:
    """Fits ``ClauseScores``. ``table`` has keyword → score per statement; what is not in it scores 0.01."""

    model = "keywords-1"

    def __init__(self, table: Mapping[str, Mapping[str, float]], failure: CasewrightError | None = None) -> None:
        self._table = table
        self.thresholds: dict[str, float] = {}
        self._failure = failure
        self.prepared = 0

    def tier(self, statement: str) -> Tier:
        return "head" if statement in self._table else "free"

    def threshold(self, statement: str) -> float:
        return self.thresholds.get(statement, 0.5)

    def answers(self, statement: str) -> bool:
        return any(letter.isalpha() for letter in statement)

    def cut_short(self, statement: str) -> int | None:
        return 256 if len(statement) > 1_000 else None

    def paid(self, tenant: TenantId) -> None:
        """Nothing: these scores are free."""

    def prepare(self, tenant: TenantId, content: IntArray, texts: Callable[[IntArray], Sequence[str]]) -> None:
        self.prepared += len(texts(np.arange(len(content))))

    def scores(
        self, tenant: TenantId, statement: str, content: IntArray, texts: Callable[[IntArray], Sequence[str]]
    ) -> FloatArray:
        if self._failure is not None:
            raise self._failure
        words = self._table.get(statement, {})
        found = [
            next((score for word, score in words.items() if word in text), 0.01)
            for text in texts(np.arange(len(content)))
        ]
        return np.array(found, dtype=np.float32)
