"""Minds that ask a language model. Each step stands alone: instructions, the stage's prompt, the briefing as data.

What a model answers is read, checked and masked before anything is made of it; an answer that cannot be used is told
back, at most twice, and never acted on.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

from casewright.agents.cases.messages import filled, prompt
from casewright.agents.cases.mind import TierSaid
from casewright.agents.cases.minds.answers import Misfit, read_reply, read_step, read_tier, tier_number
from casewright.agents.cases.minds.exchange import Exchange, Line, bounded
from casewright.agents.cases.minds.stage_prompts import instructions, one_line, stage_prompt, tier_prompt
from casewright.agents.cases.minds.stage_tools import offered
from casewright.casework.advice import mask_reply
from casewright.casework.tiers import OffTopic, Tiered, determine_tier
from casewright.errors import ToolFailed

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from langchain_core.language_models import BaseChatModel

    from casewright.agents.cases.mind import Briefing, Stage, Step
    from casewright.agents.cases.minds.exchange import Mask, Refuse

MOST_CORRECTIONS = 2
"""Times that a step which cannot be used is told back; once for a tier, a reply, or the wrong language."""
SEED_DATASET = "relexro.romanian_legal_data"
_NOTHING = Misfit("", "")
_BEFORE = 12
"""Earlier questions of a reasoner's session that it is told again."""


class LanguageModelAssistant:
    """Fits ``mind.Assistant``. ``tools`` are the assistant's, in OpenAI's form; ``mask`` is the case's firewall.

    ``refuse`` says why an answer with so many calls is not read.
    """

    def __init__(
        self,
        model: BaseChatModel,
        *,
        called: str,
        mask: Mask,
        refuse: Refuse,
        tools: Sequence[Mapping[str, Any]],
        platform: str,
        dataset: str = SEED_DATASET,
    ) -> None:
        self._exchange = Exchange(model, role="assistant", called=called, mask=mask, refuse=refuse)
        self._tools = tools
        self._platform = platform
        self._dataset = dataset

    @property
    def called(self) -> str:
        """Provider and model."""
        return self._exchange.called

    async def tier(self, said: Sequence[str], language: str) -> TierSaid:
        """What the model makes of the description. In English once more, its words give way to those of the rules."""
        given = instructions(self._platform, language)
        asked = await asyncio.to_thread(tier_prompt, said, self._exchange)
        misfit = _NOTHING
        for _ in range(2):
            answer = await self._exchange.ask(given, asked, correction=misfit.told)
            found = read_tier(answer, language)
            if isinstance(found, TierSaid):
                return found
            misfit = found
        if misfit.english:
            return _by_rules(said, tier_number(answer.text), language)
        raise ToolFailed(f"{self.called} said no tier: {misfit.reason}")

    async def step(self, stage: Stage, briefing: Briefing) -> Step:
        """The step that the model asks for; its text for the user is in the user's language."""
        tools = offered(stage, briefing, self._tools)
        given = instructions(self._platform, briefing.language)
        asked = await asyncio.to_thread(stage_prompt, stage, briefing, self._exchange, self._dataset)
        misfit, english = _NOTHING, 0
        for _ in range(1 + MOST_CORRECTIONS):
            answer = await self._exchange.ask(given, asked, tools=tools, correction=misfit.told)
            found = read_step(answer, stage, briefing, tools)
            if not isinstance(found, Misfit):
                if len(answer.calls) > 1:
                    self._exchange.remark(f"(of {len(answer.calls)} calls the first counts)")
                return found
            misfit, english = found, english + found.english
            if english > 1:
                break
        raise ToolFailed(f"{self.called} gave no answer that can be used: {misfit.reason}")


class LanguageModelReasoner:
    """Fits ``mind.Reasoner``. It is offered no tool."""

    def __init__(self, model: BaseChatModel, *, called: str, mask: Mask, refuse: Refuse, platform: str) -> None:
        self._exchange = Exchange(model, role="reasoner", called=called, mask=mask, refuse=refuse)
        self._platform = platform

    @property
    def called(self) -> str:
        """Provider and model."""
        return self._exchange.called

    async def advise(self, summary: str, question: str, before: Sequence[tuple[str, str]]) -> str:
        """The reply. Only lines at its very end ask for anything: what it quotes approves no plan."""
        given = filled(prompt("reasoner"), platform=self._platform)
        session, asked = await asyncio.to_thread(_conversation, summary, question, before, self._exchange.mask)
        misfit = _NOTHING
        for _ in range(2):
            answer = await self._exchange.ask(given, asked, before=session, correction=misfit.told)
            found = read_reply(answer)
            if isinstance(found, str):
                return found
            misfit = found
        raise ToolFailed(f"{self.called} gave no reply that can be used: {misfit.reason}")


def _conversation(summary: str, question: str, before: Sequence[tuple[str, str]], mask: Mask) -> tuple[list[Line], str]:
    """The session's earlier lines and the question that is new, all of it masked."""
    session: list[Line] = []
    for asked, replied in before[-_BEFORE:]:
        session += [Line(_question("", mask(asked))), Line(mask_reply(replied, mask), by_model=True)]
    return session, _question(mask(summary), mask(question))


def _question(summary: str, question: str) -> str:
    """A question as the reasoner is asked it, its summary between marks."""
    asked = f"Întrebarea asistentului: {one_line(question)}"
    return f"Contextul cazului:\n{bounded(summary, 'summary')}\n\n{asked}" if summary else asked


def _by_rules(said: Sequence[str], tier: int | None, language: str) -> TierSaid:
    """The rules' words where the model has none in Romanian; a tier that it named stays."""
    found = determine_tier("\n".join(said), language="en" if language == "en" else "ro")
    if isinstance(found, Tiered) and tier in (None, found.tier):
        return TierSaid(found.tier, found.reason)
    if tier is not None:
        return TierSaid(tier, f"Nivelul {tier}, după aprecierea asistentului.")
    if isinstance(found, OffTopic):
        return TierSaid(None, question=found.message, off_topic=True)
    assert not isinstance(found, Tiered)
    return TierSaid(None, question=found.question)
