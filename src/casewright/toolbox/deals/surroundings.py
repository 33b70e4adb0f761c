"""What surrounds single claims of a deal: what they are held against and come from, each question asked once."""

from __future__ import annotations

from functools import cached_property
from types import MappingProxyType
from typing import TYPE_CHECKING

from casewright.domain.ids import EvidenceId
from casewright.evidence.derivations import reached
from casewright.evidence.metrics import entity_name, metric_name
from casewright.evidence.record import DealRecord
from casewright.evidence.standings import rests_on
from casewright.toolbox.asked_documents import names_of

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping

    from casewright.domain.calculations import Calculation
    from casewright.domain.claims import Claim
    from casewright.domain.evidence import Evidence
    from casewright.domain.ids import ClaimId, DocumentId, MatterId, TenantId
    from casewright.toolbox.deals.deal_stores import DealStores

_EVIDENCE = "evidence:"


class Surroundings:
    """Of the claims of one deal, while one change is looked at."""

    def __init__(self, stores: DealStores, tenant: TenantId, deal: MatterId) -> None:
        self._stores = stores
        self._tenant = tenant
        self._deal = deal
        self._entities: dict[frozenset[str], Mapping[ClaimId, str | None]] = {}

    @cached_property
    def calculations(self) -> tuple[Calculation, ...]:
        """The deal's calculations."""
        return tuple(self._stores.calculations.of_deal(self._tenant, self._deal))

    @cached_property
    def sources(self) -> Mapping[ClaimId, Collection[ClaimId]]:
        """By each derived claim of the deal those that it comes from."""
        by_id = {calculation.id: calculation for calculation in self.calculations}
        derived = self._stores.claims.derivations(self._tenant, self._deal)
        return {claim: rests_on(one, by_id) for claim, one in derived.items()}

    @cached_property
    def metrics(self) -> Mapping[str, frozenset[str]]:
        """By the one name of each metric what it is called in the deal."""
        found: dict[str, set[str]] = {}
        for called in self._stores.claims.metrics(self._tenant, self._deal):
            found.setdefault(metric_name(called), set()).add(called)
        return {name: frozenset(called) for name, called in found.items()}

    def derived_from(self, claims: Collection[ClaimId]) -> set[ClaimId]:
        """These claims and all that are derived from them."""
        return reached(claims, self.sources)

    def beside(self, claims: Iterable[Claim]) -> Collection[ClaimId]:
        """The claims about the same metrics of the same entities, whatever these are called there."""
        about = [(metric_name(one.metric), entity_name(one.entity or "")) for one in claims if one.metric is not None]
        metrics, entities = {metric for metric, _ in about}, {entity for _, entity in about}
        called = frozenset(name for metric in metrics for name in self.metrics.get(metric, ()))
        if called not in self._entities:
            self._entities[called] = self._stores.claims.entities(self._tenant, self._deal, called)
        there = self._entities[called]
        return [claim for claim, entity in there.items() if entity_name(entity or "") in entities]

    def record(self, ids: Collection[ClaimId]) -> DealRecord:
        """These claims with all that they are held against and come from, and their defects."""
        stores, tenant, deal = self._stores, self._tenant, self._deal
        own = stores.claims.some(tenant, deal, ids)
        sources = (source for one in ids for source in self.sources.get(one, ()))
        claims = tuple(stores.claims.some(tenant, deal, {*ids, *self.beside(own), *sources}))
        items = {item.id: item for item in stores.claims.evidence(tenant, deal, list(_evidence_of(claims)))}
        return DealRecord(
            claims=claims,
            evidence=MappingProxyType(items),
            as_of=stores.as_of(tenant, deal),
            defects=tuple(stores.defects.of_claims(tenant, deal, [claim.id for claim in claims])),
            calculations=self.calculations,
            documents=MappingProxyType(names_of(stores.documents, tenant, deal, _documents_of(items.values()))),
        )


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
