"""Looking over a whole deal: what is found is filed, what is found no more ends, and every claim is graded anew."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, NamedTuple
from uuid import uuid4

from casewright.domain.claims import ClaimAction, Materiality, Standing, Verdict
from casewright.domain.defects import CURE, DETECTORS, SEVERITY, Defect, DefectStatus
from casewright.domain.evidence import Corroboration, Grade
from casewright.domain.human_gates import GatePriority, GateStatus, HumanGate
from casewright.domain.ids import DefectId, GateId
from casewright.evidence.detection import detect
from casewright.evidence.standings import standings
from casewright.toolbox.deals.premises import keep_premises
from casewright.toolbox.deals.withdrawal import withdraw_defects, withdraw_gate

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from datetime import datetime

    from casewright.domain.claims import Claim
    from casewright.domain.ids import ClaimId, MatterId, TenantId
    from casewright.evidence.record import Candidate, DealRecord, Finding
    from casewright.toolbox.deals.deal_stores import DealStores

CONFIRMING_ROLE = "PARTNER"
"""The role that a candidate for a FATAL defect needs, at least, to be confirmed."""
NOT_ASSESSED = Standing(
    Grade.D, Verdict.UNVERIFIED, ClaimAction.REQUEST_DATA, Corroboration.NONE, ("It was not assessed yet.",)
)
"""How a claim stands until its deal is assessed."""

_PRIORITIES = {
    Materiality.LOW: GatePriority.NORMAL,
    Materiality.MEDIUM: GatePriority.NORMAL,
    Materiality.HIGH: GatePriority.HIGH,
    Materiality.CRITICAL: GatePriority.CRITICAL,
}


@dataclass(frozen=True, slots=True)
class Regraded:
    """A claim that stands otherwise than before; one that was not assessed before is none."""

    claim: Claim
    now: Standing


@dataclass(frozen=True, slots=True)
class Assessment:
    """What came of looking over a deal. What is withdrawn ended because its premise went; narrowed gates ask about
    fewer claims than before.
    """

    record: DealRecord
    defects: tuple[Defect, ...]
    gates: tuple[HumanGate, ...]
    regraded: tuple[Regraded, ...]
    withdrawn: tuple[Defect, ...]
    withdrawn_gates: tuple[HumanGate, ...] = ()
    narrowed_gates: tuple[HumanGate, ...] = ()

    def grade_of(self, claim: ClaimId) -> Grade | None:
        """The claim's grade now."""
        found = next((one for one in self.record.claims if one.id == claim), None)
        return None if found is None else found.standing.grade


def assess(stores: DealStores, tenant: TenantId, deal: MatterId, because: str = "") -> Assessment:
    """Run the detectors over the deal, file what they find, end what they find no more, give every claim its standing.

    What people and agents flagged or ended stays as it is, and doing it again changes nothing. To be called inside of
    ``stores.transaction.together()`` where it follows from another change, which ``because`` says in words.
    """
    with stores.transaction.together():
        record = replace(stores.record(tenant, deal), seen=stores.room(tenant, deal).seen)
        findings = detect(record)
        now = stores.clock.now()
        found = {finding.key for finding in findings.defects}
        withdrawn = withdraw_defects(stores, tenant, deal, record, found.__contains__, because)
        ended = {defect.id: defect for defect in withdrawn}
        record = replace(record, defects=tuple(ended.get(defect.id, defect) for defect in record.defects))
        defects = file_defects(stores, tenant, deal, record, findings.defects, now)
        gates = _file_gates(stores, tenant, deal, record, findings.candidates, because, now)
        record = replace(record, defects=(*record.defects, *defects))
        keep_premises(stores, tenant, deal, record)
        claims, regraded = settle(stores, tenant, record.claims, standings(record, findings), findings.notes)
        record = replace(record, claims=claims)
        return Assessment(record, defects, gates.asked, regraded, withdrawn, gates.withdrawn, gates.narrowed)


def settle(
    stores: DealStores,
    tenant: TenantId,
    claims: Iterable[Claim],
    standings: Mapping[ClaimId, Standing],
    notes: Mapping[ClaimId, tuple[str, ...]],
) -> tuple[tuple[Claim, ...], tuple[Regraded, ...]]:
    """Store how claims stand of which ``standings`` tell: all claims as they are now, and which stand otherwise."""
    changed: dict[ClaimId, tuple[Standing, tuple[str, ...]]] = {}
    regraded: list[Regraded] = []
    settled: list[Claim] = []
    for claim in claims:
        standing, remarks = standings.get(claim.id), notes.get(claim.id, ())
        if standing is None or (standing, remarks) == (claim.standing, claim.notes):
            settled.append(claim)
            continue
        changed[claim.id] = (standing, remarks)
        if claim.standing != NOT_ASSESSED and _told(standing) != _told(claim.standing):
            regraded.append(Regraded(claim, standing))
        settled.append(replace(claim, standing=standing, notes=remarks))
    if changed:
        stores.claims.settle(tenant, changed)
    return tuple(settled), tuple(regraded)


