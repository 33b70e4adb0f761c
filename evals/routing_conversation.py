"""Puts the questions of a routing set to a chat model, in a matter whose tools answer that they found nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from uuid import NAMESPACE_URL, uuid5

import orjson

from casewright.agents.context import compose_context
from evals.rehearsal import Made, rehearse
from evals.routing_judge import Called

if TYPE_CHECKING:
    from collections.abc import Sequence

    from evals.rehearsal import Model
    from evals.routing import Asked, Shelf

_LIST = "list_matter_documents"
_NOTHING: dict[str, dict[str, Any]] = {
    "isaacus_iql": {"document_results": [], "total_matches": 0, "average_score": 0.0},
    "isaacus_search": {"results": [], "total_found": 0, "reranked": False},
    "isaacus_extract": {"answer": "Not found in the documents", "confidence": 0.0, "citations": [], "found": False},
    "isaacus_classify": {"clauses": [], "total_found": 0, "clause_types_searched": []},
    "get_document_text": {"text": "", "filename": "", "document_id": "", "character_count": 0, "truncated": False},
}


def calls_for(asked: Asked, model: Model) -> list[Called]:
    """The calls with which the model answers the question: its first ones after any look-up of the documents.

    A list of the documents is the answer where it is all that the model calls.
    """
    questions = [asked.words] if asked.after is None else [asked.after, asked.words]
    steps = rehearse(model, _context(asked), questions, lambda made: _result(made, asked.shelf))
    return [_called(made, asked.shelf) for made in _decisive(steps)]


def _decisive(steps: Sequence[Sequence[Made]]) -> Sequence[Made]:
    return next((made for made in steps if any(one.name != _LIST for one in made)), steps[0] if steps else ())


def _result(made: Made, shelf: Shelf) -> str:
    if made.name != _LIST:
        return orjson.dumps({"query": made.arguments.get("query", ""), **_NOTHING.get(made.name, {})}).decode()
    documents = [
        {"document_id": _id(one), "filename": one, "file_size": 1, "processing_status": "ready"}
        for one in shelf.documents
    ]
    return orjson.dumps({"documents": documents, "total_count": len(documents)}).decode()


def _context(asked: Asked) -> str:
    shelf = asked.shelf
    opened = asked.context == "document"
    return compose_context(
        _id(shelf.matter),
        shelf.matter,
        document_id=_id(shelf.open) if opened else None,
        document_name=shelf.open if opened else None,
        document_ids=[_id(one) for one in shelf.chosen] if asked.context == "several" else (),
    )


def _called(made: Made, shelf: Shelf) -> Called:
    names = {_id(one): one for one in shelf.documents}
    given = made.arguments.get("document_ids")
    if given is None and made.arguments.get("document_id") is not None:
        given = [made.arguments["document_id"]]
    if given is None and made.arguments.get("filename") is not None:
        return Called(made.name, made.arguments, (str(made.arguments["filename"]),))
    targets = None if given is None else tuple(names.get(one, str(one)) for one in given)
    return Called(made.name, made.arguments, targets)


def _id(name: str) -> str:
    return str(uuid5(NAMESPACE_URL, f"casewright:routing:{name}"))
