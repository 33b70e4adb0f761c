"""The tool ``list_usable_templates``: every template that a query can use, with the form of its argument."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pydantic import BaseModel, Field

from casewright.iql import BUILTIN
from casewright.toolbox.templates.own_templates import to_template
from casewright.tools.arguments import Arguments
from casewright.tools.calls import CallContext, SafetyLevel
from casewright.tools.definition import Tool

if TYPE_CHECKING:
    from casewright.iql import Template
    from casewright.tools.ports.templates import TemplateStore


class ListUsableTemplatesInput(Arguments):
    """Input of the ``list_usable_templates`` tool: nothing."""


class ArgumentForm(BaseModel):
    """A field to fill in before the template can be used: any words, which are never read as IQL."""

    name: str
    required: bool = True


class UsableTemplate(BaseModel):
    """A template. ``usage`` is how a query writes it, with ``<name>`` where the argument goes."""

    name: str
    group: str = Field(description="What it belongs to; Own for one of the tenant's own")
    meaning: str = Field(description="What it finds; of one's own, the query that it stands for, or how it was made")
    usage: str
    example: str = Field(description="A query that uses it, for those of the language")
    arguments: list[ArgumentForm]
    own: bool


class ListUsableTemplatesOutput(BaseModel):
    """The templates of the language in their order, then the tenant's own by name."""

    templates: list[UsableTemplate]


def list_usable_templates(*, templates: TemplateStore) -> Tool:
    """The tool over this store."""

    def run(_arguments: ListUsableTemplatesInput, context: CallContext) -> ListUsableTemplatesOutput:
        own = [to_template(one) for one in templates.all(context.tenant)]
        return ListUsableTemplatesOutput(
            templates=[
                *(_view(one, own=False) for one in BUILTIN.values()),
                *(_view(one, own=True) for one in own if one.name not in BUILTIN),
            ]
        )

    return Tool(
        name="list_usable_templates",
        description="List every clause template that an IQL query can use, the language's and one's own, with what it"
        " finds and the argument that it takes.",
        arguments=ListUsableTemplatesInput,
        output=ListUsableTemplatesOutput,
        handler=run,
        safety_level=SafetyLevel.SAFE,
        categories=("templates",),
        idempotent=True,
        reads=("the tenant's templates",),
    )


def _view(template: Template, *, own: bool) -> UsableTemplate:
    return UsableTemplate(
        name=template.name,
        group=template.group,
        meaning=template.meaning or template.expansion,
        usage=template.usage,
        example=template.example,
        arguments=[] if template.parameter is None else [ArgumentForm(name=template.parameter)],
        own=own,
    )
