"""A firm's own templates for queries."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from casewright.bootstrap.materials import Materials
    from casewright.tools.definition import Tool


def template_tools(given: Materials) -> list[Tool]:
    """Define, train, list, show and remove templates."""
    from casewright.toolbox.templates.define_template import define_template
    from casewright.toolbox.templates.list_templates import list_templates
    from casewright.toolbox.templates.remove_template import remove_template
    from casewright.toolbox.templates.show_template import show_template
    from casewright.toolbox.templates.train_template import train_template

    templates, examples, clock = given.stores.templates, given.scores, given.clock
    return [
        define_template(templates=templates, examples=examples, clock=clock),
        train_template(templates=templates, examples=examples, clock=clock),
        list_templates(templates=templates, examples=examples),
        show_template(templates=templates, examples=examples),
        remove_template(templates=templates),
    ]
