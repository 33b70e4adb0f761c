"""The tool ``save_column_set``: columns of a matter's review grid are kept together under a name."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pydantic import Field

from casewright.domain.column_sets import MAX_SET_COLUMNS, MAX_SETS, ColumnSet
from casewright.errors import InvalidInput
from casewright.toolbox.matter_id import matter_of
from casewright.toolbox.reviews.column_set_view import ColumnSetView, SetName
from casewright.toolbox.reviews.columns import ColumnInput, column_of
from casewright.tools.arguments import Arguments
from casewright.tools.calls import CallContext, Failure, SafetyLevel
from casewright.tools.definition import Tool

if TYPE_CHECKING:
    from casewright.tools.ports.clock import Clock
    from casewright.tools.ports.firewall import DocumentFirewall
    from casewright.tools.ports.reviews import ColumnSetStore
    from casewright.tools.ports.templates import TemplateStore


class SaveColumnSetInput(Arguments):
    """Input of the ``save_column_set`` tool."""

    matter_id: str = Field(description="UUID of the matter")
    name: SetName
    columns: list[ColumnInput] = Field(
        min_length=1, max_length=MAX_SET_COLUMNS, description="What is asked of each document, in order"
    )
    replace: bool = Field(default=False, description="True: take the place of the matter's set of this name")


def save_column_set(
    *, sets: ColumnSetStore, templates: TemplateStore, firewall: DocumentFirewall, clock: Clock
) -> Tool:
    """The tool over these stores."""

    def run(arguments: SaveColumnSetInput, context: CallContext) -> ColumnSetView | Failure:
        matter = matter_of(arguments.matter_id)
        if isinstance(matter, Failure):
            return matter
        if firewall.guards(context.tenant, matter):
            raise InvalidInput("This is a case: columns of grids are kept in matters and deals")
        asked = [column_of(one, templates, context.tenant) for one in arguments.columns]
        wanted = ColumnSet(
            tenant=context.tenant,
            matter=matter,
            name=arguments.name,
            columns=tuple(dict.fromkeys(asked)),
            saved_by=context.owner,
            saved_at=clock.now(),
        )
        match sets.put(wanted, replace=arguments.replace, most=MAX_SETS):
            case None:
                raise InvalidInput(f"The matter has {MAX_SETS} sets of columns already: delete one first")
            case False:
                raise InvalidInput(
                    f"The matter has columns called {arguments.name!r} already: choose another name, or replace them "
                    "with 'replace': true"
                )
        return ColumnSetView.of(wanted)

    return Tool(
        name="save_column_set",
        description="Keep columns of a matter's review grid together under a name, for everybody who sees the matter.",
        arguments=SaveColumnSetInput,
        output=ColumnSetView,
        handler=run,
        atomic=True,
        safety_level=SafetyLevel.CAUTIOUS,
        categories=("documents",),
        writes=("a named set of the matter's columns",),
    )
