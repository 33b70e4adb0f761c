"""Scores over stored chunks that are bought: each pair once, kept as it comes, within what it may cost."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, Protocol
from weakref import WeakValueDictionary

import numpy as np

from casewright.adapters.scoring.score_pages import ScorePages, as_kept

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from numpy.typing import NDArray

    from casewright.domain.ids import TenantId
    from casewright.tools.ports.scoring import Bought, Estimate, PaidScores, ScoreCache, Tier

    FloatArray = NDArray[np.float32]
    IntArray = NDArray[np.int64]
    Texts = Callable[[IntArray], Sequence[str]]

_BLOCK = 1024
"""How many texts are loaded at a time."""


class Purse(Protocol):
    """What one query may cost."""

    @property
    def bought(self) -> Bought:
        """What it has cost so far."""
        ...

    def estimate(self, wanted: Mapping[str, IntArray]) -> Estimate:
        """What all of this would cost at most."""
        ...

    def allow(self, wanted: Mapping[str, IntArray]) -> None:
        """Raise ``Refused`` where all of this could cost more than is left."""
        ...

    def reserve(self, tokens: int) -> None:
        """Take the tokens. Raises ``Refused`` where they are not there."""
        ...

    def settle(self, reserved: int, texts: int, tokens: int) -> None:
        """Count what the reserved tokens turned out to be."""
        ...


class Shop(Protocol):
    """A scorer that is paid, such as ``IsaacusScorer``."""

    @property
    def model(self) -> str:
        """What scores are cached under."""
        ...

    def tier(self, statement: str) -> Tier:
        """What would answer this statement."""
        ...

    def threshold(self, statement: str) -> float:
        """From which score on what the statement matches is best told from the rest."""
        ...

    def buy(self, statement: str, texts: Sequence[str], purse: Purse) -> Iterator[tuple[IntArray, FloatArray]]:
        """The scores as they come: places in ``texts`` and their scores."""
        ...


class BoughtScores:
    """Fits the ``ClauseScores`` port over a shop and a score cache. ``purse`` opens what a tenant's query may cost."""

    def __init__(self, shop: Shop, cache: ScoreCache, purse: Callable[[TenantId], Purse]) -> None:
        self._shop, self._cache, self._purse = shop, cache, purse
        self._turns = _Turns()

    @property
    def model(self) -> str:
        """The scorer's model."""
        return self._shop.model

    def tier(self, statement: str) -> Tier:
        """What would answer this statement."""
        return self._shop.tier(statement)

    def threshold(self, statement: str) -> float:
        """The shop's threshold for the statement."""
        return self._shop.threshold(statement)

    def answers(self, statement: str) -> bool:  # noqa: ARG002 (it reads every statement)
        """A provider's model reads whatever is written."""
        return True

    def cut_short(self, statement: str) -> None:
        """Nothing: what a provider does not take, it refuses."""

    def paid(self, tenant: TenantId) -> PaidScores:
        """What one query is scored with, nothing spent yet."""
        return _Purchase(tenant, self._shop, self._cache, self._purse(tenant), self._turns)

    def prepare(self, tenant: TenantId, content: IntArray, texts: Texts) -> None:
        """Nothing: no text is sent before somebody asks."""

    def scores(self, tenant: TenantId, statement: str, content: IntArray, texts: Texts) -> FloatArray:
        """The statement's scores for the chunks, as a query of its own."""
        return self.paid(tenant).scores(statement, content, texts)


class _Turn:
    """Whoever holds ``lock`` is alone in buying one statement's scores in this process."""

    def __init__(self) -> None:
        self.lock = threading.Lock()


class _Turns:
    """One turn a tenant and statement, for as long as somebody wants it: no pair is bought twice at once."""

    def __init__(self) -> None:
        self._open: WeakValueDictionary[tuple[TenantId, str], _Turn] = WeakValueDictionary()
        self._lock = threading.Lock()

    def of(self, tenant: TenantId, statement: str) -> _Turn:
        with self._lock:
            found = self._open.get((tenant, statement))
            if found is None:
                found = self._open[tenant, statement] = _Turn()
            return found


class _Purchase:
    """Fits ``PaidScores``."""

    def __init__(self, tenant: TenantId, shop: Shop, cache: ScoreCache, purse: Purse, turns: _Turns) -> None:
        self._tenant, self._shop, self._cache = tenant, shop, cache
        self._purse, self._turns = purse, turns

    @property
    def bought(self) -> Bought:
        """What it has cost so far."""
        return self._purse.bought

    def known(self, statement: str, content: IntArray) -> FloatArray:
        """The scores that were bought before, NaN for the others."""
        numbers, inverse = np.unique(np.asarray(content, np.int64), return_inverse=True)
        return self._pages(statement, numbers).known[inverse.reshape(-1)]

    def estimate(self, wanted: Mapping[str, IntArray]) -> Estimate:
        """What these would cost at most."""
        return self._purse.estimate(wanted)

    def allow(self, wanted: Mapping[str, IntArray]) -> None:
        """Raise ``Refused`` where these could cost more than is left."""
        self._purse.allow(wanted)

    def scores(self, statement: str, content: IntArray, texts: Texts) -> FloatArray:
        """The scores, those that are missing bought and kept batch by batch."""
        content = np.asarray(content, np.int64)
        numbers, positions, inverse = np.unique(content, return_index=True, return_inverse=True)
        turn = self._turns.of(self._tenant, statement)
        with turn.lock:
            pages = self._pages(statement, numbers)
            missing = np.flatnonzero(np.isnan(pages.known))
            for low in range(0, len(missing), _BLOCK):
                block = missing[low : low + _BLOCK]
                for places, found in self._shop.buy(statement, texts(positions[block]), self._purse):
                    pages.keep(block[places], as_kept(found))
        return pages.known[inverse.reshape(-1)]

    def _pages(self, statement: str, numbers: IntArray) -> ScorePages:
        return ScorePages(self._cache, self._tenant, self._shop.model, statement, numbers)
