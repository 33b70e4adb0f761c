"""The tool ``list_templates``: the tenant's own templates, without the texts of their examples."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pydantic import BaseModel

from casewright.toolbox.templates.template_view import TemplateView
from casewright.tools.arguments import Arguments
from casewright.tools.calls import CallContext, SafetyLevel
from casewright.tools.definition import Tool

if TYPE_CHECKING:
    from casewright.tools.ports.templates import ExampleScores, TemplateStore


class ListTemplatesInput(Arguments):
    """Input of the ``list_templates`` tool: nothing."""


class ListTemplatesOutput(BaseModel):
    """The templates, by name."""

    templates: list[TemplateView]


def list_templates(*, templates: TemplateStore, examples: ExampleScores) -> Tool:
    """The tool over this store."""

    def run(_arguments: ListTemplatesInput, context: CallContext) -> ListTemplatesOutput:
        own = templates.all(context.tenant)
        return ListTemplatesOutput(templates=[TemplateView.of(one, examples.model) for one in own])

    return Tool(
        name="list_templates",
        description="List the clause templates of one's own that IQL queries can use beside the built-in ones.",
        arguments=ListTemplatesInput,
        output=ListTemplatesOutput,
        handler=run,
        safety_level=SafetyLevel.SAFE,
        categories=("templates",),
        idempotent=True,
        reads=("the tenant's templates",),
    )
