"""What is kept of a deal, and all of it at one time."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import TYPE_CHECKING

from casewright.domain.actors import RECOGNITION
from casewright.domain.defects import DefectType
from casewright.domain.human_gates import GateStatus
from casewright.domain.ids import ClaimId
from casewright.domain.matters import MatterKind
from casewright.errors import InvalidInput, NotFound
from casewright.evidence.clauses.coverage import cover_contracts
from casewright.evidence.concealed import confirmed
from casewright.evidence.record import DealRecord
from casewright.toolbox.asked_documents import document_name
from casewright.toolbox.deals.room_reading import RoomReadings
from casewright.toolbox.matter_id import matter_of
from casewright.tools.calls import Failure

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from datetime import date

    from casewright.domain.claims import Claim
    from casewright.domain.documents import Document
    from casewright.domain.ids import MatterId, TenantId
    from casewright.evidence.coverage import Coverage
    from casewright.evidence.record import AbsentDocument
    from casewright.toolbox.deals.room_reading import RoomReading
    from casewright.tools.calls import CallContext
    from casewright.tools.ports.assessments import AssessmentStore
    from casewright.tools.ports.calculations import CalculationStore
    from casewright.tools.ports.claims import ClaimStore
    from casewright.tools.ports.clock import Clock
    from casewright.tools.ports.defects import DefectStore
    from casewright.tools.ports.documents import DocumentStore
    from casewright.tools.ports.evidence import SourceStore
    from casewright.tools.ports.facts import FactStore
    from casewright.tools.ports.gates import GateStore
    from casewright.tools.ports.matters import MatterStore
    from casewright.tools.ports.together import Together


@dataclass(frozen=True, slots=True)
class DealStores:
    """The stores that hold a deal's parts; ``transaction`` is what they have in common."""

    matters: MatterStore
    documents: DocumentStore
    claims: ClaimStore
    defects: DefectStore
    gates: GateStore
    calculations: CalculationStore
    sources: SourceStore
    assessments: AssessmentStore
    transaction: Together
    clock: Clock
    facts: FactStore | None = None
    rooms: RoomReadings = field(default_factory=RoomReadings)

    def record(self, tenant: TenantId, deal: MatterId) -> DealRecord:
        """Everything that is known of the deal now; ages count from its day, or from today where none was set."""
        with self.transaction.reading():
            return self._record(tenant, deal)

    def claim_count(self, tenant: TenantId, deal: MatterId) -> int:
        """How many claims the deal has."""
        return sum(self.claims.grades(tenant, deal).values())

    def _record(self, tenant: TenantId, deal: MatterId) -> DealRecord:
        read = self.documents.of_matter(tenant, deal, replaced=True)
        absent = self.absent(tenant, deal, read)
        claims = tuple(self.claims.of_deal(tenant, deal))
        return DealRecord(
            claims=claims,
            evidence=MappingProxyType({item.id: item for item in self.claims.evidence(tenant, deal)}),
            as_of=self.as_of(tenant, deal),
            defects=tuple(self.defects.of_deal(tenant, deal)),
            calculations=tuple(self.calculations.of_deal(tenant, deal)),
            documents=MappingProxyType({one.id: document_name(one) for one in read}),
            absent=absent,
            coverage=self._coverage(tenant, deal, claims),
            concealed=confirmed(absent, self._approved(tenant, deal)) if absent else (),
        )

    def absent(
        self, tenant: TenantId, deal: MatterId, documents: Sequence[Document] | None = None
    ) -> tuple[AbsentDocument, ...]:
        """What the indexes of the data room name and the room lacks; ``documents`` are the deal's where known."""
        read = self.documents.of_matter(tenant, deal, replaced=True) if documents is None else documents
        return self.rooms.absent(self.documents, tenant, [one for one in read if one.replaced_by is None])

    def as_of(self, tenant: TenantId, deal: MatterId) -> date:
        """The day from which ages count."""
        return self.sources.as_of(tenant, deal) or self.clock.now().date()

    def _coverage(self, tenant: TenantId, deal: MatterId, claims: Sequence[Claim]) -> Coverage:
        room = self.room(tenant, deal)
        kept = {} if self.facts is None else self.facts.read(tenant, [one.id for one in room.contracts])
        read = {document: one.looked_for for document, one in kept.items()}
        return replace(room.coverage(claims), contracts=cover_contracts(room.contracts, read, claims))

    def _approved(self, tenant: TenantId, deal: MatterId) -> Iterator[str]:
        """What the approved candidates of the deal were about, without the mark of their claims."""
        for gate in self.gates.of_deal(tenant, deal):
            if gate.status is GateStatus.APPROVED and gate.candidate is DefectType.CONCEALMENT:
                yield gate.key.rpartition(":")[0]

    def room(self, tenant: TenantId, deal: MatterId) -> RoomReading:
        """The deal's documents as they were read, and as what people described them."""
        documents, matter = self.documents.of_matter(tenant, deal), self.matters.get(tenant, deal)
        described = self.sources.of_deal(tenant, deal)
        said = {name: one for name, one in described.items() if one.described_by != RECOGNITION}
        title = "" if matter is None else matter.title
        return self.rooms.read(self.documents, tenant, deal, documents, said, title, self.as_of(tenant, deal))

    def deal_of(self, context: CallContext, text: str) -> MatterId | Failure:
        """The deal's id. Raises ``InvalidInput`` where the matter is no deal; a failure where it is no id."""
        deal = matter_of(text)
        if isinstance(deal, Failure):
            return deal
        found = self.matters.get(context.tenant, deal)
        if found is not None and found.kind is not MatterKind.DEAL:
            raise InvalidInput(
                f"{found.number} is a {found.kind.value}, not a deal: claims belong to deals, "
                "and 'casewright deal create' opens one"
            )
        return deal

    def claim(self, tenant: TenantId, deal: MatterId, text: str) -> Claim:
        """The deal's claim. Raises ``NotFound`` for an unknown one and for one of another deal alike."""
        found = self.claims.get(tenant, ClaimId(text.lower()))
        if found is None or found.deal != deal:
            raise NotFound(f"Claim {text!r} not found in this deal: 'casewright claims list' shows the ids")
        return found
