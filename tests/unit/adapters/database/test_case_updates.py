"""Many who change one case at once, over real databases."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING
from uuid import uuid4

import pytest

from casewright.adapters.database.cases import SqlCases
from casewright.adapters.database.matters import SqlMatters
from casewright.adapters.database.parties import SqlParties
from casewright.casework.details_schema import empty_details
from casewright.domain.cases import Case, CaseStatus, ProcessingState
from casewright.domain.matters import MatterKind
from casewright.toolbox.cases.case_stores import CaseStores
from tests.fakes.fixed_clock import START, FixedClock
from tests.shelf import ANN, OURS

if TYPE_CHECKING:
    from casewright.adapters.database.engine import Database


def opened(stores: CaseStores) -> Case:
    matter = stores.matters.create(
        OURS, title="", description="", kind=MatterKind.CASE, jurisdiction="RO", created_by=ANN, at=START
    )
    case = Case(
        id=matter.id,
        tenant=OURS,
        status=CaseStatus.TIER_PENDING,
        tier=None,
        details=empty_details(START.isoformat()),
        processing=ProcessingState(None, None, None),
        sessions=(str(uuid4()), str(uuid4())),
        version=1,
        made_by=ANN,
        made_at=START,
        updated_at=START,
    )
    stores.cases.add(case)
    return case


@pytest.mark.requirement("case-concurrent")
def test_64_concurrent_updates_lose_nothing(database: Database) -> None:
    """Each of 64 updates from 8 threads is in the file, once, and each has counted the version."""
    stores = CaseStores(SqlMatters(database), SqlCases(database), SqlParties(database), database, FixedClock())
    case = opened(stores)

    with ThreadPoolExecutor(8) as pool:
        list(pool.map(lambda n: stores.update(case, {"facts": [{"fact": str(n)}]}), range(64)))

    after = stores.cases.get(OURS, case.id)
    assert after is not None
    assert sorted(int(fact["fact"]) for fact in after.details["facts"]) == list(range(64))
    assert after.version == 65
