"""The tool ``extract_claims``: figures are found in a deal's documents and entered as claims, each with its place."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from pydantic import BaseModel, Field

from casewright.domain.actors import RECOGNITION
from casewright.domain.claims import Polarity
from casewright.domain.evidence import SourceType
from casewright.domain.sources import DocumentSource
from casewright.errors import NotFound, Refused
from casewright.toolbox.claims.clause_rows import add_clauses, add_sayings
from casewright.toolbox.claims.entry import Entered, enter
from casewright.toolbox.claims.extraction import Read, ask, make_rows, read_documents
from casewright.toolbox.claims.import_text import RawRow
from casewright.toolbox.claims.listed import add_listed
from casewright.toolbox.claims.statements import add_statements
from casewright.toolbox.deals.assessment_view import AssessmentView
from casewright.toolbox.deals.deal_events import ASSESSING, EXTRACTED, SOURCE_DESCRIBED, tell_described, tell_extracted
from casewright.toolbox.deals.document_places import DealDocuments, PlaceError
from casewright.tools.arguments import Arguments
from casewright.tools.calls import CallContext, Failure, SafetyLevel
from casewright.tools.definition import Tool
from casewright.tools.gates.consent import unconsented

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from casewright.domain.documents import Document
    from casewright.domain.ids import DocumentId, MatterId
    from casewright.toolbox.claims.clauses import ClauseReading, ContractRead
    from casewright.toolbox.deals.deal_stores import DealStores
    from casewright.tools.ports.claims import Proposer
    from casewright.tools.ports.consents import ConsentStore, Ways

_TIMEOUT = 1_800.0
_REASONS = 20


class ExtractClaimsInput(Arguments):
    """Input of the ``extract_claims`` tool."""

    deal_id: str = Field(description="UUID of the deal")
    document_ids: list[str] | None = Field(
        default=None, description="Filenames or UUIDs of the documents; left out, all of them"
    )
    use_model: bool = Field(
        default=False,
        description="Ask the chat model for more, which sends the documents' text to it: consent has to name it",
    )


class ExtractedClauses(BaseModel):
    """What a contract was read for beside its figures; kinds of clauses are called as fields of facts are."""

    entered: int = Field(description="Claims of clauses that are new")
    found: list[str]
    not_found: list[str] = Field(description="Looked for and not found: it may say it in words that no reader knows")
    polarities: dict[str, list[Polarity]] = Field(description="Of each kind found, what its clauses are for the buyer")
    other_party: str | None = Field(description="Who contracts with the deal's company, where that is recognised")
    not_read: str | None = Field(description="Why its facts were not read: its wording alone was looked at then")

    @classmethod
    def of(cls, contract: ContractRead) -> ExtractedClauses:
        """The view of one contract."""
        return cls(
            entered=contract.entered,
            found=list(contract.found),
            not_found=list(contract.not_found),
            polarities={
                name: [one.polarity for one in contract.clauses if one.kind == name] for name in contract.found
            },
            other_party=contract.sides.other,
            not_read=contract.why_not,
        )


class ExtractedDocument(BaseModel):
    """What came of one document."""

    document_id: str
    filename: str
    source_type: SourceType
    source_date: str | None = Field(description="The date that it bears, where that was recognised now")
    recognised: str | None = Field(description="What in it says what kind of source it is, where nobody had said so")
    entered: int
    by_model: int = Field(description="How many of the proposals were the model's")
    known: int = Field(description="Figures that a claim at the same place says already")
    refused: list[str] = Field(description="Why proposals of the model were refused; the first 20")
    skipped: str | None = Field(description="Why nothing was looked for in it")
    clauses: ExtractedClauses | None = Field(description="Of contracts what they were read for; null of all others")


class ExtractClaimsOutput(BaseModel):
    """What was extracted from each document, and how the deal stands with it; no assessment where nothing was new."""

    extracted: int
    claim_ids: list[str]
    documents: list[ExtractedDocument]
    assessment: AssessmentView | None


def extract_claims(
    *, stores: DealStores, consents: ConsentStore, ways: Ways, proposer: Proposer, clauses: ClauseReading
) -> Tool:
    """The tool over these stores; ``proposer`` is asked only where a call wants it and consent allows it."""
    extraction = _Extraction(stores, consents, ways, proposer, clauses)
    return Tool(
        name="extract_claims",
        description="Find the figures in a deal's documents and the clauses of its contracts, each with its place, and "
        "enter them as claims; say what kind of source each document is where nobody did. A chat model may add more.",
        arguments=ExtractClaimsInput,
        output=ExtractClaimsOutput,
        handler=extraction.run,
        atomic=True,
        safety_level=SafetyLevel.CAUTIOUS,
        categories=("evidence",),
        timeout=_TIMEOUT,
        reads=("the deal's documents",),
        writes=("claims", "evidence", "what the sources are", "defects", "gates", "grades"),
        sends=("with use_model, the documents' text to the chat model that is set",),
        emits=(EXTRACTED, SOURCE_DESCRIBED, *ASSESSING),
    )


@dataclass(frozen=True, slots=True)
class _Extraction:
    """Extracts the claims of a deal, with the model where a call wants it."""

    stores: DealStores
    consents: ConsentStore
    ways: Ways
    proposer: Proposer
    clauses: ClauseReading

    def run(self, arguments: ExtractClaimsInput, context: CallContext) -> ExtractClaimsOutput | Failure:
        deal = self.stores.deal_of(context, arguments.deal_id)
        if isinstance(deal, Failure):
            return deal
        if arguments.use_model:
            self._require_consent(context, deal)
        matter = self.stores.matters.get(context.tenant, deal)
        documents = self._choose_documents(context, deal, arguments.document_ids)
        described = self.stores.sources.of_deal(context.tenant, deal)
        found = read_documents(
            self.stores.documents, context.tenant, documents, described, "" if matter is None else matter.title
        )
        if arguments.use_model:
            ask(self.proposer, found)
        claims = self.stores.claims.of_deal(context.tenant, deal)
        make_rows(found, claims)
        room = self.stores.room(context.tenant, deal)
        entity = next((one.source.entity for one in found if one.source is not None and one.source.entity), None)
        company = room.room.company or entity or ("" if matter is None else matter.title)
        contracts = self.clauses.read(context.tenant, deal, documents, room, company)
        add_clauses(found, contracts, claims)
        add_sayings(found, room.room, claims)
        add_statements(found, room.seen, claims)
        add_listed(found, self.stores.absent(context.tenant, deal), claims, self.stores.documents, context.tenant)
        return self._enter(context, deal, found, contracts)

    def _require_consent(self, context: CallContext, deal: MatterId) -> None:
        missing = unconsented(context.tenant, deal, self.proposer.providers, self.consents, self.ways)
        if missing is not None:
            raise Refused(missing.reason)

    def _choose_documents(self, context: CallContext, deal: MatterId, names: Sequence[str] | None) -> list[Document]:
        known = self.stores.documents.of_matter(context.tenant, deal)
        if names is None:
            if not known:
                raise NotFound("The deal has no documents yet: 'casewright ingest' puts them in")
            return sorted(known, key=lambda one: (one.filename, one.id))
        places = DealDocuments(self.stores.documents, context.tenant, deal)
        try:
            chosen = {one.id: one for one in map(places.named, names)}
        except PlaceError as error:
            raise NotFound(str(error)) from error
        return list(chosen.values())

    def _enter(
        self, context: CallContext, deal: MatterId, found: list[Read], contracts: Mapping[DocumentId, ContractRead]
    ) -> ExtractClaimsOutput | Failure:
        new = [source for one in found if (source := self._make_source(one, context, deal)) is not None]
        rows = [row for one in found for row in one.rows]
        if not rows:
            with self.stores.transaction.together():
                self._keep_sources(new)
            return _output(found, contracts, [], None)

        def tell(entered: Entered) -> None:
            self._keep_sources(new)
            _tell(deal, found, entered)

        entered = enter(self.stores, context, deal, [RawRow(at, row) for at, row in enumerate(rows, start=1)], tell)
        if isinstance(entered, Failure):
            return entered
        ids = [str(built.claim.id) for built in entered.built]
        return _output(found, contracts, ids, AssessmentView.of(entered.assessment))

    def _make_source(self, one: Read, context: CallContext, deal: MatterId) -> DocumentSource | None:
        known = one.recognised
        if known is None or known.source_type is SourceType.UNKNOWN:
            return None
        day = known.source_date
        return DocumentSource(
            tenant=context.tenant,
            deal=deal,
            document=one.document.id,
            source_type=known.source_type,
            source_system=None,
            upstream_origin=None,
            source_date=None if day is None else datetime(day.year, day.month, day.day, tzinfo=UTC),
            described_by=RECOGNITION,
            described_at=self.stores.clock.now(),
        )

    def _keep_sources(self, new: Sequence[DocumentSource]) -> None:
        for source in new:
            self.stores.sources.put(source)
            tell_described(source, 0)


def _tell(deal: MatterId, found: Sequence[Read], entered: Entered) -> None:
    """Tell the audit of each document that claims were entered from."""
    for one in found:
        claims = [
            built.claim
            for built in entered.built
            if built.claim.span is not None and built.claim.span.document == one.document.id
        ]
        if claims:
            tell_extracted(
                deal, one.document.id, claims, skipped=one.known + len(one.refused), by_model=len(one.by_model)
            )


def _output(
    found: Sequence[Read],
    contracts: Mapping[DocumentId, ContractRead],
    ids: list[str],
    assessment: AssessmentView | None,
) -> ExtractClaimsOutput:
    return ExtractClaimsOutput(
        extracted=len(ids),
        claim_ids=ids,
        documents=[_view(one, contracts.get(one.document.id)) for one in found],
        assessment=assessment,
    )


def _view(one: Read, contract: ContractRead | None) -> ExtractedDocument:
    known = one.recognised
    day = None if known is None else known.source_date
    return ExtractedDocument(
        document_id=one.document.id,
        filename=one.document.filename,
        source_type=one.kind,
        source_date=None if day is None else day.isoformat(),
        recognised=None if known is None else known.why,
        entered=len(one.rows),
        by_model=len(one.by_model),
        known=one.known,
        refused=list(one.refused[:_REASONS]),
        skipped=one.why_not,
        clauses=None if contract is None else ExtractedClauses.of(contract),
    )
