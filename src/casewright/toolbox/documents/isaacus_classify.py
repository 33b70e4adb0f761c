"""The tool ``isaacus_classify``: which types of clause the documents of a matter have, and where."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Any

import numpy as np
from pydantic import BaseModel, Field

from casewright.errors import CasewrightError, IntegrityError
from casewright.iql import BUILTIN, IqlSyntaxError, parse
from casewright.toolbox.asked_documents import NOTHING_READY, asked_documents
from casewright.toolbox.documents.citation_view import shown
from casewright.toolbox.documents.stored_chunks import StoredChunks
from casewright.toolbox.matter_id import failure, matter_of
from casewright.tools.arguments import Arguments
from casewright.tools.calls import CallContext, Failure, SafetyLevel
from casewright.tools.definition import Tool

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from casewright.domain.ids import TenantId
    from casewright.tools.ports.documents import DocumentStore
    from casewright.tools.ports.scoring import ClauseScores, FloatArray

DEFAULT_TYPES: Mapping[str, str] = MappingProxyType(
    {
        "Termination": "{IS termination clause}",
        "Indemnity": "{IS indemnity clause}",
        "Limitation of Liability": "{IS liability limitation clause} OR {IS liability cap clause}",
        "Confidentiality": "{IS confidentiality clause}",
        "Non-Compete": "{IS non-compete clause}",
        "Force Majeure": "{IS force majeure liability limitation clause}",
        "Dispute Resolution": "{IS adr clause} OR {IS choice of venue clause}",
        "Governing Law": "{IS governing law clause}",
        "Assignment": "{This is an assignment clause.}",
        "Warranty": "{IS representation or warranty clause}",
        "Payment Terms": "{IS payment clause}",
        "Intellectual Property": "{IS ip assignment or license}",
        "Insurance": "{This is an insurance clause.}",
        "Notice": "{This is a notices clause.}",
        "Amendment": "{This is an amendment clause.}",
    }
)
"""The default types, each with the query that answers it."""

SHORTEST = 50
"""Characters of a chunk; shorter ones are headings and scraps."""
LINE = 0.6
"""A chunk is of its best type where that scores above this."""
EXCERPT = 500
_MOST_TYPES = 40


class IsaacusClassifyInput(Arguments):
    """Input schema for the isaacus_classify tool."""

    matter_id: str = Field(description="UUID of the matter containing the documents")
    clause_types: str | None = Field(
        default=None,
        max_length=4_000,
        description="Types to look for, separated by commas, such as 'Termination, Indemnity'; 15 usual ones where "
        "left out",
    )
    document_ids: list[str] | None = Field(
        default=None, description="Optional list of specific document IDs to classify; all of the matter where left out"
    )


class ClassifiedClause(BaseModel):
    """One clause with its type. ``text_excerpt`` is the beginning of the citation's quote."""

    clause_type: str
    confidence: float = Field(description="How likely the clause is of this type (0-1)")
    text_excerpt: str
    document_id: str
    filename: str
    citation: dict[str, Any] = Field(description="The clause with document, page and section, verified")


class IsaacusClassifyOutput(BaseModel):
    """Output schema for the isaacus_classify tool."""

    clauses: list[ClassifiedClause] = Field(description="Clauses of a type, best first")
    total_found: int
    clause_types_searched: list[str]
    message: str | None = Field(default=None, description="Where nothing was found: what was searched and what to try")


