"""What every store of calculations, and of what sources are, keeps."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, date, datetime
from typing import TYPE_CHECKING

import pytest

from casewright.adapters.database.calculations import SqlCalculations
from casewright.adapters.database.evidence_sources import SqlSources
from casewright.domain.evidence import SourceType
from casewright.domain.sources import DocumentSource
from tests.databases import EVERYWHERE
from tests.example_claims import ACCOUNTS, DEAL, DECK, OTHER_DEAL, calculation
from tests.fakes.fixed_clock import START
from tests.fakes.memory_evidence import MemoryCalculations, MemorySources
from tests.shelf import ANN, OURS, THEIRS

if TYPE_CHECKING:
    from collections.abc import Callable

    from casewright.adapters.database.engine import Database
    from casewright.tools.ports.calculations import CalculationStore
    from casewright.tools.ports.evidence import SourceStore

DESCRIBED = DocumentSource(
    OURS, DEAL, DECK, SourceType.BOARD_DECK, "data room", "the ledger", datetime(2026, 1, 31, tzinfo=UTC), ANN, START
)


@pytest.fixture(params=EVERYWHERE)
def calculations(request: pytest.FixtureRequest, new_database: Callable[[str], Database]) -> CalculationStore:
    """An empty store of each kind in turn."""
    return MemoryCalculations() if request.param == "memory" else SqlCalculations(new_database(request.param))


@pytest.fixture(params=EVERYWHERE)
def sources(request: pytest.FixtureRequest, new_database: Callable[[str], Database]) -> SourceStore:
    """An empty store of each kind in turn."""
    return MemorySources() if request.param == "memory" else SqlSources(new_database(request.param))


def test_stored_calculations_come_back_equal(calculations: CalculationStore) -> None:
    """What was stored comes back as it was, every field, oldest first."""
    one, two = calculation("z"), replace(calculation("a"), output=None, remark=None, inputs=())

    assert [calculations.add(one), calculations.add(two)] == [one, two]
    assert list(calculations.of_deal(OURS, DEAL)) == [one, two]
    assert calculations.get(OURS, two.id) == two


def test_same_calculation_is_stored_once(calculations: CalculationStore) -> None:
    """Of two with one reproducibility hash the deal keeps the first."""
    first = calculations.add(calculation("k1", sha="sha256:same"))

    assert calculations.add(calculation("k2", sha="sha256:same")) == first
    elsewhere = replace(calculation("k3", sha="sha256:same"), deal=OTHER_DEAL)
    assert calculations.add(elsewhere) == elsewhere
    assert list(calculations.of_deal(OURS, DEAL)) == [first]


@pytest.mark.requirement("storage-tenants")
def test_calculations_belong_to_their_tenant(calculations: CalculationStore) -> None:
    """Another tenant sees none of it, and may calculate the same."""
    calculations.add(calculation())

    assert calculations.get(THEIRS, calculation().id) is None
    assert calculations.add(calculation(tenant=THEIRS)) == calculation(tenant=THEIRS)
    assert list(calculations.of_deal(OURS, DEAL)) == [calculation()]


def test_newest_description_counts(sources: SourceStore) -> None:
    """A document's description is replaced whole; each document has its own."""
    bare = replace(DESCRIBED, document=ACCOUNTS, source_system=None, upstream_origin=None, source_date=None)
    sources.put(replace(DESCRIBED, source_type=SourceType.NEWS))
    sources.put(bare)

    sources.put(DESCRIBED)

    assert dict(sources.of_deal(OURS, DEAL)) == {DECK: DESCRIBED, ACCOUNTS: bare}


@pytest.mark.requirement("storage-tenants")
def test_descriptions_belong_to_their_tenant_and_deal(sources: SourceStore) -> None:
    """Neither another tenant nor another deal has it."""
    sources.put(DESCRIBED)

    assert dict(sources.of_deal(THEIRS, DEAL)) == {}
    assert dict(sources.of_deal(OURS, OTHER_DEAL)) == {}


def test_day_of_a_deal_is_set_and_taken_back(sources: SourceStore) -> None:
    """Each deal has its own day, the newest that was set, until it is taken back."""
    assert sources.as_of(OURS, DEAL) is None
    sources.date_deal(OURS, DEAL, date(2026, 1, 31))

    sources.date_deal(OURS, DEAL, date(2026, 5, 29))

    assert sources.as_of(OURS, DEAL) == date(2026, 5, 29)
    assert [sources.as_of(THEIRS, DEAL), sources.as_of(OURS, OTHER_DEAL)] == [None, None]
    sources.date_deal(OURS, DEAL, None)
    assert sources.as_of(OURS, DEAL) is None
