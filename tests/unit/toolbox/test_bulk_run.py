"""What a run makes of partitions that are lost, and of workers that are of another version."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from casewright.adapters.bulk.results import ResultFolder
from casewright.adapters.engine.local_pool import LocalPool
from casewright.domain.bulk import BulkAsk, Member, Partition
from casewright.toolbox.bulk.bulk_run import BulkRun
from casewright.toolbox.bulk.run_corpus_query import require_allowed
from casewright.tools.progress import reporting

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.requirement("bulk-engines")


def run(folder: Path, names: list[str], model: str = "m") -> tuple[ResultFolder, list[tuple[int, int | None]]]:
    """A run over partitions of these names by two processes; the results, and how far it told that it was."""
    results = ResultFolder(folder)
    results.begin({"plan": "x"})
    partitions = [Partition(number, (Member(name, 1, ""),)) for number, name in enumerate(names)]
    told: list[tuple[int, int | None]] = []
    engine = LocalPool(2, "tests.bulk_workers", seconds=60)
    with reporting(lambda done, total, _note: told.append((done, total))):
        BulkRun(results, engine, "/corpus", None, BulkAsk("query", "{x}")).work(partitions, model)
    return results, told


def test_a_partition_that_fails_three_times_is_listed(tmp_path: Path) -> None:
    """Whatever its worker does; the others are done, and nothing stays claimed."""
    results, told = run(tmp_path, ["a", "dies", "b", "raises", "c"])
    found = results.finish(())
    assert (found.done, found.failed_partitions) == (3, 2)
    assert results.done() == {0, 2, 4}
    assert not list((tmp_path / "claims").iterdir())
    assert told[0] == (0, 5)
    assert max(done for done, _ in told) == 3


def test_a_partition_whose_worker_died_once_is_done(tmp_path: Path) -> None:
    """By another one."""
    results, _ = run(tmp_path / "out", ["a", f"once {tmp_path / 'mark'}", "b"])
    assert results.done() == {0, 1, 2}
    assert results.finish(()).failed_partitions == 0


def test_what_failed_is_tried_again_by_the_next_run(tmp_path: Path) -> None:
    """And told no more once it is done."""
    (tmp_path / "out").mkdir()
    first, _ = run(tmp_path / "out", ["raises", "a"])
    assert first.finish(()).failed_partitions == 1
    second, _ = run(tmp_path / "out", ["b", "a"])
    assert (second.finish(()).done, second.finish(()).failed_partitions) == (2, 0)


def test_a_worker_with_another_model_brings_nothing(tmp_path: Path) -> None:
    """Its rows would not be those of the others."""
    results, _ = run(tmp_path, ["a"], model="another")
    assert results.finish(()).failed_partitions == 1
    assert results.done() == frozenset()


@pytest.mark.parametrize(
    ("place", "is_allowed"),
    [
        ("/data/contracts", True),
        ("/data", True),
        ("/data/", True),
        ("/database", False),
        ("/data/../etc", False),
        ("s3://bucket/a", True),
        ("s3://bucket-of-others/a", False),
        ("relative", False),
    ],
)
def test_places_are_matched_by_whole_steps(place: str, is_allowed: bool) -> None:
    """Never by a beginning of a name."""
    from casewright.errors import InvalidInput

    if is_allowed:
        require_allowed(place, ["/data", "s3://bucket"])
    else:
        with pytest.raises(InvalidInput, match="CASEWRIGHT_BULK_PLACES"):
            require_allowed(place, ["/data", "s3://bucket"])
    require_allowed(place, None)
