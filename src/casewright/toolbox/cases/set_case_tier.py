"""The tool ``set_case_tier``."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, Literal

from pydantic import BaseModel, Field

from casewright.casework.details import update_details
from casewright.casework.tiers import Tiered, determine_tier
from casewright.domain.actors import ActorKind
from casewright.domain.cases import Case, CaseStatus
from casewright.errors import Refused
from casewright.tools.arguments import Arguments
from casewright.tools.call_events import emit
from casewright.tools.calls import CallContext, Failure, SafetyLevel
from casewright.tools.definition import Tool

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import datetime

    from casewright.casework.tier_definitions import Strength
    from casewright.toolbox.cases.case_stores import CaseStores

TIERED = "case.tiered"
"""What the audit is told."""
_SURE: frozenset[Strength] = frozenset(("clear", "broad"))
"""How surely what was said must meet a tier for it to be a floor; a weaker reading is a guess."""
_ANY_TIER = "ADMIN"
"""Who may set a tier that nobody's words tell; below what they clearly meet not even they."""


class SetCaseTierInput(Arguments):
    """Input of the ``set_case_tier`` tool."""

    case_id: str = Field(description="The ID of the case")
    tier: Literal[1, 2, 3] = Field(description="1 reduced or administrative, 2 standard, 3 complex")
    justification: str = Field(description="Why, by the definitions and by what the user said", min_length=1)


class SetCaseTierOutput(BaseModel):
    """The case's tier as it is now."""

    status: Literal["success"] = "success"
    case_status: CaseStatus
    case_tier: int


def set_case_tier(*, stores: CaseStores) -> Tool:
    """The tool over these stores. What the case's user said decides how low the tier can be, whoever asks."""

    def run(arguments: SetCaseTierInput, context: CallContext) -> SetCaseTierOutput | Failure:
        case = stores.case_of(context, arguments.case_id)
        if isinstance(case, Failure):
            return case

        def tiered(before: Case, now: datetime) -> Case:
            _require_open(before)
            _require_no_lower(arguments.tier, before.details, context)
            entry = {
                "timestamp": now.isoformat(),
                "event": TIERED,
                "tier": arguments.tier,
                "justification": arguments.justification,
            }
            details = update_details(before.details, {"agent_interactions.log": [entry]})
            return replace(before, tier=arguments.tier, details={**details, "last_updated": now.isoformat()})

        with stores.transaction.together():
            after = stores.alter(case, tiered)
            emit(TIERED, {"case_id": case.id, "tier": arguments.tier})
        return SetCaseTierOutput(case_status=after.status, case_tier=arguments.tier)

    return Tool(
        name="set_case_tier",
        description=(
            "Set a new case's tier, with the reason. It can be no lower than what the user's own words clearly meet, "
            "and it stays once the case is active or waits for its payment."
        ),
        arguments=SetCaseTierInput,
        output=SetCaseTierOutput,
        handler=run,
        atomic=True,
        safety_level=SafetyLevel.CAUTIOUS,
        categories=("cases",),
        reads=("what the user said",),
        writes=("the case's tier",),
        emits=(TIERED,),
    )


def said(details: Mapping[str, Any]) -> str:
    """All that the user has said so far, each statement on a line of its own."""
    return "\n".join(text for entry in details.get("user_statements", []) for text in _texts(entry))


def _texts(entry: object) -> list[str]:
    if isinstance(entry, str):
        return [entry]
    if not isinstance(entry, dict):
        return []
    return [value for name, value in entry.items() if isinstance(value, str) and name not in ("id", "timestamp")]


def _require_open(case: Case) -> None:
    if case.status is not CaseStatus.TIER_PENDING:
        raise Refused(f"The case's tier is {case.tier} and stays: the case is {case.status.value.replace('_', ' ')}")


def _require_no_lower(tier: int, details: Mapping[str, Any], context: CallContext) -> None:
    """Units and prices follow the tier. Raises ``Refused`` where what was said does not bear it out.

    Where the rules find no tier, the assistant may judge what was said, and an administrator anything.
    """
    words = said(details)
    found = determine_tier(words) if words.strip() else None
    if context.actor.role != _ANY_TIER and (
        found is None or (context.actor.kind is ActorKind.PERSON and not isinstance(found, Tiered))
    ):
        raise Refused(
            "What was said does not tell the case's tier yet: 'casewright case message' takes its description, and an "
            "administrator may set the tier of any case"
        )
    if isinstance(found, Tiered) and found.strength in _SURE and found.tier > tier:
        raise Refused(f"The tier cannot be {tier}: by what was said, the case is of tier {found.tier}. {found.reason}")
