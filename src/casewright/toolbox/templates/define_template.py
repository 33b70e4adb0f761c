"""The tool ``define_template``: a name of the tenant's own that stands for an IQL query."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pydantic import Field

from casewright.domain.templates import Defined, OwnTemplate
from casewright.toolbox.templates.own_templates import MAX_NAME_CHARS, admit, fold_name
from casewright.toolbox.templates.template_view import TemplateView
from casewright.tools.arguments import Arguments
from casewright.tools.calls import CallContext, SafetyLevel
from casewright.tools.definition import Tool
from casewright.tools.iql_arguments import IqlText

if TYPE_CHECKING:
    from casewright.tools.ports.clock import Clock
    from casewright.tools.ports.templates import ExampleScores, TemplateStore


class DefineTemplateInput(Arguments):
    """Input of the ``define_template`` tool."""

    name: str = Field(description=f"What queries call it, up to {MAX_NAME_CHARS} characters; case does not matter")
    query: IqlText = Field(description="The IQL query that it stands for; may use other templates")
    argument: str | None = Field(
        default=None, description="What its argument is called; <that> stands for the argument in the query"
    )
    replace: bool = Field(default=False, description="True: replace a template of this name")


def define_template(*, templates: TemplateStore, examples: ExampleScores, clock: Clock) -> Tool:
    """The tool over this store."""

    def run(arguments: DefineTemplateInput, context: CallContext) -> TemplateView:
        body = Defined(arguments.query, arguments.argument)
        name = fold_name(arguments.name)
        new = OwnTemplate(context.tenant, name, body, context.actor.id, clock.now())
        admit(new, templates, replace=arguments.replace)
        return TemplateView.of(new, examples.model)

    return Tool(
        name="define_template",
        description="Define a clause template of one's own: a name that stands for an IQL query, for the whole tenant.",
        arguments=DefineTemplateInput,
        output=TemplateView,
        handler=run,
        atomic=True,
        safety_level=SafetyLevel.CAUTIOUS,
        categories=("templates",),
        writes=("a template",),
    )
