"""The tool ``remove_template``: one of the tenant's own templates goes for good, with its examples."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pydantic import BaseModel, Field

from casewright.domain.templates import Defined
from casewright.toolbox.templates.own_templates import find_template, remove, require_removable
from casewright.tools.arguments import Arguments
from casewright.tools.calls import CallContext, SafetyLevel
from casewright.tools.definition import Tool

if TYPE_CHECKING:
    from casewright.tools.ports.templates import TemplateStore


class RemoveTemplateInput(Arguments):
    """Input of the ``remove_template`` tool."""

    name: str = Field(description="The template's name; case does not matter")


class RemoveTemplateOutput(BaseModel):
    """The name of the template that is gone."""

    name: str


def remove_template(*, templates: TemplateStore) -> Tool:
    """The tool over this store."""

    def run(arguments: RemoveTemplateInput, context: CallContext) -> RemoveTemplateOutput:
        own = find_template(templates, context.tenant, arguments.name)
        remove(own.name, templates, context.tenant)
        return RemoveTemplateOutput(name=own.name)

    def check(arguments: RemoveTemplateInput, context: CallContext) -> None:
        require_removable(find_template(templates, context.tenant, arguments.name).name, templates, context.tenant)

    def preview(arguments: RemoveTemplateInput, context: CallContext) -> str:
        own = find_template(templates, context.tenant, arguments.name)
        body = own.body
        if isinstance(body, Defined):
            about = f"stands for {body.query}"
        else:
            about = f"trained on {len(body.positive)} positive and {len(body.negative)} negative examples, gone with it"
        return f"Remove the template {own.name!r} for good\n  {about}\n  made by {own.made_by}"

    return Tool(
        name="remove_template",
        description="Remove a clause template of one's own for good, with its examples.",
        arguments=RemoveTemplateInput,
        output=RemoveTemplateOutput,
        handler=run,
        atomic=True,
        safety_level=SafetyLevel.DANGEROUS,
        categories=("templates",),
        writes=("the template",),
        preview=preview,
        check=check,
    )
