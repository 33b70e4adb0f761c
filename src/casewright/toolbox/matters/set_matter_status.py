"""The tool ``set_matter_status``: a matter is closed, archived, or taken up again."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pydantic import Field

from casewright.domain.matters import MatterKind, MatterStatus
from casewright.errors import NotFound, Refused
from casewright.toolbox.matter_id import matter_of
from casewright.toolbox.matters.create_matter import MatterView
from casewright.tools.arguments import Arguments
from casewright.tools.calls import CallContext, Failure, SafetyLevel
from casewright.tools.definition import Tool
from casewright.tools.matter_names import matter_not_found

if TYPE_CHECKING:
    from casewright.tools.ports.clock import Clock
    from casewright.tools.ports.matters import MatterStore


class SetMatterStatusInput(Arguments):
    """Input of the ``set_matter_status`` tool."""

    matter_id: str = Field(description="UUID of the matter")
    status: MatterStatus = Field(description="active: work goes on; closed: done; archived: done and put away")


def set_matter_status(*, matters: MatterStore, clock: Clock) -> Tool:
    """The tool over this store."""

    def run(arguments: SetMatterStatusInput, context: CallContext) -> MatterView | Failure:
        matter = matter_of(arguments.matter_id)
        if isinstance(matter, Failure):
            return matter
        found = matters.get(context.tenant, matter)
        if found is None:
            raise NotFound(matter_not_found(arguments.matter_id))
        if found.kind is MatterKind.CASE:
            raise Refused(
                f"{found.number} is a case, and its status follows from the case's own: it is not set by hand"
            )
        changed = matters.set_status(context.tenant, matter, arguments.status, at=clock.now())
        if changed is None:
            raise NotFound(matter_not_found(arguments.matter_id))
        return MatterView.of(changed)

    return Tool(
        name="set_matter_status",
        description="Close a matter, archive it, or take it up again. Unless active it can be read, not changed.",
        arguments=SetMatterStatusInput,
        output=MatterView,
        handler=run,
        atomic=True,
        safety_level=SafetyLevel.CAUTIOUS,
        categories=("matters",),
        writes=("the matter's status",),
        on_closed=True,
    )
