"""What every store of consents and every spend ledger keeps."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from datetime import timedelta
from typing import TYPE_CHECKING

import pytest

from casewright.adapters.database.consents import SqlConsents
from casewright.adapters.database.matters import SqlMatters
from casewright.adapters.database.provider_spend import SqlSpendLedger
from casewright.domain.consents import Consent
from casewright.domain.ids import ActorId, MatterId, TenantId
from casewright.domain.matters import MatterKind
from tests.databases import EVERYWHERE
from tests.fakes.fixed_clock import START
from tests.fakes.memory_matters import MemoryMatters
from tests.fakes.memory_providers import MemoryConsents, MemorySpendLedger

if TYPE_CHECKING:
    from collections.abc import Callable

    from casewright.adapters.database.engine import Database
    from casewright.tools.ports.consents import ConsentStore
    from casewright.tools.ports.matters import MatterStore
    from casewright.tools.ports.scoring import SpendLedger

OURS, THEIRS = TenantId("ours"), TenantId("theirs")
ANN, BO = ActorId("ann"), ActorId("bo")


@dataclass(frozen=True)
class Stores:
    consents: ConsentStore
    ledger: SpendLedger
    matters: MatterStore

    def matter(self, tenant: TenantId = OURS) -> MatterId:
        return self.matters.create(
            tenant, title="", description="", kind=MatterKind.MATTER, jurisdiction=None, created_by=ANN, at=START
        ).id


@pytest.fixture(params=EVERYWHERE)
def stores(request: pytest.FixtureRequest, new_database: Callable[[str], Database]) -> Stores:
    """Empty stores of each kind in turn."""
    if request.param == "memory":
        return Stores(MemoryConsents(), MemorySpendLedger(), MemoryMatters())
    database = new_database(request.param)
    return Stores(SqlConsents(database), SqlSpendLedger(database), SqlMatters(database))


@pytest.mark.requirement("consent-kept")
def test_consent_belongs_to_its_matter_and_tenant(stores: Stores) -> None:
    """A consent comes back as it was given, for its matter alone."""
    ours, other, foreign = stores.matter(), stores.matter(), stores.matter(THEIRS)
    given = Consent(OURS, ours, "isaacus", ANN, START)

    stores.consents.grant(given)

    assert list(stores.consents.of_matter(OURS, ours)) == [given]
    for tenant, matter in ((OURS, other), (THEIRS, foreign), (THEIRS, ours)):
        assert list(stores.consents.of_matter(tenant, matter)) == []


def test_second_consent_changes_nothing(stores: Stores) -> None:
    """Who consented first, and when, stays."""
    matter = stores.matter()
    first = Consent(OURS, matter, "isaacus", ANN, START)
    stores.consents.grant(first)

    stores.consents.grant(Consent(OURS, matter, "isaacus", BO, START + timedelta(days=1)))

    assert list(stores.consents.of_matter(OURS, matter)) == [first]


def test_revoked_consent_is_gone(stores: Stores) -> None:
    """A consent that is taken back is not there; taking it back twice says so; it can be given again."""
    matter = stores.matter()
    given = Consent(OURS, matter, "isaacus", ANN, START)
    stores.consents.grant(given)

    assert not stores.consents.revoke(THEIRS, matter, "isaacus")
    assert stores.consents.revoke(OURS, matter, "isaacus")
    assert not stores.consents.revoke(OURS, matter, "isaacus")
    assert list(stores.consents.of_matter(OURS, matter)) == []
    stores.consents.grant(given)
    assert list(stores.consents.of_matter(OURS, matter)) == [given]


@pytest.mark.requirement("spend-caps")
def test_reservation_stops_at_the_cap(stores: Stores) -> None:
    """What would pass the cap is not added; what was reserved can be corrected, up and down."""
    ledger = stores.ledger
    assert ledger.spent(OURS, "isaacus", "2026-11") == 0
    assert ledger.reserve(OURS, "isaacus", "2026-11", 60, cap=100)
    assert not ledger.reserve(OURS, "isaacus", "2026-11", 41, cap=100)
    assert ledger.spent(OURS, "isaacus", "2026-11") == 60
    ledger.correct(OURS, "isaacus", "2026-11", -50)
    assert ledger.reserve(OURS, "isaacus", "2026-11", 90, cap=100)
    ledger.correct(OURS, "isaacus", "2026-11", 7)
    assert ledger.spent(OURS, "isaacus", "2026-11") == 107


def test_months_tenants_and_providers_are_counted_apart(stores: Stores) -> None:
    """A new month begins at nothing, and nobody pays for another."""
    stores.ledger.reserve(OURS, "isaacus", "2026-11", 5, cap=10)

    for key in ((OURS, "isaacus", "2026-12"), (THEIRS, "isaacus", "2026-11"), (OURS, "other", "2026-11")):
        assert stores.ledger.spent(*key) == 0


@pytest.mark.requirement("spend-caps")
def test_reservations_at_once_stay_below_the_cap(stores: Stores) -> None:
    """Of twenty that reserve at the same time exactly those that fit are let in."""
    with ThreadPoolExecutor(4) as threads:
        let_in = list(threads.map(lambda _: stores.ledger.reserve(OURS, "isaacus", "m", 10, cap=75), range(20)))

    assert sum(let_in) == 7
    assert stores.ledger.spent(OURS, "isaacus", "m") == 70
