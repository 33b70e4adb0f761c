"""The tool ``validate_query``: whether a query can be read, and where it cannot and how to mend it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from pydantic import BaseModel, Field

from casewright.iql import IqlSyntaxError
from casewright.iql.plain_description import describe
from casewright.iql.plain_words import templates_of
from casewright.toolbox.templates.own_templates import understand
from casewright.tools.arguments import Arguments
from casewright.tools.calls import CallContext, SafetyLevel
from casewright.tools.definition import Tool
from casewright.tools.iql_arguments import IqlText

if TYPE_CHECKING:
    from casewright.tools.ports.templates import TemplateStore

LONGEST = 100_000
"""Characters that are looked at; the language takes fewer."""


class ValidateQueryInput(Arguments):
    """Input of the ``validate_query`` tool."""

    query: IqlText = Field(max_length=LONGEST, description="The IQL query, such as '{IS governing law clause}'")
    scope: Literal["chunk", "document"] = Field(default="chunk", description="How it is to be read")


class QueryMistake(BaseModel):
    """What cannot be read. ``position`` counts code points of the query from 0; ``line`` and ``column`` from 1.

    ``expected`` is what could have stood there; ``hint`` says how to mend it; ``excerpt`` is the line with a caret
    below the character.
    """

    message: str
    position: int
    line: int
    column: int
    expected: list[str]
    hint: str
    excerpt: str


class ValidateQueryOutput(BaseModel):
    """Whether the query can be read: what it asks, or its first mistake; the other is null.

    ``canonical`` is the one way to write it; ``explanation`` says in a sentence what it asks.
    """

    valid: bool
    canonical: str | None = None
    explanation: str | None = None
    statements: list[str] = Field(default_factory=list, description="What would be scored, templates written out")
    templates_used: list[str] = Field(default_factory=list)
    warnings: list[str] = Field(default_factory=list, description="What may not be as its author means")
    error: QueryMistake | None = None


def validate_query(*, templates: TemplateStore) -> Tool:
    """The tool over the tenant's templates."""

    def run(arguments: ValidateQueryInput, context: CallContext) -> ValidateQueryOutput:
        try:
            query = understand(arguments.query, templates, context.tenant).query
        except IqlSyntaxError as error:
            return ValidateQueryOutput(valid=False, error=mistake_view(error))
        return ValidateQueryOutput(
            valid=True,
            canonical=str(query),
            explanation=describe(query.tree, arguments.scope),
            statements=list(query.statements),
            templates_used=list(templates_of(query)),
            warnings=list(query.warnings),
        )

    return Tool(
        name="validate_query",
        description="Say whether an IQL query can be read: its canonical form and what it asks, or the place of its"
        " mistake with the remedy. It runs nothing.",
        arguments=ValidateQueryInput,
        output=ValidateQueryOutput,
        handler=run,
        safety_level=SafetyLevel.SAFE,
        categories=("queries",),
        idempotent=True,
        reads=("the tenant's templates",),
    )


def mistake_view(error: IqlSyntaxError) -> QueryMistake:
    """The mistake as it is shown."""
    return QueryMistake(
        message=error.message,
        position=error.position,
        line=error.line,
        column=error.column,
        expected=list(error.expected),
        hint=error.hint,
        excerpt=error.excerpt,
    )
