"""What every score cache and every feature store keeps."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest

from casewright.adapters.database.feature_store import SqlFeatureStore
from casewright.adapters.database.score_cache import SqlScoreCache
from casewright.domain.ids import TenantId
from casewright.tools.ports.scoring import PAGE, FeatureRun
from tests.databases import EVERYWHERE
from tests.fakes.memory_scores import MemoryFeatureStore, MemoryScoreCache

if TYPE_CHECKING:
    from collections.abc import Callable

    from casewright.adapters.database.engine import Database
    from casewright.tools.ports.scoring import FeatureStore, FloatArray, ScoreCache

OURS, THEIRS = TenantId("ours"), TenantId("theirs")


@pytest.fixture(params=EVERYWHERE)
def cache(request: pytest.FixtureRequest, new_database: Callable[[str], Database]) -> ScoreCache:
    """An empty cache of each kind in turn."""
    return MemoryScoreCache() if request.param == "memory" else SqlScoreCache(new_database(request.param))


@pytest.fixture(params=EVERYWHERE)
def features(request: pytest.FixtureRequest, new_database: Callable[[str], Database]) -> FeatureStore:
    """An empty store of each kind in turn."""
    return MemoryFeatureStore() if request.param == "memory" else SqlFeatureStore(new_database(request.param))


def page(**values: float) -> FloatArray:
    """A page with these values at positions named ``at0``, ``at1`` …, NaN elsewhere."""
    scores = np.full(PAGE, np.nan, np.float32)
    for name, value in values.items():
        scores[int(name.removeprefix("at"))] = value
    return scores


def known(scores: FloatArray) -> dict[int, float]:
    """Position and value of every known score."""
    return {int(place): float(scores[place]) for place in np.flatnonzero(~np.isnan(scores))}


def test_unknown_statement_has_no_pages(cache: ScoreCache) -> None:
    """Where nothing was stored nothing is loaded."""
    assert cache.load(OURS, "m", "s", [0, 1]) == {}
    assert cache.load(OURS, "m", "s", []) == {}


def test_stored_page_comes_back(cache: ScoreCache) -> None:
    """A page comes back with its shape, its type, and NaN where no score is known."""
    scores = page(at0=0.25, at1023=1.0)
    cache.merge(OURS, "m", "s", {7: scores})

    loaded = cache.load(OURS, "m", "s", [6, 7, 8])

    assert list(loaded) == [7]
    assert loaded[7].shape == (PAGE,)
    assert loaded[7].dtype == np.float32
    np.testing.assert_array_equal(loaded[7], scores)


def test_merge_keeps_what_it_does_not_know(cache: ScoreCache) -> None:
    """New values replace old ones, and where a value is NaN the old one stays."""
    cache.merge(OURS, "m", "s", {0: page(at1=0.1, at2=0.2)})
    cache.merge(OURS, "m", "s", {0: page(at2=0.5, at3=0.25)})

    assert known(cache.load(OURS, "m", "s", [0])[0]) == {1: np.float16(0.1), 2: 0.5, 3: 0.25}


def test_page_without_a_score_is_not_stored(cache: ScoreCache) -> None:
    """A page of NaN tells nothing and takes no room."""
    cache.merge(OURS, "m", "s", {0: page()})
    cache.merge(OURS, "m", "s", {})

    assert cache.load(OURS, "m", "s", [0]) == {}


def test_loaded_page_is_the_callers_own(cache: ScoreCache) -> None:
    """Writing into what was loaded changes nothing that is stored."""
    cache.merge(OURS, "m", "s", {0: page(at0=0.5)})

    cache.load(OURS, "m", "s", [0])[0][:] = 0.0

    assert known(cache.load(OURS, "m", "s", [0])[0]) == {0: 0.5}


@pytest.mark.requirement("storage-tenants")
def test_scores_belong_to_tenant_model_and_statement(cache: ScoreCache) -> None:
    """Another tenant, model or statement, be it only other in case or length, has scores of its own."""
    statement = "the clause caps liability " * 400
    cache.merge(OURS, "m", statement, {0: page(at0=0.5)})

    assert cache.load(THEIRS, "m", statement, [0]) == {}
    assert cache.load(OURS, "m2", statement, [0]) == {}
    assert cache.load(OURS, "m", statement + " ", [0]) == {}
    assert cache.load(OURS, "m", statement.upper(), [0]) == {}
    assert list(cache.load(OURS, "m", statement, [0])) == [0]


@pytest.mark.requirement("storage-any-text")
def test_any_statement_has_scores(cache: ScoreCache) -> None:
    """Statements that a database would not take as text are told apart too."""
    for place, statement in enumerate(["\x00", "\ud800", "", "𝔊"]):
        cache.merge(OURS, "m", statement, {0: page(at0=place / 4)})

    values = [known(cache.load(OURS, "m", statement, [0])[0])[0] for statement in ["\x00", "\ud800", "", "𝔊"]]
    assert values == [0.0, 0.25, 0.5, 0.75]


def test_scores_are_kept_to_two_bytes(cache: ScoreCache) -> None:
    """A score comes back as the nearest float16, and storing that again changes nothing."""
    cache.merge(OURS, "m", "s", {0: page(at0=0.123456, at1=0.99999)})
    first = cache.load(OURS, "m", "s", [0])
    cache.merge(OURS, "m", "s", first)

    assert known(first[0]) == {0: np.float16(0.123456), 1: np.float16(0.99999)}
    np.testing.assert_array_equal(cache.load(OURS, "m", "s", [0])[0], first[0])


@pytest.mark.requirement("scoring-old-versions")
def test_older_versions_are_forgotten(cache: ScoreCache, features: FeatureStore) -> None:
    """Other versions of one model go, for this tenant; the current one, other models and other tenants stay."""
    for tenant in (OURS, THEIRS):
        for model in ("a_1", "a_2", "ab1", "b1"):
            cache.merge(tenant, model, "s", {0: page(at0=0.5)})
            features.add(tenant, model, [FeatureRun(0, 1, b"x")])

    for store in (cache, features):
        store.forget_versions(OURS, "a_", but="a_2")
        store.forget_versions(OURS, "a_", but="a_2")

    for tenant, kept in ((OURS, ["a_2", "ab1", "b1"]), (THEIRS, ["a_1", "a_2", "ab1", "b1"])):
        assert [m for m in ("a_1", "a_2", "ab1", "b1") if cache.load(tenant, m, "s", [0])] == kept
        assert [m for m in ("a_1", "a_2", "ab1", "b1") if features.runs(tenant, m, 0, 1)] == kept


def test_runs_come_back_in_order(features: FeatureStore) -> None:
    """Stored runs come back as they were, ordered by their first number."""
    runs = [FeatureRun(10, 5, b"\x00\xff"), FeatureRun(0, 10, b"first"), FeatureRun(5, 20, b"")]
    features.add(OURS, "m", runs)

    assert features.runs(OURS, "m", 0, 100) == sorted(runs, key=lambda run: run.first)


@pytest.mark.parametrize(
    ("low", "high", "firsts"),
    [(0, 10, [0]), (9, 10, [0]), (9, 11, [0, 10]), (10, 11, [10]), (15, 20, []), (14, 15, [10]), (20, 90, [])],
)
def test_runs_that_have_a_number_in_the_range_are_given(
    features: FeatureStore, low: int, high: int, firsts: list[int]
) -> None:
    """Ranges are half-open: a run counts from its first number up to, and without, first + count."""
    features.add(OURS, "m", [FeatureRun(0, 10, b"a"), FeatureRun(10, 5, b"b")])

    assert [run.first for run in features.runs(OURS, "m", low, high)] == firsts


def test_longer_run_replaces_a_shorter_one(features: FeatureStore) -> None:
    """Of two runs with one first number the longer stays, whichever came first."""
    features.add(OURS, "m", [FeatureRun(0, 5, b"short")])
    features.add(OURS, "m", [FeatureRun(0, 9, b"long")])
    features.add(OURS, "m", [FeatureRun(0, 7, b"middle")])
    features.add(OURS, "m", [FeatureRun(0, 9, b"again")])
    features.add(OURS, "m", [])

    assert features.runs(OURS, "m", 0, 1) == [FeatureRun(0, 9, b"long")]


@pytest.mark.requirement("storage-tenants")
def test_features_belong_to_tenant_and_model(features: FeatureStore) -> None:
    """Another tenant or model has features of its own."""
    features.add(OURS, "m", [FeatureRun(0, 1, b"x")])

    assert features.runs(THEIRS, "m", 0, 10) == []
    assert features.runs(OURS, "m2", 0, 10) == []
