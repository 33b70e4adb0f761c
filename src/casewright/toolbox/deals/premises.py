"""What an assessment of a deal rests on beside its claims: where that is the same, less has to be looked at."""

from __future__ import annotations

from dataclasses import replace
from importlib.metadata import version
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from casewright.domain.ids import MatterId, TenantId
    from casewright.evidence.record import DealRecord
    from casewright.toolbox.deals.deal_stores import DealStores
    from casewright.tools.ports.assessments import Assessed


def premises(stores: DealStores, tenant: TenantId, deal: MatterId) -> Assessed:
    """What an assessment would rest on now: documents and what they are, the day, and the version that looks."""
    found = stores.assessments.premises(tenant, deal)
    day = stores.as_of(tenant, deal)
    return replace(found, premises=f"{version('casewright')}/{day.isoformat()}/{found.premises}")


def keep_premises(stores: DealStores, tenant: TenantId, deal: MatterId, record: DealRecord) -> None:
    """Keep over what the record was assessed."""
    seen_at = dict.fromkeys(at for one in record.seen for at in (*one.blamed, *one.against))
    now = replace(premises(stores, tenant, deal), seen_at=tuple(seen_at), absent=record.absent)
    stores.assessments.put(tenant, deal, now)


def is_as_assessed(stores: DealStores, tenant: TenantId, deal: MatterId) -> bool:
    """Whether the deal was assessed, and nothing that the detectors look at changed since."""
    kept = stores.assessments.get(tenant, deal)
    if kept is None:
        return False
    now = premises(stores, tenant, deal)
    return (kept.premises, kept.claims) == (now.premises, now.claims)
