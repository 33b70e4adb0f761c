"""A column as callers define it, brought into its canonical form."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from pydantic import BaseModel, Field

from casewright.domain.reviews import Column, ColumnKind
from casewright.errors import InvalidInput
from casewright.iql import BUILTIN, IqlSyntaxError
from casewright.iql.templates import fold
from casewright.toolbox.facts.asked_fields import asked_field
from casewright.toolbox.templates.own_templates import find_template, to_template, understand
from casewright.tools.arguments import Arguments

if TYPE_CHECKING:
    from casewright.domain.ids import TenantId
    from casewright.tools.ports.templates import TemplateStore

Scope = Literal["chunk", "document"]


class ColumnInput(Arguments):
    """What a column asks of each document."""

    kind: ColumnKind = Field(description="fact: a field; query: IQL; template: a clause; question: in plain words")
    asks: str = Field(
        min_length=1, max_length=20_000, description="The field, the query, the template's name, or the question"
    )
    argument: str | None = Field(default=None, max_length=2_000, description="Of a template that takes one, what for")
    scope: Scope | None = Field(default=None, description="Of a query: chunk (as where it is left out) or document")


class ColumnView(BaseModel):
    """A column's definition in its canonical form."""

    kind: ColumnKind
    asks: str
    argument: str | None = None
    scope: Scope | None = None

    @classmethod
    def of(cls, column: Column) -> ColumnView:
        """The column as it is shown."""
        return cls.model_validate(
            {"kind": column.kind, "asks": column.asks, "argument": column.argument, "scope": column.scope}
        )


def column_of(given: ColumnInput, templates: TemplateStore, tenant: TenantId) -> Column:
    """The column. Raises ``InvalidInput`` for one that asks for nothing there is, ``NotFound`` for no template."""
    if given.argument is not None and given.kind is not ColumnKind.TEMPLATE:
        raise InvalidInput(f"argument goes with a template only, and this is a {given.kind.value}: leave it out")
    if given.scope is not None and given.kind is not ColumnKind.QUERY:
        raise InvalidInput(f"scope goes with a query only, and this is a {given.kind.value}: leave it out")
    match given.kind:
        case ColumnKind.FACT:
            return Column(given.kind, asked_field(given.asks))
        case ColumnKind.QUERY:
            try:
                query = understand(given.asks, templates, tenant).query
            except IqlSyntaxError as error:
                raise InvalidInput(f"Invalid IQL query syntax: {error}") from error
            return Column(given.kind, str(query), scope=given.scope or "chunk")
        case ColumnKind.TEMPLATE:
            return _of_template(given, templates, tenant)
        case ColumnKind.QUESTION:
            question = " ".join(given.asks.split())
            if not any(character.isalnum() for character in question):
                raise InvalidInput("A question needs a word: say what is asked of each document")
            return Column(given.kind, question)


def _of_template(given: ColumnInput, templates: TemplateStore, tenant: TenantId) -> Column:
    name = fold(given.asks)
    known = BUILTIN.get(name) or to_template(find_template(templates, tenant, given.asks))
    argument = None if given.argument is None else " ".join(given.argument.split())
    if known.parameter is None and argument is not None:
        raise InvalidInput(f"The template {name!r} takes no argument: leave it out")
    if known.parameter is not None and not argument:
        raise InvalidInput(f"The template {name!r} needs its argument: say which {known.parameter}")
    return Column(given.kind, name, argument)
