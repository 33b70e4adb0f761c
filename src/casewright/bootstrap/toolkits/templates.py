"""Templates of a tenant's own."""

from __future__ import annotations

from typing import TYPE_CHECKING

from casewright.bootstrap.toolkits.toolkit import CAUTIOUS, DANGEROUS, SAFE, Toolkit

if TYPE_CHECKING:
    from casewright.bootstrap.materials import Materials
    from casewright.tools.definition import Tool

TOOLKIT = Toolkit("templates")


@TOOLKIT.tool(CAUTIOUS, "templates")
def define_template(given: Materials) -> Tool:
    from casewright.toolbox.templates.define_template import define_template

    return define_template(templates=given.stores.templates, examples=given.scores, clock=given.clock)


@TOOLKIT.tool(CAUTIOUS, "templates", sensitive=("negative", "positive"))
def train_template(given: Materials) -> Tool:
    from casewright.toolbox.templates.train_template import train_template

    return train_template(templates=given.stores.templates, examples=given.scores, clock=given.clock)


@TOOLKIT.tool(SAFE, "templates")
def list_templates(given: Materials) -> Tool:
    from casewright.toolbox.templates.list_templates import list_templates

    return list_templates(templates=given.stores.templates, examples=given.scores)


@TOOLKIT.tool(SAFE, "templates")
def list_usable_templates(given: Materials) -> Tool:
    from casewright.toolbox.templates.list_usable_templates import list_usable_templates

    return list_usable_templates(templates=given.stores.templates)


@TOOLKIT.tool(SAFE, "templates")
def show_template(given: Materials) -> Tool:
    from casewright.toolbox.templates.show_template import show_template

    return show_template(templates=given.stores.templates, examples=given.scores)


@TOOLKIT.tool(DANGEROUS, "templates")
def remove_template(given: Materials) -> Tool:
    from casewright.toolbox.templates.remove_template import remove_template

    return remove_template(templates=given.stores.templates)
