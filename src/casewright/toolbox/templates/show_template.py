"""The tool ``show_template``: one of the tenant's own templates with its examples."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pydantic import BaseModel, Field

from casewright.domain.templates import Trained
from casewright.toolbox.templates.own_templates import find_template
from casewright.toolbox.templates.template_view import TemplateView
from casewright.tools.arguments import Arguments
from casewright.tools.calls import CallContext, SafetyLevel
from casewright.tools.definition import Tool

if TYPE_CHECKING:
    from casewright.tools.ports.templates import ExampleScores, TemplateStore


class ShowTemplateInput(Arguments):
    """Input of the ``show_template`` tool."""

    name: str = Field(description="The template's name; case does not matter")


class ShowTemplateOutput(BaseModel):
    """A template with the texts that it was trained on, none for a defined one."""

    template: TemplateView
    positive: list[str]
    negative: list[str]


def show_template(*, templates: TemplateStore, examples: ExampleScores) -> Tool:
    """The tool over this store."""

    def run(arguments: ShowTemplateInput, context: CallContext) -> ShowTemplateOutput:
        own = find_template(templates, context.tenant, arguments.name)
        body = own.body
        return ShowTemplateOutput(
            template=TemplateView.of(own, examples.model),
            positive=list(body.positive) if isinstance(body, Trained) else [],
            negative=list(body.negative) if isinstance(body, Trained) else [],
        )

    return Tool(
        name="show_template",
        description="Show a clause template of one's own: what it stands for, or the examples it was trained on.",
        arguments=ShowTemplateInput,
        output=ShowTemplateOutput,
        handler=run,
        safety_level=SafetyLevel.SAFE,
        categories=("templates",),
        idempotent=True,
        reads=("the template",),
    )
