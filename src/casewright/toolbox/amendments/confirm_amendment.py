"""The tool ``confirm_amendment``: a person says whether a document amends another one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pydantic import BaseModel, Field

from casewright.domain.amendments import Amendment, AmendmentKind
from casewright.domain.ids import DocumentId
from casewright.errors import InvalidInput, NotFound
from casewright.toolbox.matter_id import matter_of
from casewright.tools.arguments import Arguments
from casewright.tools.calls import CallContext, Failure, SafetyLevel
from casewright.tools.definition import Tool

if TYPE_CHECKING:
    from collections.abc import Iterable

    from casewright.tools.ports.amendments import AmendmentStore
    from casewright.tools.ports.clock import Clock
    from casewright.tools.ports.documents import DocumentStore


class ConfirmAmendmentInput(Arguments):
    """Input of the ``confirm_amendment`` tool."""

    matter_id: str = Field(description="UUID of the matter that holds both documents")
    document_id: str = Field(description="UUID of the document that amends the other one")
    amended_id: str = Field(description="UUID of the document that is amended, restated or superseded")
    kind: AmendmentKind = Field(default=AmendmentKind.AMENDS, description="What it does to the other one")
    holds: bool = Field(default=True, description="False: it does not; what was recognised is rejected")


class ConfirmAmendmentOutput(BaseModel):
    """What is kept now."""

    document_id: str
    filename: str
    amended_id: str
    amended_filename: str
    kind: AmendmentKind
    holds: bool


def confirm_amendment(*, documents: DocumentStore, amendments: AmendmentStore, clock: Clock) -> Tool:
    """The tool over these stores."""

    def run(arguments: ConfirmAmendmentInput, context: CallContext) -> ConfirmAmendmentOutput | Failure:
        matter = matter_of(arguments.matter_id)
        if isinstance(matter, Failure):
            return matter
        names = {one.id: one.filename for one in documents.of_matter(context.tenant, matter)}
        pair = (DocumentId(arguments.document_id.lower()), DocumentId(arguments.amended_id.lower()))
        for one in pair:
            if one not in names:
                raise NotFound(f"Document {one!r} not found in this matter")
        if pair[0] == pair[1]:
            raise InvalidInput(f"{names[pair[0]]!r} cannot amend itself: name the document that it amends")
        held = [one for one in amendments.of_matter(context.tenant, matter) if one.holds]
        if arguments.holds and _leads(pair[1], pair[0], held):
            raise InvalidInput(
                f"{names[pair[1]]!r} amends {names[pair[0]]!r} already, itself or by others: reject that first "
                "(holds: false), or name the documents the other way round"
            )
        amendment = Amendment(
            context.tenant,
            matter,
            *pair,
            arguments.kind,
            holds=arguments.holds,
            decided_by=context.actor.id,
            decided_at=clock.now(),
        )
        amendments.decide(amendment)
        return ConfirmAmendmentOutput(
            document_id=pair[0],
            filename=names[pair[0]],
            amended_id=pair[1],
            amended_filename=names[pair[1]],
            kind=amendment.kind,
            holds=amendment.holds,
        )

    return Tool(
        name="confirm_amendment",
        description="Say that a document of a matter amends, restates or supersedes another one, or that it does not.",
        arguments=ConfirmAmendmentInput,
        output=ConfirmAmendmentOutput,
        handler=run,
        atomic=True,
        safety_level=SafetyLevel.CAUTIOUS,
        categories=("documents",),
        idempotent=True,
        reads=("the matter's documents",),
        writes=("which documents amend which",),
    )


def _leads(start: DocumentId, end: DocumentId, held: Iterable[Amendment]) -> bool:
    """Whether amendments lead from ``start`` to ``end``."""
    found = {start}
    pairs = [(one.document, one.amended) for one in held]
    while new := {amended for document, amended in pairs if document in found} - found:
        found |= new
    return end in found
