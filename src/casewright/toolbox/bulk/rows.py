"""What came of a partition as the columns of tables: a row a document, and a row a match or a fact."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from casewright.domain.bulk import BulkFailure, FailureKind
from casewright.domain.facts import FactText
from casewright.domain.skipping import quote_text, spans_of
from casewright.errors import IntegrityError, ToolFailed
from casewright.evidence.facts.values.as_json import as_json
from casewright.evidence.facts.values.showing import shown
from casewright.toolbox.bulk.partition_documents import TENANT, PartitionDocuments
from casewright.toolbox.facts.reading import placed
from casewright.toolbox.queries.clause_results import Request, evaluate
from casewright.toolbox.queries.statement_scores import StatementScores

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from casewright.domain.bulk import BulkAsk
    from casewright.domain.bulk_documents import BulkDocument
    from casewright.domain.documents import Reading
    from casewright.iql import Query
    from casewright.tools.ports.facts import FactReader, ValueOf
    from casewright.tools.ports.scoring import ClauseScores

DOCUMENTS, MATCHES, FACTS = "documents", "matches", "facts"

_KEY: Final = {"source": "VARCHAR", "document": "VARCHAR", "sha256": "VARCHAR"}
SCHEMAS: Final[Mapping[str, Mapping[str, str]]] = {
    "query": {**_KEY, "score": "DOUBLE", "holds": "BOOLEAN", "matches": "BIGINT", "chunks": "BIGINT"},
    MATCHES: {
        **_KEY,
        "rank": "BIGINT",
        "score": "DOUBLE",
        "supports": "VARCHAR",
        "start": "BIGINT",
        "end": "BIGINT",
        "page": "BIGINT",
        "section": "VARCHAR",
        "text": "VARCHAR",
    },
    "facts": {**_KEY, "facts": "BIGINT", "chunks": "BIGINT"},
    FACTS + "-rows": {
        **_KEY,
        "field": "VARCHAR",
        "shown": "VARCHAR",
        "value": "VARCHAR",
        "confidence": "DOUBLE",
        "how": "VARCHAR",
        "start": "BIGINT",
        "end": "BIGINT",
        "page": "BIGINT",
        "section": "VARCHAR",
        "text": "VARCHAR",
    },
}
"""The SQL types of the columns: of the documents of a query, its matches, the documents of facts, and the facts."""


@dataclass(slots=True)
class Table:
    """Rows of one schema, column by column; Any: what SQL's types hold."""

    schema: Mapping[str, str]
    columns: dict[str, list[Any]] = field(init=False)

    def __post_init__(self) -> None:
        self.columns = {name: [] for name in self.schema}

    def add(self, **values: Any) -> None:
        """One row."""
        for name, column in self.columns.items():
            column.append(values[name])

    def __len__(self) -> int:
        return len(next(iter(self.columns.values())))


@dataclass(frozen=True, slots=True)
class Answered:
    """The tables by name, what was not read, how many chunks there were, how much was found, and notes."""

    tables: Mapping[str, Table]
    failures: tuple[BulkFailure, ...]
    chunks: int
    found: int
    notes: tuple[str, ...] = ()


def answer_query(
    ask: BulkAsk, query: Query, documents: Sequence[BulkDocument], partition: PartitionDocuments, scores: ClauseScores
) -> Answered:
    """The query asked of every document, by the way that it is asked of a matter. Raises what the scorer raises."""
    request = Request(query, ask.threshold, ask.semantics, ask.scope)
    chunks = partition.stored()
    asked = StatementScores(scores, TENANT, chunks, {})
    results = evaluate(request, chunks, asked.columns(request, exact=True))
    told, matches = Table(SCHEMAS["query"]), Table(SCHEMAS[MATCHES])
    for (number, reading), result in zip(partition.read, results, strict=True):
        key = _key(documents[number])
        holds = result.get("holds", bool(result["matches"]))
        count = result["match_count"]
        told.add(**key, score=result["score"], holds=holds, matches=count, chunks=len(reading.chunks))
        for rank, match in enumerate(result["matches"], start=1):
            matches.add(
                **key,
                rank=rank,
                score=match["score"],
                supports=match.get("supports"),
                start=match["start_index"],
                end=match["end_index"],
                page=match["citation"].get("page"),
                section=match["citation"].get("section"),
                text=match["text"],
            )
    tables = {DOCUMENTS: told, MATCHES: matches}
    return Answered(tables, _unread(documents), len(chunks.content), len(matches), tuple(asked.notes))


def answer_facts(
    fields: Collection[str] | None,
    documents: Sequence[BulkDocument],
    partition: PartitionDocuments,
    reader: FactReader,
    value: ValueOf,
) -> Answered:
    """The facts of every document, those of these fields only; one whose words no reader can take is told."""
    told, facts = Table(SCHEMAS["facts"]), Table(SCHEMAS[FACTS + "-rows"])
    failures = list(_unread(documents))
    chunks = 0
    for number, reading in partition.read:
        known = documents[number]
        try:
            found = placed(reader.read(_fact_text(reading)), reading, value)
        except (ToolFailed, IntegrityError):
            raise
        except Exception as error:  # noqa: BLE001 — whatever its words do to a reader, the other documents are read
            reason = f"its facts were not read ({type(error).__name__})"
            failures.append(BulkFailure(FailureKind.UNREADABLE, known.source, known.document, reason))
            continue
        chosen = [one for one in found if fields is None or one.field in fields]
        chunks += len(reading.chunks)
        told.add(**_key(known), facts=len(chosen), chunks=len(reading.chunks))
        for one in chosen:
            facts.add(
                **_key(known),
                field=one.field,
                shown=None if one.value is None else shown(one.value),
                value=None if one.value is None else json.dumps(as_json(one.value), ensure_ascii=False),
                confidence=one.confidence,
                how=one.how.value,
                start=one.start,
                end=one.end,
                page=one.page,
                section=one.section,
                text=quote_text(reading.text, one.start, one.end, spans_of(reading.furniture)),
            )
    return Answered({DOCUMENTS: told, FACTS: facts}, tuple(failures), chunks, len(facts))


def _fact_text(reading: Reading) -> FactText:
    return FactText(reading.text, reading.chunks, reading.sections or (), spans_of(reading.furniture))


def _key(document: BulkDocument) -> dict[str, str]:
    return {"source": document.source, "document": document.document, "sha256": document.sha256}


def _unread(documents: Sequence[BulkDocument]) -> tuple[BulkFailure, ...]:
    return tuple(
        BulkFailure(FailureKind.UNREADABLE, one.source, one.document, one.reason)
        for one in documents
        if one.reading is None
    )
