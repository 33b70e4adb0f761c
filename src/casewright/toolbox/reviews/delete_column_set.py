"""The tool ``delete_column_set``: columns that were kept together are so no longer."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pydantic import BaseModel, Field

from casewright.errors import NotFound
from casewright.toolbox.matter_id import matter_of
from casewright.toolbox.reviews.column_set_view import SetName
from casewright.tools.arguments import Arguments
from casewright.tools.calls import CallContext, Failure, SafetyLevel
from casewright.tools.definition import Tool

if TYPE_CHECKING:
    from casewright.tools.ports.reviews import ColumnSetStore


class DeleteColumnSetInput(Arguments):
    """Input of the ``delete_column_set`` tool."""

    matter_id: str = Field(description="UUID of the matter")
    name: SetName


class DeleteColumnSetOutput(BaseModel):
    """The name of the set that is gone; what was said to cells stays."""

    name: str


def delete_column_set(*, sets: ColumnSetStore) -> Tool:
    """The tool over this store."""

    def run(arguments: DeleteColumnSetInput, context: CallContext) -> DeleteColumnSetOutput | Failure:
        matter = matter_of(arguments.matter_id)
        if isinstance(matter, Failure):
            return matter
        if not sets.remove(context.tenant, matter, arguments.name):
            raise NotFound(f"The matter has no columns called {arguments.name!r}: list_column_sets names them")
        return DeleteColumnSetOutput(name=arguments.name)

    return Tool(
        name="delete_column_set",
        description="Delete a named set of columns of a matter's review grid. What was said to cells stays.",
        arguments=DeleteColumnSetInput,
        output=DeleteColumnSetOutput,
        handler=run,
        atomic=True,
        safety_level=SafetyLevel.CAUTIOUS,
        categories=("documents",),
        writes=("a named set of the matter's columns",),
    )
