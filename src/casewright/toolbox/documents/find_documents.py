"""The tool ``find_documents``: which of these contents a matter already has."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pydantic import BaseModel, Field

from casewright.toolbox.documents.add_document import identity_of
from casewright.toolbox.matter_id import matter_of
from casewright.tools.arguments import Arguments
from casewright.tools.calls import CallContext, Failure, SafetyLevel
from casewright.tools.definition import Tool

if TYPE_CHECKING:
    from casewright.tools.ports.documents import DocumentStore


class NamedContent(Arguments):
    """A file by its content, and by its name where it was added with ``keep_name``."""

    sha256: str = Field(description="SHA-256 of the file's bytes", pattern="^[0-9a-f]{64}$")
    filename: str | None = Field(default=None, description="Its name, where it was added with keep_name")


class FindDocumentsInput(Arguments):
    """Input of the ``find_documents`` tool."""

    matter_id: str = Field(description="UUID of the matter to look in")
    contents: list[NamedContent] = Field(description="The files to look for", max_length=100_000)


class FindDocumentsOutput(BaseModel):
    """The document id of each content, in the order asked; null where the matter does not have it."""

    document_ids: list[str | None]


def find_documents(*, documents: DocumentStore) -> Tool:
    """The tool over this store."""

    def run(arguments: FindDocumentsInput, context: CallContext) -> FindDocumentsOutput | Failure:
        matter = matter_of(arguments.matter_id)
        if isinstance(matter, Failure):
            return matter
        identities = [
            identity_of(item.sha256, item.filename or "", keep_name=item.filename is not None)
            for item in arguments.contents
        ]
        known = documents.find(context.tenant, matter, identities)
        return FindDocumentsOutput(document_ids=[known.get(identity) for identity in identities])

    return Tool(
        name="find_documents",
        description="Find out which files, by the SHA-256 of their bytes, are already documents of a matter.",
        arguments=FindDocumentsInput,
        output=FindDocumentsOutput,
        handler=run,
        safety_level=SafetyLevel.SAFE,
        categories=("matters", "documents"),
        reads=("the matter's documents",),
    )