def isaacus_classify(*, documents: DocumentStore, scores: ClauseScores) -> Tool:
    """The tool over these parts."""

    def run(arguments: IsaacusClassifyInput, context: CallContext) -> IsaacusClassifyOutput | Failure:
        matter = matter_of(arguments.matter_id)
        if isinstance(matter, Failure):
            return matter
        try:
            types = types_of(arguments.clause_types)
        except IqlSyntaxError as error:
            return failure(f"Invalid clause type: {error}")
        if not 0 < len(types) <= _MOST_TYPES:
            return failure(f"Which types? Give 1 to {_MOST_TYPES}, separated by commas, or leave clause_types out")
        asked = asked_documents(documents, context.tenant, matter, arguments.document_ids)
        if asked.nothing:
            return failure(NOTHING_READY)
        chunks = StoredChunks(documents, context.tenant, asked.ready)
        try:
            columns = [_column(query, scores, context.tenant, chunks) for query in types.values()]
        except CasewrightError as error:
            return failure(f"Isaacus API error: {error}", type(error))
        clauses = _clauses(list(types), np.array(columns), chunks)
        nothing = "No clause of these types was found. Try other types, or isaacus_iql with a lower threshold"
        return IsaacusClassifyOutput(
            clauses=clauses,
            total_found=len(clauses),
            clause_types_searched=list(types),
            message=None if clauses else asked.told(nothing),
        )

    return Tool(
        name="isaacus_classify",
        description=(
            "Say which types of clause the documents of a matter have, and where. Use this tool for an overview; use "
            "isaacus_iql to find one kind of clause or to combine criteria."
        ),
        arguments=IsaacusClassifyInput,
        output=IsaacusClassifyOutput,
        handler=run,
        safety_level=SafetyLevel.SAFE,
        categories=("documents",),
        timeout=600.0,
        idempotent=True,
        reads=("the matter's documents",),
    )


def types_of(clause_types: str | None) -> dict[str, str]:
    """The types asked for, each with its IQL query: a default one's own, a template's, else the words as a statement.

    Names are compared without regard to case; a default type is called by its own name.
    """
    if clause_types is None:
        return dict(DEFAULT_TYPES)
    usual = {name.casefold(): name for name in DEFAULT_TYPES}
    types: dict[str, str] = {}
    for given in clause_types.split(","):
        name = " ".join(given.split())
        if not name:
            continue
        known = usual.get(name.casefold().removesuffix(" clause").removesuffix(" clauses"))
        types[known or name] = DEFAULT_TYPES[known] if known else _query(name)
    return types


def _query(name: str) -> str:
    """The query for a type of one's own."""
    plain = name.casefold().removesuffix(" clause").removesuffix(" clauses")
    template = next((each for each in (plain, f"{plain} clause") if each in BUILTIN), None)
    if template is not None and BUILTIN[template].parameter is None:
        return f"{{IS {template}}}"
    written = plain.replace("\\", "\\\\").replace("{", "\\{").replace("}", "\\}")
    return f"{{This is a clause about {written}.}}"


def _column(query: str, scores: ClauseScores, tenant: TenantId, chunks: StoredChunks) -> FloatArray:
    """The query's score for every chunk."""
    parsed = parse(query)
    numbers, texts = (chunks.unit, chunks.units) if scores.paid(tenant) is None else (chunks.content, chunks.slices)
    columns = {one: scores.scores(tenant, one, numbers, texts) for one in parsed.statements}
    return np.asarray(parsed.combine(columns, "contract"), np.float32)


def _clauses(types: Sequence[str], table: FloatArray, chunks: StoredChunks) -> list[ClassifiedClause]:
    """The chunks whose best type is above the line, best first; ``table`` has a row a type, a column a chunk."""
    if not len(chunks.content):
        return []
    best, score = table.argmax(axis=0), table.max(axis=0)
    positions = np.flatnonzero((score > LINE) & (chunks.lengths >= SHORTEST))
    positions = positions[np.argsort(-score[positions], kind="stable")]
    chunks.expect(positions)
    clauses = []
    for at in positions.tolist():
        document = int(np.searchsorted(chunks.bounds, at, side="right")) - 1
        owner, citation = chunks.documents[document], chunks.cite(document, at)
        if citation is None:
            raise IntegrityError(
                f"a clause of {owner.filename!r} is no longer where it was read: put the document in again"
            )
        clauses.append(
            ClassifiedClause(
                clause_type=types[int(best[at])],
                confidence=float(score[at]),
                text_excerpt=citation.quote[:EXCERPT],
                document_id=owner.id,
                filename=owner.filename,
                citation=shown(citation),
            )
        )
    return clauses
