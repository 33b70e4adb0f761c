"""The tool ``list_matters``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pydantic import BaseModel

from casewright.toolbox.matters.create_matter import MatterView
from casewright.tools.arguments import Arguments
from casewright.tools.calls import CallContext, SafetyLevel
from casewright.tools.definition import Tool

if TYPE_CHECKING:
    from casewright.tools.visibility import Visibility


class ListMattersInput(Arguments):
    """Input of the ``list_matters`` tool: nothing."""


class ListMattersOutput(BaseModel):
    """Every matter the caller may see, newest first."""

    matters: list[MatterView]
    total_count: int


def list_matters(*, visibility: Visibility) -> Tool:
    """The tool over what the caller may see."""

    def run(_arguments: ListMattersInput, context: CallContext) -> ListMattersOutput:
        found = [MatterView.of(matter) for matter in visibility.matters(context)]
        return ListMattersOutput(matters=found, total_count=len(found))

    return Tool(
        name="list_matters",
        description="List the matters that you may see, newest first, with their ids and numbers.",
        arguments=ListMattersInput,
        output=ListMattersOutput,
        handler=run,
        safety_level=SafetyLevel.SAFE,
        categories=("matters",),
        reads=("all visible matters",),
    )
