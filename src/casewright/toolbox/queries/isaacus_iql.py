"""The tool ``isaacus_iql``: an IQL query over the documents of a matter (seeds/iql-tool.md)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator

from casewright.domain.documents import Document, DocumentStatus
from casewright.domain.ids import DocumentId, MatterId
from casewright.errors import CasewrightError
from casewright.iql import IqlSyntaxError
from casewright.toolbox.documents.stored_chunks import StoredChunks
from casewright.toolbox.matter_id import failure, matter_of
from casewright.toolbox.queries.clause_results import Method, Request, Scope, Semantics, evaluate
from casewright.toolbox.queries.statement_scores import StatementScores
from casewright.toolbox.templates.own_templates import understand
from casewright.toolbox.templates.trained_scores import describe_trained, score_trained
from casewright.tools.arguments import Arguments
from casewright.tools.calls import CallContext, Failure, SafetyLevel
from casewright.tools.definition import Tool
from casewright.tools.iql_arguments import IqlText
from casewright.tools.ports.scoring import LINE

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from casewright.domain.ids import TenantId
    from casewright.toolbox.templates.own_templates import Understood
    from casewright.tools.ports.documents import DocumentStore
    from casewright.tools.ports.scoring import ClauseScores
    from casewright.tools.ports.templates import ExampleScores, TemplateStore
    from casewright.tools.ports.together import Together

DEFAULT_MODEL = "kanon-universal-classifier"
MODELS = (DEFAULT_MODEL, "kanon-universal-classifier-mini")
"""The seed's two names: quality tiers, mapped to backends by setting."""

_NOTHING_READY = "No ready documents found in this matter"
_NOT_IN_MATTER = "Document not found in this matter"
_TIMEOUT = 600.0


class IsaacusIQLInput(Arguments):
    """Input schema for the isaacus_iql tool."""

    matter_id: str = Field(description="UUID of the matter containing the documents")
    query: IqlText = Field(description="IQL query string (e.g., '{IS confidentiality clause}')")
    document_ids: list[str] | None = Field(
        default=None,
        description="Optional list of specific document IDs to analyze. "
        "If not provided, analyzes all documents in the matter.",
    )
    model: str | None = Field(
        default=DEFAULT_MODEL,
        description="Classification model: kanon-universal-classifier (more accurate) "
        "or kanon-universal-classifier-mini (faster)",
    )
    threshold: Annotated[float, Field(ge=0.0, le=1.0)] | Literal["auto"] = Field(
        default=LINE,
        description="Lowest score of a match, from 0 to 1; auto: for each statement the one that fits what answers it",
    )
    semantics: Semantics = Field(
        default="contract", description="What A > B means: contract is (A - B + 1) / 2, strict is A if A > B else 0"
    )
    scope: Scope = Field(
        default="chunk", description="chunk: operators work on each clause; document: on each document's best clauses"
    )
    scoring_method: Literal["auto", "chunk_max", "chunk_avg", "chunk_min"] = Field(
        default="auto", description="How a document's score comes from its chunks; auto is chunk_max"
    )
    exact: bool = Field(default=False, description="True: score every chunk, even where the result cannot change")

    @field_validator("threshold", mode="wrap")
    @classmethod
    def _number_or_auto(cls, given: object, read: Callable[[object], float | str]) -> float | str:
        try:
            return read(given)
        except ValidationError as error:
            raise ValueError(f"give a number from 0 to 1, or 'auto': got {given!r}") from error


class IQLMatch(BaseModel):
    """One matching clause. Offsets are code points of the document's text, half-open."""

    text: str = Field(description="Matching text excerpt")
    start_index: int = Field(description="Character position start")
    end_index: int = Field(description="Character position end")
    score: float = Field(description="Match confidence (0-1)")
    citation: dict[str, Any] = Field(description="The quote with document, page and section, verified")
    operands: dict[str, float] | None = Field(default=None, description="The scores that were compared or combined")
    supports: str | None = Field(default=None, description="In document scope: the statement that this clause supports")


class IsaacusIQLOutput(BaseModel):
    """Output schema for the isaacus_iql tool."""

    model_config = ConfigDict(ser_json_inf_nan="null")

    query: str = Field(description="The IQL query that was executed")
    document_results: list[dict[str, Any]] = Field(description="Results for each document analyzed")
    total_matches: int = Field(description="Total number of matches across all documents")
    average_score: float = Field(description="Average confidence score across all matches")
    semantics: str = Field(description="How comparisons were scored")
    scope: str = Field(description="Whether operators worked on chunks or on documents")
    threshold: float | dict[str, float] = Field(
        description="Lowest score of a match; where auto was asked, of each statement's"
    )
    backend: str = Field(description="The model that ran")
    warnings: list[str] = Field(description="What may not be as the asker meant")
    tiers: dict[str, str] = Field(description="What answered each statement: head, routed or free")


@dataclass(frozen=True, slots=True)
class _Asked:
    """The documents that a call is about: those that can be scored, and an entry for each that cannot."""

    ready: Sequence[Document]
    entries: Sequence[Document | str]


