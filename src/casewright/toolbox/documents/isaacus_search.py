"""The tool ``isaacus_search``: passages of a matter that are about something."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pydantic import BaseModel, Field, field_validator

from casewright.toolbox.asked_documents import NOTHING_READY, asked_documents, asked_in_words
from casewright.toolbox.document_naming import NamedView
from casewright.toolbox.documents.citation_view import shown
from casewright.toolbox.matter_id import failure, matter_of
from casewright.tools.arguments import Arguments
from casewright.tools.calls import CallContext, Failure, SafetyLevel
from casewright.tools.definition import Tool

if TYPE_CHECKING:
    from casewright.toolbox.document_naming import DocumentNaming
    from casewright.toolbox.documents.passages import Passage, PassageSearch
    from casewright.tools.ports.documents import DocumentStore

LONGEST_QUESTION = 2_000
"""Characters of a question; longer ones are told to be shorter."""

_TRY = "Try other words, a lower threshold, or isaacus_iql where a kind of clause is meant"


class IsaacusSearchInput(Arguments):
    """Input schema for the isaacus_search tool."""

    matter_id: str = Field(description="UUID of the matter containing the documents")
    query: str = Field(description="What to find, in plain words", min_length=1, max_length=LONGEST_QUESTION)
    max_results: int = Field(default=5, ge=1, le=20, description="How many passages to return, from 1 to 20")
    threshold: float = Field(default=0.3, ge=0.0, le=1.0, description="Lowest similarity of a passage, from 0 to 1")
    semantic_weight: float = Field(
        default=0.7, ge=0.0, le=1.0, description="How much meaning counts beside words, from 0 (words) to 1 (meaning)"
    )
    include_context: bool = Field(default=True, description="Return the text around each passage as well")
    document_ids: list[str] | None = Field(
        default=None, description="Optional list of specific document IDs to search; all of the matter where left out"
    )

    read_names: bool = Field(
        default=True, description="False: no words of the query are read as the name of a document"
    )

    @field_validator("query")
    @classmethod
    def _not_blank(cls, query: str) -> str:
        if not any(character.isalnum() for character in query):
            raise ValueError("a query needs a word: say what to find")
        return query


class SearchResult(BaseModel):
    """One passage. ``chunk_text`` is exactly what stands at the citation's offsets."""

    document_id: str
    chunk_id: str = Field(description="The passage's number within its document")
    filename: str
    chunk_text: str
    similarity: float = Field(description="semantic_weight · semantic + (1 - semantic_weight) · lexical, from 0 to 1")
    rerank_score: float | None = Field(default=None, description="What the scorer gave the passage for the query")
    citation: dict[str, Any] = Field(description="The quote with document, page and section, verified")
    parent_content: str | None = Field(default=None, description="The text that the passage stands in")


class IsaacusSearchOutput(BaseModel):
    """Output schema for the isaacus_search tool."""

    results: list[SearchResult] = Field(description="Passages, best first")
    total_found: int = Field(description="How many passages reach the threshold; at most max_results are returned")
    reranked: bool = Field(description="Whether the scorer put the passages in order")
    message: str | None = Field(default=None, description="Where nothing was found: what was searched and what to try")
    named: list[NamedView] = Field(
        default_factory=list, description="The documents that words of the query name; only these were searched"
    )
    which: str | None = Field(default=None, description="Asked back, where a name may mean several documents")


def isaacus_search(*, documents: DocumentStore, search: PassageSearch, naming: DocumentNaming) -> Tool:
    """The tool over these parts."""

    def run(arguments: IsaacusSearchInput, context: CallContext) -> IsaacusSearchOutput | Failure:
        matter = matter_of(arguments.matter_id)
        if isinstance(matter, Failure):
            return matter
        asked = asked_documents(documents, context.tenant, matter, arguments.document_ids)
        if asked.nothing:
            return failure(NOTHING_READY)
        read = asked_in_words(naming if arguments.read_names else None, context.tenant, asked, arguments.query)
        found = search.find(
            context.tenant,
            read.asked,
            read.meant.rest,
            count=arguments.max_results,
            threshold=arguments.threshold,
            weight=arguments.semantic_weight,
            feedback=True,
        )
        results = [_result(passage, include_context=arguments.include_context) for passage in found.passages]
        nothing = f"No passage about {read.meant.rest!r} was found. {_TRY}"
        return IsaacusSearchOutput(
            results=results,
            total_found=found.total,
            reranked=found.reranked,
            message=None if results else read.asked.told(nothing),
            named=read.meant.named,
            which=read.meant.which,
        )

    return Tool(
        name="isaacus_search",
        description=(
            "Find passages of a matter's documents that are about something, by words and by meaning. Use this tool "
            "for references to a subject; use isaacus_iql for kinds of clauses and isaacus_extract for one answer."
        ),
        arguments=IsaacusSearchInput,
        output=IsaacusSearchOutput,
        handler=run,
        safety_level=SafetyLevel.SAFE,
        categories=("documents",),
        timeout=300.0,
        idempotent=True,
        reads=("the matter's documents",),
    )


def _result(passage: Passage, *, include_context: bool) -> SearchResult:
    return SearchResult(
        document_id=passage.document.id,
        chunk_id=str(passage.index),
        filename=passage.document.filename,
        chunk_text=passage.citation.quote,
        similarity=passage.similarity,
        rerank_score=passage.rerank_score,
        citation=shown(passage.citation),
        parent_content=passage.around if include_context else None,
    )
