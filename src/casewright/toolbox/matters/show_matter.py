"""The tool ``show_matter``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pydantic import Field

from casewright.errors import NotFound
from casewright.toolbox.matter_id import matter_of
from casewright.toolbox.matters.create_matter import MatterView
from casewright.tools.arguments import Arguments
from casewright.tools.calls import CallContext, Failure, SafetyLevel
from casewright.tools.definition import Tool
from casewright.tools.matter_names import matter_not_found

if TYPE_CHECKING:
    from casewright.tools.visibility import Visibility


class ShowMatterInput(Arguments):
    """Input of the ``show_matter`` tool."""

    matter_id: str = Field(description="UUID of the matter")


def show_matter(*, visibility: Visibility) -> Tool:
    """The tool over what the caller may see."""

    def run(arguments: ShowMatterInput, context: CallContext) -> MatterView | Failure:
        matter = matter_of(arguments.matter_id)
        if isinstance(matter, Failure):
            return matter
        found = visibility.stored(context, matter)
        if found is None:
            raise NotFound(matter_not_found(arguments.matter_id))
        return MatterView.of(found)

    return Tool(
        name="show_matter",
        description="Show one matter: its number, title, kind and status, and who opened it when.",
        arguments=ShowMatterInput,
        output=MatterView,
        handler=run,
        safety_level=SafetyLevel.SAFE,
        categories=("matters",),
        reads=("the matter",),
    )
