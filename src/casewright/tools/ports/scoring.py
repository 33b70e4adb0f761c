"""How likely a statement holds for a text."""

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
