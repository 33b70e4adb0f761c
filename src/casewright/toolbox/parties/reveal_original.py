"""The tool ``reveal_original``: a case document's bytes as they came, for a person; no result is recorded."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pydantic import BaseModel, Field

from casewright.domain.ids import DocumentId
from casewright.errors import IntegrityError, NotFound
from casewright.toolbox.cases.case_stores import original_place
from casewright.tools.arguments import Arguments
from casewright.tools.calls import CallContext, Failure, SafetyLevel
from casewright.tools.definition import Tool

if TYPE_CHECKING:
    from casewright.toolbox.parties.party_files import PartyFiles
    from casewright.tools.ports.documents import DocumentStore


class RevealOriginalInput(Arguments):
    """Input of the ``reveal_original`` tool."""

    case_id: str = Field(description="The ID of the case")
    document_id: str = Field(description="UUID of the document")


class RevealOriginalOutput(BaseModel):
    """The original. ``filename`` is the masked one; ``sha256`` is of the bytes as they were put in."""

    filename: str
    media_type: str
    sha256: str
    base64: str = Field(description="The bytes in Base64")


def reveal_original(*, files: PartyFiles, documents: DocumentStore) -> Tool:
    """The tool over these files."""

    def run(arguments: RevealOriginalInput, context: CallContext) -> RevealOriginalOutput | Failure:
        case = files.stores.case_of(context, arguments.case_id)
        if isinstance(case, Failure):
            return case
        document = documents.get(case.tenant, case.id, DocumentId(arguments.document_id.lower()))
        if document is None:
            raise NotFound("Document not found in this case")
        place = original_place(document.id)
        sealed = files.reader.open(case.tenant, [place]).get(place)
        if sealed is None:
            raise IntegrityError("The vault does not hold this document's original: restore the database from a backup")
        return RevealOriginalOutput(
            filename=document.filename,
            media_type=document.media_type,
            sha256=document.blob,
            base64=sealed["base64"],
        )

    return Tool(
        name="reveal_original",
        description="Give a case document's original bytes back. For people only; who asked is recorded.",
        arguments=RevealOriginalInput,
        output=RevealOriginalOutput,
        handler=run,
        safety_level=SafetyLevel.SAFE,
        categories=("parties", "cases", "documents"),
        timeout=60.0,
        reads=("the vault",),
        reveals=True,
    )
