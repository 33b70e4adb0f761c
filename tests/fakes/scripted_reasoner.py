"""A case's minds of which the reasoner says what a test has it say."""

from __future__ import annotations

from typing import TYPE_CHECKING

from casewright.errors import ToolFailed

if TYPE_CHECKING:
    from collections.abc import Sequence

    from casewright.agents.cases.mind import Assistant
    from casewright.domain.ids import MatterId, TenantId


class ScriptedReasoner:
    """Fits ``CaseMinds`` and ``Reasoner``; ``asked`` are the summary, the question and what it was shown before."""

    called = "scripted"

    def __init__(self, reply: str = "Bine.") -> None:
        self.reply = reply
        self.asked: list[tuple[str, str, list[tuple[str, str]]]] = []

    def assistant(self, tenant: TenantId, case: MatterId) -> Assistant:
        raise ToolFailed(f"nobody talks in {case!r} of {tenant!r}")

    def reasoner(self, _tenant: TenantId, _case: MatterId) -> ScriptedReasoner:
        return self

    async def advise(self, summary: str, question: str, before: Sequence[tuple[str, str]]) -> str:
        self.asked.append((summary, question, list(before)))
        return self.reply
