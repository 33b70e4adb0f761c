"""The tool ``run_debate``: five roles argue about a deal's claims until there is a reason to stop."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from pydantic import Field

from casewright.domain.debates import MAX_ROUNDS, AgentRole
from casewright.domain.held_debates import DebateSettings
from casewright.errors import InvalidInput
from casewright.toolbox.debates.debate_view import DebateView
from casewright.tools.arguments import Arguments
from casewright.tools.calls import CallContext, Failure, SafetyLevel
from casewright.tools.definition import Tool

if TYPE_CHECKING:
    from collections.abc import Mapping

    from casewright.toolbox.debates.debated_deal import DebatedDeals
    from casewright.tools.ports.debates import DebateHolder

TIMEOUT = 7200.0
RULES = "rules"
ALL = "all"
_LONGEST_MIND = 200


class RunDebateInput(Arguments):
    """Input of the ``run_debate`` tool."""

    deal_id: str = Field(description="UUID of the deal")
    max_rounds: int = Field(default=MAX_ROUNDS, description=f"From 1 to {MAX_ROUNDS}")
    seed: int = Field(default=0, ge=0, le=2**31 - 1, description="The same deal, minds and seed give the same result")
    minds: dict[str, str] = Field(
        default_factory=dict,
        description="What thinks in each role, by role or for all: rules (the default), model (the one that is set) or "
        "provider:model",
    )


def run_debate(*, holder: DebateHolder, deals: DebatedDeals) -> Tool:
    """The tool over this holder."""

    async def run(arguments: RunDebateInput, context: CallContext) -> DebateView | Failure:
        settings = DebateSettings(_minds(arguments.minds), arguments.max_rounds, arguments.seed)
        deal = await asyncio.to_thread(deals.deal, context, arguments.deal_id)
        if isinstance(deal, Failure):
            return deal
        return DebateView.of(await holder.hold(context.actor, deal, settings))

    return Tool(
        name="run_debate",
        description=(
            "Hold a debate about a deal: an advocate, a sanad breaker, a contradiction finder, a risk officer and an "
            "arbiter argue about its claims in rounds, until there is a reason to stop. Every output has to account "
            "for itself. It may wait for a person at a gate; resume_debate goes on."
        ),
        arguments=RunDebateInput,
        output=DebateView,
        handler=run,
        safety_level=SafetyLevel.CAUTIOUS,
        categories=("debate",),
        timeout=TIMEOUT,
        reads=("the deal's claims, evidence and documents",),
        writes=("the debate", "defects", "gates", "grades"),
    )


def _minds(given: Mapping[str, str]) -> dict[AgentRole, str]:
    """What thinks in each of the five roles. Raises ``InvalidInput`` for a role that there is not."""
    strange = sorted(set(given) - {*AgentRole, ALL})
    if strange:
        raise InvalidInput(f"There is no role {strange[0]!r}: the roles are {', '.join(AgentRole)}, or {ALL}")
    long = [mind for mind in given.values() if len(mind) > _LONGEST_MIND]
    if long:
        raise InvalidInput(f"A mind's name has {len(long[0]):,} characters: name rules, model or provider:model")
    return {role: given.get(role, given.get(ALL, RULES)) for role in AgentRole}
