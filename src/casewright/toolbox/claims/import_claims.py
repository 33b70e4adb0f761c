"""The tool ``import_claims``: a file of claims enters a deal whole, or not at all."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from pydantic import BaseModel, Field

from casewright.domain.claims import ValueSupport
from casewright.domain.ids import BlobId
from casewright.errors import InvalidInput
from casewright.evidence.display import show_value
from casewright.evidence.indexed_record import quote_line
from casewright.toolbox.claims.entry import Entered, enter
from casewright.toolbox.claims.import_text import csv_rows, json_rows
from casewright.toolbox.deals.assessment_view import AssessmentView
from casewright.toolbox.deals.deal_events import ASSESSING, IMPORTED, tell_imported
from casewright.tools.arguments import Arguments
from casewright.tools.calls import CallContext, Failure, SafetyLevel
from casewright.tools.definition import Tool

if TYPE_CHECKING:
    from collections.abc import Iterator

    from casewright.domain.ids import TenantId
    from casewright.toolbox.deals.deal_stores import DealStores
    from casewright.tools.ports.blobs import BlobStore

_TIMEOUT = 600.0
_NOTES = 100


class ImportClaimsInput(Arguments):
    """Input of the ``import_claims`` tool. Either ``content`` or ``blob_id`` gives the text."""

    deal_id: str = Field(description="UUID of the deal")
    format: Literal["json", "csv"] = Field(description="json: a list of claims; csv: a header and a row for each claim")
    content: str | None = Field(default=None, description="The text itself")
    blob_id: str | None = Field(
        default=None, description="Id of stored bytes (their SHA-256) that are the text", pattern="^[0-9a-f]{64}$"
    )


class RowNote(BaseModel):
    """Something that is no error about a row."""

    row: int
    note: str


class ImportClaimsOutput(BaseModel):
    """What was imported, and how the deal stands with it."""

    imported: int
    evidence: int
    claim_ids: list[str]
    notes: list[RowNote] = Field(description="The first 100")
    assessment: AssessmentView


def import_claims(*, stores: DealStores, blobs: BlobStore) -> Tool:
    """The tool over these stores."""

    def run(arguments: ImportClaimsInput, context: CallContext) -> ImportClaimsOutput | Failure:
        deal = stores.deal_of(context, arguments.deal_id)
        if isinstance(deal, Failure):
            return deal
        text = _text(blobs, context.tenant, arguments)
        rows = json_rows(text) if arguments.format == "json" else csv_rows(text)
        if not rows:
            raise InvalidInput("There is no claim in it: nothing was imported")
        entered = enter(stores, context, deal, rows, tell)
        if isinstance(entered, Failure):
            return entered
        notes = [RowNote(row=one.row, note=note) for one in entered.built for note in one.notes]
        notes += _not_held(entered)
        return ImportClaimsOutput(
            imported=len(entered.built),
            evidence=len({item.id for one in entered.built for item in one.evidence}),
            claim_ids=[one.claim.id for one in entered.built],
            notes=notes[:_NOTES],
            assessment=AssessmentView.of(entered.assessment),
        )

    def tell(entered: Entered) -> None:
        tell_imported([one.claim for one in entered.built])

    return Tool(
        name="import_claims",
        description="Import a file of claims (JSON or CSV) into a deal: every claim with the place that says so.",
        arguments=ImportClaimsInput,
        output=ImportClaimsOutput,
        handler=run,
        atomic=True,
        safety_level=SafetyLevel.CAUTIOUS,
        categories=("evidence",),
        timeout=_TIMEOUT,
        reads=("the deal's documents", "the stored bytes"),
        writes=("claims", "evidence", "defects", "gates", "grades"),
        emits=(IMPORTED, *ASSESSING),
    )


def _not_held(entered: Entered) -> Iterator[RowNote]:
    """The rows whose quote lacks the value, each with both."""
    standing = {claim.id: claim.standing for claim in entered.assessment.record.claims}
    for one in entered.built:
        if one.claim.value is None or standing[one.claim.id].value_support is ValueSupport.HELD:
            continue
        quotes = "; ".join(quote_line(item.excerpt) for item in one.evidence)
        value = show_value(one.claim.value)
        note = f"value_support: missing; the value is {value}, the quote is {quotes}: it grades D"
        yield RowNote(row=one.row, note=note)


def _text(blobs: BlobStore, tenant: TenantId, arguments: ImportClaimsInput) -> str:
    if (arguments.content is None) == (arguments.blob_id is None):
        raise InvalidInput("Give the claims either as 'content' or as 'blob_id'")
    if arguments.blob_id is None:
        return arguments.content or ""
    try:
        return blobs.get(tenant, BlobId(arguments.blob_id)).decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise InvalidInput(
            f"The claims are not in UTF-8: byte {error.start} is wrong; save the file in UTF-8"
        ) from error
