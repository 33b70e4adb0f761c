"""The tool ``estimate_query``: what a query would cost at most, before it is asked."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from pydantic import BaseModel, Field

from casewright.domain.documents import DocumentStatus
from casewright.domain.ids import DocumentId
from casewright.iql import IqlSyntaxError
from casewright.toolbox.documents.stored_chunks import StoredChunks
from casewright.toolbox.matter_id import failure, matter_of
from casewright.toolbox.queries.statement_scores import StatementScores
from casewright.toolbox.templates.own_templates import understand
from casewright.tools.arguments import Arguments
from casewright.tools.calls import CallContext, Failure, SafetyLevel
from casewright.tools.definition import Tool
from casewright.tools.iql_arguments import IqlText

if TYPE_CHECKING:
    from casewright.tools.ports.documents import DocumentStore
    from casewright.tools.ports.scoring import ClauseScores
    from casewright.tools.ports.templates import TemplateStore


class EstimateQueryInput(Arguments):
    """Input of the ``estimate_query`` tool."""

    matter_id: str = Field(description="UUID of the matter containing the documents")
    query: IqlText = Field(description="IQL query string (e.g., '{IS confidentiality clause}')")
    document_ids: list[str] | None = Field(default=None, description="Only these documents of the matter")


class EstimateView(BaseModel):
    """What the query would cost. ``provider`` is None where it costs nothing; then all else is 0."""

    provider: str | None = Field(default=None, description="Whom text would be sent to")
    texts: int = Field(default=0, description="Texts that would be sent at most; what is known already is not")
    tokens: int = Field(default=0, description="Tokens that they have, about")
    query_left: int = Field(default=0, description="Tokens that one query may take")
    month_left: int = Field(default=0, description="Tokens that are left in this month")


def estimate_query(*, documents: DocumentStore, scores: ClauseScores, templates: TemplateStore) -> Tool:
    """The tool over these stores, for queries that these scores would answer. It sends nothing."""

    def run(arguments: EstimateQueryInput, context: CallContext) -> EstimateView | Failure:
        matter = matter_of(arguments.matter_id)
        if isinstance(matter, Failure):
            return matter
        try:
            understood = understand(arguments.query, templates, context.tenant)
        except IqlSyntaxError as error:
            return failure(f"Invalid IQL query syntax: {error}")
        ready = [one for one in documents.of_matter(context.tenant, matter) if one.status is DocumentStatus.READY]
        if arguments.document_ids is not None:
            chosen = {DocumentId(asked.lower()) for asked in arguments.document_ids}
            ready = [one for one in ready if one.id in chosen]
        chunks = StoredChunks(documents, context.tenant, ready)
        # What was trained is answered on this machine.
        free = dict.fromkeys(understood.trained, np.zeros(len(chunks.content), np.float32))
        found = StatementScores(scores, context.tenant, chunks, free).estimate(understood.query)
        if found is None:
            return EstimateView()
        return EstimateView(
            provider=found.provider,
            texts=found.texts,
            tokens=found.tokens,
            query_left=found.query_left,
            month_left=found.month_left,
        )

    return Tool(
        name="estimate_query",
        description="Say what an IQL query would cost at most, where scores cost money. Sends nothing to anybody.",
        arguments=EstimateQueryInput,
        output=EstimateView,
        handler=run,
        safety_level=SafetyLevel.SAFE,
        categories=("documents",),
        idempotent=True,
        reads=("the matter's documents",),
    )
