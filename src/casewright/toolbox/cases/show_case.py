"""The tool ``show_case``: a case with its parties, or every case that the caller may see."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pydantic import BaseModel, Field

from casewright.domain.matters import MatterKind
from casewright.toolbox.cases.case_stores import no_case
from casewright.toolbox.cases.case_view import CaseView, PartView
from casewright.tools.arguments import Arguments
from casewright.tools.calls import CallContext, Failure, SafetyLevel
from casewright.tools.definition import Tool

if TYPE_CHECKING:
    from casewright.domain.cases import Case
    from casewright.toolbox.cases.case_stores import CaseStores
    from casewright.tools.visibility import Visibility


class ShowCaseInput(Arguments):
    """Input of the ``show_case`` tool."""

    case_id: str = Field(description="The ID of the case")


class ListCasesInput(Arguments):
    """Input of the ``list_cases`` tool: nothing."""


class ListCasesOutput(BaseModel):
    """Every case the caller may see, newest first."""

    cases: list[CaseView]


def show_case(*, stores: CaseStores) -> Tool:
    """The tool over these stores."""

    def run(arguments: ShowCaseInput, context: CallContext) -> CaseView | Failure:
        case = stores.case_of(context, arguments.case_id)
        return case if isinstance(case, Failure) else view_of(stores, case) or no_case()

    return Tool(
        name="show_case",
        description="A case: its status, its tier, its parties by placeholder, and how many drafts it has.",
        arguments=ShowCaseInput,
        output=CaseView,
        handler=run,
        safety_level=SafetyLevel.SAFE,
        categories=("cases",),
        reads=("the case",),
    )


def list_cases(*, stores: CaseStores, visibility: Visibility) -> Tool:
    """The tool over these stores and what the caller may see."""

    def run(_arguments: ListCasesInput, context: CallContext) -> ListCasesOutput:
        seen = [matter for matter in visibility.matters(context) if matter.kind is MatterKind.CASE]
        cases = [stores.cases.get(context.tenant, matter.id) for matter in seen]
        views = [view_of(stores, case) for case in cases if case is not None]
        return ListCasesOutput(cases=[view for view in views if view is not None])

    return Tool(
        name="list_cases",
        description="List the cases that you may see, newest first.",
        arguments=ListCasesInput,
        output=ListCasesOutput,
        handler=run,
        safety_level=SafetyLevel.SAFE,
        categories=("cases",),
        reads=("all visible cases",),
    )


def view_of(stores: CaseStores, case: Case) -> CaseView | None:
    """The view of a case; None where its matter is gone."""
    matter = stores.matters.get(case.tenant, case.id)
    return None if matter is None else CaseView.of(case, matter, parts_of(stores, case))


def parts_of(stores: CaseStores, case: Case) -> list[PartView]:
    """The case's parties, in the order of their aliases."""
    parts = stores.parties.of_case(case.tenant, case.id)
    found = [(part, stores.parties.get(case.tenant, part.party)) for part in parts]
    return [PartView.of(part, party) for part, party in found if party is not None]
