"""The tool ``delete_saved_query``: a query that was kept under a name goes, by its owner's wish alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pydantic import BaseModel, Field

from casewright.domain.queries import NAME_LIMIT
from casewright.errors import NotFound
from casewright.tools.arguments import Arguments
from casewright.tools.calls import CallContext, SafetyLevel
from casewright.tools.definition import Tool

if TYPE_CHECKING:
    from casewright.tools.ports.queries import QueryStore


class DeleteSavedQueryInput(Arguments):
    """Input of the ``delete_saved_query`` tool."""

    name: str = Field(description="The query's name, as it was saved", min_length=1, max_length=NAME_LIMIT)


class DeleteSavedQueryOutput(BaseModel):
    """The name of the query that is gone."""

    name: str


def delete_saved_query(*, queries: QueryStore) -> Tool:
    """The tool over this store."""

    def run(arguments: DeleteSavedQueryInput, context: CallContext) -> DeleteSavedQueryOutput:
        name = arguments.name.strip()
        if not queries.remove(context.tenant, context.owner, name):
            raise NotFound(f"You have no query called {name!r}: 'casewright queries list' shows yours")
        return DeleteSavedQueryOutput(name=name)

    return Tool(
        name="delete_saved_query",
        description="Delete one of the IQL queries that you saved, by its name.",
        arguments=DeleteSavedQueryInput,
        output=DeleteSavedQueryOutput,
        handler=run,
        atomic=True,
        safety_level=SafetyLevel.CAUTIOUS,
        categories=("documents", "queries"),
        writes=("a saved query of the caller's",),
    )
