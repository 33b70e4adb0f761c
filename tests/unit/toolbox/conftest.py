"""What several tests of tools share."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from casewright.adapters.database.assessments import SqlAssessments
from casewright.adapters.database.calculations import SqlCalculations
from casewright.adapters.database.claims import SqlClaims
from casewright.adapters.database.defects import SqlDefects
from casewright.adapters.database.documents import SqlDocuments
from casewright.adapters.database.engine import open_database
from casewright.adapters.database.evidence_sources import SqlSources
from casewright.adapters.database.gates import SqlGates
from casewright.adapters.database.matters import SqlMatters
from casewright.adapters.database.migrate import upgrade
from casewright.toolbox.deals.deal_stores import DealStores
from tests.fakes.fixed_clock import FixedClock

if TYPE_CHECKING:
    from collections.abc import Iterator


@pytest.fixture(scope="module")
def stores(tmp_path_factory: pytest.TempPathFactory) -> Iterator[DealStores]:
    """Stores over one database for all examples, each of which has a deal of its own."""
    address = str(tmp_path_factory.mktemp("deals") / "deals.db")
    database = open_database(address)
    upgrade(database)
    yield DealStores(
        matters=SqlMatters(database),
        documents=SqlDocuments(database),
        claims=SqlClaims(database),
        defects=SqlDefects(database),
        gates=SqlGates(database),
        calculations=SqlCalculations(database),
        sources=SqlSources(database),
        assessments=SqlAssessments(database),
        transaction=database,
        clock=FixedClock(),
    )
    database.close()