def isaacus_iql(
    *,
    documents: DocumentStore,
    models: Mapping[str, ClauseScores],
    templates: TemplateStore,
    examples: ExampleScores,
    transaction: Together,
    providers: Sequence[str] = (),
) -> Tool:
    """The tool over these stores, read in few transactions; ``models`` says what stands behind each of ``MODELS``.

    ``providers`` names those that the models send text to.
    """
    query = _QueryRun(documents, models, templates, examples, transaction)
    return Tool(
        name="isaacus_iql",
        description=(
            "Execute an IQL (Isaacus Query Language) query against documents in a matter. Use this tool to analyze "
            "legal documents using IQL queries for clause identification, obligation analysis, and complex legal "
            "criteria matching."
        ),
        arguments=IsaacusIQLInput,
        output=IsaacusIQLOutput,
        handler=query.run,
        safety_level=SafetyLevel.SAFE,
        categories=("documents",),
        timeout=_TIMEOUT,
        idempotent=True,
        reads=("the matter's documents",),
        sends=tuple(f"text of the matter's documents to {provider}" for provider in providers),
        providers=tuple(providers),
    )


@dataclass(frozen=True, slots=True)
class _QueryRun:
    """Runs a query over the documents of a matter."""

    documents: DocumentStore
    models: Mapping[str, ClauseScores]
    templates: TemplateStore
    examples: ExampleScores
    transaction: Together

    def run(self, arguments: IsaacusIQLInput, context: CallContext) -> IsaacusIQLOutput | Failure:
        matter = matter_of(arguments.matter_id)
        if isinstance(matter, Failure):
            return matter
        name = arguments.model or DEFAULT_MODEL
        if name not in self.models:
            return failure(f"Unknown model {name!r}: use {' or '.join(MODELS)}")
        try:
            understood = understand(arguments.query, self.templates, context.tenant)
        except IqlSyntaxError as error:
            return failure(f"Invalid IQL query syntax: {error}")
        if arguments.scope == "document" and arguments.scoring_method not in ("auto", "chunk_max"):
            return failure("In document scope a statement's score is that of its best chunk: leave scoring_method out")
        with self.transaction.reading():
            asked = _asked(self.documents, context.tenant, matter, arguments.document_ids)
            chunks = StoredChunks(self.documents, context.tenant, asked.ready)
        if not asked.entries or (arguments.document_ids is None and not asked.ready):
            return failure(_NOTHING_READY)
        return self._answer(understood, arguments, context.tenant, asked, chunks, self.models[name])

    def _answer(
        self,
        understood: Understood,
        arguments: IsaacusIQLInput,
        tenant: TenantId,
        asked: _Asked,
        chunks: StoredChunks,
        scores: ClauseScores,
    ) -> IsaacusIQLOutput | Failure:
        query, trained = understood.query, understood.trained
        method: Method = "chunk_max" if arguments.scoring_method == "auto" else arguments.scoring_method
        threshold: float | dict[str, float] = (
            {one: LINE if one in trained else scores.threshold(one) for one in query.statements}
            if arguments.threshold == "auto"
            else arguments.threshold
        )
        request = Request(query, threshold, arguments.semantics, arguments.scope, method)
        try:
            scored = StatementScores(scores, tenant, chunks, score_trained(trained, self.examples, tenant, chunks))
            columns = scored.columns(request, exact=arguments.exact)
        except CasewrightError as error:
            return failure(f"Isaacus API error: {error}", type(error))
        with self.transaction.reading():
            results = evaluate(request, chunks, columns)
        found = {result["document_id"]: result for result in results}
        matches = [match["score"] for result in results for match in result["matches"]]
        return IsaacusIQLOutput(
            query=arguments.query,
            document_results=[_entry(entry, found) for entry in asked.entries],
            total_matches=len(matches),
            average_score=sum(matches) / len(matches) if matches else 0.0,
            semantics=arguments.semantics,
            scope=arguments.scope,
            threshold=threshold,
            backend=scores.model,
            warnings=[*query.warnings, *scored.notes, *describe_trained(trained, self.examples, scores.model)],
            tiers={one: "head" if one in trained else scores.tier(one) for one in query.statements},
        )


def _asked(documents: DocumentStore, tenant: TenantId, matter: MatterId, document_ids: Sequence[str] | None) -> _Asked:
    known = documents.of_matter(tenant, matter)
    entries: list[Document | str] = list(known)
    if document_ids is not None:
        by_id = {document.id: document for document in known}
        entries = [by_id.get(DocumentId(asked.lower()), asked) for asked in dict.fromkeys(document_ids)]
    ready = [entry for entry in entries if isinstance(entry, Document) and entry.status is DocumentStatus.READY]
    return _Asked(ready=ready, entries=entries)


def _entry(entry: Document | str, found: Mapping[str, dict[str, Any]]) -> dict[str, Any]:
    if isinstance(entry, str):
        return _without_result(entry, "", _NOT_IN_MATTER)
    if entry.id in found:
        return found[entry.id]
    why = f": {entry.error}" if entry.error else ""
    return _without_result(entry.id, entry.filename, f"Document is not ready (status: {entry.status.value}){why}")


def _without_result(document_id: str, filename: str, error: str) -> dict[str, Any]:
    return {
        "document_id": document_id,
        "filename": filename,
        "score": 0.0,
        "matches": [],
        "match_count": 0,
        "error": error,
    }
