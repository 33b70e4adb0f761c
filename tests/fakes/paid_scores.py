"""Scores out of a table that every pair must be bought from: what was asked is counted, and kept."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from casewright.tools.ports.scoring import Bought, Estimate

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from casewright.domain.ids import TenantId
    from casewright.tools.ports.scoring import FloatArray, IntArray, Tier


class PaidTable:
    """Fits ``ClauseScores``. ``table`` has a score per statement and text; ``asked`` says what was bought."""

    model = "paid-1"

    def __init__(self, table: Mapping[tuple[str, str], float]) -> None:
        self.table = table
        self.asked: list[tuple[str, str]] = []

    def cut_short(self, statement: str) -> None:
        """Everything is read."""

    def paid(self, tenant: TenantId) -> Purchase:
        return Purchase(self)

    def tier(self, statement: str) -> Tier:
        return "head"

    def threshold(self, statement: str) -> float:
        return 0.5

    def answers(self, statement: str) -> bool:
        return True

    def prepare(self, tenant: TenantId, content: IntArray, texts: Callable[[IntArray], Sequence[str]]) -> None:
        """Nothing is sent before somebody asks."""

    def scores(
        self, tenant: TenantId, statement: str, content: IntArray, texts: Callable[[IntArray], Sequence[str]]
    ) -> FloatArray:
        return self.paid(tenant).scores(statement, content, texts)


class Purchase:
    """Fits ``PaidScores``. Everything may be bought, and nothing is kept."""

    def __init__(self, table: PaidTable) -> None:
        self._table = table

    @property
    def bought(self) -> Bought:
        return Bought("table", len(self._table.asked), len(self._table.asked))

    def known(self, statement: str, content: IntArray) -> FloatArray:
        return np.full(len(content), np.nan, np.float32)

    def estimate(self, wanted: Mapping[str, IntArray]) -> Estimate:
        pairs = sum(len(lengths) for lengths in wanted.values())
        return Estimate("table", pairs, pairs, query_left=1_000, month_left=1_000)

    def allow(self, wanted: Mapping[str, IntArray]) -> None:
        """Everything."""

    def scores(self, statement: str, content: IntArray, texts: Callable[[IntArray], Sequence[str]]) -> FloatArray:
        pairs = [(statement, text) for text in texts(np.arange(len(content)))]
        self._table.asked += pairs
        return np.array([self._table.table[pair] for pair in pairs], np.float32)
