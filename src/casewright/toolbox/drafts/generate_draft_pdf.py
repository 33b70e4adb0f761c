"""The tool ``generate_draft_pdf``: a draft with its parties' details, on paper. It alone among agents' tools opens the
vault, and nothing that it opened leaves it but in the PDF.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from pydantic import BaseModel, Field

from casewright.casework.details import InvalidField
from casewright.casework.placeholders import UnresolvedPlaceholder
from casewright.errors import CasewrightError, InvalidInput, NotFound, Refused, ToolFailed, Unavailable
from casewright.toolbox.cases.case_stores import failed
from casewright.toolbox.drafts.drafting import Rendering
from casewright.toolbox.drafts.plan_gate import PlanGate
from casewright.tools.arguments import Arguments
from casewright.tools.calls import CallContext, Failure, SafetyLevel
from casewright.tools.definition import Tool

if TYPE_CHECKING:
    from casewright.domain.cases import Case
    from casewright.toolbox.cases.case_stores import CaseStores
    from casewright.tools.ports.blobs import BlobStore
    from casewright.tools.ports.drafts import DraftPrinter, InventedSources
    from casewright.tools.ports.parties import VaultReader
    from casewright.tools.ports.support import PlanApprovals

PDF_FAILED = "PDF conversion failed"
UPLOAD_FAILED = "Cloud Storage upload failed"
UPDATE_FAILED = "Firestore update failed"
"""The seed's words, whatever stands behind them; the reason follows."""


class GenerateDraftPdfInput(Arguments):
    """Input of the ``generate_draft_pdf`` tool."""

    case_id: str = Field(description="The ID of the current case")
    markdown_content: str = Field(
        description="The draft in Markdown, with placeholders such as {{party0.lastName}} or {{party1.cui}} in place "
        "of personal data; a line \\newpage begins a page",
        min_length=1,
    )
    draft_name: str = Field(
        description='The base name of the document, such as "Cerere_chemare_judecata"', min_length=1, max_length=100
    )
    revision: int = Field(description="The revision number of this version of the draft, from 1", ge=1, le=9999)


class GenerateDraftPdfOutput(BaseModel):
    """Where the PDF is."""

    status: Literal["success"] = "success"
    pdf_gcs_path: str
    draft_firestore_id: str = Field(description="The ID of the entry in draft_status of the case file")
    kind: str | None = Field(description="What kind of draft its mandatory parts were checked as; null: of none")
    notices: list[str] = Field(description="What a person should know, such as when a time limit ends")
    synthetic: bool = Field(description="Whether each page is marked because a source was written as an example")


def generate_draft_pdf(
    *,
    stores: CaseStores,
    vault: VaultReader,
    printer: DraftPrinter,
    blobs: BlobStore,
    inventions: InventedSources,
    approvals: PlanApprovals,
) -> Tool:
    """The tool over these stores; ``vault`` is the reading side, ``approvals`` say which drafts a model may make."""
    generation = _Generation(
        stores=stores,
        gate=PlanGate(approvals, stores.clock),
        rendering=Rendering(stores=stores, vault=vault, printer=printer, inventions=inventions),
        blobs=blobs,
    )
    return Tool(
        name="generate_draft_pdf",
        description=(
            "Make a PDF of a draft. Placeholders are replaced by the details of parties attached to the case; "
            "mandatory parts of the known kinds of drafts are checked, and what is missing is listed. A revision is "
            "never overwritten: count revision up for each new version. A model needs the reasoner's approval of the "
            "draft's plan first (consult_grok)."
        ),
        arguments=GenerateDraftPdfInput,
        output=GenerateDraftPdfOutput,
        handler=generation.run,
        safety_level=SafetyLevel.CAUTIOUS,
        categories=("cases", "drafts"),
        timeout=60.0,
        idempotent=True,
        reads=("the case file", "the vault", "the legal corpus"),
        writes=("the case's drafts", "the case file"),
    )


@dataclass(frozen=True, slots=True)
class _Generation:
    """Makes a draft's PDF, keeps it, and lists it in the case file."""

    stores: CaseStores
    gate: PlanGate
    rendering: Rendering
    blobs: BlobStore

    def run(self, arguments: GenerateDraftPdfInput, context: CallContext) -> GenerateDraftPdfOutput | Failure:
        case = self.stores.case_of(context, arguments.case_id)
        if isinstance(case, Failure):
            return case
        name, revision = arguments.draft_name, arguments.revision
        return self.gate.through(context, case, name, revision, lambda: self._make(case, arguments))

    def _make(self, case: Case, arguments: GenerateDraftPdfInput) -> GenerateDraftPdfOutput | Failure:
        try:
            made = self.rendering.render(case, arguments.draft_name, arguments.revision, arguments.markdown_content)
        except UnresolvedPlaceholder as error:
            return failed(str(error))
        except (InvalidInput, ToolFailed, Unavailable) as error:
            return _failed(PDF_FAILED, error)
        try:
            self.blobs.keep(f"{made.place}.md", arguments.markdown_content.encode())
            path = self.blobs.keep(f"{made.place}.pdf", made.pdf)
        except (InvalidInput, Refused, Unavailable) as error:
            return _failed(UPLOAD_FAILED, error)
        if not made.listed:
            try:
                self.stores.update(case, {"draft_status": made.entries(path)})
            except (InvalidField, NotFound, Unavailable) as error:
                return _failed(UPDATE_FAILED, error)
        return GenerateDraftPdfOutput(
            pdf_gcs_path=path,
            draft_firestore_id=made.id,
            kind=made.kind,
            notices=list(made.notices),
            synthetic=made.invented,
        )


def _failed(what: str, error: CasewrightError) -> Failure:
    kind = next((one for one in (Refused, InvalidInput, NotFound, Unavailable) if isinstance(error, one)), ToolFailed)
    return failed(f"{what}: {error}", kind)
