"""Assessing again only what a change of single claims reaches, where the rest of the deal is as it was assessed.

A defect that is filed or ended, and a person who verifies, change nothing that the detectors look at: only how claims
stand. Reached are the claims themselves and what is derived from them; their standings need what is said about the same
metrics of the same entities, and the claims that they come from.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from casewright.evidence.derivations import circling
from casewright.evidence.detection import detect_between
from casewright.evidence.record import Findings
from casewright.evidence.standings import standings
from casewright.toolbox.deals.assessment import Assessment, assess, settle
from casewright.toolbox.deals.premises import is_as_assessed
from casewright.toolbox.deals.surroundings import Surroundings

if TYPE_CHECKING:
    from collections.abc import Collection

    from casewright.domain.ids import ClaimId, MatterId, TenantId
    from casewright.toolbox.deals.deal_stores import DealStores


def reassess(stores: DealStores, tenant: TenantId, deal: MatterId, changed: Collection[ClaimId]) -> Assessment:
    """Give the claims that the change reaches their standing; the whole deal is assessed where more has changed.

    ``changed`` are claims whose defects, or of which the person who verified them, were just stored. The record of
    the assessment holds what was looked at. To be called inside of ``stores.transaction.together()``.
    """
    with stores.transaction.together():
        if not is_as_assessed(stores, tenant, deal):
            return assess(stores, tenant, deal)
        return stand_again(stores, tenant, changed, Surroundings(stores, tenant, deal))


def stand_again(
    stores: DealStores, tenant: TenantId, changed: Collection[ClaimId], surroundings: Surroundings
) -> Assessment:
    """Give these claims and what is derived from them their standing, by the defects that are filed."""
    ids = surroundings.derived_from(changed)
    record = surroundings.record(ids)
    found = detect_between(record)
    compared = Findings(conflicts=found.conflicts, agreeing=found.agreeing)
    now = standings(record, compared, ids, circling(surroundings.sources))
    claims, regraded = settle(stores, tenant, record.claims, now, found.notes)
    return Assessment(replace(record, claims=claims), (), (), regraded, ())
