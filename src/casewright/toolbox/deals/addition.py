"""Assessing a deal to which a few claims were just added: only what they are held against, where that is all there is.

A claim that a source says plainly is held against claims of its metric and entity, and looked at by itself. Whatever
else it could touch is told here (``_is_plain``, ``_stands_apart``); where it does, the whole deal is assessed.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from casewright.domain.claims import Basis, ClaimClass, ClaimType
from casewright.domain.defects import DefectType
from casewright.evidence.detection import detect_alone, detect_between
from casewright.evidence.detectors import ratios
from casewright.evidence.detectors.rooms import stands_at
from casewright.evidence.metrics import metric_name
from casewright.toolbox.deals.assessment import Assessment, assess, file_defects
from casewright.toolbox.deals.premises import premises
from casewright.toolbox.deals.reassessment import stand_again
from casewright.toolbox.deals.surroundings import Surroundings
from casewright.toolbox.deals.withdrawal import withdraw_defects

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from casewright.domain.claims import Claim
    from casewright.domain.ids import ClaimId, EvidenceId, MatterId, TenantId
    from casewright.evidence.record import DealRecord, Finding
    from casewright.toolbox.deals.deal_stores import DealStores
    from casewright.tools.ports.assessments import Assessed


def assess_added(
    stores: DealStores,
    tenant: TenantId,
    deal: MatterId,
    added: Sequence[Claim],
    known: Collection[EvidenceId],
    because: str,
) -> Assessment:
    """Assess the deal with the claims that were just stored; ``known`` is what of their evidence was there before.

    It comes to what ``assess`` comes to. The record of the assessment holds what was looked at. To be called inside of
    ``stores.transaction.together()``.
    """
    around = Surroundings(stores, tenant, deal)
    kept, now = stores.assessments.get(tenant, deal), premises(stores, tenant, deal)
    is_alone = (
        kept is not None
        and (kept.premises, kept.claims) == (now.premises, now.claims - len(added))
        and not known
        and all(map(_is_plain, added))
        and not any(_counts_years(stores, tenant, deal, claim) for claim in added)
        and _stands_apart(stores.defects.has(tenant, deal, DefectType.BROKEN_CHAIN), around, added, kept)
    )
    if kept is None or not is_alone:
        return assess(stores, tenant, deal, because)
    new = {claim.id for claim in added}
    reached = {*new, *around.beside(added)}
    record = around.record(reached)
    own = replace(record, claims=tuple(claim for claim in record.claims if claim.id in new), absent=kept.absent)
    alone = detect_alone(own)
    if any(candidate.claims for candidate in alone.candidates):
        return assess(stores, tenant, deal, because)
    before = _found(replace(record, claims=tuple(claim for claim in record.claims if claim.id not in new)), reached)
    after = _found(record, reached)
    gone = {finding.key for finding in before} - {finding.key for finding in after}
    withdrawn = withdraw_defects(stores, tenant, deal, record, lambda key: key not in gone, because)
    ended = {defect.id: defect for defect in withdrawn}
    record = replace(record, defects=tuple(ended.get(defect.id, defect) for defect in record.defects))
    defects = file_defects(stores, tenant, deal, record, [*alone.defects, *after], stores.clock.now())
    stores.assessments.put(tenant, deal, replace(kept, claims=now.claims))
    standing = stand_again(stores, tenant, reached, around)
    return replace(standing, defects=defects, withdrawn=withdrawn)


def _found(record: DealRecord, claims: Collection[ClaimId]) -> Sequence[Finding]:
    """What holding claims against each other finds on these, in the order in which it is filed."""
    found = (finding for finding in detect_between(record).defects if finding.claim in claims)
    return sorted(found, key=lambda finding: finding.key)


def _is_plain(claim: Claim) -> bool:
    """Whether a source says it for sure, by a chain that builds on its own steps and evidence and on documents alone.

    Clauses, and what may be asserted of clauses, are held against each other across the deal.
    """
    if claim.claim_class in (ClaimClass.LEGAL_TERMS, ClaimClass.OTHER) or claim.confidence < 1:
        return False
    if claim.claim_type is not ClaimType.PRIMARY or claim.derived_from or claim.source_calc is not None:
        return False
    own = {f"node:{node.id}" for node in claim.sanad.nodes} | {f"evidence:{item}" for item in claim.sanad.evidence}
    named = [one for node in claim.sanad.nodes for one in (*node.inputs, *node.outputs)]
    others = {one for one in named if one not in own and one != f"claim:{claim.id}"}
    return bool(claim.sanad.evidence) and all(one.startswith("document:") for one in others)


def _counts_years(stores: DealStores, tenant: TenantId, deal: MatterId, claim: Claim) -> bool:
    """Whether it may weigh on how a company counts its years, by which papers of a year are early or are not.

    Several papers of the year tell that (``evidence.detectors.chronology``): whom it is about is not looked at.
    """
    if claim.period is None or claim.basis is not Basis.ACTUAL:
        return False
    day = claim.period.end
    return (day.month, day.day) == (12, 31) and stores.claims.evidence_dated(tenant, deal, day.year) > 1


def _stands_apart(is_broken: bool, around: Surroundings, added: Sequence[Claim], kept: Assessed) -> bool:
    """Whether no check of the room saw something where they stand, no chain misses one, and no ratio needs one.

    ``is_broken`` says that a chain of the deal misses something, which may be one of these.
    """
    places = [(claim, at) for claim in added for at in kept.seen_at]
    if is_broken or any(
        claim.span is not None and claim.span.document == at.document and stands_at(claim, at) for claim, at in places
    ):
        return False
    new = {metric_name(claim.metric) for claim in added if claim.metric is not None}
    return not any(ratios.parts(metric) is not None for metric in new) and not any(
        new & (ratios.parts(metric) or frozenset()) for metric in around.metrics
    )
