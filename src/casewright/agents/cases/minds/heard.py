"""Minds whose words are heard: whoever watches a turn is told what a rule-based mind was given and what it said."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from casewright.agents.cases.events import TurnEvent
from casewright.agents.cases.mind import Act, Ask
from casewright.agents.cases.minds.stage_prompts import briefing_data
from casewright.agents.streaming import is_heard, tell

if TYPE_CHECKING:
    from collections.abc import Sequence

    from casewright.agents.cases.mind import Assistant, Briefing, Reasoner, Stage, Step, TierSaid


class HeardAssistant:
    """Fits ``mind.Assistant``: the same steps as the one within."""

    def __init__(self, inner: Assistant) -> None:
        self._inner = inner

    @property
    def called(self) -> str:
        """The name of the one within."""
        return self._inner.called

    async def tier(self, said: Sequence[str], language: str) -> TierSaid:
        """The tier that the one within finds."""
        tell(TurnEvent("sent", f"assistant ({self.called})", "[tier]\n" + "\n".join(said)))
        found = await self._inner.tier(said, language)
        tell(
            TurnEvent(
                "received",
                f"assistant ({self.called})",
                f"{found.tier or 'no tier'}: {found.justification or found.question}",
            )
        )
        return found

    async def step(self, stage: Stage, briefing: Briefing) -> Step:
        """The step that the one within takes."""
        if is_heard(TurnEvent):
            told = json.dumps(briefing_data(briefing), ensure_ascii=False, indent=1, default=str)
            tell(TurnEvent("sent", f"assistant ({self.called})", f"[{stage.value}]\n{told}"))
        found = await self._inner.step(stage, briefing)
        tell(TurnEvent("received", f"assistant ({self.called})", _in_words(found)))
        return found


class HeardReasoner:
    """Fits ``mind.Reasoner``: the same replies as the one within."""

    def __init__(self, inner: Reasoner) -> None:
        self._inner = inner

    @property
    def called(self) -> str:
        """The name of the one within."""
        return self._inner.called

    async def advise(self, summary: str, question: str, before: Sequence[tuple[str, str]]) -> str:
        """The reply that the one within gives."""
        tell(TurnEvent("sent", f"reasoner ({self.called})", f"[advise]\n{summary}\n\n{question}"))
        reply = await self._inner.advise(summary, question, before)
        tell(TurnEvent("received", f"reasoner ({self.called})", reply))
        return reply


def _in_words(step: Step) -> str:
    if isinstance(step, Act):
        return f"{step.call.name} {json.dumps(dict(step.call.arguments), ensure_ascii=False, default=str)}"
    if isinstance(step, Ask):
        return f"ask_user {step.question}"
    return f"tell_user {step.text}"
