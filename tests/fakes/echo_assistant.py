"""An assistant that answers with the question."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Sequence

    from casewright.domain.questions import Question
    from casewright.domain.threads import Thread


class EchoAssistant:
    """Fits ``tools.ports.documents.Assistant``."""

    async def ask(self, question: Question) -> dict[str, Any]:
        """The question, in the shape of an answer."""
        return {
            "thread_id": "thread",
            "matter_id": question.matter.id,
            "document_id": question.open_document,
            "answer": question.text or "",
            "citations": [],
            "unverified": [],
            "tool_calls": [],
            "ledger": [],
            "usage": {},
            "stopped": None,
            "approvals": [],
            "assistant": "echo",
        }

    async def history(self, thread: Thread) -> Sequence[dict[str, Any]]:
        """Nothing was said."""
        return []
