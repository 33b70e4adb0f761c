"""The tool ``count_documents``: how many documents of a matter are ready, waiting and unreadable."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from pydantic import BaseModel, Field

from casewright.domain.documents import DocumentStatus
from casewright.toolbox.matter_id import matter_of
from casewright.tools.arguments import Arguments
from casewright.tools.calls import CallContext, Failure, SafetyLevel
from casewright.tools.definition import Tool

if TYPE_CHECKING:
    from casewright.tools.ports.documents import DocumentStore


class CountDocumentsInput(Arguments):
    """Input of the ``count_documents`` tool."""

    matter_id: str = Field(description="UUID of the matter")


class CountDocumentsOutput(BaseModel):
    """Documents by how far they are processed."""

    total: int
    ready: int
    waiting: int
    unreadable: int


def count_documents(*, documents: DocumentStore) -> Tool:
    """The tool over this store."""

    def run(arguments: CountDocumentsInput, context: CallContext) -> CountDocumentsOutput | Failure:
        matter = matter_of(arguments.matter_id)
        if isinstance(matter, Failure):
            return matter
        counted = Counter(document.status for document in documents.of_matter(context.tenant, matter))
        total, ready, unreadable = counted.total(), counted[DocumentStatus.READY], counted[DocumentStatus.ERROR]
        return CountDocumentsOutput(total=total, ready=ready, waiting=total - ready - unreadable, unreadable=unreadable)

    return Tool(
        name="count_documents",
        description="Count the documents of a matter: those that are ready, waiting and unreadable.",
        arguments=CountDocumentsInput,
        output=CountDocumentsOutput,
        handler=run,
        safety_level=SafetyLevel.SAFE,
        categories=("documents",),
        reads=("the matter's documents",),
    )
