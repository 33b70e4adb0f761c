"""What is said in place of an answer where the context leads nowhere (seeds/agent-context.md, "Error Handling")."""

from __future__ import annotations

from typing import TYPE_CHECKING

from casewright.domain.documents import DocumentStatus

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from casewright.agents.context import Context

_LISTED = 20

WHICH_MATTER = "Which matter are you working with? Open one first: 'casewright matter list' shows yours."
MATTER_NOT_FOUND = "Matter not found: 'casewright matter list' shows the matters that you can see."


def objection(context: Context | None, documents: Sequence[Mapping[str, str]] | None) -> str | None:
    """The contract's answer to this context; None where there is a question to answer.

    ``documents`` are the matter's as ``list_matter_documents`` lists them, None where the matter cannot be seen.
    """
    if context is None:
        return WHICH_MATTER
    if context["matter_id"] is None or documents is None:
        return MATTER_NOT_FOUND
    by_id = {document["document_id"]: document for document in documents}
    chosen = [context["document_id"], *(context["document_ids"] or [])]
    for document_id in [one for one in chosen if one is not None]:
        said = _of_document(by_id.get(document_id), document_id, documents)
        if said is not None:
            return said
    return None


def _of_document(
    document: Mapping[str, str] | None, document_id: str, documents: Sequence[Mapping[str, str]]
) -> str | None:
    if document is None:
        there = [f"{one['filename']} ({one['document_id']})" for one in documents]
        available = f"Available documents: {_list(there)}. Which one do you mean?" if there else "It has none yet."
        return f"There is no document {document_id!r} in this matter. {available}"
    status = document["processing_status"]
    if status == DocumentStatus.READY:
        return None
    ready = [one["filename"] for one in documents if one["processing_status"] == DocumentStatus.READY]
    others = f"Ready now: {_list(ready)}." if ready else "No document of this matter is ready yet."
    if status == DocumentStatus.ERROR:
        return f"{document['filename']!r} could not be read, so nothing in it can be asked. {others}"
    return f"{document['filename']!r} is still processing (status: {status}): ask again in a moment. {others}"


def _list(names: Sequence[str]) -> str:
    more = f" and {len(names) - _LISTED} more" if len(names) > _LISTED else ""
    return ", ".join(names[:_LISTED]) + more
