"""A score cache and a feature store in memory."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from casewright.domain.ids import TenantId
    from casewright.tools.ports.scoring import FeatureRun, FloatArray


class MemoryScoreCache:
    """Fits ``ScoreCache``; ``merged`` counts how many scores were ever stored."""

    def __init__(self) -> None:
        self._pages: dict[tuple[TenantId, str, str, int], FloatArray] = {}
        self.merged = 0

    def load(self, tenant: TenantId, model: str, statement: str, pages: Sequence[int]) -> Mapping[int, FloatArray]:
        keys = {page: (tenant, model, statement, page) for page in pages}
        return {page: self._pages[key].copy() for page, key in keys.items() if key in self._pages}

    def merge(self, tenant: TenantId, model: str, statement: str, pages: Mapping[int, FloatArray]) -> None:
        for page, scores in pages.items():
            known = ~np.isnan(scores)
            self.merged += int(known.sum())
            scores = scores.astype(np.float16).astype(np.float32)
            if known.any():
                key = (tenant, model, statement, page)
                stored = self._pages.setdefault(key, np.full(scores.shape, np.nan, np.float32))
                stored[known] = scores[known]

    def forget_versions(self, tenant: TenantId, family: str, *, but: str) -> None:
        gone = [key for key in self._pages if key[0] == tenant and key[1].startswith(family) and key[1] != but]
        for key in gone:
            del self._pages[key]


class MemoryFeatureStore:
    """Fits ``FeatureStore``; ``read`` counts how many runs were ever given."""

    def __init__(self) -> None:
        self._runs: dict[tuple[TenantId, str, int], FeatureRun] = {}
        self.read = 0

    def runs(self, tenant: TenantId, model: str, low: int, high: int) -> Sequence[FeatureRun]:
        found = [
            run
            for (owner, of_model, _), run in self._runs.items()
            if owner == tenant and of_model == model and run.first < high and run.first + run.count > low
        ]
        self.read += len(found)
        return sorted(found, key=lambda run: run.first)

    def add(self, tenant: TenantId, model: str, runs: Sequence[FeatureRun]) -> None:
        for run in runs:
            stored = self._runs.get((tenant, model, run.first))
            if stored is None or stored.count < run.count:
                self._runs[tenant, model, run.first] = run

    def forget_versions(self, tenant: TenantId, family: str, *, but: str) -> None:
        gone = [key for key in self._runs if key[0] == tenant and key[1].startswith(family) and key[1] != but]
        for key in gone:
            del self._runs[key]
