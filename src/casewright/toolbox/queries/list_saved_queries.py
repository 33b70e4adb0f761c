"""The tool ``list_saved_queries``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pydantic import BaseModel, Field

from casewright.toolbox.matter_id import matter_of
from casewright.toolbox.queries.save_query import SavedQueryView
from casewright.tools.arguments import Arguments
from casewright.tools.calls import CallContext, Failure, SafetyLevel
from casewright.tools.definition import Tool

if TYPE_CHECKING:
    from casewright.tools.ports.queries import QueryStore


class ListSavedQueriesInput(Arguments):
    """Input of the ``list_saved_queries`` tool."""

    matter_id: str | None = Field(default=None, description="Only those made for this matter")


class ListSavedQueriesOutput(BaseModel):
    """The caller's own queries, by name."""

    queries: list[SavedQueryView]
    total_count: int


def list_saved_queries(*, queries: QueryStore) -> Tool:
    """The tool over this store."""

    def run(arguments: ListSavedQueriesInput, context: CallContext) -> ListSavedQueriesOutput | Failure:
        found = queries.of_owner(context.tenant, context.owner)
        if arguments.matter_id is not None:
            matter = matter_of(arguments.matter_id)
            if isinstance(matter, Failure):
                return matter
            found = [one for one in found if one.matter == matter]
        return ListSavedQueriesOutput(queries=[SavedQueryView.of(one) for one in found], total_count=len(found))

    return Tool(
        name="list_saved_queries",
        description="List the IQL queries that you saved, by name.",
        arguments=ListSavedQueriesInput,
        output=ListSavedQueriesOutput,
        handler=run,
        safety_level=SafetyLevel.SAFE,
        categories=("documents", "queries"),
        reads=("the caller's saved queries",),
    )
