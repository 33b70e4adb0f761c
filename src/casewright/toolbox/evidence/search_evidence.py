"""The tool ``search_evidence``: evidence of a deal that is about something (agent-framework seed, 4.3)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pydantic import BaseModel, Field, field_validator

from casewright.domain.claims import ClaimClass
from casewright.domain.evidence import Grade
from casewright.toolbox.claims.claim_view import SpanView
from casewright.toolbox.matter_id import matter_of
from casewright.tools.arguments import Arguments
from casewright.tools.calls import CallContext, Failure, SafetyLevel
from casewright.tools.definition import Tool

if TYPE_CHECKING:
    from casewright.toolbox.evidence.evidence_search import EvidenceSearch

LONGEST_QUERY = 2_000
MOST_RESULTS = 50


class SearchEvidenceInput(Arguments):
    """Input of the ``search_evidence`` tool."""

    query: str = Field(description="Search query (semantic)", min_length=1, max_length=LONGEST_QUERY)
    deal_id: str = Field(description="Scope to specific deal")
    claim_class: ClaimClass | None = Field(
        default=None,
        description="Filter by claim class: only evidence that claims of it rest on, and passages that hold some",
    )
    min_grade: Grade = Field(default=Grade.D, description="Minimum source grade (A/B/C/D)")
    limit: int = Field(default=10, ge=1, le=MOST_RESULTS, description="Max results to return")

    @field_validator("query")
    @classmethod
    def _not_blank(cls, query: str) -> str:
        if not any(character.isalnum() for character in query):
            raise ValueError("a query needs a word: say what to find")
        return query


class FoundEvidence(BaseModel):
    """One item. ``text_excerpt`` is exactly what stands at ``source_span``, null for what no document holds."""

    evidence_id: str
    source_span: SpanView | None
    source_grade: Grade
    relevance_score: float = Field(description="From 0 to 1")
    text_excerpt: str


class EvidenceSearchResult(BaseModel):
    """The most relevant items, best first."""

    results: list[FoundEvidence]
    total_count: int = Field(
        description="How many passages are relevant, with the registered items at the best of them; at most limit are "
        "returned"
    )


def search_evidence(*, search: EvidenceSearch) -> Tool:
    """The tool over this search."""

    def run(arguments: SearchEvidenceInput, context: CallContext) -> EvidenceSearchResult | Failure:
        deal = matter_of(arguments.deal_id)
        if isinstance(deal, Failure):
            return deal
        found = search.find(
            context.tenant,
            deal,
            arguments.query,
            claim_class=arguments.claim_class,
            min_grade=arguments.min_grade,
            limit=arguments.limit,
        )
        return EvidenceSearchResult(
            results=[
                FoundEvidence(
                    evidence_id=one.id,
                    source_span=None if one.span is None else SpanView.of(one.span, found.filenames),
                    source_grade=one.grade,
                    relevance_score=one.relevance,
                    text_excerpt=one.excerpt,
                )
                for one in found.items
            ],
            total_count=found.total,
        )

    return Tool(
        name="search_evidence",
        description=(
            "Search evidence items across a deal's documents, by words and by meaning: passages of documents and the "
            "registered excerpts that claims rest on. Cite what it finds as evidence:<evidence_id>."
        ),
        arguments=SearchEvidenceInput,
        output=EvidenceSearchResult,
        handler=run,
        safety_level=SafetyLevel.SAFE,
        categories=("evidence", "debate"),
        timeout=300.0,
        idempotent=True,
        reads=("the deal's documents and evidence",),
    )
