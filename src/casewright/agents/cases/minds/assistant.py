"""The assistant that is a set of rules: it asks by checklists, researches by keywords and drafts from templates."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from casewright.agents.cases.mind import Act, Ask, Stage, Tell, TierSaid
from casewright.agents.cases.minds.case_file import CaseFile, kind_of_any_tier
from casewright.agents.cases.minds.mind_names import CALLED
from casewright.agents.cases.minds.next_step import next_step
from casewright.agents.cases.minds.phrases import phrase
from casewright.agents.cases.minds.questions import remarks
from casewright.agents.cases.minds.repairs import ask_about_obstacle, ask_for_advice, open_ticket, repair
from casewright.agents.cases.minds.safe_text import fillable, with_placeholders
from casewright.casework.tiers import OffTopic, Tiered, determine_tier

if TYPE_CHECKING:
    from collections.abc import Sequence

    from casewright.agents.cases.mind import Briefing, Step


class RuleBasedAssistant:
    """Fits ``Assistant``. It keeps nothing between steps and never raises for what somebody wrote."""

    @property
    def called(self) -> str:
        """Its name for people."""
        return CALLED

    async def tier(self, said: Sequence[str], language: str) -> TierSaid:
        """The tier by the words of the description; in its first words it says what it is."""
        found = determine_tier("\n".join(said), language="en" if language == "en" else "ro")
        if isinstance(found, Tiered):
            return TierSaid(int(found.tier), justification=found.reason)
        kind = kind_of_any_tier(said) if language == "en" and not isinstance(found, OffTopic) else None
        if kind is not None:
            return TierSaid(kind.tier, justification=f"Nivelul {kind.tier}: {kind.name['ro']}.")
        off_topic = isinstance(found, OffTopic)
        text = found.message if isinstance(found, OffTopic) else found.question
        if len(said) < 2:
            text = f"{phrase('intro_short', language)} {text}"
        return TierSaid(None, question=text, off_topic=off_topic)

    async def step(self, stage: Stage, briefing: Briefing) -> Step:
        """The next step, by the stage where a call failed, else by the case file and the turn so far."""
        if briefing.failure is not None:
            match stage:
                case Stage.RETRY:
                    return _spoken(repair(briefing, briefing.failure), briefing)
                case Stage.CONSULT:
                    return ask_for_advice(briefing, briefing.failure)
                case Stage.ASK_USER:
                    return _spoken(ask_about_obstacle(briefing, briefing.failure), briefing)
                case Stage.TICKET:
                    return open_ticket(briefing, briefing.failure)
                case Stage.PLAN | Stage.RESEARCH | Stage.DRAFT:
                    pass
        return _spoken(next_step(briefing), briefing)


def _spoken(step: Step, briefing: Briefing) -> Step:
    """The step; before what the user is told stands what has to be said once, and every placeholder can be filled."""
    if isinstance(step, Act):
        return step
    may = fillable(briefing.parties)
    before = remarks(CaseFile.of(briefing))
    if isinstance(step, Ask):
        return replace(step, question=with_placeholders("\n\n".join((*before, step.question)), may))
    return Tell(
        with_placeholders("\n\n".join((*before, step.text)), may),
        tuple(with_placeholders(one, may) for one in step.recommendations),
        tuple(with_placeholders(one, may) for one in step.next_steps),
    )
