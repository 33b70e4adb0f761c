"""Who answers questions about a matter's documents."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from collections.abc import Sequence

    from casewright.domain.questions import Question
    from casewright.domain.threads import Thread


class Assistant(Protocol):
    """Answers by calls of its own, each governed and recorded."""

    async def ask(self, question: Question) -> dict[str, Any]:
        """The answer, in the shape of ``AskMatterOutput``.

        Raises ``NotFound`` and ``InvalidInput`` where the context leads nowhere, before anything is kept.
        """
        ...

    async def history(self, thread: Thread) -> Sequence[dict[str, Any]]:
        """The thread's questions with their answers, oldest first."""
        ...
