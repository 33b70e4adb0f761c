"""The tool ``list_column_sets``: which columns of a matter's review grid are kept together, under which names."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pydantic import BaseModel, Field

from casewright.toolbox.matter_id import matter_of
from casewright.toolbox.reviews.column_set_view import ColumnSetView
from casewright.tools.arguments import Arguments
from casewright.tools.calls import CallContext, Failure, SafetyLevel
from casewright.tools.definition import Tool

if TYPE_CHECKING:
    from casewright.tools.ports.reviews import ColumnSetStore


class ListColumnSetsInput(Arguments):
    """Input of the ``list_column_sets`` tool."""

    matter_id: str = Field(description="UUID of the matter")


class ListColumnSetsOutput(BaseModel):
    """The matter's sets, by name."""

    sets: list[ColumnSetView]


def list_column_sets(*, sets: ColumnSetStore) -> Tool:
    """The tool over this store."""

    def run(arguments: ListColumnSetsInput, context: CallContext) -> ListColumnSetsOutput | Failure:
        matter = matter_of(arguments.matter_id)
        if isinstance(matter, Failure):
            return matter
        return ListColumnSetsOutput(sets=[ColumnSetView.of(one) for one in sets.of_matter(context.tenant, matter)])

    return Tool(
        name="list_column_sets",
        description="List the columns of a matter's review grid that are kept together under names.",
        arguments=ListColumnSetsInput,
        output=ListColumnSetsOutput,
        handler=run,
        safety_level=SafetyLevel.SAFE,
        categories=("documents",),
        reads=("the matter's named sets of columns",),
    )
