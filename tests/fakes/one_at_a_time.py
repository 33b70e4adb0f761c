"""Transactions over stores in memory."""

from __future__ import annotations

from contextlib import nullcontext
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from contextlib import AbstractContextManager


class OneAtATime:
    """Fits ``Together`` for stores in memory, which are changed one call at a time."""

    def together(self) -> AbstractContextManager[None]:
        return nullcontext()

    def reading(self) -> AbstractContextManager[None]:
        return nullcontext()
