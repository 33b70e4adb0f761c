"""Where claims are kept, and who proposes them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence
    from datetime import datetime

    from casewright.domain.claims import Claim, Derivation, Standing
    from casewright.domain.evidence import Evidence, Grade, SourceType
    from casewright.domain.ids import ClaimId, DocumentId, EvidenceId, MatterId, TenantId
    from casewright.evidence.extraction.proposal import Proposal
    from casewright.evidence.extraction.source import Source


class ClaimStore(Protocol):
    """Claims of all tenants; every question names the tenant and sees only its own."""

    def add(self, claims: Sequence[Claim], evidence: Sequence[Evidence]) -> None:
        """Store claims with their chains and the evidence they rest on, all of it or nothing.

        Evidence that is there already stays as it is. Raises ``InvalidInput`` naming a claim's id that is taken.
        """
        ...

    def get(self, tenant: TenantId, claim: ClaimId) -> Claim | None:
        """The claim, whatever deal it belongs to; None where the tenant has none of that id."""
        ...

    def known(self, tenant: TenantId, ids: Sequence[ClaimId], deal: MatterId | None = None) -> Collection[ClaimId]:
        """Those of these ids that the tenant has claims of, in this deal or, without one, in any."""
        ...

    def of_deal(self, tenant: TenantId, deal: MatterId) -> Sequence[Claim]:
        """Every claim of the deal, in the order they were stored."""
        ...

    def grades(self, tenant: TenantId, deal: MatterId) -> Mapping[Grade, int]:
        """How many claims of the deal have each grade; grades that none has are left out."""
        ...

    def some(self, tenant: TenantId, deal: MatterId, ids: Collection[ClaimId]) -> Sequence[Claim]:
        """The deal's claims of these ids, in the order they were stored; unknown ids are left out."""
        ...

    def metrics(self, tenant: TenantId, deal: MatterId) -> Collection[str]:
        """The metrics of the deal's claims, as they are called there."""
        ...

    def evidence_dated(self, tenant: TenantId, deal: MatterId, year: int) -> int:
        """How much of the deal's evidence bears a date in that year (UTC)."""
        ...

    def entities(self, tenant: TenantId, deal: MatterId, metrics: Collection[str]) -> Mapping[ClaimId, str | None]:
        """The claims about these metrics, and the entity that each is about."""
        ...

    def derivations(self, tenant: TenantId, deal: MatterId) -> Mapping[ClaimId, Derivation]:
        """The derived claims of the deal, and what each comes from."""
        ...

    def evidence(self, tenant: TenantId, deal: MatterId, ids: Sequence[EvidenceId] | None = None) -> Sequence[Evidence]:
        """The deal's evidence of these ids, or all of it, in the order it was stored; unknown ids are left out."""
        ...

    def add_evidence(self, evidence: Sequence[Evidence]) -> None:
        """Store evidence that no claim rests on yet; what is there already stays as it is."""
        ...

    def drop_evidence(self, tenant: TenantId, deal: MatterId, document: DocumentId) -> int:
        """Forget the document's evidence that no claim rests on; how many items."""
        ...

    def describe(
        self,
        tenant: TenantId,
        deal: MatterId,
        document: DocumentId,
        *,
        source_type: SourceType,
        source_grade: Grade,
        source_system: str | None,
        upstream_origin: str | None,
        source_date: datetime | None,
    ) -> int:
        """Say what kind of source the document's evidence comes from; None leaves what is there. How many items."""
        ...

    def settle(self, tenant: TenantId, standings: Mapping[ClaimId, tuple[Standing, tuple[str, ...]]]) -> None:
        """Give these claims their standing and their notes."""
        ...

    def verify(self, tenant: TenantId, claim: Claim) -> None:
        """Store who verified the claim, with the chain that says so."""
        ...


@dataclass(frozen=True, slots=True)
class Proposed:
    """What was proposed for one document, and why each of the rest was refused."""

    proposals: tuple[Proposal, ...]
    refused: tuple[str, ...] = ()


class Proposer(Protocol):
    """Every proposal's place is in the document and its words are there word for word; confidence at most 0.85."""

    @property
    def providers(self) -> tuple[str, ...]:
        """Whom the texts are sent to: consent has to name each of them; none where nothing leaves this machine."""
        ...

    def propose(self, sources: Sequence[Source]) -> Sequence[Proposed]:
        """What is proposed for each document, in their order. Raises ``BadSettings`` where there is no model to ask."""
        ...
