"""What every engine must do: each task is brought back once with what came of it, whatever happens to workers."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

import pytest

from casewright.adapters.engine.dask_cluster import DaskCluster
from casewright.adapters.engine.local_pool import LocalPool
from casewright.domain.bulk import BulkOutcome
from casewright.errors import InvalidInput, Unavailable
from casewright.tools.ports.bulk import Lost
from tests.bulk_workers import cluster, task, work

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from casewright.domain.bulk import BulkTask
    from casewright.tools.ports.bulk import Engine
    from tests.bulk_workers import Cluster

pytestmark = pytest.mark.requirement("bulk-engines")
SETTINGS = {"DASK_DISTRIBUTED__SCHEDULER__ALLOWED_FAILURES": "1"}


@pytest.fixture(scope="module")
def spare(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    """A cluster that gets a new worker for each that a test costs."""
    with cluster(tmp_path_factory.mktemp("cluster"), 2, SETTINGS) as made:
        yield made


@pytest.fixture(params=["local", "dask"])
def engine(request: pytest.FixtureRequest) -> Engine:
    """Each engine with two workers."""
    if request.param == "local":
        return LocalPool(2, "tests.bulk_workers", seconds=60)
    spare: Cluster = request.getfixturevalue("spare")
    lost = sum(one.poll() is not None for one in spare.workers)
    spare.add(lost - (len(spare.workers) - 2))
    return DaskCluster(spare.address.replace("tcp://", "dask://"), work, patience=60)


def test_every_task_comes_back_once(engine: Engine) -> None:
    """With its own outcome."""
    came = list(engine.run(task(number, f"name {number}") for number in range(20)))
    assert sorted(one.partition.number for one, _ in came) == list(range(20))
    for one, outcome in came:
        assert isinstance(outcome, BulkOutcome)
        assert outcome.tables["documents"].decode() == one.partition.members[0].path


def test_no_task_is_taken_before_a_worker_is_free(engine: Engine) -> None:
    """So that what is claimed is being worked on."""
    taken: list[int] = []
    lock = threading.Lock()

    def tasks() -> Iterator[BulkTask]:
        for number in range(8):
            with lock:
                taken.append(number)
            yield task(number, "slow")

    for done, _ in enumerate(engine.run(tasks()), start=1):
        with lock:
            assert len(taken) <= done + 2


def test_what_a_worker_raises_is_told(engine: Engine) -> None:
    """And costs nothing else."""
    came = dict(_by_number(engine, ["a", "raises", "b"]))
    assert isinstance(came[1], Lost)
    assert "broken on purpose" in came[1].reason
    assert isinstance(came[0], BulkOutcome)
    assert isinstance(came[2], BulkOutcome)


def test_a_worker_that_dies_costs_its_own_task_only(engine: Engine, tmp_path: Path) -> None:
    """It is told as lost, or was given to another worker by the engine itself."""
    came = dict(_by_number(engine, ["slow", f"once {tmp_path / 'mark'}", "slow", "slow"]))
    assert sorted(came) == [0, 1, 2, 3]
    assert all(isinstance(came[number], BulkOutcome) for number in (0, 2, 3))


def test_no_tasks_are_none(engine: Engine) -> None:
    """At once."""
    assert list(engine.run(iter(()))) == []


def test_whoever_stops_listening_ends_it(engine: Engine) -> None:
    """What was not taken yet never is."""
    taken: list[int] = []

    def tasks() -> Iterator[BulkTask]:
        for number in range(50):
            taken.append(number)
            yield task(number, "slow")

    running = engine.run(tasks())
    next(running)
    running.close()  # type: ignore[attr-defined]  # a generator
    assert len(taken) < 50


def test_a_mistake_where_tasks_come_from_is_raised(engine: Engine) -> None:
    """And not swallowed by a thread."""

    def tasks() -> Iterator[BulkTask]:
        yield task(0, "a")
        raise InvalidInput("no more")

    with pytest.raises(InvalidInput, match="no more"):
        list(engine.run(tasks()))


@pytest.mark.parametrize(
    "address", ["", "dask", "dask://", "dask://host", "tcp://host:1", "dask://host:none", "http://host:80"]
)
def test_an_address_that_is_none_is_refused(address: str) -> None:
    """With the two that are."""
    with pytest.raises(InvalidInput, match="dask://HOST:PORT"):
        DaskCluster(address, work)


def test_a_public_address_needs_tls() -> None:
    """A scheduler runs what it is sent."""
    with pytest.raises(InvalidInput, match="dask\\+tls"):
        DaskCluster("dask://8.8.8.8:8786", work)
    DaskCluster("dask+tls://8.8.8.8:8786", work)
    DaskCluster("dask://10.1.2.3:8786", work)


def test_where_nobody_answers_there_is_a_sentence() -> None:
    """That names the address."""
    with pytest.raises(Unavailable, match="127.0.0.1:9"):
        list(DaskCluster("dask://127.0.0.1:9", work, patience=1).run(iter([task(0, "a")])))


def _by_number(engine: Engine, names: list[str]) -> Iterator[tuple[int, BulkOutcome | Lost]]:
    for one, outcome in engine.run(task(number, name) for number, name in enumerate(names)):
        yield one.partition.number, outcome
