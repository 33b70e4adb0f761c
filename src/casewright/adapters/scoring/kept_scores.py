"""Scores of chunks through a cache: what is kept is not computed again, and what is computed is kept block by block."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from casewright.adapters.scoring.score_pages import as_kept
from casewright.tools.ports.scoring import PAGE

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from casewright.domain.ids import TenantId
    from casewright.tools.ports.scoring import ScoreCache

    FloatArray = NDArray[np.float32]
    IntArray = NDArray[np.int64]
    Compute = Callable[[IntArray, IntArray], FloatArray]
    """Takes the numbers of chunks, which ascend, and their positions among those that were asked for."""

BLOCK = 16 * PAGE
"""How many chunks are scored and stored at a time: what an interruption loses at most, and what memory holds."""


def kept_scores(
    cache: ScoreCache, tenant: TenantId, model: str, statement: str, content: IntArray, compute: Compute
) -> FloatArray:
    """The statement's scores for the chunks numbered ``content``, shape (chunks,), float32."""
    content = np.asarray(content, np.int64)
    if len(content) == 0:
        return np.empty(0, np.float32)
    numbers, positions, inverse = np.unique(content, return_index=True, return_inverse=True)
    pages = np.unique(numbers // PAGE)
    table = np.full((len(pages), PAGE), np.nan, np.float32)
    stored = cache.load(tenant, model, statement, pages.tolist())
    for place, page in enumerate(pages.tolist()):
        if page in stored:
            table[place] = stored[page]
    known = table.reshape(-1)
    slots = np.searchsorted(pages, numbers // PAGE) * PAGE + numbers % PAGE
    missing = np.flatnonzero(np.isnan(known[slots]))
    for low in range(0, len(missing), BLOCK):
        block = missing[low : low + BLOCK]
        fresh = as_kept(compute(numbers[block], positions[block]))
        known[slots[block]] = fresh
        cache.merge(tenant, model, statement, _in_pages(numbers[block], fresh))
    return np.asarray(known[slots][inverse.reshape(-1)], np.float32)


def _in_pages(numbers: IntArray, scores: FloatArray) -> dict[int, FloatArray]:
    """The fresh scores by page, NaN where there is none."""
    page_of = numbers // PAGE
    starts = np.flatnonzero(np.diff(page_of, prepend=-1))
    fresh: dict[int, FloatArray] = {}
    for low, high in zip(starts.tolist(), [*starts[1:].tolist(), len(numbers)], strict=True):
        page = np.full(PAGE, np.nan, np.float32)
        page[numbers[low:high] % PAGE] = scores[low:high]
        fresh[int(page_of[low])] = page
    return fresh
