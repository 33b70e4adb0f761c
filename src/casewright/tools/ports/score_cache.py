"""Where scores and features of chunks are kept between queries.

Chunk texts are numbered per tenant (``DocumentChunks.content``); scores are kept in pages of ``PAGE``
consecutive numbers, one column of pages a (tenant, model, statement).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    import numpy as np
    from numpy.typing import NDArray

    from casewright.domain.ids import TenantId

    FloatArray = NDArray[np.float32]

PAGE = 1024
"""Chunk numbers on one page."""


class ScoreCache(Protocol):
    """Scores that were paid for, in time or money. May forget; never gives a wrong score."""

    def load(self, tenant: TenantId, model: str, statement: str, pages: Sequence[int]) -> Mapping[int, FloatArray]:
        """The stored pages among those asked for: shape (PAGE,) each, NaN where no score is known."""
        ...

    def merge(self, tenant: TenantId, model: str, statement: str, pages: Mapping[int, FloatArray]) -> None:
        """Store every value that is not NaN, to two bytes' precision; where a value is NaN, what was stored stays."""
        ...

    def forget_versions(self, tenant: TenantId, family: str, *, but: str) -> None:
        """Drop every score of the models whose names begin with ``family``, but those of the model ``but``."""
        ...


@dataclass(frozen=True, slots=True)
class FeatureRun:
    """The packed features of ``count`` consecutively numbered chunks, from number ``first`` on."""

    first: int
    count: int
    data: bytes


class FeatureStore(Protocol):
    """Features of chunks per model. May forget; never gives another chunk's features."""

    def runs(self, tenant: TenantId, model: str, low: int, high: int) -> Sequence[FeatureRun]:
        """Every run that has a number in [low, high), ordered by ``first``; runs may overlap."""
        ...

    def add(self, tenant: TenantId, model: str, runs: Sequence[FeatureRun]) -> None:
        """Store the runs; one with the same ``first`` is replaced where it is shorter, else kept."""
        ...

    def forget_versions(self, tenant: TenantId, family: str, *, but: str) -> None:
        """Drop every feature of the models whose names begin with ``family``, but those of the model ``but``."""
        ...
