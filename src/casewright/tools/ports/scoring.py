"""What scores statements, and what keeps and pays for scores."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, Protocol

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    import numpy as np
    from numpy.typing import NDArray

    from casewright.domain.ids import TenantId

    FloatArray = NDArray[np.float32]
    IntArray = NDArray[np.int64]


Tier = Literal["head", "routed", "free"]
"""What answers: a part made for the statement, one made for its nearest template, or its words alone."""


class Scorer(Protocol):
    """A model that scores statements against texts. Deterministic for one ``model``."""

    @property
    def model(self) -> str:
        """Name and version: what scores are cached under and what results call the backend."""
        ...

    def tier(self, statement: str) -> Tier:
        """What would answer this statement."""
        ...

    def threshold(self, statement: str) -> float:
        """From which score on, in [0, 1], what the statement matches is best told from the rest."""
        ...

    def score(self, statement: str, texts: Sequence[str]) -> FloatArray:
        """The calibrated probabilities that the statement holds, in [0, 1], shape (texts,), order kept."""
        ...


class ClauseScores(Protocol):
    """Scores of statements over stored chunks, each (model, statement, chunk text) scored once."""

    @property
    def model(self) -> str:
        """The scorer's model."""
        ...

    def tier(self, statement: str) -> Tier:
        """What would answer this statement."""
        ...

    def threshold(self, statement: str) -> float:
        """The scorer's threshold for the statement."""
        ...

    def answers(self, statement: str) -> bool:
        """Whether anything can answer the statement; where nothing can, every text scores 0."""
        ...

    def cut_short(self, statement: str) -> int | None:
        """How many tokens of the statement are read, where it is longer than that; else None."""
        ...

    def paid(self, tenant: TenantId) -> PaidScores | None:
        """What one query is scored with where every new score costs money; None where it costs only time."""
        ...

    def prepare(self, tenant: TenantId, content: IntArray, texts: Callable[[IntArray], Sequence[str]]) -> None:
        """Compute and keep what every later statement needs of these chunks (their features)."""
        ...

    def scores(
        self, tenant: TenantId, statement: str, content: IntArray, texts: Callable[[IntArray], Sequence[str]]
    ) -> FloatArray:
        """The statement's scores for the chunks numbered ``content``, shape (chunks,).

        ``texts(positions)`` gives the texts at those positions of ``content``; it is called only for chunks
        whose text is needed.
        """
        ...


@dataclass(frozen=True, slots=True)
class Bought:
    """What one query has cost so far: texts that were sent, and tokens as the provider counted them."""

    provider: str
    texts: int
    tokens: int


@dataclass(frozen=True, slots=True)
class Estimate:
    """What scoring something would take at most, about, and what there is for it."""

    provider: str
    texts: int
    tokens: int
    query_left: int
    month_left: int


class PaidScores(Protocol):
    """The scores of one query, within what it may cost. What was bought is kept and never bought twice."""

    @property
    def bought(self) -> Bought:
        """What this query has cost so far."""
        ...

    def known(self, statement: str, content: IntArray) -> FloatArray:
        """The scores that were bought before, NaN for the others; shape (chunks,). Costs nothing."""
        ...

    def estimate(self, wanted: Mapping[str, IntArray]) -> Estimate:
        """What these would cost; ``wanted``: lengths of texts by statement. Nothing is sent."""
        ...

    def allow(self, wanted: Mapping[str, IntArray]) -> None:
        """Raise ``Refused`` where these could cost more than is allowed; ``wanted`` as in ``estimate``."""
        ...

    def scores(self, statement: str, content: IntArray, texts: Callable[[IntArray], Sequence[str]]) -> FloatArray:
        """As ``ClauseScores.scores``. Raises ``Refused`` before it would cost more than is allowed."""
        ...


LINE = 0.5
"""The threshold where none was fitted: a calibrated score of a half."""

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


class SpendLedger(Protocol):
    """Tokens per (tenant, provider, month). A month is written ``2026-11``, in UTC."""

    def spent(self, tenant: TenantId, provider: str, month: str) -> int:
        """The tokens of that month, 0 where there are none; those that are reserved count."""
        ...

    def reserve(self, tenant: TenantId, provider: str, month: str, tokens: int, *, cap: int) -> bool:
        """Add the tokens where the month stays at or below ``cap``, else nothing; whether they were added.

        Safe against others that reserve at the same time.
        """
        ...

    def correct(self, tenant: TenantId, provider: str, month: str, change: int) -> None:
        """Add ``change``, which may be negative, to a month that something was reserved in."""
        ...
