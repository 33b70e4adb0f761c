"""One statement's scores in the cache, by chunk number: what is known, and what is kept."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from casewright.tools.ports.scoring import PAGE

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from casewright.domain.ids import TenantId
    from casewright.tools.ports.scoring import ScoreCache

    FloatArray = NDArray[np.float32]
    IntArray = NDArray[np.int64]


class ScorePages:
    """The scores of the chunks ``numbers``, which ascend; ``known`` has one for each, NaN where none is kept."""

    def __init__(self, cache: ScoreCache, tenant: TenantId, model: str, statement: str, numbers: IntArray) -> None:
        self._cache, self._numbers = cache, numbers
        self._tenant, self._model, self._statement = tenant, model, statement
        pages = np.unique(numbers // PAGE)
        table = np.full((len(pages), PAGE), np.nan, np.float32)
        stored = cache.load(tenant, model, statement, pages.tolist())
        for place, page in enumerate(pages.tolist()):
            if page in stored:
                table[place] = stored[page]
        slots = np.searchsorted(pages, numbers // PAGE) * PAGE + numbers % PAGE
        self.known: FloatArray = table.reshape(-1)[slots]

    def keep(self, places: IntArray, scores: FloatArray) -> None:
        """Store fresh scores of the chunks at these ascending places of ``numbers``."""
        self.known[places] = scores
        numbers = self._numbers[places]
        page_of = numbers // PAGE
        starts = np.flatnonzero(np.diff(page_of, prepend=-1)).tolist()
        fresh: dict[int, FloatArray] = {}
        for low, high in zip(starts, [*starts[1:], len(numbers)], strict=True):
            page = np.full(PAGE, np.nan, np.float32)
            page[numbers[low:high] % PAGE] = scores[low:high]
            fresh[int(page_of[low])] = page
        self._cache.merge(self._tenant, self._model, self._statement, fresh)


def as_kept(scores: FloatArray) -> FloatArray:
    """The scores to the precision of a cache of two bytes a score, so that the first answer equals every later one."""
    return np.asarray(scores, np.float16).astype(np.float32)