def _told(standing: Standing) -> tuple[str, str, str]:
    return standing.grade.value, standing.verdict.value, standing.action.value


def file_defects(
    stores: DealStores,
    tenant: TenantId,
    deal: MatterId,
    record: DealRecord,
    findings: Sequence[Finding],
    now: datetime,
) -> tuple[Defect, ...]:
    """The defects that were not there before."""
    filed = {defect.key for defect in record.defects}
    new = [finding for finding in findings if finding.key not in filed]
    if not new:
        return ()
    return tuple(stores.defects.file([_defect(tenant, deal, finding, now) for finding in new]))


def _defect(tenant: TenantId, deal: MatterId, finding: Finding, now: datetime) -> Defect:
    return Defect(
        id=DefectId(str(uuid4())),
        tenant=tenant,
        deal=deal,
        claim=finding.claim,
        type=finding.type,
        severity=SEVERITY[finding.type],
        description=finding.description,
        evidence=finding.evidence,
        cure=CURE[finding.type],
        status=DefectStatus.OPEN,
        key=finding.key,
        flagged_by=DETECTORS,
        flagged_at=now,
    )


class _Gates(NamedTuple):
    """The gates that are new or ask about more claims than before, those that ask about fewer, and about none."""

    asked: tuple[HumanGate, ...]
    narrowed: tuple[HumanGate, ...]
    withdrawn: tuple[HumanGate, ...]


def _file_gates(
    stores: DealStores,
    tenant: TenantId,
    deal: MatterId,
    record: DealRecord,
    candidates: Sequence[Candidate],
    because: str,
    now: datetime,
) -> _Gates:
    """Each matter has one open gate, on the claims of its candidate that nobody has decided about."""
    there = [gate for gate in stores.gates.of_deal(tenant, deal) if gate.made_by == DETECTORS and not gate.is_withdrawn]
    weights = {claim.id: claim.materiality for claim in record.claims}
    waiting = {matter_of_key(gate.key): gate for gate in there if gate.status is GateStatus.OPEN}
    filed: list[HumanGate] = []
    narrowed: list[HumanGate] = []
    for candidate in candidates:
        matter = matter_of_key(candidate.key)
        same = [gate for gate in there if matter_of_key(gate.key) == matter]
        decided = {claim for gate in same if gate.status is not GateStatus.OPEN for claim in gate.claims}
        new = tuple(claim for claim in candidate.claims if claim not in decided)
        gate = _gate(tenant, deal, replace(candidate, claims=new), weights, now)
        asked = waiting.get(matter)
        if asked is None:
            if new or not same:
                filed.append(stores.gates.file(gate))
        elif new or len(same) == 1:
            del waiting[matter]
            changed = replace(asked, claims=new, reason=gate.reason, priority=gate.priority)
            if set(new) != set(asked.claims) and stores.gates.change(changed):
                (filed if set(new) - set(asked.claims) else narrowed).append(changed)
    ended = (withdraw_gate(stores, gate, record, because) for gate in waiting.values())
    return _Gates(tuple(filed), tuple(narrowed), tuple(gate for gate in ended if gate is not None))


def matter_of_key(key: str) -> str:
    """What a candidate or its gate is about, whichever claims it touches: its key without the mark of these."""
    return key.rpartition(":")[0]


def _gate(
    tenant: TenantId, deal: MatterId, candidate: Candidate, weights: dict[ClaimId, Materiality], now: datetime
) -> HumanGate:
    order = list(Materiality)
    heaviest = max((weights[claim] for claim in candidate.claims if claim in weights), key=order.index, default=None)
    return HumanGate(
        id=GateId(str(uuid4())),
        tenant=tenant,
        deal=deal,
        claims=candidate.claims,
        reason=candidate.description,
        priority=GatePriority.HIGH if heaviest is None else _PRIORITIES[heaviest],
        required_role=CONFIRMING_ROLE,
        status=GateStatus.OPEN,
        candidate=candidate.type,
        key=candidate.key,
        made_by=DETECTORS,
        made_at=now,
    )
