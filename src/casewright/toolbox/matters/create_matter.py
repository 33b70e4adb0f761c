"""The tool ``create_matter``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pydantic import BaseModel, Field, field_validator

from casewright.domain.matters import DESCRIPTION_LIMIT, TITLE_LIMIT, Matter, MatterKind
from casewright.errors import InvalidInput
from casewright.tools.arguments import Arguments
from casewright.tools.calls import CallContext, SafetyLevel
from casewright.tools.definition import Tool
from casewright.vocabulary.outside_text import is_visible

if TYPE_CHECKING:
    from casewright.tools.ports.clock import Clock
    from casewright.tools.ports.matters import MatterStore


class CreateMatterInput(Arguments):
    """Input of the ``create_matter`` tool."""

    title: str = Field(description="What the matter is called", min_length=1, max_length=TITLE_LIMIT)
    description: str = Field(default="", description="What it is about", max_length=DESCRIPTION_LIMIT)
    kind: MatterKind = Field(default=MatterKind.MATTER, description="matter, or deal (claims, debates)")
    jurisdiction: str | None = Field(default=None, description="Such as 'England and Wales'", max_length=TITLE_LIMIT)

    @field_validator("title")
    @classmethod
    def _not_blank(cls, title: str) -> str:
        if not is_visible(title):
            raise ValueError("a title needs a visible character")
        return title.strip()


class MatterView(BaseModel):
    """A matter as people and models see it."""

    matter_id: str
    number: str
    title: str
    description: str
    kind: MatterKind
    status: str
    jurisdiction: str | None
    created_by: str
    created_at: str

    @classmethod
    def of(cls, matter: Matter) -> MatterView:
        """The view of one matter."""
        return cls(
            matter_id=matter.id,
            number=matter.number,
            title=matter.title,
            description=matter.description,
            kind=matter.kind,
            status=matter.status.value,
            jurisdiction=matter.jurisdiction,
            created_by=matter.created_by,
            created_at=matter.created_at.isoformat(),
        )


def create_matter(*, matters: MatterStore, clock: Clock) -> Tool:
    """The tool over this store."""

    def run(arguments: CreateMatterInput, context: CallContext) -> MatterView:
        if arguments.kind is MatterKind.CASE:
            raise InvalidInput("A case is opened with create_case: 'casewright case create TITLE'")
        return MatterView.of(
            matters.create(
                context.tenant,
                title=arguments.title,
                description=arguments.description,
                kind=arguments.kind,
                jurisdiction=arguments.jurisdiction,
                created_by=context.actor.id,
                at=clock.now(),
            )
        )

    return Tool(
        name="create_matter",
        description="Open a new matter or deal. Documents are put into it with add_document.",
        arguments=CreateMatterInput,
        output=MatterView,
        handler=run,
        atomic=True,
        safety_level=SafetyLevel.CAUTIOUS,
        categories=("matters",),
        writes=("a matter",),
    )
