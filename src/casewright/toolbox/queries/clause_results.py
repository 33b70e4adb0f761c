"""From scores per chunk to a query's results per document (spec/iql.md, "Evaluation")."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from casewright.errors import IntegrityError
from casewright.toolbox.documents.citation_view import shown

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from numpy.typing import NDArray

    from casewright.iql import Query
    from casewright.toolbox.documents.stored_chunks import StoredChunks

    FloatArray = NDArray[np.float64]
    Columns = Mapping[str, NDArray[np.float32]]

Semantics = Literal["contract", "strict"]
Scope = Literal["chunk", "document"]
Method = Literal["chunk_max", "chunk_avg", "chunk_min"]

_REDUCE: Mapping[str, Callable[[FloatArray], float]] = {
    "chunk_max": lambda scores: float(scores.max()),
    "chunk_avg": lambda scores: float(scores.mean()),
    "chunk_min": lambda scores: float(scores.min()),
}


@dataclass(frozen=True, slots=True)
class Request:
    """A query and how it is to be read; ``threshold`` is one for the query's score, or one for each statement."""

    query: Query
    threshold: float | Mapping[str, float]
    semantics: Semantics = "contract"
    scope: Scope = "chunk"
    method: Method = "chunk_max"

    def least(self, statement: str) -> float:
        """From which score on a chunk supports the statement."""
        return self.threshold[statement] if isinstance(self.threshold, Mapping) else self.threshold


def evaluate(request: Request, chunks: StoredChunks, columns: Columns) -> list[dict[str, Any]]:
    """One result per document, in order, in the shape of the seed; ``columns`` has a score per chunk and statement.

    A score is NaN where it was not needed (``push_down``): the result is the same whatever it is.
    """
    return list((_by_chunk if request.scope == "chunk" else _by_document)(request, chunks, columns))


def _by_chunk(request: Request, chunks: StoredChunks, columns: Columns) -> Iterator[dict[str, Any]]:
    query = request.query
    columns, settled = _filled(request, columns)
    # A chunk that is not settled neither matches nor is its document's best.
    scores = np.where(settled, query.combine(columns, request.semantics), -1.0)
    matching = query.matches(columns, request.threshold, request.semantics) & settled
    operands = query.operands(columns, request.semantics)
    found = np.flatnonzero(matching)
    chunks.expect(found)
    places = np.searchsorted(found, chunks.bounds).tolist()
    bounds = chunks.bounds.tolist()
    for number in range(len(chunks.documents)):
        low, high = bounds[number], bounds[number + 1]
        own = scores[low:high]
        positions = found[places[number] : places[number + 1]]
        best_first = positions[np.argsort(-scores[positions], kind="stable")].tolist() if len(positions) else ()
        matches = [
            _match(chunks, number, at, float(scores[at]), {"operands": _at(operands, at)} if operands else {})
            for at in best_first
        ]
        extra: dict[str, Any] = {}
        if operands and high > low:
            extra["operands"] = _at(operands, low + int(own.argmax()))
        yield _result(chunks, number, _REDUCE[request.method](own) if high > low else 0.0, matches, extra)


def _by_document(request: Request, chunks: StoredChunks, columns: Columns) -> Iterator[dict[str, Any]]:
    query = request.query
    count = len(chunks.documents)
    best = {statement: _best_per_document(column, chunks) for statement, column in columns.items()}
    scores = query.combine(best, request.semantics) if best else np.zeros(count)
    matching = query.matches(best, request.threshold, request.semantics)
    chunks.expect(chunks.bounds[:-1][matching & (np.diff(chunks.bounds) > 0)])
    for number in range(count):
        low, high = int(chunks.bounds[number]), int(chunks.bounds[number + 1])
        operands = {
            statement: float(column[number])
            for statement, column in best.items()
            if column[number] == 1 or not np.isnan(columns[statement][low:high]).any()
        }
        supporting: list[tuple[float, int, str]] = []
        if matching[number]:
            for statement in query.affirmed:
                own = columns[statement][low:high]
                hits = np.flatnonzero(own >= request.least(statement))
                supporting += [(float(own[at]), low + int(at), statement) for at in hits]
        supporting.sort(key=lambda item: (-item[0], item[1]))
        matches = [
            _match(chunks, number, at, score, {"supports": statement, "operands": {statement: score}})
            for score, at, statement in supporting
        ]
        extra = {"operands": operands, "holds": bool(matching[number] and high > low)}
        yield _result(chunks, number, float(scores[number]) if high > low else 0.0, matches, extra)


def _filled(request: Request, columns: Columns) -> tuple[Columns, NDArray[np.bool_]]:
    """The columns with every NaN replaced by what cannot change a settled chunk, and which chunks are settled."""
    missing = {statement: np.isnan(column) for statement, column in columns.items()}
    if not any(places.any() for places in missing.values()):
        return columns, np.array(True)
    low = {name: np.where(missing[name], np.float32(0), column) for name, column in columns.items()}
    high = {name: np.where(missing[name], np.float32(1), column) for name, column in columns.items()}
    return low, request.query.bounds(low, high, request.semantics).met


def _best_per_document(column: NDArray[np.float32], chunks: StoredChunks) -> FloatArray:
    """The best known score of each document's chunks, 0 where there is none; shape (documents,)."""
    best = np.zeros(len(chunks.documents))
    for number in range(len(best)):
        own = column[chunks.bounds[number] : chunks.bounds[number + 1]]
        known = own[~np.isnan(own)]
        if len(known):
            best[number] = known.max()
    return best


def _at(operands: Mapping[str, FloatArray], position: int) -> dict[str, float]:
    return {operand: float(scores[position]) for operand, scores in operands.items()}


def _match(
    chunks: StoredChunks, document: int, position: int, score: float, extra: Mapping[str, Any]
) -> dict[str, Any]:
    citation = chunks.cite(document, position)
    if citation is None:
        owner = chunks.documents[document].filename
        raise IntegrityError(f"a clause of {owner!r} is no longer where it was read: put the document in again")
    return {
        "text": citation.quote,
        "start_index": citation.start,
        "end_index": citation.end,
        "score": score,
        "citation": shown(citation),
        **extra,
    }


def _result(
    chunks: StoredChunks, number: int, score: float, matches: list[dict[str, Any]], extra: Mapping[str, Any]
) -> dict[str, Any]:
    document = chunks.documents[number]
    return {
        "document_id": document.id,
        "filename": document.filename,
        "score": score,
        "matches": matches,
        "match_count": len(matches),
        "error": None,
        **extra,
    }
