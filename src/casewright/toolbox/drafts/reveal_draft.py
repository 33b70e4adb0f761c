"""The tool ``reveal_draft``: a draft's PDF with its parties' details, for a person; no result is recorded."""

from __future__ import annotations

from base64 import b64encode
from hashlib import sha256
from typing import TYPE_CHECKING, Literal

from pydantic import BaseModel, Field

from casewright.toolbox.drafts.kept_draft import kept_draft, missing_pdf
from casewright.tools.arguments import Arguments
from casewright.tools.calls import CallContext, Failure, SafetyLevel
from casewright.tools.definition import Tool

if TYPE_CHECKING:
    from casewright.toolbox.cases.case_stores import CaseStores
    from casewright.tools.ports.blobs import BlobStore


class RevealDraftInput(Arguments):
    """Input of the ``reveal_draft`` tool."""

    case_id: str = Field(description="The ID of the case")
    draft_id: str = Field(description="The ID of the draft's revision: draft_firestore_id, as list_drafts gives it")


class RevealDraftOutput(BaseModel):
    """The PDF. ``sha256`` is of its bytes."""

    filename: str
    media_type: Literal["application/pdf"] = "application/pdf"
    sha256: str
    base64: str = Field(description="The bytes in Base64")


def reveal_draft(*, stores: CaseStores, blobs: BlobStore) -> Tool:
    """The tool over these stores; ``blobs`` has the drafts."""

    def run(arguments: RevealDraftInput, context: CallContext) -> RevealDraftOutput | Failure:
        case = stores.case_of(context, arguments.case_id)
        if isinstance(case, Failure):
            return case
        draft = kept_draft(case, arguments.draft_id)
        pdf = blobs.read(draft.place)
        if pdf is None:
            raise missing_pdf()
        return RevealDraftOutput(
            filename=draft.filename, sha256=sha256(pdf).hexdigest(), base64=b64encode(pdf).decode("ascii")
        )

    return Tool(
        name="reveal_draft",
        description="Give a draft's PDF, with its parties' details. For people only; who asked is recorded.",
        arguments=RevealDraftInput,
        output=RevealDraftOutput,
        handler=run,
        safety_level=SafetyLevel.SAFE,
        categories=("cases", "drafts"),
        timeout=60.0,
        reads=("the case's drafts",),
        reveals=True,
    )
