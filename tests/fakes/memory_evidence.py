"""Claims, defects, gates, calculations and sources in memory."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from datetime import UTC
from typing import TYPE_CHECKING

from casewright.domain.claims import ClaimType, Derivation
from casewright.domain.defects import DefectStatus
from casewright.domain.human_gates import GateStatus
from casewright.errors import InvalidInput

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence
    from datetime import date, datetime

    from casewright.domain.calculations import Calculation
    from casewright.domain.claims import Claim, Standing
    from casewright.domain.defects import Defect, DefectType
    from casewright.domain.evidence import Evidence, Grade, SourceType
    from casewright.domain.human_gates import HumanGate
    from casewright.domain.ids import CalcId, ClaimId, DefectId, DocumentId, EvidenceId, GateId, MatterId, TenantId
    from casewright.domain.sources import DocumentSource


class MemoryClaims:
    """Fits ``ClaimStore``."""

    def __init__(self) -> None:
        self._claims: dict[tuple[TenantId, ClaimId], Claim] = {}
        self._evidence: dict[tuple[TenantId, MatterId, EvidenceId], Evidence] = {}

    def add(self, claims: Sequence[Claim], evidence: Sequence[Evidence]) -> None:
        added: dict[tuple[TenantId, ClaimId], Claim] = {}
        for claim in claims:
            key = (claim.tenant, claim.id)
            if key in self._claims or key in added:
                raise InvalidInput(f"The claim id {claim.id!r} is taken: leave it out, or give another")
            added[key] = claim
        self._claims |= added
        self.add_evidence(evidence)

    def get(self, tenant: TenantId, claim: ClaimId) -> Claim | None:
        return self._claims.get((tenant, claim))

    def known(self, tenant: TenantId, ids: Sequence[ClaimId], deal: MatterId | None = None) -> Collection[ClaimId]:
        there = {claim.id for claim in self._claims.values() if claim.tenant == tenant and deal in (None, claim.deal)}
        return there & set(ids)

    def of_deal(self, tenant: TenantId, deal: MatterId) -> Sequence[Claim]:
        return [claim for claim in self._claims.values() if (claim.tenant, claim.deal) == (tenant, deal)]

    def grades(self, tenant: TenantId, deal: MatterId) -> Mapping[Grade, int]:
        return Counter(claim.standing.grade for claim in self.of_deal(tenant, deal))

    def some(self, tenant: TenantId, deal: MatterId, ids: Collection[ClaimId]) -> Sequence[Claim]:
        return [claim for claim in self.of_deal(tenant, deal) if claim.id in ids]

    def metrics(self, tenant: TenantId, deal: MatterId) -> Collection[str]:
        return {claim.metric for claim in self.of_deal(tenant, deal) if claim.metric is not None}

    def evidence_dated(self, tenant: TenantId, deal: MatterId, year: int) -> int:
        dated = [item.source_date for item in self.evidence(tenant, deal) if item.source_date is not None]
        return sum(one.astimezone(UTC).year == year for one in dated)

    def entities(self, tenant: TenantId, deal: MatterId, metrics: Collection[str]) -> Mapping[ClaimId, str | None]:
        return {claim.id: claim.entity for claim in self.of_deal(tenant, deal) if claim.metric in metrics}

    def derivations(self, tenant: TenantId, deal: MatterId) -> Mapping[ClaimId, Derivation]:
        derived = (claim for claim in self.of_deal(tenant, deal) if claim.claim_type is ClaimType.DERIVED)
        return {claim.id: Derivation(claim.derived_from, claim.source_calc) for claim in derived}

    def evidence(self, tenant: TenantId, deal: MatterId, ids: Sequence[EvidenceId] | None = None) -> Sequence[Evidence]:
        there = [item for (owner, of, _), item in self._evidence.items() if (owner, of) == (tenant, deal)]
        return there if ids is None else [item for item in there if item.id in set(ids)]

    def add_evidence(self, evidence: Sequence[Evidence]) -> None:
        for item in evidence:
            self._evidence.setdefault((item.tenant, item.deal, item.id), item)

    def drop_evidence(self, tenant: TenantId, deal: MatterId, document: DocumentId) -> int:
        rested_on = {item for claim in self.of_deal(tenant, deal) for item in claim.sanad.evidence}
        gone = [
            key
            for key, item in self._evidence.items()
            if key[:2] == (tenant, deal) and item.span is not None and item.span.document == document
            if item.id not in rested_on
        ]
        for key in gone:
            del self._evidence[key]
        return len(gone)

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
        found = [
            (key, item)
            for key, item in self._evidence.items()
            if key[:2] == (tenant, deal) and item.span is not None and item.span.document == document
        ]
        for key, item in found:
            self._evidence[key] = replace(
                item,
                source_type=source_type,
                source_grade=source_grade,
                source_system=source_system or item.source_system,
                upstream_origin=upstream_origin or item.upstream_origin,
                source_date=source_date or item.source_date,
            )
        return len(found)

    def settle(self, tenant: TenantId, standings: Mapping[ClaimId, tuple[Standing, tuple[str, ...]]]) -> None:
        for claim, (standing, notes) in standings.items():
            kept = self._claims.get((tenant, claim))
            if kept is not None:
                self._claims[tenant, claim] = replace(kept, standing=standing, notes=notes)

    def verify(self, tenant: TenantId, claim: Claim) -> None:
        kept = self._claims.get((tenant, claim.id))
        if kept is not None:
            sanad = replace(kept.sanad, nodes=claim.sanad.nodes)
            self._claims[tenant, claim.id] = replace(kept, verified_by=claim.verified_by, sanad=sanad)


class MemoryDefects:
    """Fits ``DefectStore``."""

    def __init__(self) -> None:
        self._kept: dict[tuple[TenantId, MatterId, str], Defect] = {}

    def file(self, defects: Sequence[Defect]) -> Sequence[Defect]:
        return [self._kept.setdefault((one.tenant, one.deal, one.key), one) for one in defects]

    def get(self, tenant: TenantId, defect: DefectId) -> Defect | None:
        return next((one for one in self._kept.values() if (one.tenant, one.id) == (tenant, defect)), None)

    def of_deal(self, tenant: TenantId, deal: MatterId) -> Sequence[Defect]:
        return [one for one in self._kept.values() if (one.tenant, one.deal) == (tenant, deal)]

    def of_claims(self, tenant: TenantId, deal: MatterId, claims: Collection[ClaimId]) -> Sequence[Defect]:
        return [one for one in self.of_deal(tenant, deal) if one.claim in claims]

    def has(self, tenant: TenantId, deal: MatterId, kind: DefectType) -> bool:
        return any(one.type is kind for one in self.of_deal(tenant, deal))

    def resolve(self, resolved: Defect) -> bool:
        kept = self.get(resolved.tenant, resolved.id)
        if kept is None or kept.status is not DefectStatus.OPEN:
            return False
        ended = replace(
            kept,
            key=resolved.key,
            status=resolved.status,
            resolved_by=resolved.resolved_by,
            reason=resolved.reason,
            resolved_at=resolved.resolved_at,
        )
        there = (ended if one is kept else one for one in self._kept.values())
        self._kept = {(one.tenant, one.deal, one.key): one for one in there}
        return True


class MemoryGates:
    """Fits ``GateStore``."""

    def __init__(self) -> None:
        self._kept: dict[tuple[TenantId, MatterId, str], HumanGate] = {}

    def file(self, gate: HumanGate) -> HumanGate:
        return self._kept.setdefault((gate.tenant, gate.deal, gate.key), gate)

    def get(self, tenant: TenantId, gate: GateId) -> HumanGate | None:
        return next((one for one in self._kept.values() if (one.tenant, one.id) == (tenant, gate)), None)

    def of_deal(self, tenant: TenantId, deal: MatterId) -> Sequence[HumanGate]:
        return [one for one in self._kept.values() if (one.tenant, one.deal) == (tenant, deal)]

    def change(self, changed: HumanGate) -> bool:
        kept = self.get(changed.tenant, changed.id)
        if kept is None or kept.status is not GateStatus.OPEN:
            return False
        self._kept[kept.tenant, kept.deal, kept.key] = replace(
            kept, claims=changed.claims, reason=changed.reason, priority=changed.priority
        )
        return True

    def decide(self, decided: HumanGate) -> bool:
        kept = self.get(decided.tenant, decided.id)
        if kept is None or kept.status is not GateStatus.OPEN:
            return False
        ended = replace(
            kept,
            key=decided.key,
            status=decided.status,
            decided_by=decided.decided_by,
            decision=decided.decision,
            decided_at=decided.decided_at,
        )
        there = (ended if one is kept else one for one in self._kept.values())
        self._kept = {(one.tenant, one.deal, one.key): one for one in there}
        return True


class MemoryCalculations:
    """Fits ``CalculationStore``."""

    def __init__(self) -> None:
        self._kept: dict[tuple[TenantId, MatterId, str], Calculation] = {}

    def add(self, calculation: Calculation) -> Calculation:
        key = (calculation.tenant, calculation.deal, calculation.reproducibility_hash)
        return self._kept.setdefault(key, calculation)

    def get(self, tenant: TenantId, calc: CalcId) -> Calculation | None:
        return next((one for one in self._kept.values() if (one.tenant, one.id) == (tenant, calc)), None)

    def of_deal(self, tenant: TenantId, deal: MatterId) -> Sequence[Calculation]:
        return [one for one in self._kept.values() if (one.tenant, one.deal) == (tenant, deal)]


class MemorySources:
    """Fits ``SourceStore``."""

    def __init__(self) -> None:
        self._kept: dict[tuple[TenantId, DocumentId], DocumentSource] = {}
        self._dates: dict[tuple[TenantId, MatterId], date | None] = {}

    def put(self, source: DocumentSource) -> None:
        self._kept[source.tenant, source.document] = source

    def of_deal(self, tenant: TenantId, deal: MatterId) -> Mapping[DocumentId, DocumentSource]:
        mine = [one for one in self._kept.values() if (one.tenant, one.deal) == (tenant, deal)]
        return {one.document: one for one in mine}

    def date_deal(self, tenant: TenantId, deal: MatterId, as_of: date | None) -> None:
        self._dates[tenant, deal] = as_of

    def as_of(self, tenant: TenantId, deal: MatterId) -> date | None:
        return self._dates.get((tenant, deal))
