"""Assessing again only what a change of single claims reaches, where the rest of the deal is as it was assessed.

A defect that is filed or ended, and a person who verifies, change nothing that the detectors look at: only how claims
stand. Reached are the claims themselves and what is derived from them; their standings need what is said about the same
metrics of the same entities, and the claims that they come from.
"""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType
from typing import TYPE_CHECKING

from casewright.domain.ids import EvidenceId
from casewright.evidence.derivations import circling, reached
from casewright.evidence.detection import detect
from casewright.evidence.metrics import entity_name, metric_name
from casewright.evidence.record import DealRecord, Findings
from casewright.evidence.standings import rests_on, standings
from casewright.toolbox.deals.assessment import Assessment, assess, settle
from casewright.toolbox.deals.premises import is_as_assessed
from casewright.toolbox.documents.asked_documents import names_of

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping

    from casewright.domain.calculations import Calculation
    from casewright.domain.claims import Claim
    from casewright.domain.evidence import Evidence
    from casewright.domain.ids import ClaimId, DocumentId, MatterId, TenantId
    from casewright.toolbox.deals.deal_stores import DealStores

_EVIDENCE = "evidence:"


def reassess(stores: DealStores, tenant: TenantId, deal: MatterId, changed: Collection[ClaimId]) -> Assessment:
    """Give the claims that the change reaches their standing; the whole deal is assessed where more has changed.

    ``changed`` are claims whose defects, or of which the person who verified them, were just stored. The record of
    the assessment holds what was looked at. To be called inside of ``stores.transaction.together()``.
    """
    with stores.transaction.together():
        if not is_as_assessed(stores, tenant, deal):
            return assess(stores, tenant, deal)
        calculations = tuple(stores.calculations.of_deal(tenant, deal))
        sources = _sources(stores, tenant, deal, calculations)
        ids = reached(changed, sources)
        record = _record(stores, tenant, deal, ids, sources, calculations)
        found = detect(record)
        compared = Findings(conflicts=found.conflicts, agreeing=found.agreeing)
        now = standings(record, compared, ids, circling(sources))
        claims, regraded = settle(stores, tenant, record.claims, now, found.notes)
        return Assessment(replace(record, claims=claims), (), (), regraded, ())


def part_of_record(stores: DealStores, tenant: TenantId, deal: MatterId, ids: Collection[ClaimId]) -> DealRecord:
    """These claims with all that they are held against and come from, and their defects."""
    calculations = tuple(stores.calculations.of_deal(tenant, deal))
    return _record(stores, tenant, deal, ids, _sources(stores, tenant, deal, calculations), calculations)


def _sources(
    stores: DealStores, tenant: TenantId, deal: MatterId, calculations: Iterable[Calculation]
) -> Mapping[ClaimId, Collection[ClaimId]]:
    """By each derived claim of the deal those that it comes from."""
    by_id = {calculation.id: calculation for calculation in calculations}
    return {claim: rests_on(one, by_id) for claim, one in stores.claims.derivations(tenant, deal).items()}


def _record(
    stores: DealStores,
    tenant: TenantId,
    deal: MatterId,
    ids: Collection[ClaimId],
    sources: Mapping[ClaimId, Collection[ClaimId]],
    calculations: tuple[Calculation, ...],
) -> DealRecord:
    """The part of the deal that these claims' standings need."""
    own = stores.claims.some(tenant, deal, ids)
    needed = {*claims_beside(stores, tenant, deal, own), *(source for one in ids for source in sources.get(one, ()))}
    claims = tuple(stores.claims.some(tenant, deal, {*ids, *needed}))
    items = {item.id: item for item in stores.claims.evidence(tenant, deal, list(_evidence_of(claims)))}
    return DealRecord(
        claims=claims,
        evidence=MappingProxyType(items),
        as_of=stores.as_of(tenant, deal),
        defects=tuple(stores.defects.of_claims(tenant, deal, [claim.id for claim in claims])),
        calculations=calculations,
        documents=MappingProxyType(names_of(stores.documents, tenant, deal, _documents_of(items.values()))),
    )


def claims_beside(stores: DealStores, tenant: TenantId, deal: MatterId, claims: Iterable[Claim]) -> Collection[ClaimId]:
    """The claims about the same metrics of the same entities, whatever these are called there."""
    about = [
        (metric_name(claim.metric), entity_name(claim.entity or "")) for claim in claims if claim.metric is not None
    ]
    metrics, entities = {metric for metric, _ in about}, {entity for _, entity in about}
    called = [metric for metric in stores.claims.metrics(tenant, deal) if metric_name(metric) in metrics]
    there = stores.claims.entities(tenant, deal, called)
    return [claim for claim, entity in there.items() if entity_name(entity or "") in entities]


def _evidence_of(claims: Iterable[Claim]) -> Iterable[EvidenceId]:
    """The evidence that the claims rest on and that the steps of their chains name, each once."""
    named: dict[EvidenceId, None] = {}
    for claim in claims:
        named |= dict.fromkeys(claim.sanad.evidence)
        for node in claim.sanad.nodes:
            steps = (one for one in (*node.inputs, *node.outputs) if one.startswith(_EVIDENCE))
            named |= dict.fromkeys(EvidenceId(one.removeprefix(_EVIDENCE)) for one in steps)
    return named


def _documents_of(items: Iterable[Evidence]) -> Collection[DocumentId]:
    """The documents in which the evidence stands."""
    return dict.fromkeys(item.span.document for item in items if item.span is not None)
