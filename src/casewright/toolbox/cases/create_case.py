"""The tool ``create_case``."""

from __future__ import annotations

from typing import TYPE_CHECKING
from uuid import UUID, uuid4

from pydantic import Field, field_validator

from casewright.casework.details_schema import empty_details
from casewright.domain.cases import Case, CaseStatus, ProcessingState
from casewright.domain.matters import DESCRIPTION_LIMIT, TITLE_LIMIT, MatterKind
from casewright.toolbox.cases.case_view import CaseView, MaskedView
from casewright.tools.arguments import Arguments
from casewright.tools.calls import CallContext, SafetyLevel
from casewright.tools.definition import Tool
from casewright.vocabulary.outside_text import is_visible

if TYPE_CHECKING:
    from collections.abc import Callable
    from datetime import datetime

    from casewright.casework.firewall import Masked
    from casewright.domain.ids import MatterId
    from casewright.toolbox.cases.case_firewall import CaseFirewall
    from casewright.toolbox.cases.case_stores import CaseStores

_JURISDICTION = "RO"


class CreateCaseInput(Arguments):
    """Input of the ``create_case`` tool."""

    title: str = Field(description="What the case is called, without names", min_length=1, max_length=TITLE_LIMIT)
    description: str = Field(default="", description="What it is about", max_length=DESCRIPTION_LIMIT)

    @field_validator("title")
    @classmethod
    def _not_blank(cls, title: str) -> str:
        if not is_visible(title):
            raise ValueError("a title needs a visible character")
        return title.strip()


class CreateCaseOutput(CaseView):
    """The new case, and what was masked in its title and description."""

    masked: MaskedView


def create_case(*, stores: CaseStores, firewall: CaseFirewall, new_id: Callable[[], UUID] = uuid4) -> Tool:
    """The tool over these stores."""

    def run(arguments: CreateCaseInput, context: CallContext) -> CreateCaseOutput:
        now = stores.clock.now()
        with stores.transaction.together():
            # The words come in once they are masked, and they are masked for a case that is there.
            matter = stores.matters.create(
                context.tenant,
                title="",
                description="",
                kind=MatterKind.CASE,
                jurisdiction=_JURISDICTION,
                created_by=context.owner,
                at=now,
            )
            case = _case(matter.id, context, now, sessions=(str(new_id()), str(new_id())))
            stores.cases.add(case)
            masked = firewall.masking(context.tenant, case.id)
            title, description = masked(arguments.title), masked(arguments.description)
            matter = (
                stores.matters.describe(context.tenant, case.id, title=title.text, description=description.text)
                or matter
            )
        return CreateCaseOutput(**CaseView.of(case, matter, []).model_dump(), masked=_masked(title, description))

    return Tool(
        name="create_case",
        description="Open a new case. Personal data in its title and description are masked; parties are added apart.",
        arguments=CreateCaseInput,
        output=CreateCaseOutput,
        handler=run,
        atomic=True,
        safety_level=SafetyLevel.CAUTIOUS,
        categories=("cases",),
        sensitive=frozenset({"title", "description"}),
        writes=("a case",),
    )


def _case(matter: MatterId, context: CallContext, now: datetime, *, sessions: tuple[str, str]) -> Case:
    """A case that nothing is known of yet."""
    return Case(
        id=matter,
        tenant=context.tenant,
        status=CaseStatus.TIER_PENDING,
        tier=None,
        details=empty_details(now.isoformat()),
        processing=ProcessingState(None, None, None),
        sessions=sessions,
        version=1,
        made_by=context.owner,
        made_at=now,
        updated_at=now,
    )


def _masked(title: Masked, description: Masked) -> MaskedView:
    """What was masked in both."""
    counts = dict(title.replaced)
    for kind, count in description.replaced.items():
        counts[kind] = counts.get(kind, 0) + count
    return MaskedView.over(counts, [*title.undeclared, *description.undeclared])
