"""A chat model whose words a test gives it, and which says nothing before it is let."""

from __future__ import annotations

import threading
from collections import deque
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tests.providers.replies import Reply, Turn

PATIENCE = 20.0


class Mind:
    """Says what is next in ``turns``, once it is let: ``hold`` keeps it back, ``let_go`` lets it speak as often."""

    def __init__(self) -> None:
        self.turns: deque[Turn] = deque()
        self._may = threading.Semaphore(0)
        self._held = False

    def says(self, *turns: Turn, held: bool = False) -> None:
        """What it says next; ``held``, each only after ``let_go``."""
        self.turns = deque(turns)
        self._held = held

    def let_go(self) -> None:
        """Let it say one thing more."""
        self._may.release()

    def __call__(self, _body: Any) -> Reply:  # a provider's request
        if self._held:
            assert self._may.acquire(timeout=PATIENCE), "nobody let it speak"
        return self.turns.popleft()
