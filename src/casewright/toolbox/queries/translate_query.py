"""The tool ``translate_query``: plain words as a query, with what of them it leaves out; or a query in words."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from pydantic import BaseModel, Field

from casewright.errors import InvalidInput
from casewright.iql import IqlSyntaxError, parse
from casewright.iql.plain_description import describe
from casewright.iql.plain_words import MAX_WORDS, iql_inside, templates_of, translate
from casewright.questions.unsaid import unsaid
from casewright.toolbox.queries.validate_query import LONGEST
from casewright.toolbox.templates.own_templates import understand
from casewright.tools.arguments import Arguments
from casewright.tools.calls import CallContext, SafetyLevel
from casewright.tools.definition import Tool
from casewright.tools.iql_arguments import IqlText

if TYPE_CHECKING:
    from casewright.domain.ids import TenantId
    from casewright.tools.ports.templates import TemplateStore

Scope = Literal["chunk", "document"]


class TranslateQueryInput(Arguments):
    """Input of the ``translate_query`` tool: one of ``words`` and ``query``."""

    words: str | None = Field(
        default=None, min_length=1, max_length=MAX_WORDS, description="Plain words to be made a query"
    )
    query: IqlText | None = Field(default=None, max_length=LONGEST, description="Or an IQL query to be told in words")
    scope: Scope = Field(default="chunk", description="Of a query: how it is to be read")


class TranslateQueryOutput(BaseModel):
    """A query, and what it asks in words. ``how`` says what made it: rules on this machine, or nothing, where a query
    was given.

    ``not_asked`` is what of the words the query does not ask, in their own words; ``confidence`` is an order of trust,
    1 where a query was given and about 0.4 where no template covers the words. A query of one's own words that no
    template covers is scored as a statement.
    """

    query: str
    scope: Scope
    explanation: str
    templates_used: list[str]
    confidence: float
    not_asked: list[str]
    warnings: list[str]
    how: Literal["rules", "given"]


def translate_query(*, templates: TemplateStore) -> Tool:
    """The tool over the tenant's templates; it asks no model."""

    def run(arguments: TranslateQueryInput, context: CallContext) -> TranslateQueryOutput:
        if (arguments.words is None) == (arguments.query is None):
            raise InvalidInput("Give either words, to be made a query, or a query, to be told in words")
        if arguments.words is not None:
            return _of_words(arguments.words)
        return _of_query(arguments.query or "", arguments.scope, templates, context.tenant)

    return Tool(
        name="translate_query",
        description="Make an IQL query of plain words by rules, saying what of them it does not ask; or say in words"
        " what a query asks. It runs nothing and sends nothing anywhere.",
        arguments=TranslateQueryInput,
        output=TranslateQueryOutput,
        handler=run,
        safety_level=SafetyLevel.SAFE,
        categories=("queries",),
        idempotent=True,
        reads=("the tenant's templates",),
    )


def _of_words(words: str) -> TranslateQueryOutput:
    made = translate(words)
    return TranslateQueryOutput(
        query=made.iql,
        scope=made.scope,
        explanation=made.explanation,
        templates_used=list(made.templates_used),
        confidence=made.confidence,
        not_asked=list(unsaid(words, made.iql)),
        warnings=list(parse(made.iql).warnings),
        how="rules" if iql_inside(words) is None else "given",
    )


def _of_query(text: str, scope: Scope, templates: TemplateStore, tenant: TenantId) -> TranslateQueryOutput:
    try:
        query = understand(text, templates, tenant).query
    except IqlSyntaxError as error:
        raise InvalidInput(f"Invalid IQL query syntax: {error}") from error
    return TranslateQueryOutput(
        query=str(query),
        scope=scope,
        explanation=describe(query.tree, scope),
        templates_used=list(templates_of(query)),
        confidence=1.0,
        not_asked=[],
        warnings=list(query.warnings),
        how="given",
    )
